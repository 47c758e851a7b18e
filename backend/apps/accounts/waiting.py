"""How many of a process's threads wait for another system at once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# Few: one that answers nobody shall not hold up logins and pages that do not need it.
_AT_ONCE: Final = 2


class Turns:
    """Turns of waiting for one system."""

    def __init__(self) -> None:
        self._free = threading.BoundedSemaphore(_AT_ONCE)

    @contextmanager
    def one(self, timeout_s: int) -> Iterator[None]:
        """A turn, until the block ends; TimeoutError when none gets free."""
        if not self._free.acquire(timeout=timeout_s):
            raise TimeoutError("Logins before this one still wait")
        try:
            yield
        finally:
            self._free.release()
