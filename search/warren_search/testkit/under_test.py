"""An index under test, and what the contract's suites share."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from warren_search.answer import FeedState, SearchPage
from warren_search.backend import IndexWriter, SearchReader
from warren_search.operation import Document, IndexOperation, Put
from warren_search.position import FeedPosition, FeedReport
from warren_search.query import SearchQuery


def now_ms() -> int:
    """The wall clock in milliseconds."""
    return time.time_ns() // 1_000_000


def following(sequence: int) -> FeedReport:
    """A report of a feed reader that keeps up."""
    return FeedReport(FeedState.FOLLOWING, sequence, now_ms())


@dataclass
class IndexUnderTest:
    """An empty index: its writer and a reader."""

    writer: IndexWriter
    reader: SearchReader
    sequence: int = 0

    def apply(self, *operations: IndexOperation) -> None:
        """Applies one batch as the next sequence numbers."""
        self.sequence += max(1, len(operations))
        position = FeedPosition(f"c{self.sequence}", self.sequence, now_ms())
        self.writer.apply(operations, position, following(self.sequence))
        while self.writer.maintain():
            pass

    def put(self, *documents: Document) -> None:
        """Applies one batch of documents."""
        self.apply(*[Put(document) for document in documents])

    def names(self, **query: object) -> list[str]:
        """Names of the hits of a query, in order."""
        return [hit.name for hit in self.page(**query).items]

    def paths(self, **query: object) -> list[str]:
        """Paths of the hits of a query, in order."""
        return [hit.path for hit in self.page(**query).items]

    def page(self, **query: object) -> SearchPage:
        """One page."""
        return self.reader.search(SearchQuery(**query))  # type: ignore[arg-type]


def version(document: Document, logical_time: int, **changes: object) -> Document:
    """A later version of a document."""
    return replace(document, logical_time=logical_time, **changes)  # type: ignore[arg-type]


def read_all(index: IndexUnderTest, query: SearchQuery) -> list[int]:
    """Inode ids over all pages."""
    ids: list[int] = []
    for _ in range(10_000):
        page = index.reader.search(query)
        ids += [hit.inode_id for hit in page.items]
        if page.next_cursor is None:
            return ids
        query = replace(query, cursor=page.next_cursor)
    raise AssertionError("the pages never end")
