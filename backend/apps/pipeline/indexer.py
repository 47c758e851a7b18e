"""The indexer's client of this process, and its failures as problems of the platform."""

from collections.abc import Iterator
from contextlib import contextmanager

from apps.common.problems import PROBLEM_BY_STATUS, Internal, Unavailable
from config.env import env
from integrations.indexer import IndexerClient, IndexerRefused, IndexerUnreachable

TIMEOUT_MS = 10_000


@contextmanager
def indexer() -> Iterator[IndexerClient]:
    """The client, for use inside the block; its errors leave the block as problems."""
    try:
        yield IndexerClient(env().indexer_address, env().indexer_token_path, timeout_ms=TIMEOUT_MS)
    except IndexerUnreachable as error:
        raise Unavailable(
            "The indexer does not answer",
            code="indexer_unavailable",
            detail="Check it (`make status`, `make logs NAME=indexer`), then try again.",
            facts={"reason": str(error)},
        ) from error
    except IndexerRefused as error:
        kind = PROBLEM_BY_STATUS.get(error.status, Internal)
        raise kind(error.title or None) from error
