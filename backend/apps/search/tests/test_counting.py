"""Who counts matches, and that the replica and the index count the same."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from apps.accounts.models import User
from apps.search import counting
from apps.search.counting import asked_of, facets_of
from doubles.index import IndexDouble, hit
from doubles.namenode import NamenodeDouble
from doubles.replica import SEQUENCE
from doubles.world import ClientOf
from warren_analytics import classes, matching, names
from warren_analytics.counting import CountReader
from warren_analytics.counting_values import asked_body
from warren_analytics.counting_values import asked_of as asked_again
from warren_analytics.database import Database
from warren_analytics.errors import CountTimedOut, CountUndecided, MemoryExceeded
from warren_analytics.limits import Limits
from warren_analytics.position import Position
from warren_analytics.store import ReplicaStore
from warren_analytics.testkit.replica import LIMITS, ROOT, Row
from warren_search import (
    Dimension,
    Facets,
    FeedState,
    Kind,
    ScopeNotFound,
    SearchQuery,
    SearchReader,
    Viewer,
    open_reader,
)
from warren_search.facets import SIZE_CLASSES
from warren_search.operation import Document, IndexOperation, Put
from warren_search.position import FeedReport
from warren_search.query import StoragePolicy
from warren_search.sqlite.generations import IndexGenerations
from warren_search.testkit.history import batches, disturbed, random_history
from warren_search.testkit.random_conditions import random_condition
from warren_search.testkit.under_test import IndexUnderTest, now_ms
from warren_search.text import extension_of, fold, words_of

FACETS = "/api/v1/search/facets"
HAS_ACL, IN_DATABASE = 1, 512


@pytest.mark.django_db
def test_the_replica_counts(
    index: IndexDouble, replica: ReplicaStore, operator: User, client_of: ClientOf
) -> None:
    body = client_of(operator).get(FACETS, {"q": "ext:csv size:>0"}).json()
    assert (body["source"], body["index_because"]) == ("replica", None)
    assert (body["total"], body["length_bytes"], body["complete"]) == (2, 3, True)
    assert body["as_of"]["sequence"] == SEQUENCE
    owners = next(each for each in body["dimensions"] if each["dimension"] == "owner")
    assert owners["values"] == [{"value": "ann", "count": 2, "length_bytes": 3}]
    assert index.queries == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "because"),
    [
        ({"q": "fole typos:yes"}, "typos"),
        ({"q": "xattr:team"}, "attributes"),
        ({"q": "f1", "path": "/elsewhere"}, "path"),
        ({"q": "f1", "min_commit": str(SEQUENCE + 1)}, "behind"),
    ],
)
def test_the_index_counts_what_the_replica_cannot_tell(
    *,
    index: IndexDouble,
    replica: ReplicaStore,
    operator: User,
    client_of: ClientOf,
    query: dict[str, str],
    because: str,
) -> None:
    index.hits.append(hit("f1"))
    body = client_of(operator).get(FACETS, query).json()
    assert (body["source"], body["index_because"]) == ("index", because)
    assert len(index.queries) == 1


@pytest.mark.django_db
def test_the_replica_counts_typos_once_the_index_has_named_what_is_meant(
    *, index: IndexDouble, replica: ReplicaStore, operator: User, client_of: ClientOf
) -> None:
    index.near = {"dota": ("data",)}
    body = client_of(operator).get(FACETS, {"q": "dota typos:yes"}).json()
    assert (body["source"], body["total"]) == ("replica", 1)
    # A word that allows no typo needs no others.
    body = client_of(operator).get(FACETS, {"q": "f1 typos:yes"}).json()
    assert (body["source"], body["total"]) == ("replica", 1)
    assert index.queries == []


@pytest.mark.django_db
def test_the_index_counts_without_a_replica(
    index: IndexDouble, operator: User, client_of: ClientOf
) -> None:
    body = client_of(operator).get(FACETS).json()
    assert (body["source"], body["index_because"]) == ("index", "unavailable")


@pytest.mark.django_db
@pytest.mark.parametrize("error", [CountTimedOut(time_limit_ms=1), MemoryExceeded(memory_mb=1)])
def test_the_index_counts_when_the_replica_gives_up(
    *,
    index: IndexDouble,
    replica: ReplicaStore,
    operator: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    def counts(_self: CountReader, _asked: object) -> None:
        raise error

    monkeypatch.setattr(CountReader, "counts", counts)
    body = client_of(operator).get(FACETS).json()
    assert (body["source"], body["index_because"]) == ("index", "no_time")


@pytest.mark.django_db
def test_a_replica_far_behind_does_not_count(
    *,
    index: IndexDouble,
    replica: ReplicaStore,
    operator: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "REPLICA_LAG_MAX_MS", -1)
    body = client_of(operator).get(FACETS).json()
    assert (body["source"], body["index_because"]) == ("index", "behind")


@pytest.mark.django_db
def test_a_viewer_counts_what_he_may_see(
    *,
    index: IndexDouble,
    namenode: NamenodeDouble,
    replica: ReplicaStore,
    viewer: User,
    client_of: ClientOf,
) -> None:
    body = client_of(viewer).get(FACETS, {"q": "kind:file"}).json()
    assert (body["source"], body["total"]) == ("replica", 3)
    assert index.queries == []


def test_letters_are_told_apart_alike() -> None:
    """What may stand in a word, and beside one, by the engines' own tables of Unicode."""
    every = [chr(code) for code in range(1, 0x110000) if not 0xD800 <= code <= 0xDFFF]
    assigned = [each for each in every if unicodedata.category(each) != "Cn"]
    pattern = matching.LETTER
    with duckdb.connect() as connection:
        # As a table: a parameter of so many values takes the engine a minute.
        connection.register("every", pa.table({"c": assigned}))
        found = connection.execute(
            f"SELECT c FROM every WHERE regexp_matches(c, '[{pattern}]')"
        ).fetchall()
    letters = re.compile(r"[^\W\d_]")
    assert {each for (each,) in found} == {each for each in assigned if letters.match(each)}


