"""The pipeline's servers, as the environment names them."""

import itertools
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from warren_cdc.admin import AdminClient
from warren_cdc.logins import ELASTICSEARCH_USER, basic
from warren_search.elastic.server import connect

SEED = 7
# Each part is killed once, and some blows of any kind fall on the same ones again.
DISTURBANCES = 10

_prefixes = itertools.count(1)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("pipeline")
    group.addoption("--seed", type=int, default=SEED, help="Of random changes and disturbances.")
    group.addoption(
        "--disturbances", type=int, default=DISTURBANCES, help="Kills, restarts and standstills."
    )


def elasticsearch_login() -> tuple[str, str]:
    """User and password of the running Elasticsearch."""
    found = basic(ELASTICSEARCH_USER, Path(os.environ["WARREN_ELASTICSEARCH_PASSWORD_FILE"]))
    assert found is not None
    return found


@pytest.fixture(scope="session")
def elasticsearch_url() -> str:
    """The running Elasticsearch; without one, nothing here can run."""
    address = os.environ.get("WARREN_ELASTICSEARCH_ADDRESS")
    if not address:
        pytest.exit("WARREN_ELASTICSEARCH_ADDRESS names no Elasticsearch", returncode=2)
    return f"http://{address}"


@pytest.fixture
def admin() -> Iterator[AdminClient]:
    """The namenodes' admin API."""
    client = AdminClient(
        tuple(os.environ["WARREN_ADMIN_URLS"].split(",")),
        Path(os.environ["WARREN_ADMIN_TOKEN_FILE"]),
        timeout_ms=30_000,
        stop=threading.Event(),
    )
    yield client
    client.close()


@pytest.fixture
def prefix(elasticsearch_url: str) -> Iterator[str]:
    """Names of the test's own for indices, which are removed afterwards."""
    with own_prefix(elasticsearch_url) as name:
        yield name


@contextmanager
def own_prefix(elasticsearch_url: str) -> Iterator[str]:
    """Names for indices, which are removed with the end of the block."""
    name = f"test-{os.getpid()}-{next(_prefixes)}"
    yield name
    with connect(elasticsearch_url, timeout_ms=30_000, login=elasticsearch_login()) as client:
        if made := list(client.indices.get(index=f"{name}-*")):
            client.indices.delete(index=made)
