"""`bin/warren migrate`: from a stock HDFS to Warren."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warren_cli import build, namespace_load, offline, toolchain
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.progress import Progress
from warren_cli.rights import owner_only
from warren_cli.settings import Settings

IMPORTER = "io.warren.migrate.ImportImage"
TIMEOUT_S = 24 * 3600
REPORT_NAME = "import-report.json"
# What is under way has a name of its own, so that nobody takes it for the store.
UNFINISHED_NAME = "store.importing"


@dataclass(frozen=True)
class Plan:
    """What to import. `version_file`: the NameNode's VERSION, else the one beside the image."""

    image: Path
    version_file: Path | None = None
    without_snapshots: bool = False
    heap_mb: int = 3072


def run(settings: Settings, progress: Progress, plan: Plan) -> int:
    """Makes a store of an fsimage in a data folder that has none; the importer's exit code."""
    if settings.is_cluster:
        raise OperatorError(
            "An fsimage is imported into the embedded store alone, as yet",
            remedy="Unset WARREN_MODE",
        )
    home = Home(settings.home)
    namespace_load.refuse_running(home)
    if home.store.exists():
        raise OperatorError(
            "This data folder holds a file system already",
            remedy="Nothing was changed. Set WARREN_HOME to a folder that is not there yet",
            folder=home.root,
        )
    toolchain.require()
    build.ensure_java(progress)
    prepare(home, settings, None)
    unfinished = home.root / UNFINISHED_NAME
    # Of an import that was cut short: no file system was ever served from it.
    shutil.rmtree(unfinished, ignore_errors=True)
    progress.say(f"importing {plan.image}")
    report = home.root / REPORT_NAME
    with owner_only():
        done = subprocess.run(  # noqa: S603
            _command(plan, unfinished, report), check=False, timeout=TIMEOUT_S
        )
    if done.returncode != 0:
        shutil.rmtree(unfinished, ignore_errors=True)
        progress.say("nothing was imported")
        return done.returncode
    namespace_load.forget_derived(settings)
    # The importer does not sync: all of it must be on the disk before it counts.
    os.sync()
    unfinished.rename(home.store)
    _tell(json.loads(report.read_text(encoding="utf-8")), report, progress)
    return 0


def _command(plan: Plan, store: Path, report: Path) -> list[str]:
    return offline.command(
        IMPORTER,
        *("--image", str(plan.image), "--store", str(store), "--report", str(report)),
        *(("--version-file", str(plan.version_file)) if plan.version_file else ()),
        *(("--without-snapshots",) if plan.without_snapshots else ()),
        heap_mb=plan.heap_mb,
    )


def _tell(report: dict[str, Any], file: Path, progress: Progress) -> None:
    progress.say(f"imported {offline.taken(report)}")
    if not report["image_verified"]:
        progress.say("there was no MD5 sum beside the image to compare it with")
    if report["block_pool_id"] is None:
        progress.say(
            "there was no file VERSION: datanodes of the old file system won't know this one"
        )
    for what, left_out in report["left_out"].items():
        progress.say(f"  left out: {left_out['count']:,} {what}")
    progress.say(f"all of it is in {file}; `make run` serves it")