def test_sizes_are_classed_alike() -> None:
    assert tuple(each.low for each in SIZE_CLASSES[1:]) == classes.SIZE_LOWS


def test_names_are_compared_alike() -> None:
    """Folding is by code point: all of them are all there is to compare."""
    for code in range(0x110000):
        text = chr(code)
        assert 0xD800 <= code <= 0xDFFF or names.fold(text) == fold(text), hex(code)
    for name in ("a.B", ".hidden", "..x", "a.", "a..b", "", "Ä.Ö", "x\ty.c", "tar.gz"):
        folded = fold(name)
        assert names.fold(name) == folded
        assert names.extension_of(folded) == extension_of(folded)


class _Both:
    """The same namespace in an index and in a replica."""

    def __init__(self, index: IndexUnderTest, database: Database) -> None:
        self.reader: SearchReader = index.reader
        self._index = index
        self._database = database
        self._counts = CountReader(Limits(), lambda: database)
        self._sequence = 0

    def apply(self, operations: list[IndexOperation], known: dict[int, Document]) -> None:
        self._index.apply(*operations)
        rows = []
        for operation in operations:
            self._sequence += 1
            if isinstance(operation, Put):
                row = _row(operation.document)
            else:
                last = _row(known[operation.inode_id])
                row = replace(last, operation="delete", logical_time=operation.logical_time)
            rows.append(replace(row, sequence=self._sequence))
        position = Position(f"c{self._sequence}", self._sequence, now_ms())
        self._database.writer.apply(rows, position)

    def by_replica(self, query: SearchQuery, at_ms: int) -> Facets:
        near = self.reader.near_words(words_of(query.text)) if query.typos else {}
        assert near is not None
        asked = asked_of(query, near, at_ms)
        assert asked_again(asked_body(asked)) == asked
        return facets_of(self._counts.counts(asked), at_ms)


def _row(document: Document) -> Row:
    features = (HAS_ACL if document.acl else 0) | (IN_DATABASE if document.in_database else 0)
    kept = ("inode_id", "parent_id", "name", "size_bytes", "logical_time", "owner", "group", "mode")
    more = ("mtime_ms", "atime_ms", "replication", "block_size_bytes", "storage_policy")
    values: dict[str, Any] = {name: getattr(document, name) for name in (*kept, *more)}
    return Row(**values, kind=document.kind.value, features=features)


