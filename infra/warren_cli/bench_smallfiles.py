"""`make bench-smallfiles`: small files at stock HDFS and at Warren, run by fs-core/bench."""

import os
import subprocess
from collections.abc import Sequence

from warren_cli import bench_ndb, build, cluster_conf, hdfs, toolchain
from warren_cli.modes import Mode
from warren_cli.programs import HOME_MARK
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY
from warren_cli.temporary_system import temporary_system

MAIN = "io.warren.bench.SmallFiles"
HEAP_MB = 512
# Room for what the longest runs write before the leader has freed what former runs deleted.
NDB_ROOM = {"WARREN_NDB_SMALL_FILE_DISK_MB": "4096", "WARREN_NDB_SMALL_FILE_UNDO_MB": "512"}


def run(progress: Progress, arguments: Sequence[str], *, ndb: bool) -> int:
    """Runs the benchmark, with `ndb` over an NDB cluster that is started for it, too."""
    toolchain.require()
    build.ensure_java(progress)
    if not ndb:
        return _java(f"{build.JAVA_LIB}/*", (), arguments, {})
    for name, value in NDB_ROOM.items():
        os.environ.setdefault(name, value)
    with temporary_system(progress, Mode.CLUSTER, store_only=True) as settings:
        root = cluster_conf.ndb_home(settings)
        processes = ",".join(map(str, bench_ndb.data_node_processes(settings)))
        return _java(
            f"{build.JAVA_LIB}/*:{cluster_conf.cluster_j(root)}",
            (f"-Djava.library.path={root}/lib",),
            (
                f"--ndb-connect={settings.ndb_mgm_address.reachable}",
                f"--store-process={processes}",
                *arguments,
            ),
            {
                "LD_LIBRARY_PATH": f"{root}/lib:{root}/lib/private",
                # Should this command be killed, the next one ends the benchmark along with NDB.
                HOME_MARK: str(settings.home),
            },
        )


def _java(
    class_path: str, options: Sequence[str], arguments: Sequence[str], environment: dict[str, str]
) -> int:
    command = (
        toolchain.java(),
        f"-Xmx{HEAP_MB}m",
        "-Dfile.encoding=UTF-8",
        f"-Dlog4j.configuration=file:{hdfs.CLIENT_LOG4J}",
        *options,
        *("-cp", class_path, MAIN, *arguments),
    )
    return subprocess.run(  # noqa: S603
        command,
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        check=False,
    ).returncode
