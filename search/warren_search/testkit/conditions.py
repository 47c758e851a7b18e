"""Contract: the conditions beside names and kinds, and facets."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from warren_search.errors import ScopeNotFound
from warren_search.facets import Dimension
from warren_search.language import parse
from warren_search.position import FeedPosition
from warren_search.query import Kind, SearchQuery, Sort, StoragePolicy, Viewer
from warren_search.testkit.history import (
    batches,
    directory,
    disturbed,
    file,
    random_history,
    root,
)
from warren_search.testkit.model import ModelIndex
from warren_search.testkit.under_test import IndexUnderTest, following, now_ms, read_all


class ConditionsContract:
    """A part of SearchContract."""

    def test_facets_count_all_hits_and_narrow(self, index: IndexUnderTest) -> None:
        now = now_ms()
        small, large = file(3, 2, "a.CSV", 10), file(4, 2, "b.csv", 2 * 1024**3)
        index.put(
            root(),
            directory(2, 1, "d"),
            replace(small, owner="alice", mtime_ms=now),
            replace(large, owner="bob", mtime_ms=now - 100 * 24 * 3_600_000),
            replace(file(5, 2, ".hidden", 0), owner="bob", mtime_ms=0),
        )
        facets = index.reader.facets(SearchQuery(limit=1, path="/d"))
        assert (facets.total, facets.length_bytes) == (3, 10 + 2 * 1024**3)
        counts = {
            dimension.value: [(each.value, each.count) for each in values]
            for dimension, values in facets.dimensions.items()
        }
        assert counts["kind"] == [("file", 3)]
        assert counts["owner"] == [("bob", 2), ("alice", 1)]
        assert counts["ext"] == [("csv", 2)]
        assert [count for _, count in counts["size"]] == [1, 1, 1]
        assert [count for _, count in counts["mtime"]] == [1, 1, 1]
        for dimension, values in counts.items():
            for value, count in values:
                narrowed = parse(f'{dimension}:"{value}" path:/d', now_ms=now_ms())
                assert index.page(**narrowed).total == count, (dimension, value)

    def test_a_storage_policy_is_inherited_from_the_nearest_directory(
        self, index: IndexUnderTest
    ) -> None:
        archive = replace(directory(2, 1, "archive"), storage_policy=StoragePolicy.COLD)
        recent = replace(directory(3, 2, "recent"), storage_policy=StoragePolicy.WARM)
        frozen = replace(directory(4, 3, "frozen"), storage_policy=StoragePolicy.COLD)
        index.put(
            root(),
            archive,
            recent,
            frozen,
            file(10, 2, "inherits"),
            file(11, 3, "warmer"),
            file(12, 4, "again"),
            replace(file(13, 3, "own"), storage_policy=StoragePolicy.COLD),
            replace(file(14, 2, "link"), kind=Kind.SYMLINK, size_bytes=0),
            file(15, 1, "plain"),
        )

        def found(text: str) -> set[str]:
            query = parse(text, now_ms=now_ms())
            page = index.page(**query)
            assert index.reader.facets(SearchQuery(**query)).total == page.total
            return {hit.name for hit in page.items}

        assert found("policy:COLD") == {"archive", "frozen", "inherits", "again", "own"}
        assert found("policy:warm") == {"recent", "warmer"}
        assert found("policy:hot") == {"", "plain"}
        assert found("policy:all_ssd") == set()
        warm_or_cold = {"archive", "frozen", "inherits", "again", "own", "recent", "warmer"}
        assert found("policy:warm,COLD") == warm_or_cold
        assert found("policy:warm,hot kind:file") == {"warmer", "plain"}
        index.put(replace(archive, logical_time=2, storage_policy=0))
        assert found("policy:cold") == {"frozen", "again", "own"}
        assert found("policy:hot") == {"", "plain", "archive", "inherits"}
        index.put(replace(recent, logical_time=2, parent_id=1))
        assert found("policy:cold kind:file path:/recent") == {"again", "own"}

    def test_a_files_bytes_are_in_the_database_or_in_blocks(self, index: IndexUnderTest) -> None:
        taken_in = replace(file(10, 2, "taken-in", 100), in_database=True)
        index.put(root(), directory(2, 1, "d"), taken_in, file(11, 2, "in-blocks", 7))

        def found(text: str) -> set[str]:
            page = index.page(**parse(text, now_ms=now_ms()))
            assert page.total == len(page.items)
            return {hit.name for hit in page.items}

        def counted(**conditions: Any) -> dict[str, tuple[int, int]]:
            facets = index.reader.facets(SearchQuery(limit=1, **conditions))
            values = facets.dimensions[Dimension.PLACE]
            return {each.value: (each.count, each.length_bytes) for each in values}

        assert found("in:database") == {"taken-in"}
        assert found("in:blocks") == {"in-blocks"}
        assert found("in:DATABASE size:<64k path:/d") == {"taken-in"}
        assert counted() == {"database": (1, 100), "blocks": (1, 7)}
        assert counted(in_database=True) == {"database": (1, 100)}
        assert counted(viewer=Viewer("eve")) == {"database": (1, 100), "blocks": (1, 7)}
        by_name = {hit.name: hit.in_database for hit in index.page(path="/d").items}
        assert by_name == {"taken-in": True, "in-blocks": False}
        index.put(replace(taken_in, logical_time=2, in_database=False))
        assert found("in:database") == set()
        assert found("in:blocks") == {"taken-in", "in-blocks"}

    def test_facets_tell_the_policy_that_holds(self, index: IndexUnderTest) -> None:
        archive = replace(directory(2, 1, "archive"), storage_policy=StoragePolicy.COLD)
        closed = replace(directory(3, 1, "closed"), mode=0o700, storage_policy=StoragePolicy.WARM)
        index.put(
            root(),
            archive,
            closed,
            file(10, 2, "a", 7),
            replace(file(11, 2, "b", 5), storage_policy=StoragePolicy.ALL_SSD),
            replace(file(12, 2, "link"), kind=Kind.SYMLINK, size_bytes=0),
            file(13, 3, "c", 3),
            file(14, 1, "d", 1),
        )

        def counted(viewer: Viewer | None, **more: Any) -> dict[str, tuple[int, int]]:
            facets = index.reader.facets(SearchQuery(viewer=viewer, **more))
            assert facets.complete
            values = facets.dimensions[Dimension.POLICY]
            return {each.value: (each.count, each.length_bytes) for each in values}

        seen = {"ALL_SSD": (1, 5), "COLD": (2, 7), "HOT": (2, 1)}
        assert counted(None) == {**seen, "WARM": (2, 3)}
        assert counted(Viewer("eve")) == {**seen, "WARM": (1, 0)}
        assert counted(None, storage_policies=(StoragePolicy.COLD,)) == {"COLD": (2, 7)}
        both = (StoragePolicy.COLD, StoragePolicy.ALL_SSD)
        assert counted(None, storage_policies=both) == {"ALL_SSD": (1, 5), "COLD": (2, 7)}
        assert counted(None, path="/archive") == {"ALL_SSD": (1, 5), "COLD": (1, 7)}

    def test_facets_of_a_viewer_count_what_they_see(self, index: IndexUnderTest) -> None:
        closed = replace(directory(2, 1, "closed"), mode=0o700)
        index.put(root(), closed, file(3, 2, "hidden"), file(4, 1, "shown"))
        facets = index.reader.facets(SearchQuery(viewer=Viewer("eve"), kind=Kind.FILE))
        assert facets.total == 1

    def test_excluded_words_and_extensions(self, index: IndexUnderTest) -> None:
        index.put(
            root(),
            file(3, 1, "a.csv"),
            file(4, 1, "a-tmp.CSV"),
            file(5, 1, ".csv"),
            file(6, 1, "x"),
        )
        assert index.names(extension="csv") == ["a-tmp.CSV", "a.csv"]
        assert index.names(extension="csv", without="TMP") == ["a.csv"]
        assert index.names(extension="sv") == []

    @pytest.mark.parametrize("seed", range(3))
    def test_every_condition_ends_as_the_model(self, index: IndexUnderTest, seed: int) -> None:
        random = Random(seed)  # noqa: S311 - reproducible on purpose
        history = random_history(random, 400)
        for batch in batches(random, disturbed(random, history.operations)):
            index.apply(*batch)
        model = ModelIndex()
        model.apply(history.operations, FeedPosition("c", 1, 1), following(1))
        for _ in range(40):
            _compare(index, model, _query(random))


def _query(random: Random) -> SearchQuery:
    viewers = [None, None, Viewer("alice"), Viewer("bob", frozenset({"staff"})), Viewer("eve")]
    return SearchQuery(
        text=random.choice(["", "", "report", "reprot", "dateen", "x", "日"]),
        without=random.choice(["", "", "log", "x"]),
        typos=random.choice([False, False, True]),
        xattrs=random.choice([(), (), (), ("team",), ("team=blue",), ("team", "flag")]),
        extension=random.choice([None, None, "csv", "CSV", "parquet", "csv copy", ""]),
        replication_max=random.choice([None, None, 2]),
        atime_min_ms=random.choice([None, None, 1]),
        owner=random.choice([None, None, "alice"]),
        size_min_bytes=random.choice([None, None, 100]),
        path=random.choice([None, None, "/", "/report"]),
        sort=random.choice(list(Sort)),
        limit=random.choice([2, 7, 500]),
        viewer=random.choice(viewers),
    )


def _compare(index: IndexUnderTest, model: ModelIndex, query: SearchQuery) -> None:
    try:
        counted = model.facets(query)
    except ScopeNotFound:
        with pytest.raises(ScopeNotFound):
            index.reader.facets(query)
        return
    facets = index.reader.facets(query)
    assert (facets.total, facets.length_bytes) == (counted.total, counted.length_bytes), query
    assert facets.dimensions == counted.dimensions, query
    expected = model.search(replace(query, limit=500))
    assert counted.total == expected.total
    assert read_all(index, query) == [hit.inode_id for hit in expected.items], query
