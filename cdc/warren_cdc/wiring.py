"""Puts an indexer together from its settings, but for its source (``sources``)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import Final

from warren_analytics.client import ReplicaClient
from warren_generations.lock import Lock
from warren_search.backend import IndexStore
from warren_search.elastic.generations import ElasticIndexGenerations
from warren_search.elastic.server import IndexNames, connect
from warren_search.errors import IndexLocked
from warren_search.sqlite.generations import IndexGenerations

from warren_cdc.capture import CaptureKeeper
from warren_cdc.control import Control
from warren_cdc.dead_letters import DeadLetters
from warren_cdc.logins import CONNECT_USER, ELASTICSEARCH_USER, basic
from warren_cdc.pipeline import Pipeline
from warren_cdc.server import PipelineServer
from warren_cdc.settings import FeedSettings

CONNECTOR: Final = "warren-capture"


@contextmanager
def open_store(settings: FeedSettings) -> Iterator[IndexStore]:
    """The index's writing side. Raises IndexLocked when another process of this folder has it."""
    if settings.search_backend == "sqlite":
        with IndexGenerations(settings.index_path) as generations:
            yield generations
        return
    lock = settings.index_path.with_name("indexer.lock")
    with closing(Lock(lock, partial(IndexLocked, path=str(lock)))):
        client = connect(
            f"http://{settings.elasticsearch_address}",
            timeout_ms=settings.elasticsearch_timeout_ms,
            login=basic(ELASTICSEARCH_USER, settings.elasticsearch_password_file),
        )
        with closing(client):
            yield ElasticIndexGenerations(client, IndexNames(settings.elasticsearch_prefix))


@contextmanager
def open_pipeline(
    settings: FeedSettings, dead_letters: DeadLetters | None, stop: threading.Event
) -> Iterator[Pipeline]:
    """The pipeline's state and commands, served over HTTP; ``stop`` is set before it ends."""
    with ExitStack() as stack:
        capture = None
        if settings.change_source == "kafka":
            url = f"http://{settings.connect_address}"
            login = basic(CONNECT_USER, settings.connect_password_file)
            keeper = CaptureKeeper(url, CONNECTOR, stop, login=login)
            capture = stack.enter_context(closing(keeper))
            capture.start()
        replica = stack.enter_context(closing(ReplicaClient(settings.replica_socket_path)))
        pipeline = Pipeline(Control(), capture=capture, dead_letters=dead_letters, replica=replica)
        host, _, port = settings.indexer_address.rpartition(":")
        stack.enter_context(
            closing(PipelineServer((host, int(port)), settings.indexer_token_path, pipeline))
        )
        yield pipeline
