"""Calls to Elasticsearch with its failures as typed errors, and the names of an index's parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from elasticsearch import (
    ApiError,
    ConnectionTimeout,
    Elasticsearch,
    NotFoundError,
    TransportError,
)
from warren_generations.rules import Naming

from warren_search.errors import IndexRefused, IndexUnavailable, SearchTimedOut

_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERROR: Final = 500
_REASON_LENGTH_MAX: Final = 300
STATE_ID: Final = "active"
BUILD_ID: Final = "build"


@dataclass(frozen=True, slots=True)
class IndexNames:
    """The indices and aliases below one prefix."""

    prefix: str

    @property
    def read(self) -> str:
        """The alias that searches go to."""
        return f"{self.prefix}-read"

    @property
    def write(self) -> str:
        """The alias of the generation that follows the feed."""
        return f"{self.prefix}-write"

    @property
    def state(self) -> str:
        """Holds how far the feed was followed and its reader's report, and the same of a build."""
        return f"{self.prefix}-state"

    @property
    def generations(self) -> str:
        """A pattern of every generation's index."""
        return f"{self.prefix}-g*"

    @property
    def naming(self) -> Naming:
        """Of every generation's index."""
        return Naming(f"{self.prefix}-g")


def connect(url: str, *, timeout_ms: int, login: tuple[str, str] | None = None) -> Elasticsearch:
    """A client; login: user and password, where the server asks for them.

    It connects on demand, and is safe to share between threads.
    """
    return Elasticsearch(
        url,
        basic_auth=login,
        request_timeout=timeout_ms / 1000,
        retry_on_timeout=False,
        max_retries=0,
        http_compress=False,
    )


@contextmanager
def typed_errors(time_limit_ms: int | None = None) -> Iterator[None]:
    """Failures leave the block typed: IndexUnavailable, IndexRefused, with a limit SearchTimedOut.

    NotFoundError passes: what is missing is for the caller to say.
    """
    try:
        yield
    except ConnectionTimeout as error:
        if time_limit_ms is not None:
            raise SearchTimedOut(time_limit_ms=time_limit_ms) from error
        raise IndexUnavailable(reason="timeout") from error
    except NotFoundError:
        raise
    except ApiError as error:
        raise failure(error.meta.status, str(error)) from error
    except TransportError as error:
        raise IndexUnavailable(reason=str(error)[:_REASON_LENGTH_MAX]) from error


def failure(status: int, reason: str, **facts: str | int) -> IndexUnavailable | IndexRefused:
    """The typed error of a refusal: one that can pass, or one that will not."""
    facts |= {"status": status, "reason": reason[:_REASON_LENGTH_MAX]}
    if status == _TOO_MANY_REQUESTS or status >= _SERVER_ERROR:
        return IndexUnavailable(**facts)
    return IndexRefused(**facts)


def state_of(
    client: Elasticsearch, names: IndexNames, state_id: str = STATE_ID
) -> dict[str, Any] | None:
    """A state document as last written; null when there is none. Raises NotFoundError never."""
    try:
        answer = client.get(index=names.state, id=state_id)
    except NotFoundError:
        return None
    source: dict[str, Any] = answer["_source"]
    return source
