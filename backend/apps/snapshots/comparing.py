"""Two states of a directory compared: HDFS's report, kept for a while so that it can be paged.

HDFS tells all differences at once. They are written into a file, one line each, from which pages
are read; a cursor names the file and a place in it, so that all pages are of the same comparison.
"""

import base64
import binascii
import json
import os
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

from apps.common.actor import Actor
from apps.common.problems import Conflict, InvalidInput
from apps.common.rights import Permission, require
from apps.common.webhdfs import superuser, webhdfs_problems
from apps.snapshots.selectors import directory, snapshot
from apps.snapshots.values import DifferenceKind, below
from apps.visibility.sight import Sight
from config.env import env
from integrations.webhdfs import answers

KEPT_S: Final = 3600
KEPT_MAX: Final = 20
_KINDS: Final[dict[answers.DiffKind, DifferenceKind]] = {
    "CREATE": DifferenceKind.CREATED,
    "DELETE": DifferenceKind.DELETED,
    "MODIFY": DifferenceKind.MODIFIED,
    "RENAME": DifferenceKind.RENAMED,
}


@dataclass(frozen=True, slots=True)
class Difference:
    """What happened to a path; of a renamed one also where it is in the later state."""

    kind: str
    path: str
    to_path: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    created: int
    deleted: int
    modified: int
    renamed: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A page of the differences that match, and how many there are of each kind in all."""

    path: str
    earlier: str
    later: str | None
    counts: Counts
    items: list[Difference]
    next_cursor: str | None
    as_of: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """What is compared: `later` None for what is there now. `text` is part of a path."""

    path: str
    earlier: str
    later: str | None
    kind: str | None = None
    text: str = ""

    def matches(self, difference: Difference) -> bool:
        if self.kind is not None and difference.kind != self.kind:
            return False
        paths = f"{difference.path}\n{difference.to_path or ''}"
        return self.text.casefold() in paths.casefold()


def compare(*, asked: Asked, actor: Actor, cursor: str | None, limit: int) -> Comparison:
    """One page. Conflict when the comparison that the cursor is of is not kept any more.

    It names what is in directories that HDFS lets few list, so it takes who may see all there.
    """
    require(actor, Permission.SEE_ALL, asked.path)
    if cursor is None:
        comparison, place = _make(asked), 0
    else:
        comparison, place = _decoded(cursor)
    try:
        file = _file(comparison).open("rb")
    except FileNotFoundError as error:
        raise Conflict(
            "The comparison is not kept any more",
            code="comparison_gone",
            detail="Begin with the first page: what is there now is compared then.",
        ) from error
    with file:
        head = json.loads(file.readline())
        if head["of"] != _of(asked):
            raise _no_cursor()
        items, next_place = _read(file, asked, place or file.tell(), limit)
    return Comparison(
        path=asked.path,
        earlier=asked.earlier,
        later=asked.later,
        counts=Counts(**head["counts"]),
        items=items,
        next_cursor=None if next_place is None else _encoded(comparison, next_place),
        as_of=datetime.fromtimestamp(head["made_at_s"], UTC),
    )


def _make(asked: Asked) -> str:
    """Asks HDFS, and keeps what it says; the comparison's name."""
    directory(path=asked.path, sight=Sight(None))
    for name in filter(None, (asked.earlier, asked.later)):
        snapshot(path=asked.path, name=name, sight=Sight(None))
    with webhdfs_problems() as client:
        told = answers.read(
            answers.DiffAnswer,
            client.get(
                asked.path,
                "GETSNAPSHOTDIFF",
                user=superuser(),
                oldsnapshotname=asked.earlier,
                snapshotname=asked.later or "",
            ),
        )
    found = told.report.diff_list
    number = Counter(_KINDS[each.type].value for each in found)
    head = {
        "of": _of(asked),
        "made_at_s": time.time(),
        "counts": {kind.value: number[kind.value] for kind in DifferenceKind},
    }
    name = uuid.uuid4().hex
    _keep(name, head, found, asked.path)
    return name


def _of(asked: Asked) -> list[str | None]:
    """What is compared: a cursor of another comparison shows nothing."""
    return [asked.path, asked.earlier, asked.later]


def _keep(name: str, head: dict[str, Any], found: list[answers.DiffEntry], path: str) -> None:
    folder = env().comparisons_path
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _forget(folder)
    half = folder / f"{name}.half"
    with half.open("w", encoding="utf-8") as file:
        file.write(json.dumps(head) + "\n")
        for each in found:
            target = None if each.target_path is None else below(path, _relative(each.target_path))
            line = [_KINDS[each.type].value, below(path, _relative(each.source_path or "")), target]
            file.write(json.dumps(line) + "\n")
    half.rename(_file(name))


def _relative(path: str) -> str:
    return path.strip("/").removeprefix("./").removeprefix(".")


def _forget(folder: Path) -> None:
    """Removes what is old, and the oldest ones where there are too many."""
    by_age = sorted(_files(folder), key=lambda each: -each[0])
    for number, (changed_at_s, file) in enumerate(by_age):
        if number >= KEPT_MAX - 1 or time.time() - changed_at_s > KEPT_S:
            file.unlink(missing_ok=True)


def _files(folder: Path) -> Iterator[tuple[float, Path]]:
    for each in os.scandir(folder):
        try:
            yield each.stat().st_mtime, Path(each.path)
        except FileNotFoundError:
            # Another process was faster.
            continue


def _read(
    file: IO[bytes], asked: Asked, place: int, limit: int
) -> tuple[list[Difference], int | None]:
    """The matching ones from a place on, and where the next page begins; None for nowhere."""
    file.seek(place)
    items: list[Difference] = []
    begins = place
    for line in iter(file.readline, b""):
        try:
            difference = Difference(*json.loads(line))
        except (ValueError, TypeError) as error:
            # In the middle of a line: no place of ours.
            raise _no_cursor() from error
        if asked.matches(difference):
            if len(items) == limit:
                return items, begins
            items.append(difference)
        begins = file.tell()
    return items, None


def _file(name: str) -> Path:
    return env().comparisons_path / f"{name}.jsonl"


def _encoded(comparison: str, place: int) -> str:
    return base64.urlsafe_b64encode(f"{comparison}:{place}".encode()).decode().rstrip("=")


def _decoded(cursor: str) -> tuple[str, int]:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        text = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
        name, _, place = text.partition(":")
        if uuid.UUID(name).hex != name or not 0 < int(place) < 2**40:
            raise _no_cursor()
    except (binascii.Error, ValueError) as error:
        raise _no_cursor() from error
    return name, int(place)


def _no_cursor() -> InvalidInput:
    return InvalidInput(
        detail="Pass the next_cursor of the page before, unchanged.",
        fields={"cursor": ["This is not a cursor of this list."]},
    )