@pytest.fixture
def both(tmp_path: Path) -> Iterator[_Both]:
    path = tmp_path / "index.sqlite"
    database = Database(tmp_path / "replica.duckdb", LIMITS)
    database.writer.load([ROOT])
    database.writer.finish_load()
    database.writer.complete(Position("c0", 0, now_ms()))
    with IndexGenerations(path) as generations:
        writer = generations.activate_empty(FeedReport(FeedState.REBUILDING, 0, now_ms()))
        reader = open_reader(path, time_limit_ms=30_000)
        yield _Both(IndexUnderTest(writer, reader), database)
        reader.close()
        writer.close()
    database.close()


@pytest.mark.parametrize("seed", range(4))
def test_both_engines_count_the_same(both: _Both, seed: int) -> None:
    """ACLs are in half of the namespaces: there the replica counts for no viewer but the owner."""
    random = Random(seed)
    history = random_history(random, 300)
    operations = (
        history.operations if seed % 2 else [_without_acl(each) for each in history.operations]
    )
    known = {each.inode_id: each.document for each in operations if isinstance(each, Put)}
    # The root of the replica has been there from its beginning.
    operations[0] = replace(operations[0], document=replace(known[1], logical_time=2))  # type: ignore[arg-type]
    counted = 0
    because: set[str] = set()
    for batch in batches(random, disturbed(random, operations)):
        both.apply(list(batch), known)
    for number in range(120):
        query = _random_query(random, number)
        try:
            expected = both.reader.facets(query)
        except ScopeNotFound:
            with pytest.raises(CountUndecided):
                both.by_replica(query, now_ms())
            continue
        try:
            found = both.by_replica(query, expected.as_of.time_ms)
        except CountUndecided as error:
            because.add(str(error.facts["because"]))
            continue
        counted += 1
        assert (found.total, found.length_bytes) == (expected.total, expected.length_bytes), query
        for dimension in set(Dimension) - {Dimension.MTIME}:
            assert found.dimensions[dimension] == expected.dimensions[dimension], (query, dimension)
        ages = sum(each.count for each in found.dimensions[Dimension.MTIME])
        assert ages == expected.total
    assert counted > 20
    # Without ACLs everything is told, whoever looks.
    assert because == ({"acls"} if seed % 2 else set())


def _without_acl(operation: IndexOperation) -> IndexOperation:
    if not isinstance(operation, Put):
        return operation
    return Put(replace(operation.document, acl=""))


_TEXTS = (
    "",
    "",
    "report",
    "reprot",
    "rep csv",
    "x",
    "ab",
    "日",
    "é",
    "STRASSE",
    '"',
    "2026",
    "o",
    "%",
    "_",
)
_VIEWERS = (None, Viewer("alice"), Viewer("bob", frozenset({"staff"})), Viewer("eve"))


def _random_query(random: Random, number: int) -> SearchQuery:
    return SearchQuery(
        text=random.choice(_TEXTS),
        without=random.choice(("", "", "copy", "par")),
        owner=random.choice((None, None, None, "alice")),
        group=random.choice((None, None, None, "science")),
        kind=random.choice((None, None, None, *Kind)),
        extension=random.choice((None, None, None, "CSV", "parquet")),
        size_min_bytes=random.choice((None, None, 100)),
        size_max_bytes=random.choice((None, None, 300)),
        mtime_max_ms=random.choice((None, None, 4_000)),
        replication_min=random.choice((None, None, 1)),
        path=random.choice((None, None, None, None, "/", "/report", "/log_2026")),
        storage_policies=random.choice(
            ((), (), (), *[(each,) for each in tuple(StoragePolicy)[:5]], tuple(StoragePolicy)[:3])
        ),
        in_database=(None, None, None, True, False)[number % 5],
        where=random_condition(random) if number % 2 else None,
        typos=number % 3 == 0,
        viewer=random.choice((None, *_VIEWERS)),
    )
