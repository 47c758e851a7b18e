"""Which directories a viewer may not list, kept for as long as directories stay as they are.

Who sees what follows from the modes of all directories, which takes longer to find out than most
counts. What is kept is what is hidden: of most viewers that is little.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pyarrow as pa

from warren_analytics.counting_values import Viewer

VIEWERS_MAX: Final = 64
# Of all viewers together. A million hidden directories take 8 MB.
BYTES_MAX: Final = 32 * 1024 * 1024


class HiddenDirectories:
    """Of one replica. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._finding = threading.Lock()
        self._version = 0
        self._changing = False
        self._kept: OrderedDict[Viewer, pa.Table] = OrderedDict()
        self._bytes = 0

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Around a transaction that changes directories; the writer's, so one at a time."""
        with self._lock:
            self._forget()
            self._changing = True
        try:
            yield
        finally:
            with self._lock:
                self._version += 1
                self._changing = False

    def is_empty(self) -> bool:
        """Whether nothing is kept, so that nothing is lost by telling of any change."""
        with self._lock:
            return not self._kept

    def version(self) -> int | None:
        """Of the directories as a transaction that begins now sees them; null while they change.

        A transaction sees this version if it is the same before it begins and after its first read.
        """
        with self._lock:
            return None if self._changing else self._version

    def of(
        self, viewer: Viewer, version: int | None, find: Callable[[], pa.Table], *, wait_s: float
    ) -> pa.Table:
        """The inode ids of what is hidden from a viewer, as the column ``inode_id``.

        version: which one is asked for; null for one that is not to be kept. find: reads it.
        Whoever asks while another thread reads waits for that one, but no longer than ``wait_s``.
        """
        found = self._known(viewer, version)
        if found is not None:
            return found
        has_turn = version is not None and self._finding.acquire(timeout=wait_s)
        try:
            found = self._known(viewer, version)
            if found is None:
                found = find()
                self._keep(viewer, version, found)
            return found
        finally:
            if has_turn:
                self._finding.release()

    def _known(self, viewer: Viewer, version: int | None) -> pa.Table | None:
        with self._lock:
            if version is None or version != self._version or viewer not in self._kept:
                return None
            self._kept.move_to_end(viewer)
            return self._kept[viewer]

    def _keep(self, viewer: Viewer, version: int | None, found: pa.Table) -> None:
        with self._lock:
            if version is None or self._changing or version != self._version:
                return
            if viewer in self._kept or found.nbytes > BYTES_MAX:
                return
            self._kept[viewer] = found
            self._bytes += found.nbytes
            while len(self._kept) > VIEWERS_MAX or self._bytes > BYTES_MAX:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= oldest.nbytes

    def _forget(self) -> None:
        self._kept.clear()
        self._bytes = 0
