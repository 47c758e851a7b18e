"""Which state of a stored thing somebody has seen, so that no change is lost to another.

A thing that people change tells a tag of its state (`etag`). Who changes it may say which state
that is about; the action compares under the row's lock, in the transaction that makes the change.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Final, Protocol

from django.db import models
from django.utils.crypto import salted_hmac

from apps.common.problems import InvalidInput, PreconditionFailed

_SALT: Final = "apps.common.tags"
_DIGITS: Final = 32
_ANY: Final = "*"
_TAGS_MAX: Final = 20
_LENGTH_MAX: Final = 1_000


def tag_of(kind: str, state: Any) -> str:
    """The tag of a state of some kind of thing; `state` as JSON has it, and times."""
    text = json.dumps(state, sort_keys=True, default=_plain)
    digest = salted_hmac(_SALT, f"{kind}:{text}", algorithm="sha256").hexdigest()
    return f'"{digest[:_DIGITS]}"'


class HasTag(Protocol):
    """What tells the tag of its state."""

    @property
    def etag(self) -> str: ...


class Tagged(models.Model):
    """A row of which people see one state and change it.

    untagged: columns that are no part of that state: what the platform notes by itself, and what
    nobody is shown.
    """

    untagged: ClassVar[frozenset[str]] = frozenset()

    class Meta:
        abstract = True

    @property
    def etag(self) -> str:
        """The tag of the state, in quotes, as If-Match takes it. The same state has the same tag in
        every process; what it was made of can't be found out from it."""
        columns = {
            field.attname: getattr(self, field.attname)
            for field in self._meta.concrete_fields
            if not field.primary_key and field.attname not in self.untagged
        }
        return tag_of(self._meta.label, [columns, self.tagged_besides()])

    def tagged_besides(self) -> Any:
        """What belongs to the state and is in other rows; as JSON has it, in a fixed order."""
        return None


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    raise TypeError(f"No state is made of {type(value).__name__}")


@dataclass(frozen=True, slots=True)
class Seen:
    """Which states of a thing its change is about; None for whichever it is in."""

    tags: frozenset[str] | None

    def require(self, thing: HasTag | None) -> None:
        """PreconditionFailed when it is in another state, or gone. The caller has locked a row."""
        if self.tags is not None and (thing is None or thing.etag not in self.tags):
            raise PreconditionFailed(
                detail="Read it again, look at what is different, and send your change with the "
                "ETag that is answered then.",
            )


WHICHEVER: Final = Seen(None)


def seen_in(header: str | None) -> Seen:
    """What the header If-Match says. InvalidInput for what is no list of tags."""
    if header is None or header.strip() == _ANY:
        return WHICHEVER
    tags = [each.strip() for each in header.split(",")] if len(header) <= _LENGTH_MAX else []
    if not 1 <= len(tags) <= _TAGS_MAX or not all(_is_tag(each) for each in tags):
        raise InvalidInput(
            fields={"If-Match": ['Send an ETag as it was answered, in its quotes: "1f0c…".']}
        )
    return Seen(frozenset(_strong(tags)))


def _is_tag(text: str) -> bool:
    quoted = text.removeprefix("W/")
    inner = quoted[1:-1]
    return (
        len(quoted) > 1
        and quoted[0] == quoted[-1] == '"'
        and inner.isascii()
        and inner.isprintable()
        and not set(inner) & {'"', " "}
    )


def _strong(tags: Iterable[str]) -> Iterable[str]:
    # A weak tag does not say that nothing changed; none is like ours.
    return (each for each in tags if not each.startswith("W/"))
