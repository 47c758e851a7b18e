"""`make bench-ndb`: the mix over an NDB cluster that is started for it, run by fs-core/bench."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from warren_cli import build, cluster_conf, hdfs, toolchain
from warren_cli.cluster_programs import DATA_NODES
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.programs import HOME_MARK
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY, Settings
from warren_cli.supervision import Supervisor
from warren_cli.temporary_system import temporary_system

SCALE_OUT = "io.warren.bench.ScaleOut"
HEAP_MB = 512

# What all runs tell the feed stays there.
DATA_MEMORY_MB = 1536


def run(progress: Progress, arguments: Sequence[str]) -> int:
    """Starts NDB in a temporary folder, runs the benchmark and stops NDB; its exit code."""
    with temporary_system(
        progress, Mode.CLUSTER, store_only=True, ndb_data_memory_mb=DATA_MEMORY_MB
    ) as settings:
        root = cluster_conf.ndb_home(settings)
        command = (
            toolchain.java(),
            f"-Xmx{HEAP_MB}m",
            "-Dfile.encoding=UTF-8",
            f"-Dlog4j.configuration=file:{hdfs.CLIENT_LOG4J}",
            f"-Djava.library.path={root}/lib",
            *("-cp", f"{build.JAVA_LIB}/*:{cluster_conf.cluster_j(root)}", SCALE_OUT),
            f"--ndb-connect={settings.ndb_mgm_address.reachable}",
            f"--store-nodes={len(DATA_NODES)}",
            f"--store-process={','.join(map(str, data_node_processes(settings)))}",
            *arguments,
        )
        environment = {
            "LD_LIBRARY_PATH": f"{root}/lib:{root}/lib/private",
            # Should this command be killed, the next one ends the benchmark along with NDB.
            HOME_MARK: str(settings.home),
        }
        return subprocess.run(  # noqa: S603
            command,
            cwd=REPOSITORY,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            check=False,
        ).returncode


def data_node_processes(settings: Settings) -> list[int]:
    """The data nodes' process ids: each is watched over by a parent, which the supervisor knows."""
    parents = [p.pid for p in Supervisor(Home(settings.home)).processes() if p.name in DATA_NODES]
    return [child for parent in parents for child in (parent, *_children(parent))]


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
