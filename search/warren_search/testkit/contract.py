"""The contract suite that every search backend passes: subclass it and provide ``index``."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from warren_search.errors import ScopeNotFound
from warren_search.facets import Dimension
from warren_search.position import FeedPosition
from warren_search.query import Kind, SearchQuery, Sort, StoragePolicy, Viewer
from warren_search.testkit.changes import ChangesContract
from warren_search.testkit.conditions import ConditionsContract
from warren_search.testkit.history import batches, disturbed, random_history
from warren_search.testkit.likeness import LikenessContract
from warren_search.testkit.model import ModelIndex
from warren_search.testkit.names import NamesContract
from warren_search.testkit.random_conditions import random_condition
from warren_search.testkit.under_test import IndexUnderTest, following, read_all
from warren_search.testkit.viewers import ViewersContract

_POLICIES_ASKED = (
    (),
    (),
    (StoragePolicy.COLD,),
    (),
    (StoragePolicy.HOT, StoragePolicy.COLD),
    (StoragePolicy.WARM, StoragePolicy.ALL_SSD),
)


class SearchContract(
    NamesContract, LikenessContract, ChangesContract, ViewersContract, ConditionsContract
):
    """Subclasses give a fixture ``index`` that returns a fresh IndexUnderTest."""

    @pytest.mark.parametrize("seed", range(3))
    def test_conditions_put_together_find_what_the_model_finds(
        self, index: IndexUnderTest, seed: int
    ) -> None:
        random = Random(seed)  # noqa: S311 - reproducible on purpose
        history = random_history(random, 200)
        model = ModelIndex()
        model.apply(history.operations, FeedPosition("c", 1, 1), following(1))
        for batch in batches(random, history.operations):
            index.apply(*batch)
        for query in _random_queries(random, 80):
            put_together = replace(
                query,
                text=query.text if random.random() < 0.3 else "",
                where=random_condition(random),
                limit=100,
            )
            _compare(index, model, put_together)
            _compare_counts(index, model, put_together)

    @pytest.mark.parametrize("seed", range(3))
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
            storage_policies=_POLICIES_ASKED[number % len(_POLICIES_ASKED)],
            in_database=(None, None, None, True, False)[number % 5],
            sort=random.choice(list(Sort)),
            limit=random.choice([2, 7, 500]),
            viewer=random.choice(viewers),
        )
        for number in range(count)
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


def _compare_counts(index: IndexUnderTest, model: ModelIndex, query: SearchQuery) -> None:
    try:
        expected = model.facets(query)
    except ScopeNotFound:
        return
    found = index.reader.facets(query)
    assert (found.total, found.length_bytes) == (expected.total, expected.length_bytes), query
    ages = Dimension.MTIME
    assert {**found.dimensions, ages: ()} == {**expected.dimensions, ages: ()}, query
