"""What only the SQLite backend promises: atomic batches, generations, plans and limits."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from warren_search import (
    Kind,
    SearchQuery,
    SearchReader,
    Sort,
    Viewer,
    deadline,
    freshness,
    open_reader,
)
from warren_search.answer import FeedState
from warren_search.columns import DocumentColumns
from warren_search.conditions import All, AnyOf, Between, Not, Number, OneOf, Text
from warren_search.errors import IndexCorrupt, IndexNotReady, SearchTimedOut
from warren_search.facets import Dimension, Dimensions
from warren_search.operation import Delete, Document, Put
from warren_search.position import BuildPosition, FeedPosition, FeedReport
from warren_search.sqlite import conditions, connections, facets, pages, schema, walks
from warren_search.sqlite.generations import IndexGenerations
from warren_search.sqlite.writer import TOMBSTONE_AGE_MS, SqliteIndexWriter
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import now_ms, version

MANY = 50_000
FEW = 6_000
# After so many looks at whether a build should end, it is merging grams.
STEPS = 5


def _position(sequence: int) -> FeedPosition:
    return FeedPosition(f"c{sequence}", sequence, now_ms())


def _report(state: FeedState = FeedState.FOLLOWING, at_ms: int | None = None) -> FeedReport:
    return FeedReport(state, 1, now_ms() if at_ms is None else at_ms)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite"


@pytest.fixture
def generations(path: Path) -> Iterator[IndexGenerations]:
    with IndexGenerations(path) as generations:
        yield generations


@pytest.fixture
def reader(path: Path) -> Iterator[SearchReader]:
    reader = open_reader(path, time_limit_ms=10_000)
    yield reader
    reader.close()


def _filled(generations: IndexGenerations, documents: list[Document]) -> SqliteIndexWriter:
    builder = generations.start_build()
    for start in range(0, len(documents), 10_000):
        builder.writer.load(DocumentColumns.of(documents[start : start + 10_000]))
    writer = builder.finish_load()
    generations.activate(writer, _position(1), _report())
    return writer


def _rows(writer: SqliteIndexWriter, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(writer.file)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def _large_directory(files_count: int = FEW) -> list[Document]:
    files = [file(10 + at, 3, f"part-{at:06}") for at in range(files_count)]
    return [root(), directory(2, 1, "target"), directory(3, 1, "big"), *files]


def test_moving_a_directory_of_many_files_writes_one_document(
    generations: IndexGenerations, reader: SearchReader
) -> None:
    writer = _filled(generations, _large_directory(MANY))
    assert reader.search(SearchQuery(text="part-049999")).items[0].path == "/big/part-049999"
    changes = "SELECT count(*) FROM document WHERE logical_time > 1"
    moved = version(directory(3, 1, "big"), 2, name="renamed", parent_id=2)
    applied = writer.apply([Put(moved)], _position(2), _report())
    assert (applied.stored, applied.ignored) == (1, 0)
    assert _rows(writer, changes) == [(1,)]
    page = reader.search(SearchQuery(text="part-049999", path="/target"))
    assert [hit.path for hit in page.items] == ["/target/renamed/part-049999"]
    writer.close()


def test_a_failing_batch_changes_neither_documents_nor_position(
    generations: IndexGenerations, reader: SearchReader
) -> None:
    writer = _filled(generations, [root()])
    broken = replace(file(3, 1, "later"), size_bytes=2**70)
    with pytest.raises(OverflowError):
        writer.apply([Put(file(2, 1, "first")), Put(broken)], _position(9), _report())
    assert reader.search(SearchQuery(text="first")).total == 0
    assert reader.stats().as_of.sequence == 1
    writer.apply([Put(file(2, 1, "first"))], _position(2), _report())
    assert reader.search(SearchQuery(text="first")).total == 1
    writer.close()


def test_grams_are_removed_with_their_names(generations: IndexGenerations) -> None:
    writer = _filled(generations, [root(), file(2, 1, "Größe"), file(3, 1, "ab")])
    writer.apply([Put(version(file(2, 1, "x"), 2, name="other"))], _position(2), _report())
    writer.apply([Delete(3, 2), Delete(2, 3)], _position(3), _report())
    assert _rows(writer, "SELECT term, doc FROM name_gram_term WHERE doc > 1") == []
    assert _rows(writer, "SELECT rowid FROM name_gram('oth')") == []
    writer.close()


def test_a_build_leaves_one_run_of_grams_and_merges_as_changes_come(
    generations: IndexGenerations, reader: SearchReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_MERGE_STEP_PAGES", 1)
    builder = generations.start_build()
    documents = [root(), *(file(at, 1, f"Unterlagen-{at}-{at:x}") for at in range(2, 3_000))]
    for start in range(0, len(documents), 50):
        page = documents[start : start + 50]
        reached = BuildPosition(_position(1), page[-1].inode_id, start + len(page))
        builder.writer.load(DocumentColumns.of(page), reached)
    file_of = builder.writer
    runs = "SELECT count(DISTINCT segid) FROM name_gram_idx"
    assert _rows(file_of, runs) != [(1,)]

    steps = 0

    def ends() -> None:
        nonlocal steps
        steps += 1
        if steps == STEPS:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        builder.finish_load(ends)
    builder.close()
    resumed = generations.resume_build()
    assert resumed is not None
    writer = resumed.finish_load()
    generations.activate(writer, _position(1), _report())
    assert _rows(writer, runs) == [(1,)]
    assert ("automerge", 4) in _rows(writer, "SELECT k, v FROM name_gram_config")
    assert reader.search(SearchQuery(text="unterlagen-2999")).total == 1
    assert reader.search(SearchQuery(text="unterlagen")).total == len(documents) - 1
    writer.close()


def test_old_tombstones_go_and_young_ones_stay(generations: IndexGenerations) -> None:
    writer = _filled(generations, [root()])
    long_ago_ms = now_ms() - TOMBSTONE_AGE_MS - 1
    writer.apply([Delete(2, 5)], _position(2), _report(at_ms=long_ago_ms))
    writer.apply([Delete(3, 5)], _position(3), _report())
    assert _rows(writer, "SELECT inode_id FROM tombstone") == [(3,)]
    writer.close()


def test_readers_move_to_a_new_generation(
    generations: IndexGenerations, reader: SearchReader
) -> None:
    first = _filled(generations, [root(), file(2, 1, "old")])
    assert reader.search(SearchQuery(text="old")).total == 1
    second = _filled(generations, [root(), file(2, 1, "new")])
    first.close()
    generations.remove_others()
    assert not first.file.exists()
    assert reader.search(SearchQuery(text="old")).total == 0
    assert reader.search(SearchQuery(text="new")).total == 1
    second.close()


def test_readers_work_while_the_index_is_written_and_replaced(
    generations: IndexGenerations, reader: SearchReader
) -> None:
    writer = _filled(generations, [root(), directory(2, 1, "a"), file(3, 2, "leaf")])
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                page = reader.search(SearchQuery(text="leaf"))
                assert [hit.path for hit in page.items] in (["/a/leaf"], ["/b/leaf"])
        except BaseException as error:  # noqa: BLE001 - shown by the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for turn in range(2, 60):
        moved = version(directory(2, 1, "ab"[turn % 2]), turn)
        writer.apply([Put(moved)], _position(turn), _report())
        if turn % 20 == 0:
            writer.close()
            writer = _filled(generations, [root(), directory(2, 1, "a"), file(3, 2, "leaf")])
            generations.remove_others()
    done.set()
    for thread in threads:
        thread.join()
    writer.close()
    assert not failures


def test_another_process_that_ends_takes_no_log_from_the_writer(
    generations: IndexGenerations, reader: SearchReader
) -> None:
    """The switch reads the file, too: closing it would give the engine's lock on it back."""
    writer = _filled(generations, [root()])
    look = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM total')"
    subprocess.run([sys.executable, "-c", look, str(writer.file)], check=True)
    writer.apply([Put(file(2, 1, "leaf"))], _position(2), _report())
    assert reader.search(SearchQuery(text="leaf")).total == 1
    writer.close()


