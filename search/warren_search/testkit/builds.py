"""What every search backend promises of builds: who dies while one runs loses a page at most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from warren_search.answer import FeedState
from warren_search.backend import IndexBuilder, IndexStore, SearchReader
from warren_search.columns import DocumentColumns
from warren_search.errors import IndexNotReady
from warren_search.operation import Delete, Document, Put
from warren_search.position import BuildPosition, FeedPosition, FeedReport
from warren_search.query import SearchQuery
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import following, now_ms, version

FILES = 40
PAGE = 8
HEAD = FeedPosition("c7", 7, 1_700_000_000_000)
DOCUMENTS = [
    root(),
    directory(2, 1, "data"),
    *(file(3 + at, 2, f"f{at:02}", at) for at in range(FILES)),
]


@dataclass
class StoreUnderTest:
    """The writing side of an empty index, and a reader.

    open: what the next process has; of the one before nothing is held any more.
    """

    open: Callable[[], IndexStore]
    reader: SearchReader

    def names(self) -> list[str]:
        """Of all documents."""
        return sorted(hit.name for hit in self.reader.search(SearchQuery(limit=200)).items)


class BuildsContract:
    """Subclasses give a fixture ``store`` that returns a fresh StoreUnderTest."""

    def test_a_build_goes_on_in_another_process(self, store: StoreUnderTest) -> None:
        first = store.open()
        first.activate_empty(FeedReport(FeedState.REBUILDING, 0, now_ms())).close()
        _begin(first, FILES // 2)
        second = store.open()
        builder = second.resume_build()
        assert builder is not None
        reached = builder.reached()
        assert reached is not None
        assert (reached.head, reached.is_loaded) == (HEAD, False)
        assert reached.after_id == reached.documents == FILES // 2
        with pytest.raises(IndexNotReady):
            store.reader.search(SearchQuery())
        _load(builder, reached.documents, len(DOCUMENTS))
        writer = builder.finish_load(_nothing)
        later = version(file(3, 2, "renamed"), 2)
        writer.apply([Put(later), Delete(4, 2)], FeedPosition("c9", 9, now_ms()), following(9))
        position = writer.position()
        assert position is not None
        second.activate(writer, position, following(9))
        second.remove_others()
        expected = {each.name for each in DOCUMENTS} | {"renamed"}
        assert store.names() == sorted(expected - {"f00", "f01"})
        assert [hit.path for hit in store.reader.search(SearchQuery(text="renamed")).items] == [
            "/data/renamed"
        ]
        status = store.reader.status()
        assert status.as_of is not None
        assert status.as_of.sequence == 9

    def test_a_build_goes_on_behind_its_load(self, store: StoreUnderTest) -> None:
        first = store.open()
        builder = first.start_build()
        _load(builder, 0, len(DOCUMENTS))
        writer = builder.finish_load(_nothing)
        writer.apply([Delete(4, 2)], FeedPosition("c8", 8, now_ms()), following(8))
        writer.close()
        second = store.open()
        resumed = second.resume_build()
        assert resumed is not None
        reached = resumed.reached()
        assert reached is not None
        assert (reached.is_loaded, reached.head) == (True, HEAD)
        writer = resumed.finish_load(_nothing)
        position = writer.position()
        assert position is not None
        assert (position.cursor, position.sequence) == ("c8", 8)
        second.activate(writer, position, following(8))
        assert "f01" not in store.names()
        assert second.resume_build() is None, "the build is over"
        third = store.open()
        active = third.open_active()
        assert active is not None
        assert active.position() == position

    def test_a_resumed_build_takes_what_was_loaded_already(self, store: StoreUnderTest) -> None:
        """Its directories are known: documents that come later get their ancestors."""
        first = store.open()
        _begin(first, PAGE)
        second = store.open()
        builder = second.resume_build()
        assert builder is not None
        _load(builder, PAGE, len(DOCUMENTS))
        writer = builder.finish_load(_nothing)
        position = writer.position() or HEAD
        second.activate(writer, position, following(7))
        found = store.reader.search(SearchQuery(text="f39", path="/data")).items
        assert [hit.path for hit in found] == ["/data/f39"]
        examined = writer.examined(0, 2**63 - 1, 200)
        assert examined.documents == DOCUMENTS
        assert not examined.broken

    def test_readers_keep_the_former_index_while_one_is_built(self, store: StoreUnderTest) -> None:
        first = store.open()
        builder = first.start_build()
        _load(builder, 0, len(DOCUMENTS))
        writer = builder.finish_load(_nothing)
        first.activate(writer, HEAD, following(7))
        before = store.names()
        _begin(first, PAGE)
        second = store.open()
        assert second.open_active() is not None
        second.remove_others()
        assert second.resume_build() is not None, "what is being built is kept"
        assert store.names() == before

    def test_a_build_that_begins_anew_forgets_the_former(self, store: StoreUnderTest) -> None:
        first = store.open()
        assert first.resume_build() is None
        _begin(first, PAGE)
        second = store.open()
        second.start_build().close()
        third = store.open()
        resumed = third.resume_build()
        assert resumed is None or resumed.reached() is None


def _load(builder: IndexBuilder, first: int, end: int) -> None:
    """Pages of the documents from one to another, each with where the build is then."""
    for at in range(first, end, PAGE):
        page: list[Document] = DOCUMENTS[at : min(at + PAGE, end)]
        reached = BuildPosition(HEAD, page[-1].inode_id, at + len(page))
        builder.writer.load(DocumentColumns.of(page), reached)


def _begin(store: IndexStore, end: int) -> None:
    """A build that is left with the documents before `end`."""
    builder = store.start_build()
    _load(builder, 0, end)
    builder.close()


def _nothing() -> None:
    pass
