"""`bin/warren hdfs-compat --ndb`: Hadoop's own tests on namenodes over an NDB started for them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from warren_cli import cluster, compat, hadoop_conf
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor
from warren_cli.temporary_system import temporary_system


def run(
    progress: Progress,
    classes: Sequence[str] = (),
    *,
    own_datanodes: bool = False,
    client: compat.Client = compat.Client.STOCK,
) -> int:
    """As compat.run, over NDB. Needs NDB_HOME."""
    with _running(progress, datanodes=not own_datanodes) as settings:
        return compat.run(
            progress,
            compat.target_of(settings),
            classes,
            own_datanodes=own_datanodes,
            client=client,
            name="hdfs-compat-ndb",
        )


@contextmanager
def _running(progress: Progress, *, datanodes: bool) -> Iterator[Settings]:
    """The metadata store, both namenodes, and both datanodes unless the tests bring their own."""
    with temporary_system(progress, Mode.CLUSTER, store_only=True) as settings:
        home = Home(settings.home)
        hadoop_conf.write_cluster(home, settings, {compat.GROUPS_PROPERTY: compat.TEST_USERS})
        cluster.start_namenodes(settings, Supervisor(home), progress, datanodes=datanodes)
        yield settings
