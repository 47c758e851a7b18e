"""Search behaves alike in Elasticsearch: the suite of all backends against a real server."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from warren_search.answer import FeedState
from warren_search.elastic.generations import ElasticIndexGenerations
from warren_search.elastic.reader import ElasticSearchReader
from warren_search.elastic.server import IndexNames, connect
from warren_search.position import FeedReport
from warren_search.testkit.builds import BuildsContract, StoreUnderTest
from warren_search.testkit.contract import SearchContract
from warren_search.testkit.under_test import IndexUnderTest, now_ms

from .conftest import elasticsearch_login, own_prefix

# A path of a thousand levels asks once for each, which takes long beside other tests.
TIME_LIMIT_MS = 180_000


class TestElasticsearch(SearchContract):
    """A generation of its own for each test, and names for all: each index takes its time."""

    @pytest.fixture(scope="class")
    def names(self, elasticsearch_url: str) -> Iterator[IndexNames]:
        with own_prefix(elasticsearch_url) as prefix:
            yield IndexNames(prefix)

    @pytest.fixture(scope="class")
    def generations(
        self, elasticsearch_url: str, names: IndexNames
    ) -> Iterator[ElasticIndexGenerations]:
        client = connect(elasticsearch_url, timeout_ms=30_000, login=elasticsearch_login())
        with closing(ElasticIndexGenerations(client, names)) as store:
            yield store

    @pytest.fixture
    def index(
        self, elasticsearch_url: str, names: IndexNames, generations: ElasticIndexGenerations
    ) -> Iterator[IndexUnderTest]:
        writer = generations.activate_empty(FeedReport(FeedState.REBUILDING, 0, now_ms()))
        reader = ElasticSearchReader(
            elasticsearch_url,
            names.prefix,
            time_limit_ms=TIME_LIMIT_MS,
            count_time_limit_ms=TIME_LIMIT_MS,
            login=elasticsearch_login(),
        )
        yield IndexUnderTest(writer, reader)
        reader.close()


class TestElasticsearchBuilds(BuildsContract):
    """Each process has a client of its own."""

    @pytest.fixture
    def store(self, elasticsearch_url: str, prefix: str) -> Iterator[StoreUnderTest]:
        with ExitStack() as process:

            def open_store() -> ElasticIndexGenerations:
                process.close()
                client = connect(elasticsearch_url, timeout_ms=30_000, login=elasticsearch_login())
                store = ElasticIndexGenerations(client, IndexNames(prefix))
                return process.enter_context(closing(store))

            reader = ElasticSearchReader(
                elasticsearch_url,
                prefix,
                time_limit_ms=TIME_LIMIT_MS,
                count_time_limit_ms=TIME_LIMIT_MS,
                login=elasticsearch_login(),
            )
            yield StoreUnderTest(open_store, reader)
            reader.close()
