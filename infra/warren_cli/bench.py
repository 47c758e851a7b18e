"""`make bench`: beside a stock HDFS NameNode, run by fs-core/bench."""

import os
from collections.abc import Sequence

from warren_cli import build, hdfs, toolchain
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY

COMPARISON = "io.warren.bench.Comparison"
HEAP_MB = 1024


def run(progress: Progress, arguments: Sequence[str]) -> None:
    """Builds what is missing and becomes the benchmark, which starts servers of its own."""
    toolchain.require()
    build.ensure_java(progress)
    os.chdir(REPOSITORY)
    hdfs.replace_process(
        (
            toolchain.java(),
            f"-Xmx{HEAP_MB}m",
            "-Dfile.encoding=UTF-8",
            f"-Dlog4j.configuration=file:{hdfs.CLIENT_LOG4J}",
            *("-cp", f"{build.JAVA_LIB}/*", COMPARISON, *arguments),
        )
    )
