"""Where the change feed is, asked of the namenodes."""

from http import HTTPStatus
from typing import Final

from warren_cli.admin_calls import AdminCalls, RefusedError
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

TIMEOUT_S: Final = 30.0
SET_BACK: Final = "feed_set_back"
STOPPED: Final = "A backup is made while Warren runs: look at `make status`"


def head(settings: Settings) -> str:
    """The cursor of the newest change. Raises OperatorError when no namenode answers."""
    with _asking(settings) as calls:
        return _head(calls)


def sequence_of(cursor: str) -> int:
    """The number of the change that a cursor is of; 0 when there was none."""
    return int(cursor.rpartition("-")[2])


def refuse_set_back(settings: Settings, cursor: str) -> None:
    """Raises OperatorError when the store does not have the change that a cursor is of."""
    with _asking(settings) as calls:
        try:
            calls.feed(after=cursor, limit=1)
        except RefusedError as error:
            if error.status != HTTPStatus.GONE:
                raise
            # Changes that are trimmed from the feed of the same store are in its log all the same.
            if error.code == SET_BACK or _mark(cursor) != _mark(_head(calls)):
                raise OperatorError(
                    "The backup is of another store, or this one was set back behind it",
                    remedy="Make a new backup",
                    cursor=cursor,
                ) from error


def _mark(cursor: str) -> str:
    """What the cursors of one store have in common."""
    return cursor.partition("-")[0]


def _head(calls: AdminCalls) -> str:
    return calls.feed(after=None, limit=1).head


def _asking(settings: Settings) -> AdminCalls:
    return AdminCalls(settings, timeout_s=TIMEOUT_S, remedy=STOPPED)
