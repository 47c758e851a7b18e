"""Contract: what is found by name, filtered, scoped, sorted and paged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from warren_search.errors import InvalidCursor, InvalidQuery, ScopeNotFound
from warren_search.operation import Delete
from warren_search.query import Kind, SearchQuery, Sort
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import IndexUnderTest, read_all


class NamesContract:
    """A part of SearchContract."""

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
