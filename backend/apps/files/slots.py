"""How many files this process sends and takes at once: each of them has one of its threads."""

import threading
from functools import lru_cache

from apps.common.problems import TooManyRequests
from config.env import env

_RETRY_AFTER_S = 5


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


def take_slot() -> Slot:
    """A place, at once; TooManyRequests when all are taken."""
    places = _places()
    if not places.acquire(blocking=False):
        raise TooManyRequests(
            "Too many files are under way",
            code="too_many_transfers",
            detail="Try again when one of the downloads and uploads of others has ended.",
            facts={"transfers_max": env().transfers_max},
            retry_after_s=_RETRY_AFTER_S,
        )
    return Slot(places)
