"""Contract: versions, moves, totals and freshness, whatever order changes come in."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import ClassVar

import pytest

from warren_search.answer import FeedState
from warren_search.errors import CommitNotReached, IndexNotReady, ScopeNotFound
from warren_search.operation import Delete, Put
from warren_search.position import FeedPosition, FeedReport
from warren_search.query import Kind, SearchQuery, Sort
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import IndexUnderTest, now_ms, version


class ChangesContract:
    """A part of SearchContract."""

    # Whether a repair replaces documents of later versions, which a store that was set back lost.
    REPAIRS_WHAT_IS_AHEAD: ClassVar[bool] = False

    def test_older_and_equal_versions_change_nothing(self, index: IndexUnderTest) -> None:
        newer = version(file(2, 1, "newer"), 5)
        index.put(root(), newer)
        index.put(version(newer, 4, name="older"), version(newer, 5, name="equal"))
        assert index.names(kind=Kind.FILE) == ["newer"]
        index.apply(Delete(2, 5), Delete(2, 3))
        assert index.names(kind=Kind.FILE) == ["newer"]
        assert index.reader.stats().files == 1

    def test_a_late_event_does_not_bring_a_deleted_inode_back(self, index: IndexUnderTest) -> None:
        index.put(root())
        index.apply(Delete(2, 7))
        index.put(version(file(2, 1, "ghost"), 6))
        assert index.page(text="ghost").total == 0
        index.put(version(file(2, 1, "again"), 8))
        assert index.names(text="again") == ["again"]
        assert index.reader.stats().files == 1

    def test_the_newest_version_within_one_batch_wins(self, index: IndexUnderTest) -> None:
        first = file(2, 1, "first")
        index.apply(Put(version(first, 3, name="third")), Put(first), Delete(2, 2), Put(root()))
        assert index.names(kind=Kind.FILE) == ["third"]

    def test_a_repair_replaces_the_same_version_and_tells_what_it_ignores(
        self, index: IndexUnderTest
    ) -> None:
        wrong, later = version(file(2, 1, "wrong"), 4), version(file(3, 1, "later"), 6)
        index.put(root(), directory(4, 1, "d"), wrong, later, file(5, 1, "ghost"))
        repaired = version(wrong, 4, name="right", parent_id=4)
        older = version(later, 5, name="older")
        done = index.writer.repair([Put(repaired), Put(older), Delete(5, 1)])
        kept = older if self.REPAIRS_WHAT_IS_AHEAD else later
        assert done.ignored == (0 if self.REPAIRS_WHAT_IS_AHEAD else 1)
        assert index.paths(kind=Kind.FILE, sort=Sort.NAME) == [f"/{kept.name}", "/d/right"]
        assert index.writer.documents(1, 4, 10) == [repaired, kept, directory(4, 1, "d")]
        assert index.writer.documents(1, 4, 1) == [repaired]
        assert index.writer.documents(4, 9, 10) == []
        assert index.reader.stats().files == 2

    def test_renaming_a_directory_renames_the_paths_below(self, index: IndexUnderTest) -> None:
        old = directory(2, 1, "old")
        index.put(root(), old, directory(3, 2, "sub"), file(4, 3, "leaf"))
        index.put(version(old, 2, name="new"))
        assert index.paths(text="leaf") == ["/new/sub/leaf"]
        assert index.paths(text="leaf", path="/new") == ["/new/sub/leaf"]
        assert index.page(text="old").total == 0
        with pytest.raises(ScopeNotFound):
            index.page(path="/old")

    def test_moving_a_directory_moves_the_paths_below(self, index: IndexUnderTest) -> None:
        moved = directory(3, 1, "moved")
        index.put(root(), directory(2, 1, "target"), moved, file(4, 3, "leaf"))
        index.put(version(moved, 2, parent_id=2))
        assert index.paths(text="leaf", path="/target") == ["/target/moved/leaf"]

    def test_a_child_waits_for_its_ancestors(self, index: IndexUnderTest) -> None:
        index.put(root(), file(4, 3, "leaf"))
        assert index.page(text="leaf").total == 0
        index.put(directory(3, 2, "inner"))
        assert index.page(text="leaf").total == 0
        assert index.page(text="inner").total == 0
        index.put(directory(2, 1, "outer"))
        assert index.paths(text="leaf") == ["/outer/inner/leaf"]
        index.apply(Delete(2, 2))
        assert index.page(text="leaf").total == 0
        assert index.reader.stats().files == 1

    def test_moves_out_of_order_may_form_a_cycle(self, index: IndexUnderTest) -> None:
        above, below = directory(2, 1, "above"), directory(3, 2, "below")
        index.put(root(), above, below, file(4, 3, "leaf"), file(5, 1, "leaf too"))
        index.put(version(above, 2, parent_id=3))
        assert index.paths(text="leaf") == ["/leaf too"]
        with pytest.raises(ScopeNotFound):
            index.page(path="/above")
        index.put(version(below, 2, parent_id=1))
        assert index.paths(text="leaf") == ["/below/leaf", "/leaf too"]
        assert index.paths(text="above", path="/below") == ["/below/above"]

    def test_paths_of_a_thousand_levels(self, index: IndexUnderTest) -> None:
        index.put(root(), *[directory(at, at - 1, "d") for at in range(2, 1002)])
        index.put(file(2000, 1001, "bottom"))
        assert index.paths(text="bottom") == ["/d" * 1000 + "/bottom"]
        assert index.paths(text="bottom", path="/d" * 1000) == ["/d" * 1000 + "/bottom"]

    def test_totals_follow_every_change(self, index: IndexUnderTest) -> None:
        document = file(3, 1, "f", 100)
        link = replace(file(4, 1, "l", 0), kind=Kind.SYMLINK)
        index.put(root(), directory(2, 1, "d"), document, link)
        index.put(version(document, 2, size_bytes=40, replication=2))
        stats = index.reader.stats()
        assert (stats.files, stats.directories, stats.symlinks) == (1, 2, 1)
        assert (stats.length_bytes, stats.space_consumed_bytes) == (40, 80)
        index.apply(Delete(3, 3), Delete(2, 2), Delete(99, 1))
        stats = index.reader.stats()
        assert (stats.files, stats.directories, stats.length_bytes) == (0, 1, 0)
        assert stats.as_of.sequence == index.sequence

    def test_answers_say_how_fresh_they_are(self, index: IndexUnderTest) -> None:
        before_ms = now_ms()
        index.put(root())
        page = index.page()
        assert page.as_of.sequence == index.sequence
        assert page.as_of.time_ms >= before_ms
        assert 0 <= page.lag_ms < 60_000

    def test_status_tells_the_last_report(self, index: IndexUnderTest) -> None:
        index.put(root())
        report = FeedReport(FeedState.REBUILDING, 99, now_ms(), documents_built=7, last_error="why")
        index.writer.report(report)
        status = index.reader.status()
        assert (status.state, status.head_sequence) == (FeedState.REBUILDING, 99)
        assert (status.documents_built, status.last_error) == (7, "why")
        assert status.searchable
        assert status.as_of is not None
        assert status.as_of.sequence == index.sequence
        assert index.writer.position() == FeedPosition(
            f"c{index.sequence}", index.sequence, status.as_of.time_ms
        )

    def test_min_commit_waits_for_the_change(self, index: IndexUnderTest) -> None:
        index.put(root())
        wanted = index.sequence + 1
        waiting = threading.Thread(target=index.put, args=(file(2, 1, "late"),))
        query = SearchQuery(text="late", min_commit=wanted, min_commit_wait_ms=10_000)
        waiting.start()
        page = index.reader.search(query)
        waiting.join()
        assert [hit.name for hit in page.items] == ["late"]
        assert page.as_of.sequence >= wanted

    def test_min_commit_gives_up_in_time(self, index: IndexUnderTest) -> None:
        index.put(root())
        with pytest.raises(CommitNotReached):
            index.page(min_commit=index.sequence + 1, min_commit_wait_ms=30)

    def test_an_index_without_a_position_is_not_ready(self, index: IndexUnderTest) -> None:
        assert index.writer.position() is None
        with pytest.raises(IndexNotReady):
            index.page()
        with pytest.raises(IndexNotReady):
            index.reader.stats()
        assert not index.reader.status().searchable
