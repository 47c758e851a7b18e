"""`bin/warren hdfs-compat --ndb`: Hadoop's own tests on namenodes over an NDB started for them."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import httpx

from warren_cli import cluster_programs, compat, hadoop_conf, health, namenodes
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor
from warren_cli.testing import temporary_system

START_S = 180.0
POLL_S = 0.5


def run(progress: Progress, classes: Sequence[str] = (), *, own_datanodes: bool = False) -> int:
    """As compat.run, over NDB. Needs NDB_HOME."""
    with _running(progress, datanodes=not own_datanodes) as settings:
        return compat.run(
            progress,
            compat.target_of(settings),
            classes,
            own_datanodes=own_datanodes,
            name="hdfs-compat-ndb",
        )


@contextmanager
def _running(progress: Progress, *, datanodes: bool) -> Iterator[Settings]:
    """The metadata store, both namenodes, and both datanodes unless the tests bring their own."""
    with temporary_system(progress, Mode.CLUSTER, store_only=True) as settings:
        home = Home(settings.home)
        hadoop_conf.write_cluster(home, settings, {compat.GROUPS_PROPERTY: compat.TEST_USERS})
        supervisor = Supervisor(home)
        supervisor.start_stopped(namenodes.NAMES)
        for name in namenodes.NAMES:
            _await(f"{name} to serve", partial(_serves, settings, name))
        if datanodes:
            supervisor.start_stopped(cluster_programs.DATANODES)
            wanted = len(cluster_programs.DATANODES)
            _await("the datanodes to register", lambda: _live(settings) == wanted)
        yield settings


def _serves(settings: Settings, name: str) -> bool:
    return namenodes.state_of(settings, name) == "serving"


def _live(settings: Settings) -> int:
    with httpx.Client(timeout=health.TIMEOUT_S, trust_env=False) as client:
        view = health.cluster_view(client, settings)
    return 0 if view is None else sum(node["state"] == "live" for node in view["datanodes"])


def _await(what: str, holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_S
    while not holds():
        if time.monotonic() > deadline:
            raise OperatorError("The file system did not start", waits_for=what, timeout_s=START_S)
        time.sleep(POLL_S)
