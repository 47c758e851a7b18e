"""The contract suite that every search backend passes: subclass it and provide ``index``."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest

from warren_search.answer import FeedState, SearchPage
from warren_search.backend import IndexWriter, SearchReader
from warren_search.errors import (
    CommitNotReached,
    IndexNotReady,
    InvalidCursor,
    InvalidQuery,
    ScopeNotFound,
)
from warren_search.operation import Delete, Document, IndexOperation, Put
from warren_search.position import FeedPosition, FeedReport
from warren_search.query import Kind, SearchQuery, Sort, Viewer
from warren_search.testkit.history import batches, directory, disturbed, file, random_history, root
from warren_search.testkit.model import ModelIndex


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


class SearchContract:
    """Subclasses give a fixture ``index`` that returns a fresh IndexUnderTest."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("report", ["annual-report.csv", "Report_2026.PDF"]),
            ("REPORT", ["annual-report.csv", "Report_2026.PDF"]),
            ("ort_2", ["Report_2026.PDF"]),
            ("report csv", ["annual-report.csv"]),
            ("csv  annual", ["annual-report.csv"]),
            ("report nothing", []),
            ("ab", ["ab", "cab"]),
            ("b", ["ab", "cab"]),
            ("q", []),
            ("re 20", ["Report_2026.PDF"]),
            ("strasse", ["Straße"]),
            ("STRASSE", ["Straße"]),
            ("resume", ["résumé", "re\u0301sume\u0301"]),
            ("RÉSUMÉ", ["résumé", "re\u0301sume\u0301"]),
            ("日報", ["売上日報"]),
            ("報", ["売上日報"]),
            ("売上日", ["売上日報"]),
            ("😀", ["a😀z"]),
            ("line", ["new\nline"]),
            ("w l", ["new\nline"]),
        ],
    )
    def test_finds_words_anywhere_in_names(
        self, index: IndexUnderTest, text: str, found: list[str]
    ) -> None:
        names = [
            "annual-report.csv",
            "Report_2026.PDF",
            "ab",
            "cab",
            "Straße",
            "résumé",
            "re\u0301sume\u0301",
            "売上日報",
            "a😀z",
            "new\nline",
        ]
        index.put(root(), *[file(10 + at, 1, name) for at, name in enumerate(names)])
        page = index.page(text=text)
        assert sorted(hit.name for hit in page.items) == sorted(found)
        assert page.total_is_exact
        assert page.total == len(found)

    @pytest.mark.parametrize(
        "text",
        [
            '"',
            "*",
            "a*",
            "NOT",
            "a OR b",
            'x" OR "y',
            "NEAR(a b)",
            "^a",
            "text:a",
            "-",
            "(",
            "a AND",
            "{a}",
            "%",
            "_",
            "' OR 1=1 --",
            "\x00",
            "a+b",
        ],
    )
    def test_query_syntax_is_inert(self, index: IndexUnderTest, text: str) -> None:
        odd = file(3, 1, f"pre {text} post")
        index.put(root(), file(2, 1, "zzz"), odd)
        expected = [odd.name] if text != "\x00" else None
        found = index.names(text=text, kind=Kind.FILE)
        assert expected is None or found == expected

    def test_relevance_puts_the_exact_name_first(self, index: IndexUnderTest) -> None:
        names = ["a-log", "catalog", "log", "log.1", "Log.0", "blog"]
        index.put(root(), *[file(10 + at, 1, name) for at, name in enumerate(names)])
        assert index.names(text="log") == ["log", "Log.0", "log.1", "a-log", "blog", "catalog"]

    def test_filters(self, index: IndexUnderTest) -> None:
        small = replace(file(2, 1, "small", 10), owner="alice", group="staff", mtime_ms=100)
        large = replace(file(3, 1, "large", 1000), owner="bob", group="staff", mtime_ms=200)
        link = replace(file(4, 1, "link", 0), kind=Kind.SYMLINK, owner="bob", mtime_ms=300)
        index.put(root(), small, large, link)
        assert index.names(owner="alice") == ["small"]
        assert index.names(owner="ali") == []
        assert index.names(group="staff", sort=Sort.NAME) == ["large", "small"]
        assert index.names(kind=Kind.SYMLINK) == ["link"]
        assert index.names(kind=Kind.DIRECTORY) == [""]
        assert index.names(size_min_bytes=10, size_max_bytes=999) == ["small"]
        assert index.names(size_min_bytes=1000) == ["large"]
        assert index.names(mtime_min_ms=200, mtime_max_ms=300, sort=Sort.NAME) == ["large", "link"]
        assert index.names(mtime_max_ms=100) == ["small"]
        assert index.names(text="l", owner="bob", size_min_bytes=1) == ["large"]

    def test_path_scope(self, index: IndexUnderTest) -> None:
        index.put(
            root(),
            directory(2, 1, "data"),
            directory(3, 2, "raw"),
            directory(4, 1, "data2"),
            file(5, 3, "deep.csv"),
            file(6, 2, "near.csv"),
            file(7, 4, "other.csv"),
        )
        assert index.paths(text="csv", path="/data") == ["/data/raw/deep.csv", "/data/near.csv"]
        assert index.paths(path="/data/raw/") == ["/data/raw/deep.csv"]
        assert index.names(path="/data", sort=Sort.NAME) == ["deep.csv", "near.csv", "raw"]
        assert len(index.names(path="/")) == 6
        for missing in ("/nothing", "/data/raw/deep.csv", "/data/_aw", "/dat%", "/data/raw/x/y"):
            with pytest.raises(ScopeNotFound):
                index.page(path=missing)

    def test_items_are_complete(self, index: IndexUnderTest) -> None:
        document = replace(file(3, 2, "Über-log", 77), owner="alice", group="staff", mtime_ms=5)
        index.put(root(), directory(2, 1, "logs"), document)
        (hit,) = index.page(text="log über", kind=Kind.FILE).items
        assert (hit.inode_id, hit.path, hit.name) == (3, "/logs/Über-log", "Über-log")
        assert (hit.kind, hit.size_bytes, hit.owner, hit.group) == (Kind.FILE, 77, "alice", "staff")
        assert (hit.mode, hit.mtime_ms, hit.replication) == (0o644, 5, 3)
        assert hit.block_size_bytes == 134_217_728
        assert hit.highlights == ((0, 4), (5, 8))

    def test_the_root_is_found_without_text(self, index: IndexUnderTest) -> None:
        index.put(root())
        assert index.paths() == ["/"]
        assert index.page(text="x").total == 0

    @pytest.mark.parametrize("sort", list(Sort))
    @pytest.mark.parametrize("text", ["", "f", "file", "file a"])
    def test_pages_join_to_the_whole(self, index: IndexUnderTest, sort: Sort, text: str) -> None:
        names = ["file-a", "file-b", "File-a", "another file", "file", "x", "file-a"]
        index.put(
            root(),
            *[
                replace(file(10 + at, 1, names[at % 7], at % 4), mtime_ms=at % 5)
                for at in range(40)
            ],
        )
        whole = index.page(text=text, sort=sort, limit=500)
        ids = [hit.inode_id for hit in whole.items]
        assert whole.next_cursor is None
        assert whole.total == len(ids) == len(set(ids))
        assert read_all(index, SearchQuery(text=text, sort=sort, limit=3)) == ids

    def test_pages_stay_in_place_while_the_index_changes(self, index: IndexUnderTest) -> None:
        index.put(root(), *[file(10 + at, 1, f"n{at:02}") for at in range(0, 20, 2)])
        first = index.page(kind=Kind.FILE, sort=Sort.NAME, limit=4)
        index.put(file(50, 1, "n01"), file(51, 1, "n07"))
        index.apply(Delete(16, 2))
        second = index.page(kind=Kind.FILE, sort=Sort.NAME, limit=4, cursor=first.next_cursor)
        assert [hit.name for hit in first.items] == ["n00", "n02", "n04", "n06"]
        assert [hit.name for hit in second.items] == ["n07", "n08", "n10", "n12"]

    def test_a_cursor_belongs_to_its_query(self, index: IndexUnderTest) -> None:
        index.put(root(), *[file(10 + at, 1, f"n{at}") for at in range(4)])
        cursor = index.page(text="n", limit=1).next_cursor
        assert cursor is not None
        for other in ({"text": "m"}, {"text": "n", "sort": Sort.SIZE_ASCENDING}):
            with pytest.raises(InvalidCursor):
                index.page(cursor=cursor, **other)
        for broken in ("", "x", "é", cursor[:-3], "W10", "!!!!", "bnVsbA", "[" * 4000):
            with pytest.raises(InvalidCursor):
                index.page(text="n", cursor=broken)

    def test_queries_out_of_range_are_refused(self) -> None:
        for wrong in (
            {"limit": 0},
            {"limit": 501},
            {"text": "x" * 257},
            {"text": "\ud800"},
            {"path": "relative"},
            {"path": "/a/../b"},
            {"size_min_bytes": -1},
            {"size_max_bytes": 2**63},
        ):
            with pytest.raises(InvalidQuery):
                SearchQuery(**wrong)

    def test_too_many_words_are_refused(self, index: IndexUnderTest) -> None:
        index.put(root())
        with pytest.raises(InvalidQuery):
            index.page(text=" ".join(map(str, range(17))))

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

    def test_a_repair_replaces_the_same_version_and_no_later_one(
        self, index: IndexUnderTest
    ) -> None:
        wrong, later = version(file(2, 1, "wrong"), 4), version(file(3, 1, "later"), 6)
        index.put(root(), directory(4, 1, "d"), wrong, later, file(5, 1, "ghost"))
        repaired = version(wrong, 4, name="right", parent_id=4)
        index.writer.repair([Put(repaired), Put(version(later, 5, name="older")), Delete(5, 1)])
        assert index.paths(kind=Kind.FILE, sort=Sort.NAME) == ["/later", "/d/right"]
        assert index.writer.documents(1, 4, 10) == [repaired, later, directory(4, 1, "d")]
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

    @pytest.mark.parametrize(
        ("mode", "user", "groups", "visible"),
        [
            (0o755, "eve", [], True),
            (0o750, "eve", [], False),
            (0o750, "eve", ["staff"], True),
            (0o750, "alice", [], True),
            (0o711, "eve", [], False),
            (0o744, "eve", [], False),
            (0o070, "alice", ["staff"], False),
            (0o700, "eve", ["staff"], False),
            (0o705, "eve", ["staff"], False),
            (0o1777, "eve", [], True),
        ],
    )
    def test_a_viewer_sees_what_hdfs_would_list(
        self, index: IndexUnderTest, mode: int, user: str, groups: Sequence[str], visible: bool
    ) -> None:
        guarded = replace(directory(2, 1, "guarded"), owner="alice", group="staff", mode=mode)
        index.put(root(), guarded, file(3, 2, "secret"))
        viewer = Viewer(user, frozenset(groups))
        page = index.page(text="secret", viewer=viewer)
        assert [hit.name for hit in page.items] == (["secret"] if visible else [])
        assert page.total == int(visible)
        assert index.names(text="guarded", viewer=viewer) == ["guarded"]

    def test_a_viewer_needs_execute_on_every_ancestor(self, index: IndexUnderTest) -> None:
        closed = replace(directory(2, 1, "closed"), mode=0o700)
        through = replace(directory(5, 1, "through"), mode=0o711)
        index.put(root(), closed, directory(3, 2, "open"), file(4, 3, "hidden"))
        index.put(through, directory(6, 5, "open"), file(7, 6, "shown"))
        viewer = Viewer("eve")
        assert index.page(text="hidden", viewer=viewer).total == 0
        assert index.names(text="shown", viewer=viewer) == ["shown"]
        assert index.page(text="open", viewer=viewer).total == 0
        assert index.names(path="/through/open", viewer=viewer) == ["shown"]
        assert index.names(path="/through", viewer=viewer) == ["shown"]
        with pytest.raises(ScopeNotFound):
            index.page(path="/closed/open", viewer=viewer)

    @pytest.mark.parametrize("seed", range(6))
    def test_disturbed_delivery_ends_as_the_model(self, index: IndexUnderTest, seed: int) -> None:
        random = Random(seed)  # noqa: S311 - reproducible on purpose
        history = random_history(random, 400)
        for batch in batches(random, disturbed(random, history.operations)):
            index.apply(*batch)
        model = ModelIndex()
        model.apply(history.operations, FeedPosition("c", 1, 1), following(1))
        assert model.documents_by_id == history.left
        expected = model.stats()
        stats = index.reader.stats()
        assert replace(stats, as_of=expected.as_of, lag_ms=0) == expected
        for query in _random_queries(random, 60):
            _compare(index, model, query)


