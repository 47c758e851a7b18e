"""Benchmarks of fs-core/bench that run over either store: block reports, floods, subtrees."""

import os
import subprocess
from collections.abc import Sequence

from warren_cli import build, cluster_conf, hdfs, toolchain
from warren_cli.modes import Mode
from warren_cli.programs import HOME_MARK
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY
from warren_cli.temporary_system import temporary_system

BLOCK_REPORTS = "io.warren.bench.reports.BlockReports"
FLOOD = "io.warren.bench.Flood"
SUBTREES = "io.warren.bench.Subtrees"
HEAP_MB = 1024


def run(progress: Progress, arguments: Sequence[str], *, main: str, ndb: bool) -> int:
    """Runs the benchmark over the embedded store, or over NDB started for it; its exit code."""
    toolchain.require()
    build.ensure_java(progress)
    if not ndb:
        return _java(f"{build.JAVA_LIB}/*", (), main, arguments, {})
    with temporary_system(progress, Mode.CLUSTER, store_only=True) as settings:
        root = cluster_conf.ndb_home(settings)
        return _java(
            f"{build.JAVA_LIB}/*:{cluster_conf.cluster_j(root)}",
            (f"-Djava.library.path={root}/lib",),
            main,
            (f"--ndb-connect={settings.ndb_mgm_address.reachable}", *arguments),
            {
                "LD_LIBRARY_PATH": f"{root}/lib:{root}/lib/private",
                # Should this command be killed, the next one ends the benchmark along with NDB.
                HOME_MARK: str(settings.home),
            },
        )


def _java(
    class_path: str,
    options: Sequence[str],
    main: str,
    arguments: Sequence[str],
    environment: dict[str, str],
) -> int:
    command = (
        toolchain.java(),
        f"-Xmx{HEAP_MB}m",
        "-Dfile.encoding=UTF-8",
        f"-Dlog4j.configuration=file:{hdfs.CLIENT_LOG4J}",
        *options,
        *("-cp", class_path, main, *arguments),
    )
    return subprocess.run(  # noqa: S603
        command,
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        check=False,
    ).returncode
