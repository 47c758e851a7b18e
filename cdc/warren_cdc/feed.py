"""What all followers of the feed share: reading it and the inodes, position, and patience."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Literal, TypeVar

import httpx
from warren_namenode.generated.admin_api import FeedPage, InodeColumns
from warren_search.position import FeedPosition

from warren_cdc.admin import AdminClient, AdminError, AdminRefused, FeedTrimmed

# What follows the feed, as messages name it.
Follower = Literal["index", "replica"]

_Answer = TypeVar("_Answer")


class FeedRestarted(Exception):  # noqa: N818 - named for what happened
    """The feed's head is behind its follower: it belongs to another or a restored store."""

    def __init__(self, follower: Follower) -> None:
        super().__init__(f"the feed's head is behind the {follower}")


class SourceUnavailable(Exception):  # noqa: N818
    """Changes cannot be read now; later they may."""


class Stopped(Exception):  # noqa: N818
    """The process is asked to end."""


class FeedReader:
    """The feed over the admin API, as one follower reads it."""

    def __init__(self, client: AdminClient, follower: Follower) -> None:
        self._client = client
        self.follower: Follower = follower

    def page(self, position: FeedPosition, limit: int, wait_ms: int) -> FeedPage:
        """The feed after a position. Raises FeedTrimmed, FeedRestarted, AdminError."""
        try:
            page = self._client.feed(after=position.cursor, limit=limit, wait_ms=wait_ms)
        except AdminRefused as error:
            if error.facts.get("status") == httpx.codes.BAD_REQUEST:
                # Only the cursor can be wrong here: it comes from another store.
                raise FeedTrimmed(**error.facts) from error
            raise
        if page.head_sequence < position.sequence:
            raise FeedRestarted(self.follower)
        return page

    def head(self) -> FeedPage:
        """Where the feed is now. Raises AdminError."""
        return self._client.feed(after=None, limit=1, wait_ms=0)

    def inodes(self, after_id: int, limit: int) -> InodeColumns:
        """Inodes in id order. Raises AdminError; AdminRefused when pages do not go forward."""
        page = self._client.inode_columns(after_id=after_id, limit=limit)
        if page.next_after_id is not None and page.next_after_id <= after_id:
            raise AdminRefused(path="/admin/v1/inodes/columns", reason="pages do not go forward")
        return page


class Patience:
    """Repeats calls while no namenode can be used; ``stall`` is told why, and waits."""

    def __init__(self, stop: threading.Event, stall: Callable[[Exception], None]) -> None:
        self._stop = stop
        self._stall = stall

    def __call__(self, call: Callable[[], _Answer]) -> _Answer:
        """The call's answer. Raises Stopped, FeedTrimmed, FeedRestarted."""
        while True:
            if self._stop.is_set():
                raise Stopped
            try:
                return call()
            except FeedTrimmed:
                raise
            except (AdminError, SourceUnavailable) as error:
                if self._stop.is_set():
                    raise Stopped from error
                self._stall(error)


@contextmanager
def inode_pages(
    reader: FeedReader, limit: int, patiently: Patience, after_id: int = 0
) -> Iterator[Iterator[InodeColumns]]:
    """All inodes above an id in its order; reading raises as ``Patience`` does.

    The next page is read while the one before it is worked on.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="inode-pages") as ahead:
        yield _pages(ahead, reader, limit, patiently, after_id)


def _pages(
    ahead: Executor, reader: FeedReader, limit: int, patiently: Patience, after_id: int
) -> Iterator[InodeColumns]:
    reading = ahead.submit(reader.inodes, after_id, limit)

    def read() -> InodeColumns:
        nonlocal reading
        try:
            return reading.result()
        except Exception:
            # For the next attempt.
            reading = ahead.submit(reader.inodes, after_id, limit)
            raise

    while True:
        page = patiently(read)
        if page.next_after_id is None:
            yield page
            return
        after_id = page.next_after_id
        reading = ahead.submit(reader.inodes, after_id, limit)
        yield page


def pages_to_head(
    reader: FeedReader, position: FeedPosition, limit: int, patiently: Patience
) -> Iterator[tuple[FeedPage, FeedPosition]]:
    """The feed after a position up to the head it had at the first page.

    With each page comes the position of who has applied it. Raises as ``Patience`` does.
    """
    target: int | None = None
    while True:
        page = patiently(partial(reader.page, position, limit, 0))
        target = page.head_sequence if target is None else target
        position = advance(position, page)
        yield page, position
        if page.caught_up or position.sequence >= target:
            return


def rest(stop: threading.Event, events: int, full: int, began: float, interval_s: float) -> None:
    """Waits until batches may follow one another, unless one was empty or as large as can be.

    began: when the batch was taken up, by the monotonic clock.
    """
    if 0 < events < full:
        stop.wait(max(0.0, began + interval_s - time.monotonic()))


def head_of(page: FeedPage) -> FeedPosition:
    """The position of who has read all inodes after this page was read."""
    return FeedPosition(page.head, page.head_sequence, page.as_of_ms)


def advance(position: FeedPosition, page: FeedPage) -> FeedPosition:
    """Where a follower is after it applied a page.

    The sequence is that of the head only when the page provably ends there: sequence numbers may
    have gaps, and the head may move while the namenode reads the events.
    """
    sequence = max([position.sequence, *(event.sequence for event in page.events)])
    if page.next == page.head:
        sequence = max(sequence, page.head_sequence)
    times_ms = [position.time_ms, *(event.committed_at_ms for event in page.events)]
    if page.caught_up:
        times_ms.append(page.as_of_ms)
    return FeedPosition(page.next, sequence, max(times_ms))
