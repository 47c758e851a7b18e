"""`make bench`: the comparison with a stock HDFS NameNode, run by fs-core/bench."""

from collections.abc import Sequence

from warren_cli import build, hdfs, toolchain
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.settings import Settings

COMPARISON = "io.warren.bench.Comparison"


def run(settings: Settings, progress: Progress, arguments: Sequence[str]) -> None:
    """Builds what is missing and becomes the benchmark."""
    toolchain.require()
    build.ensure_java(progress)
    hdfs.replace_process(
        hdfs.java_command(Home(settings.home), COMPARISON, arguments, hdfs.LONG_RUN_FLAGS)
    )
