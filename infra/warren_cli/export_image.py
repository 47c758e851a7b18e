"""`bin/warren migrate export`: from Warren to a stock HDFS, whose NameNode goes on where it is."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warren_cli import build, namespace_load, offline, toolchain
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.rights import owner_only
from warren_cli.settings import Settings

EXPORTER = "io.warren.migrate.ExportImage"
TIMEOUT_S = 24 * 3600
REPORT_NAME = "export-report.json"
LEFT_OUT_NAME = "export-left-out.jsonl"
# The exporter's exit code when it made all of it, but had to leave something out.
EXIT_LEFT_OUT = 6


@dataclass(frozen=True)
class Plan:
    """Where to: a folder that is not there yet, for the NameNode's `dfs.namenode.name.dir`."""

    names: Path
    heap_mb: int = 1024


def run(settings: Settings, progress: Progress, plan: Plan) -> int:
    """Makes a name directory of a stopped store.

    0 when everything was taken, EXIT_LEFT_OUT when something is left out, anything else when
    nothing was made.
    """
    if settings.is_cluster:
        raise OperatorError(
            "The embedded store alone is exported, as yet",
            remedy="Unset WARREN_MODE",
        )
    home = Home(settings.home)
    namespace_load.refuse_running(home)
    offline.require_store(home, remedy="Set WARREN_HOME to the folder of the one to export")
    if plan.names.exists():
        raise OperatorError(
            "An export needs a folder that is not there yet",
            remedy="Nothing was changed. Name another folder",
            folder=plan.names,
        )
    toolchain.require()
    build.ensure_java(progress)
    progress.say(f"exporting {home.store}")
    report = home.root / REPORT_NAME
    left_out = home.root / LEFT_OUT_NAME
    # Of an export before this one.
    for former in (report, left_out):
        former.unlink(missing_ok=True)
    with owner_only():
        done = subprocess.run(  # noqa: S603
            _command(plan, home.store, report, left_out), check=False, timeout=TIMEOUT_S
        )
    if done.returncode not in {0, EXIT_LEFT_OUT}:
        progress.say("nothing was exported")
        return done.returncode
    _tell(json.loads(report.read_text(encoding="utf-8")), report, progress)
    return done.returncode


def _command(plan: Plan, store: Path, report: Path, left_out: Path) -> list[str]:
    return offline.command(
        EXPORTER,
        *("--store", str(store), "--names", str(plan.names)),
        *("--report", str(report), "--left-out", str(left_out)),
        heap_mb=plan.heap_mb,
    )


def _tell(report: dict[str, Any], file: Path, progress: Progress) -> None:
    progress.say(f"exported {offline.taken(report)}")
    for what, left_out in report["left_out"].items():
        progress.say(f"  left out: {left_out['count']:,} {what}. {left_out['reason']}")
    if report["left_out"]:
        progress.say(f"each of them is in {report['left_out_list']}, by path; counts in {file}")
    progress.say(
        f"{report['name_directory']} is a name directory of layout {report['layout_version']}, "
        f"block pool {report['block_pool_id']}: start a stock NameNode of Hadoop 3.5 on it, "
        "and do not start Warren on the same datanodes again"
    )