def _random_queries(random: Random, count: int) -> list[SearchQuery]:
    texts = [
        "",
        "",
        "report",
        "rep csv",
        "x",
        "ab",
        "日",
        "é",
        "STRASSE",
        "0.par",
        '"',
        "2026",
        "o",
    ]
    viewers = [None, None, Viewer("alice"), Viewer("bob", frozenset({"staff"})), Viewer("eve")]
    return [
        SearchQuery(
            text=random.choice(texts),
            owner=random.choice([None, None, "alice"]),
            group=random.choice([None, None, "science"]),
            kind=random.choice([None, None, *Kind]),
            size_min_bytes=random.choice([None, None, 100]),
            mtime_max_ms=random.choice([None, None, 4000]),
            path=random.choice([None, None, "/", "/report", "/log_2026"]),
            sort=random.choice(list(Sort)),
            limit=random.choice([2, 7, 500]),
            viewer=random.choice(viewers),
        )
        for _ in range(count)
    ]


def _compare(index: IndexUnderTest, model: ModelIndex, query: SearchQuery) -> None:
    try:
        expected = model.search(replace(query, limit=500))
    except ScopeNotFound:
        with pytest.raises(ScopeNotFound):
            index.reader.search(query)
        return
    page = index.reader.search(query)
    assert list(page.items) == list(expected.items[: query.limit]), query
    assert page.total <= expected.total
    assert page.total == expected.total or not page.total_is_exact, query
    assert read_all(index, query) == [hit.inode_id for hit in expected.items], query
