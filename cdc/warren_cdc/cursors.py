"""Cursors of the feed for changes that are told elsewhere, as the admin API's contract has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from warren_namenode.generated.admin_api import FeedPage


def cursor_of(mark: str, incarnation: int, sequence: int) -> str:
    """The cursor of a change."""
    return f"{mark}-{incarnation:08x}-{sequence}"


@dataclass(frozen=True, slots=True)
class FeedHistory:
    """Which stretches of sequences the store gave without being set back in between.

    mark: what its cursors begin with. firsts: the first sequences with their incarnations' ids,
    rising.
    """

    mark: str
    firsts: Sequence[tuple[int, int]]

    @classmethod
    def of_page(cls, page: FeedPage) -> FeedHistory | None:
        """As a page of the feed tells it; null when its namenode is of an earlier version."""
        if page.cursor_mark is None or not page.incarnations:
            return None
        firsts = [(each.first_sequence, each.id) for each in page.incarnations]
        return cls(page.cursor_mark, firsts)

    def incarnation_of(self, sequence: int) -> int:
        """Which one gave a sequence."""
        _, found = self.firsts[0]
        for first, incarnation in self.firsts:
            if first <= sequence:
                found = incarnation
        return found

    def told(self, cursor: str) -> bool:
        """Whether a cursor's incarnation is one of the store's."""
        starts = tuple(f"{self.mark}-{each:08x}-" for _, each in self.firsts)
        return cursor.startswith(starts)

    def gave(self, cursor: str, sequence: int) -> bool:
        """Whether the store has the change of a cursor and its sequence."""
        return cursor == cursor_of(self.mark, self.incarnation_of(sequence), sequence)
