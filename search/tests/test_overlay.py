"""Answers for a commit that the index has not reached are those of an index that has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from warren_search import AnswerSource, SearchQuery, SearchReader, Sort, Viewer, open_reader
from warren_search.errors import CommitNotReached, ScopeNotFound
from warren_search.operation import Delete, Document, IndexOperation, Put
from warren_search.overlay import CHANGES_MAX, StoreChanges, StoreUnavailable, search_with_store
from warren_search.position import FeedPosition
from warren_search.query import Kind
from warren_search.sqlite.generations import IndexGenerations
from warren_search.testkit.history import directory, file, random_history, root
from warren_search.testkit.model import ModelIndex
from warren_search.testkit.random_conditions import random_condition
from warren_search.testkit.under_test import following, now_ms

SEEN = 300


def _position(sequence: int) -> FeedPosition:
    return FeedPosition(f"c{sequence}", sequence, now_ms())


class Store:
    """A namespace with all changes; the index below has only the first ones."""

    def __init__(self, operations: Sequence[IndexOperation]) -> None:
        self.operations = operations
        self.reads = 0
        self.broken = False
        self.model = ModelIndex()
        end = len(operations)
        self.model.apply(operations, _position(end), following(end))

    def changes(self, position: FeedPosition, limit: int) -> StoreChanges | None:
        """What comes after the position."""
        if self.broken:
            raise StoreUnavailable
        later = self.operations[position.sequence :]
        if len(later) > limit:
            return None
        before = ModelIndex()
        before.apply(self.operations[: position.sequence], position, following(1))
        changed = [_change(before.documents_by_id, operation) for operation in later]
        reached = _position(len(self.operations))
        return StoreChanges(later, reached, "moved" in changed, "regranted" in changed)

    def document(self, inode_id: int) -> Document | None:
        """An inode."""
        self.reads += 1
        return self.model.documents_by_id.get(inode_id)

    def directory_at(self, path: str) -> int | None:
        """The directory at a path."""
        for document in self.model.documents_by_id.values():
            if document.kind is Kind.DIRECTORY and self.model.path(document) == path:
                return document.inode_id
        return None


def _change(documents: dict[int, Document], operation: IndexOperation) -> str:
    known = documents.get(operation.inode_id)
    if known is None or known.kind is not Kind.DIRECTORY:
        return "new"
    if isinstance(operation, Delete):
        return "moved"
    now = operation.document
    if (known.parent_id, known.name) != (now.parent_id, now.name):
        return "moved"
    granted = _grants(known) == _grants(now)
    return "touched" if granted else "regranted"


def _grants(document: Document) -> tuple[object, ...]:
    return document.mode, document.owner, document.group, document.acl


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite"


@pytest.fixture
def reader(path: Path) -> Iterator[SearchReader]:
    reader = open_reader(path, time_limit_ms=10_000)
    yield reader
    reader.close()


def _index(path: Path, operations: Sequence[IndexOperation]) -> None:
    """An index that has seen these."""
    with IndexGenerations(path) as generations:
        builder = generations.start_build()
        writer = builder.finish_load()
        generations.activate(writer, _position(0), following(0))
        for start in range(0, len(operations), 100):
            end = min(start + 100, len(operations))
            writer.apply(operations[start:end], _position(end), following(end))
        writer.close()


def _late(store: Store, **conditions: object) -> SearchQuery:
    query = SearchQuery(**conditions)  # type: ignore[arg-type]
    return replace(query, min_commit=len(store.operations), min_commit_wait_ms=0)


def _read_all(reader: SearchReader, store: Store, query: SearchQuery) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for _ in range(1_000):
        page = search_with_store(reader, store, query)
        assert page.source is AnswerSource.INDEX_AND_STORE
        assert page.as_of.sequence == len(store.operations)
        found += [(hit.inode_id, hit.path) for hit in page.items]
        if page.next_cursor is None:
            if query.cursor is None and page.total_is_exact:
                assert page.total == len(found)
            return found
        query = replace(query, cursor=page.next_cursor)
    raise AssertionError("the pages never end")


@pytest.mark.parametrize("seed", range(8))
def test_pages_are_those_of_an_index_that_has_the_commit(
    path: Path, reader: SearchReader, seed: int
) -> None:
    random = Random(seed)
    history = random_history(random, SEEN + random.choice((5, 40)))
    seen = history.operations[:SEEN]
    _index(path, seen)
    store = Store(history.operations)
    answered = refused = 0
    for _ in range(60):
        query = _late(
            store,
            text=random.choice(["", "report", "x", "日"]),
            without=random.choice(["", "log"]),
            kind=random.choice([None, Kind.FILE, Kind.DIRECTORY]),
            owner=random.choice([None, None, "alice"]),
            where=random.choice([None, random_condition(random)]),
            path=random.choice([None, None, "/"]),
            sort=random.choice(list(Sort)),
            limit=random.choice([1, 3, 500]),
            viewer=random.choice([None, None, Viewer("alice")]),
        )
        try:
            found = _read_all(reader, store, query)
        except CommitNotReached:
            refused += 1
            continue
        answered += 1
        asked = replace(query, limit=500)
        expected = [(hit.inode_id, hit.path) for hit in store.model.search(asked).items]
        assert found == expected, query
    print(f"answered {answered}, refused {refused}")
    assert answered > 5


def test_what_one_has_just_made_is_found_below_what_one_has_just_made(
    path: Path, reader: SearchReader
) -> None:
    before = [Put(root()), Put(directory(2, 1, "old")), Put(file(3, 2, "seen.csv"))]
    _index(path, before)
    made = [Put(directory(4, 1, "new")), Put(file(5, 4, "mine.csv")), Put(file(6, 2, "too.csv"))]
    store = Store([*before, *made])
    page = search_with_store(reader, store, _late(store, text="csv"))
    assert [hit.path for hit in page.items] == ["/new/mine.csv", "/old/seen.csv", "/old/too.csv"]
    assert (page.total, page.source) == (3, AnswerSource.INDEX_AND_STORE)
    page = search_with_store(reader, store, _late(store, text="csv", path="/new"))
    assert [hit.path for hit in page.items] == ["/new/mine.csv"]
    with pytest.raises(ScopeNotFound):
        search_with_store(reader, store, _late(store, path="/nowhere"))


def test_an_index_that_keeps_up_answers_alone(path: Path, reader: SearchReader) -> None:
    _index(path, [Put(root()), Put(file(2, 1, "a"))])
    store = Store([Put(root()), Put(file(2, 1, "a"))])
    store.broken = True
    page = search_with_store(reader, store, _late(store, text="a"))
    assert ([hit.name for hit in page.items], page.source) == (["a"], AnswerSource.INDEX)


def test_what_cannot_be_exact_is_refused(path: Path, reader: SearchReader) -> None:
    before = [Put(root()), Put(directory(2, 1, "a")), Put(directory(3, 1, "b"))]
    inside = Put(file(4, 2, "leaf"))
    _index(path, [*before, inside])
    moved = replace(directory(2, 3, "a"), logical_time=2)
    store = Store([*before, inside, Put(moved)])
    page = search_with_store(reader, store, _late(store, text="leaf"))
    assert [hit.path for hit in page.items] == ["/b/a/leaf"]
    for more in ({"path": "/b"}, {"viewer": Viewer("eve")}):
        with pytest.raises(CommitNotReached):
            search_with_store(reader, store, _late(store, text="leaf", **more))
    store.broken = True
    with pytest.raises(CommitNotReached):
        search_with_store(reader, store, _late(store, text="leaf"))
    many = Store([*before, inside, *[Put(file(9 + at, 1, "f")) for at in range(CHANGES_MAX + 1)]])
    with pytest.raises(CommitNotReached):
        search_with_store(reader, many, _late(many, text="f"))
    beyond = replace(_late(store, text="leaf"), min_commit=10**9)
    store.broken = False
    with pytest.raises(CommitNotReached):
        search_with_store(reader, store, beyond)


def test_a_new_directory_with_an_acl_is_left_to_the_index(path: Path, reader: SearchReader) -> None:
    guarded = replace(directory(2, 1, "guarded"), acl="?")
    store = Store([Put(root()), Put(guarded), Put(file(3, 2, "secret"))])
    _index(path, store.operations[:1])
    assert search_with_store(reader, store, _late(store, text="secret")).total == 1
    with pytest.raises(CommitNotReached):
        search_with_store(reader, store, _late(store, text="secret", viewer=Viewer("eve")))


def test_an_acl_above_what_is_new_is_read_from_the_store(path: Path, reader: SearchReader) -> None:
    lets_eve = "user:eve:r-x,group::---,mask::r-x,other::---"
    guarded = replace(directory(2, 1, "guarded"), mode=0o750, acl=lets_eve)
    store = Store([Put(root()), Put(guarded), Put(file(3, 2, "secret"))])
    _index(path, store.operations[:2])
    for user, total in (("eve", 1), ("bob", 0)):
        page = search_with_store(reader, store, _late(store, text="secret", viewer=Viewer(user)))
        assert (page.source, page.total) == (AnswerSource.INDEX_AND_STORE, total)
