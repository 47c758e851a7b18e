"""Counting by the index takes bounded memory, however many directories and groups there are."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from warren_search import FeedState, SearchQuery, SearchReader, Viewer, open_reader
from warren_search.columns import DocumentColumns
from warren_search.position import FeedPosition, FeedReport
from warren_search.sqlite import groups, schema
from warren_search.sqlite.generations import IndexGenerations, active_file
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import now_ms

DIRECTORIES = 20_000
PAGE = 4_000
# What was kept of each directory took more than that in all.
PEAK_MAX_BYTES = 6 * 1024 * 1024


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """As many directories with a file each, every file of another size and owner."""
    path = tmp_path_factory.mktemp("search") / "index.sqlite"
    documents = [root()]
    documents += [directory(2 + at, 1, f"d{at}") for at in range(DIRECTORIES)]
    documents += [
        replace(file(100_000 + at, 2 + at, f"f{at}", at), owner=f"owner{at % 5_000}")
        for at in range(DIRECTORIES)
    ]
    with IndexGenerations(path) as generations:
        builder = generations.start_build()
        for start in range(0, len(documents), PAGE):
            builder.writer.load(DocumentColumns.of(documents[start : start + PAGE]))
        report = FeedReport(FeedState.FOLLOWING, 1, now_ms())
        position = FeedPosition("c1", 1, now_ms())
        generations.activate(builder.finish_load(lambda: None), position, report)
        yield path


@pytest.fixture
def reader(path: Path) -> Iterator[SearchReader]:
    reader = open_reader(path, count_time_limit_ms=60_000)
    yield reader
    reader.close()


@pytest.mark.parametrize(
    "query", [SearchQuery(path="/"), SearchQuery(viewer=Viewer("eve")), SearchQuery(without="zzz")]
)
def test_many_directories_are_not_all_kept(
    reader: SearchReader, monkeypatch: pytest.MonkeyPatch, query: SearchQuery
) -> None:
    monkeypatch.setattr(groups, "KEPT_MAX", 1_000)
    tracemalloc.start()
    try:
        counted = reader.facets(query)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert counted.total in {2 * DIRECTORIES, 2 * DIRECTORIES + 1}
    assert counted.complete
    assert peak_bytes < PEAK_MAX_BYTES


def test_what_is_sorted_goes_to_files(path: Path) -> None:
    opened = active_file(path)
    assert opened is not None
    connection = schema.open_for_reading(opened)
    try:
        # 1: files; what SQLite itself holds is then its cache.
        assert connection.execute("PRAGMA temp_store").fetchone() == (1,)
        # A page that is not in memory is read alone.
        assert connection.execute("PRAGMA mmap_size").fetchone() == (0,)
    finally:
        connection.close()
