"""How many files this process sends and takes at once: each of them has one of its threads."""

import threading
from functools import lru_cache

from apps.common.problems import TooManyRequests
from config.env import env

_RETRY_AFTER_S = 5
# Each may take as much memory as a child of integrations/tabular.
_TABLES_MAX = 2


class Slot:
    """A place that was taken; giving it back twice is giving it back once."""

    def __init__(self, places: threading.BoundedSemaphore) -> None:
        self._places = places
        self._held = True

    def release(self) -> None:
        if self._held:
            self._held = False
            self._places.release()


@lru_cache(maxsize=1)
def _places() -> threading.BoundedSemaphore:
    return threading.BoundedSemaphore(env().transfers_max)


@lru_cache(maxsize=1)
def _places_for_tables() -> threading.BoundedSemaphore:
    return threading.BoundedSemaphore(_TABLES_MAX)


def take_slot() -> Slot:
    """A place, at once; TooManyRequests when all are taken."""
    return _taken(
        _places(),
        title="Too many files are under way",
        detail="Try again when one of the downloads and uploads of others has ended.",
        transfers_max=env().transfers_max,
    )


def take_slot_for_table() -> Slot:
    """A place for the process that reads a table; TooManyRequests when all are taken."""
    return _taken(
        _places_for_tables(),
        title="Too many tables are being read",
        detail="Try again in a few seconds.",
        transfers_max=_TABLES_MAX,
    )


def _taken(
    places: threading.BoundedSemaphore, *, title: str, detail: str, transfers_max: int
) -> Slot:
    if not places.acquire(blocking=False):
        raise TooManyRequests(
            title,
            code="too_many_transfers",
            detail=detail,
            facts={"transfers_max": transfers_max},
            retry_after_s=_RETRY_AFTER_S,
        )
    return Slot(places)
