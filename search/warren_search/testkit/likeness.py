"""Contract: what is found in spite of a typo, and by extended attributes."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from warren_search.operation import Delete, Put
from warren_search.position import FeedPosition
from warren_search.query import Kind, SearchQuery, Sort, Viewer
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.model import ModelIndex
from warren_search.testkit.under_test import IndexUnderTest, following, read_all, version

_PARTS = ("report", "reports", "Raport", "annual", "anual", "a", "7", "reportage", "x-y", "rep")
_SIGNS = ("", "-", "_", " ", ".")


def _name(random: Random) -> str:
    """Of one to three parts."""
    parts = random.choices(_PARTS, k=random.randint(1, 3))
    return "".join(part + random.choice(_SIGNS) for part in parts)


class LikenessContract:
    """A part of SearchContract."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("reprot", ["annual-report.csv"]),
            ("repor", ["annual-report.csv"]),
            ("reeport", ["annual-report.csv"]),
            ("raport", ["annual-report.csv"]),
            ("anual raport", ["annual-report.csv"]),
            ("ANUAL csv", ["annual-report.csv"]),
            ("Strassse", ["Straße-7"]),
            ("seed", ["seeds.txt", "send"]),
            # The first letter, numbers, short words and three letters are not forgiven.
            ("eport", ["annual-report.csv"]),
            ("xeport", []),
            ("rqpqrq", []),
            ("cvs", []),
            ("part-00043", []),
        ],
    )
    def test_typos_are_forgiven_when_asked_for(
        self, index: IndexUnderTest, text: str, found: list[str]
    ) -> None:
        names = ["annual-report.csv", "Straße-7", "seeds.txt", "send", "part-00042", "zzz"]
        index.put(root(), *[file(10 + at, 1, name) for at, name in enumerate(names)])
        page = index.page(text=text, typos=True)
        assert [hit.name for hit in page.items] == found
        assert (page.total, page.total_is_exact) == (len(found), True)
        assert index.reader.facets(SearchQuery(text=text, typos=True)).total == len(found)

    def test_exact_names_come_first_and_others_say_what_they_are(
        self, index: IndexUnderTest
    ) -> None:
        names = ["a-raport", "raport", "report", "reports", "my report", "rapport", "other"]
        index.put(root(), *[file(10 + at, 1, name) for at, name in enumerate(names)])
        assert index.names(text="report") == ["report", "reports", "my report"]
        page = index.page(text="report", typos=True)
        assert [(hit.name, hit.fuzzy) for hit in page.items] == [
            ("report", False),
            ("reports", False),
            ("my report", False),
            ("raport", True),
            ("rapport", True),
            ("a-raport", True),
        ]
        marked = {hit.name: hit.highlights for hit in page.items}
        assert marked["a-raport"] == ((2, 8),)
        assert marked["my report"] == ((3, 9),)
        whole = [hit.inode_id for hit in page.items]
        for limit in (1, 2, 4):
            assert read_all(index, SearchQuery(text="report", typos=True, limit=limit)) == whole
        by_name = index.names(text="report", typos=True, sort=Sort.NAME)
        assert by_name == sorted(by_name)
        index.apply(Delete(11, 2), Delete(10, 2))
        assert index.page(text="report", typos=True).total == 4

    def test_like_names_come_by_their_beginning_then_by_inode_id(
        self, index: IndexUnderTest
    ) -> None:
        names = [
            "z-report-7",
            "reportings of 1999",
            "a report",
            "reports_b",
            "report.2",
            "reportage report",
            "REPORTS_A",
            "m report",
            "_report",
        ]
        index.put(root(), *[file(10 + at, 1, name) for at, name in enumerate(names)])
        found = [
            "report.2",
            "REPORTS_A",
            "reports_b",
            "z-report-7",
            "a report",
            "reportage report",
            "m report",
            "_report",
        ]
        assert index.names(text="reprot", typos=True) == found
        for limit in (1, 2, 3, 5):
            query = SearchQuery(text="reprot", typos=True, limit=limit)
            assert read_all(index, query) == [10 + names.index(name) for name in found]
        # The first word's beginning counts, also where only another word has a typo.
        assert index.names(text="a reprot", typos=True) == [
            "a report",
            "reportage report",
            "REPORTS_A",
        ]
        assert index.names(text="reprot z", typos=True) == ["z-report-7"]

    @pytest.mark.parametrize("seed", range(3))
    def test_names_with_typos_are_found_in_the_order_of_the_model(
        self, index: IndexUnderTest, seed: int
    ) -> None:
        random = Random(seed)  # noqa: S311 - reproducible on purpose
        model = ModelIndex()
        documents = [root(), *(file(10 + at, 1, _name(random)) for at in range(150))]
        model.apply([Put(each) for each in documents], FeedPosition("c", 1, 1), following(1))
        index.put(*documents)
        for text in ("reprot", "reports", "raports", "anual reprot", "rep anual", "an report"):
            expected = model.search(SearchQuery(text=text, typos=True, limit=500))
            for limit in (3, 20, 500):
                query = SearchQuery(text=text, typos=True, limit=limit)
                page = index.reader.search(query)
                assert list(page.items) == list(expected.items[:limit]), text
                assert read_all(index, query) == [hit.inode_id for hit in expected.items], text

    def test_words_near_others_are_all_named_or_none_is(self, index: IndexUnderTest) -> None:
        names = ["annual-report.csv", "raport_1", "REPORTS", "reported", "rep", "port"]
        index.put(root(), *[file(10 + at, 1, name) for at, name in enumerate(names)])
        found = index.reader.near_words(("report", "cvs", "anual", "part-7"))
        if found is not None:
            assert {word: sorted(near) for word, near in found.items()} == {
                "report": ["raport", "reported", "reports"],
                "cvs": [],
                "anual": ["annual"],
                "part-7": [],
            }

    def test_attributes_are_found_by_name_and_by_value(self, index: IndexUnderTest) -> None:
        blue = replace(file(3, 2, "a.csv"), xattrs=("team", "team=blue", "flag", "flag="))
        red = replace(file(4, 1, "b.csv"), xattrs=("team", "team=red and white"))
        index.put(root(), replace(directory(2, 1, "d"), xattrs=("team",)), blue, red)
        assert index.names(xattrs=("team",), sort=Sort.NAME) == ["a.csv", "b.csv", "d"]
        assert index.names(xattrs=("team=blue",)) == ["a.csv"]
        assert index.names(xattrs=("team=red and white",)) == ["b.csv"]
        assert index.names(xattrs=("team", "flag=")) == ["a.csv"]
        assert index.names(xattrs=("team",), text="csv", path="/d") == ["a.csv"]
        for absent in ("tea", "Team", "team=blu", "team=%", "*", "blue", ""):
            assert index.names(xattrs=(absent,)) == []
        assert index.reader.facets(SearchQuery(xattrs=("team",))).total == 3

    def test_attributes_follow_changes(self, index: IndexUnderTest) -> None:
        one = replace(file(3, 1, "a"), xattrs=("team", "team=blue"))
        index.put(root(), directory(2, 1, "d"), one)
        index.put(version(one, 2, xattrs=("team", "team=red")))
        assert index.names(xattrs=("team=blue",)) == []
        assert index.names(xattrs=("team=red",)) == ["a"]
        # An earlier state that comes again changes nothing; a move keeps them.
        index.put(one)
        index.put(version(directory(2, 1, "d"), 2, name="e"))
        index.put(version(one, 3, parent_id=2, xattrs=("team", "team=red")))
        index.put(version(directory(2, 1, "d"), 3, name="e", parent_id=1))
        assert index.paths(xattrs=("team=red",)) == ["/e/a"]
        index.put(version(one, 4, parent_id=2, xattrs=()))
        assert index.names(xattrs=("team",)) == []
        index.put(version(one, 5, parent_id=2, xattrs=("team",)))
        index.apply(Delete(3, 6))
        assert index.names(xattrs=("team",)) == []

    def test_a_move_of_directories_keeps_attributes_below(self, index: IndexUnderTest) -> None:
        marked = replace(file(5, 3, "a"), xattrs=("team",))
        index.put(root(), directory(2, 1, "d"), directory(3, 2, "x"), directory(4, 1, "e"), marked)
        index.put(version(directory(3, 2, "x"), 2, parent_id=4))
        assert index.paths(xattrs=("team",), path="/e") == ["/e/x/a"]

    def test_attributes_are_of_those_who_may_read(self, index: IndexUnderTest) -> None:
        shown = replace(file(3, 1, "shown"), xattrs=("team",))
        mine = replace(file(4, 1, "mine"), owner="eve", mode=0o400, xattrs=("team",))
        closed = replace(file(5, 1, "closed"), mode=0o640, group="staff", xattrs=("team",))
        index.put(root(), shown, mine, closed)
        eve, bob = Viewer("eve"), Viewer("bob", frozenset({"staff"}))
        asked = {"xattrs": ("team",), "sort": Sort.NAME}
        assert index.names(**asked) == ["closed", "mine", "shown"]
        assert index.names(**asked, viewer=eve) == ["mine", "shown"]
        assert index.names(**asked, viewer=bob) == ["closed", "shown"]
        assert index.reader.facets(SearchQuery(xattrs=("team",), viewer=eve)).total == 2
        # Their names are shown as ever.
        assert index.page(kind=Kind.FILE, viewer=eve).total == 3