def test_a_reader_survives_a_fork(generations: IndexGenerations, reader: SearchReader) -> None:
    writer = _filled(generations, [root(), file(2, 1, "leaf")])
    assert reader.search(SearchQuery(text="leaf")).total == 1
    child = os.fork()
    if child == 0:
        found = reader.search(SearchQuery(text="leaf")).total
        os._exit(0 if found == 1 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert reader.search(SearchQuery(text="leaf")).total == 1
    writer.close()


def test_an_index_is_readable_after_its_writer_has_gone(
    generations: IndexGenerations, reader: SearchReader
) -> None:
    _filled(generations, [root(), file(2, 1, "leaf")]).close()
    assert reader.search(SearchQuery(text="leaf")).total == 1


def test_there_is_no_index_at_first(reader: SearchReader) -> None:
    with pytest.raises(IndexNotReady):
        reader.search(SearchQuery())
    status = reader.status()
    assert (status.state, status.searchable) == (FeedState.STALLED, False)
    assert status.last_error is not None


def test_a_file_of_another_kind_is_refused(path: Path, reader: SearchReader) -> None:
    other = path.with_name("other")
    sqlite3.connect(other).execute("CREATE TABLE x (y)").connection.close()
    path.symlink_to(other.name)
    with pytest.raises(IndexCorrupt):
        reader.search(SearchQuery())
    assert "cannot be read" in (reader.status().last_error or "")


def test_a_silent_feed_reader_counts_as_stalled(
    generations: IndexGenerations, reader: SearchReader
) -> None:
    writer = _filled(generations, [root()])
    writer.report(_report(at_ms=now_ms() - freshness.REPORT_AGE_MAX_MS - 1))
    assert reader.status().state is FeedState.STALLED
    writer.report(_report())
    assert reader.status().state is FeedState.FOLLOWING
    writer.close()


def test_many_hits_are_walked_in_order_and_counted_up_to_a_limit(
    generations: IndexGenerations, reader: SearchReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "CANDIDATES_MAX", 100)
    monkeypatch.setattr(walks, "CHUNK_ROWS", 200)
    monkeypatch.setattr(walks, "CHUNK_ROWS_MAX", 200)
    writer = _filled(generations, _large_directory())
    for sort in Sort:
        page = reader.search(SearchQuery(text="part", sort=sort, limit=5))
        following = SearchQuery(text="part", sort=sort, limit=5, cursor=page.next_cursor)
        names = [hit.name for hit in (*page.items, *reader.search(following).items)]
        numbers = range(10) if not sort.startswith("-") else range(FEW - 1, FEW - 11, -1)
        assert names == [f"part-{number:06}" for number in numbers]
        assert not page.total_is_exact
        assert len(page.items) < page.total < FEW
    writer.close()


@pytest.mark.parametrize(("text", "found"), [("part -0001", 2), ("part -zzz", 0)])
def test_what_an_index_finds_is_read_from_it_once(
    generations: IndexGenerations, path: Path, text: str, found: int
) -> None:
    names = ["part-0001", "part-00010", "part-0002", "else"]
    writer = _filled(generations, [root(), *[file(10 + at, 1, x) for at, x in enumerate(names)]])
    connection = schema.open_for_reading(path)
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    query = SearchQuery(text=text, extension="csv" if found == 0 else None)
    page = pages.PageSearch(connection, query, deadline.Deadline(60_000)).find()
    assert (page.total, page.total_is_exact) == (found, True)
    # Once none is found, no other index is asked.
    assert len([each for each in asked if "MATCH" in each]) == 1
    connection.close()
    writer.close()


@pytest.mark.parametrize("classes_max", [0, 10_000])
def test_a_walk_finds_the_same_whatever_the_number_of_classes(
    generations: IndexGenerations,
    reader: SearchReader,
    monkeypatch: pytest.MonkeyPatch,
    classes_max: int,
) -> None:
    monkeypatch.setattr(pages, "CANDIDATES_MAX", 100)
    monkeypatch.setattr(pages, "CLASSES_MAX", classes_max)
    documents = [
        replace(
            file(10 + at, 1, f"f{at:05}.{'csv' if at % 3 else 'orc'}", at),
            owner=f"user{at % 4}",
            group=f"team{at % 5}",
        )
        for at in range(FEW)
    ]
    writer = _filled(generations, [root(), *documents])
    where = All(
        (
            AnyOf((OneOf(Text.EXTENSION, ("orc",)), Between(Number.SIZE, FEW - 100, None))),
            Not(OneOf(Text.OWNER, ("user0",))),
        )
    )
    for sort in Sort:
        query = SearchQuery(where=where, group="team2", kind=Kind.FILE, sort=sort, limit=30)
        expected = [
            f"f{at:05}.{'csv' if at % 3 else 'orc'}"
            for at in range(FEW)
            if (at % 3 == 0 or at >= FEW - 100) and at % 4 and at % 5 == 2
        ]
        found = [hit.name for hit in reader.search(query).items]
        assert found == (expected[::-1] if sort.startswith("-") else expected)[:30]
    writer.close()


def test_a_query_that_takes_too_long_ends(generations: IndexGenerations, path: Path) -> None:
    writer = _filled(generations, _large_directory())
    hasty = open_reader(path, time_limit_ms=0)
    with pytest.raises(SearchTimedOut):
        hasty.search(SearchQuery(text="part 9 8 7", sort=Sort.SIZE_DESCENDING))
    hasty.close()
    writer.close()


def test_a_walk_that_finds_nothing_in_time_says_where_to_go_on(
    generations: IndexGenerations, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = _large_directory()
    documents[-1] = replace(documents[-1], replication=1, mode=0o600)
    writer = _filled(generations, documents)
    monkeypatch.setattr(pages, "WALK_SHARE", 0.0)
    monkeypatch.setattr(conditions, "drivers", lambda *_, **__: [])
    reader = open_reader(path, time_limit_ms=10_000)
    query = SearchQuery(text="part-005999", sort=Sort.NAME)
    found: list[str] = []
    for _ in range(50):
        page = reader.search(query)
        found += [hit.name for hit in page.items]
        if page.next_cursor is None:
            break
        query = replace(query, cursor=page.next_cursor)
    assert found == ["part-005999"]
    with pytest.raises(SearchTimedOut):
        reader.search(SearchQuery(text="part-005999", sort=Sort.NAME, viewer=Viewer("eve")))
    reader.close()
    writer.close()


@pytest.mark.parametrize("viewer", [None, Viewer("eve")])
def test_the_number_of_hits_is_told_when_there_is_no_time_for_more(
    generations: IndexGenerations,
    reader: SearchReader,
    monkeypatch: pytest.MonkeyPatch,
    viewer: Viewer | None,
) -> None:
    monkeypatch.setattr(facets, "CANDIDATES_MAX", 100)
    monkeypatch.setattr(connections, "_STEPS_PER_CHECK", 100)
    writer = _filled(generations, _large_directory())
    query = SearchQuery(text="part", viewer=viewer)
    whole = reader.facets(query)
    assert (whole.total, whole.length_bytes, whole.complete) == (FEW, 10 * FEW, True)
    counted = facets._Counting.dimensions_of_many

    def late(self: facets._Counting) -> Dimensions:
        self._deadline.time_limit_ms = -1
        return counted(self)

    monkeypatch.setattr(facets._Counting, "dimensions_of_many", late)
    found = reader.facets(query)
    assert (found.total, found.length_bytes) == (FEW, 10 * FEW)
    assert (found.dimensions, found.complete) == ({}, False)
    # The connection is as good as before.
    assert reader.search(query).items
    writer.close()


def test_what_is_cut_off_is_not_counted(
    generations: IndexGenerations, reader: SearchReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facets, "CANDIDATES_MAX", 100)
    writer = _filled(generations, _large_directory())
    assert reader.facets(SearchQuery()).total == FEW + 3
    writer.apply([Delete(3, 2)], _position(2), _report())
    found = reader.facets(SearchQuery())
    assert (found.total, found.length_bytes, found.complete) == (2, 0, True)
    writer.close()


def test_conditions_on_classes_are_counted_from_one_index(
    generations: IndexGenerations, reader: SearchReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facets, "CANDIDATES_MAX", 100)
    documents = [
        replace(
            file(10 + at, 1, f"f{at}.{'csv' if at % 3 else 'orc'}", at),
            owner=f"user{at % 2}",
            group=f"team{at % 5}",
        )
        for at in range(FEW)
    ]
    writer = _filled(generations, [root(), *documents])
    asked = SearchQuery(
        owner="user1", group="team2", extension="CSV", kind=Kind.FILE, size_min_bytes=100
    )
    found = reader.facets(asked)
    expected = [at for at in range(100, FEW) if at % 2 == 1 and at % 5 == 2 and at % 3]
    assert (found.total, found.length_bytes) == (len(expected), sum(expected))
    assert [each.value for each in found.dimensions[Dimension.EXTENSION]] == ["csv"]
    condition = conditions.class_filters(asked)
    assert condition is not None
    plan = _rows(
        writer,
        "EXPLAIN QUERY PLAN SELECT class_id, count(*), sum(size_bytes)"
        " FROM document INDEXED BY document_by_class WHERE mtime_ms > 5 GROUP BY 1",
    )
    assert "COVERING INDEX document_by_class" in str(plan)
    assert "TEMP B-TREE" not in str(plan)
    writer.close()


@pytest.mark.parametrize("sort", list(Sort))
def test_equal_keys_are_not_read_again_for_each_page(
    generations: IndexGenerations,
    reader: SearchReader,
    monkeypatch: pytest.MonkeyPatch,
    sort: Sort,
) -> None:
    """Work per page is counted in SQLite's own steps, not in time."""
    same = [file(10 + at, 1, "_SUCCESS") for at in range(FEW)]
    writer = _filled(generations, [root(), *same])
    monkeypatch.setattr(pages, "CANDIDATES_MAX", 100)
    monkeypatch.setattr(walks, "CHUNK_ROWS", 100)
    monkeypatch.setattr(walks, "CHUNK_ROWS_MAX", 100)
    monkeypatch.setattr(connections, "_STEPS_PER_CHECK", 100)
    steps = 0

    def count(_deadline: deadline.Deadline) -> bool:
        nonlocal steps
        steps += 100
        return False

    first = reader.search(SearchQuery(text="succ", sort=sort, limit=20))
    monkeypatch.setattr(deadline.Deadline, "passed", count)
    query = SearchQuery(text="succ", sort=sort, limit=20, cursor=first.next_cursor)
    page = reader.search(query)
    assert len({hit.inode_id for hit in (*first.items, *page.items)}) == 40
    assert 0 < steps < FEW
    writer.close()


@pytest.mark.parametrize(
    "asked",
    [
        SearchQuery(text="part", limit=20),
        SearchQuery(size_max_bytes=FEW, sort=Sort.SIZE_ASCENDING, limit=20),
        SearchQuery(size_min_bytes=1, sort=Sort.SIZE_DESCENDING, limit=20),
    ],
)
def test_a_page_is_not_read_to_the_end_of_its_range(
    generations: IndexGenerations,
    reader: SearchReader,
    monkeypatch: pytest.MonkeyPatch,
    asked: SearchQuery,
) -> None:
    """Work per page is counted in SQLite's own steps, not in time."""
    files = [file(10 + at, 1, f"part-{at:06}", at) for at in range(FEW)]
    writer = _filled(generations, [root(), *files])
    monkeypatch.setattr(pages, "CANDIDATES_MAX", 100)
    monkeypatch.setattr(pages, "COUNT_TIME_MS", -1)
    monkeypatch.setattr(walks, "CHUNK_ROWS", 64)
    monkeypatch.setattr(connections, "_STEPS_PER_CHECK", 100)
    steps = 0

    def count(_deadline: deadline.Deadline) -> bool:
        nonlocal steps
        steps += 100
        return False

    monkeypatch.setattr(deadline.Deadline, "passed", count)
    page = reader.search(asked)
    following = reader.search(replace(asked, cursor=page.next_cursor))
    assert len({hit.inode_id for hit in (*page.items, *following.items)}) == 40
    assert 0 < steps < 2 * FEW
    writer.close()


def test_a_version_from_the_future_is_refused(generations: IndexGenerations) -> None:
    writer = _filled(generations, [root()])
    writer.close()
    connection = sqlite3.connect(writer.file)
    connection.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")
    connection.close()
    with pytest.raises(IndexCorrupt):
        generations.open_active()
