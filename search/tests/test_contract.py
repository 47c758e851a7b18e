"""The contract suite on the SQLite backend, by both of its plans, and on the model itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from warren_search import open_reader
from warren_search.answer import FeedState
from warren_search.position import FeedReport
from warren_search.sqlite import facets, groups, likeness, pages, walks
from warren_search.sqlite.generations import IndexGenerations
from warren_search.testkit.builds import BuildsContract, StoreUnderTest
from warren_search.testkit.contract import SearchContract
from warren_search.testkit.likeness import LikenessContract
from warren_search.testkit.model import ModelIndex
from warren_search.testkit.under_test import IndexUnderTest, now_ms


@pytest.fixture
def sqlite_index(tmp_path: Path) -> Iterator[IndexUnderTest]:
    """An empty index that is not searchable yet."""
    path = tmp_path / "index.sqlite"
    with IndexGenerations(path) as generations:
        writer = generations.activate_empty(FeedReport(FeedState.REBUILDING, 0, now_ms()))
        reader = open_reader(path, time_limit_ms=30_000)
        yield IndexUnderTest(writer, reader)
        reader.close()
        writer.close()


class TestSqliteByCandidates(SearchContract):
    """Small indexes are searched through candidates."""

    REPAIRS_WHAT_IS_AHEAD = True

    @pytest.fixture
    def index(self, sqlite_index: IndexUnderTest) -> IndexUnderTest:
        return sqlite_index


def _walk_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "choose_driver", lambda *_: None)
    monkeypatch.setattr(facets, "choose_driver", lambda *_: None)
    monkeypatch.setattr(groups, "KEPT_MAX", 5)
    monkeypatch.setattr(walks, "CHUNK_ROWS", 3)
    monkeypatch.setattr(walks, "CHUNK_ROWS_MAX", 3)
    monkeypatch.setattr(likeness, "POSTINGS", 2)
    monkeypatch.setattr(likeness, "POSTINGS_MAX", 4)
    monkeypatch.setattr(pages, "COUNT_TIME_MS", 30_000)


class TestSqliteByWalking(SearchContract):
    """Every search walks its sort's index in tiny chunks; all counts are those of many hits."""

    REPAIRS_WHAT_IS_AHEAD = True

    @pytest.fixture
    def index(
        self, sqlite_index: IndexUnderTest, monkeypatch: pytest.MonkeyPatch
    ) -> IndexUnderTest:
        _walk_always(monkeypatch)
        return sqlite_index


class TestSqliteByWalkingWhatIsWritten(LikenessContract):
    """Names that hold a word as it is written are too many to be sorted, too."""

    @pytest.fixture
    def index(
        self, sqlite_index: IndexUnderTest, monkeypatch: pytest.MonkeyPatch
    ) -> IndexUnderTest:
        _walk_always(monkeypatch)
        monkeypatch.setattr(pages, "WRITTEN_MAX", -1)
        return sqlite_index


class TestModel(SearchContract):
    """The suite is right about the simplest index, too."""

    @pytest.fixture
    def index(self) -> IndexUnderTest:
        model = ModelIndex()
        return IndexUnderTest(model, model)


class TestSqliteBuilds(BuildsContract):
    """Each process has the lock for itself: the one before gave it back when it ended."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[StoreUnderTest]:
        path = tmp_path / "index.sqlite"
        with ExitStack() as process:

            def open_store() -> IndexGenerations:
                process.close()
                return process.enter_context(IndexGenerations(path))

            reader = open_reader(path, time_limit_ms=30_000)
            yield StoreUnderTest(open_store, reader)
            reader.close()
