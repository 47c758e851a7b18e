"""The pipeline is disturbed at random under load; index and replica end as the namespace.

Its name puts it behind the tests that expect servers which nobody has disturbed.

A longer run: PYTEST_ADDOPTS="--disturbances=60 --seed=11" bin/warren test --only cluster
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from warren_analytics.client import ReplicaClient
from warren_analytics.errors import AnalyticsError
from warren_cdc.admin import AdminClient
from warren_cli import health
from warren_cli.home import Home
from warren_cli.settings import load
from warren_cli.supervision import Supervisor
from warren_search import SearchReader, open_elastic_reader
from warren_search.errors import SearchError

from . import truth
from .changes import Changes
from .conftest import elasticsearch_login
from .disturbances import QUIET_S, VICTIMS, inflict, planned, wait_until, wait_until_runs

# Whatever else the seed draws, these must have been done, or the test shows little.
OPERATIONS = {
    *("MKDIRS", "CREATE", "APPEND", "TRUNCATE", "CONCAT", "RENAME", "DELETE", "SETOWNER"),
    *("SETPERMISSION", "SETTIMES", "SETREPLICATION", "SETACL", "SETXATTR", "SETSTORAGEPOLICY"),
    *("SETQUOTA", "CREATESNAPSHOT"),
}


@dataclass
class Followers:
    """Those who follow the changes."""

    reader: SearchReader
    replica: ReplicaClient

    def index_is_at(self, sequence: int) -> bool:
        try:
            as_of = self.reader.status().as_of
        except SearchError:
            return False
        return as_of is not None and as_of.sequence >= sequence

    def replica_is_at(self, sequence: int) -> bool:
        try:
            as_of = self.replica.status().as_of
        except AnalyticsError:
            return False
        return as_of is not None and as_of.sequence >= sequence


@pytest.fixture
def supervisor() -> Supervisor:
    return Supervisor(Home(load(os.environ).home))


@pytest.fixture
def followers() -> Iterator[Followers]:
    reader = open_elastic_reader(
        os.environ["WARREN_ELASTICSEARCH_ADDRESS"],
        time_limit_ms=20_000,
        login=elasticsearch_login(),
    )
    replica = ReplicaClient(Path(os.environ["WARREN_REPLICA_SOCKET"]))
    yield Followers(reader, replica)
    replica.close()
    reader.close()


@pytest.mark.timeout(0)
def test_index_and_replica_end_as_the_namespace_whatever_is_disturbed(
    admin: AdminClient,
    followers: Followers,
    supervisor: Supervisor,
    elasticsearch_url: str,
    request: pytest.FixtureRequest,
) -> None:
    seed: int = request.config.getoption("seed")
    count: int = request.config.getoption("disturbances")
    print(f"seed {seed}, {count} disturbances")
    urls = tuple(os.environ["WARREN_ADMIN_URLS"].split(","))
    loads = [Changes(urls, seed), Changes(tuple(reversed(urls)), seed + 1)]
    for load_ in loads:
        load_.start()
    try:
        for blow in planned(Random(seed), count):
            inflict(supervisor, blow)
        time.sleep(QUIET_S[1])
    finally:
        for load_ in loads:
            load_.finish()
    done = loads[0].done + loads[1].done
    print(f"{done.total()} changes: {dict(done)}")
    assert done.total() > 200
    assert OPERATIONS - done.keys() == set()
    for name in VICTIMS:
        wait_until_runs(supervisor, name)
    head = admin.feed(after=None, limit=1, wait_ms=0).head_sequence
    wait_until(lambda: followers.index_is_at(head), f"the index does not reach {head}")
    wait_until(lambda: followers.replica_is_at(head), f"the replica does not reach {head}")
    namespace = truth.namespace_of(admin)
    indexed = truth.index_of(elasticsearch_url)[0]
    assert indexed == namespace
    attributes = {each.inode_id: set(each.xattrs) for each in indexed.values() if each.xattrs}
    assert attributes == truth.attributes_of(admin, namespace)
    told, paths = truth.replica_of(followers.replica)
    assert told == truth.told_by_sql(namespace)
    assert paths == truth.true_paths(namespace)
    wait_until(
        lambda: truth.index_of(elasticsearch_url)[1] == truth.true_ancestors(namespace),
        "lists of ancestors do not become true",
    )
    settings = load(os.environ)
    wait_until(
        lambda: all(row.is_healthy for row in health.check(settings, supervisor.processes())),
        "not everything is healthy again",
    )
