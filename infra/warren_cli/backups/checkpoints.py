"""Copies of the metadata store, asked of the namenodes that have it open."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from warren_cli.admin_calls import body_of
from warren_cli.admin_tokens import Holder, bearer
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

# The store writes its memory into files first.
TIMEOUT_S: Final = 600.0
CALL: Final = "/admin/v1/store/checkpoints"
LOG_CALL: Final = "/admin/v1/store/logs"


@dataclass(frozen=True)
class Checkpoint:
    """A copy of the store in a folder beside its files."""

    name: str
    folder: Path
    feed_sequence: int
    feed_cursor: str
    version: str
    as_of_ms: int
    log_position: int
    incarnation: int


@dataclass(frozen=True)
class Log:
    """A copy of what the store wrote after a position, as a file beside its files.

    through: position of its last write.
    """

    name: str
    file: Path
    through: int
    feed_sequence: int
    feed_cursor: str
    incarnation: int
    as_of_ms: int


@contextmanager
def checkpoint(settings: Settings) -> Iterator[Checkpoint]:
    """A checkpoint for as long as it is copied. Raises OperatorError when no namenode makes one.

    One that was left by a process that was killed goes with the next one.
    """
    url, body = _asked(settings, CALL)
    made = Checkpoint(
        name=str(body["name"]),
        folder=Path(body["folder"]),
        feed_sequence=int(body["feed_sequence"]),
        feed_cursor=str(body["feed_cursor"]),
        version=str(body["version"]),
        as_of_ms=int(body["as_of_ms"]),
        log_position=int(body["log_position"]),
        incarnation=int(body["incarnation"]),
    )
    try:
        yield made
    finally:
        _dropped(settings, f"{url}{CALL}/{made.name}")


@contextmanager
def log_since(settings: Settings, position: int) -> Iterator[Log]:
    """The log after a position, for as long as it is copied.

    Raises OperatorError when no namenode answers, or the log is not kept from there on.
    """
    url, body = _asked(settings, f"{LOG_CALL}?after={position}")
    made = Log(
        name=str(body["name"]),
        file=Path(body["file"]),
        through=int(body["through"]),
        feed_sequence=int(body["feed_sequence"]),
        feed_cursor=str(body["feed_cursor"]),
        incarnation=int(body["incarnation"]),
        as_of_ms=int(body["as_of_ms"]),
    )
    try:
        yield made
    finally:
        _dropped(settings, f"{url}{LOG_CALL}/{made.name}")


def _asked(settings: Settings, call: str) -> tuple[str, dict[str, Any]]:
    unreachable = []
    with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
        for url in settings.admin_urls:
            try:
                answer = client.post(url + call, headers=_token(settings))
            except httpx.HTTPError as error:
                unreachable.append(f"{url}: {error}")
                continue
            if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
                unreachable.append(f"{url}: it does not serve now")
                continue
            return url, body_of(answer, url)
    raise OperatorError(
        "No namenode answers",
        remedy="A backup is made while Warren runs: look at `make status`. The folder of one that "
        "is stopped can be copied as it is",
        tried="; ".join(unreachable),
    )


def _dropped(settings: Settings, url: str) -> None:
    """Whatever comes of it: the store drops what is left when it makes the next, or starts."""
    try:
        httpx.delete(url, headers=_token(settings), timeout=TIMEOUT_S, trust_env=False)
    except (httpx.HTTPError, OperatorError):
        return


def _token(settings: Settings) -> dict[str, str]:
    try:
        return bearer(settings.home, Holder.BACKUP)
    except OSError as error:
        raise OperatorError(
            "The token for backups can't be read",
            remedy="A start of this version makes it: restart Warren",
            reason=error.strerror,
        ) from error
