"""Lists as their items, page after page as they are taken."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from warren_client.errors import WarrenError

Item = TypeVar("Item")
Item_co = TypeVar("Item_co", covariant=True)


class Page(Protocol[Item_co]):
    """`next_cursor` is None on the last page."""

    @property
    def items(self) -> Sequence[Item_co]: ...
    @property
    def next_cursor(self) -> str | None: ...


def items(read: Callable[[str | None], Page[Item]], cursor: str | None) -> Iterator[Item]:
    """All items from the page of `cursor` on. Raises WarrenError."""
    while True:
        page = read(cursor)
        yield from page.items
        if page.next_cursor is None:
            return
        cursor = _onwards(cursor, page.next_cursor)


async def async_items(
    read: Callable[[str | None], Awaitable[Page[Item]]], cursor: str | None
) -> AsyncIterator[Item]:
    """All items from the page of `cursor` on. Raises WarrenError."""
    while True:
        page = await read(cursor)
        for item in page.items:
            yield item
        if page.next_cursor is None:
            return
        cursor = _onwards(cursor, page.next_cursor)


def _onwards(last: str | None, following: str) -> str:
    if last == following:
        raise WarrenError("A page names itself as the one that follows")
    return following
