"""What the tests of exports share: a real index below the test's own home."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

import pytest

from apps.search import index as search_index
from config.env import env
from warren_search import FeedState
from warren_search.columns import DocumentColumns
from warren_search.operation import Document
from warren_search.position import FeedPosition, FeedReport
from warren_search.sqlite.generations import IndexGenerations
from warren_search.testkit.under_test import now_ms

BuildIndex = Callable[[Sequence[Document]], None]


@pytest.fixture
def build_index(_own_home: None) -> Iterator[BuildIndex]:
    """Makes the index of these documents, as of sequence 9."""
    with ExitStack() as stack:
        yield lambda documents: stack.enter_context(_index_of(documents))


@contextmanager
def _index_of(documents: Sequence[Document]) -> Iterator[None]:
    path = env().search_index_path
    path.parent.mkdir(parents=True)
    with IndexGenerations(path) as generations:
        builder = generations.start_build()
        builder.writer.load(DocumentColumns.of(documents))
        report = FeedReport(FeedState.FOLLOWING, 9, now_ms())
        generations.activate(builder.finish_load(), FeedPosition("c9", 9, now_ms()), report)
        search_index.index_reader.cache_clear()
        yield
    search_index.index_reader().close()
    search_index.index_reader.cache_clear()
