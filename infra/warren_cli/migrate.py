"""`bin/warren migrate`: from a stock HDFS to Warren."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warren_cli import build, cluster_conf, lifecycle, namespace_load, offline, toolchain
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
    """Makes a file system of an fsimage where there is none; the importer's exit code."""
    home = Home(settings.home)
    namespace_load.refuse_running(home)
    if settings.is_cluster:
        return _fill_cluster(settings, home, progress, plan)
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
            _command(plan, report, "--store", str(unfinished)), check=False, timeout=TIMEOUT_S
        )
    if done.returncode != 0:
        shutil.rmtree(unfinished, ignore_errors=True)
        progress.say("nothing was imported")
        return done.returncode
    namespace_load.forget_derived(settings)
    # The importer does not sync: all of it must be on the disk before it counts.
    os.sync()
    unfinished.rename(home.store)
    _tell(json.loads(report.read_text(encoding="utf-8")), report, progress, "make run")
    return 0


def _fill_cluster(settings: Settings, home: Home, progress: Progress, plan: Plan) -> int:
    """Runs NDB and its SQL node for as long as the import takes, and no namenode.

    The cluster itself tells whether it has a file system, or a part of one that was broken off.
    """
    report = home.root / REPORT_NAME
    lifecycle.run(settings, progress, store_only=True)
    try:
        # Of an import before this one.
        report.unlink(missing_ok=True)
        progress.say(f"importing {plan.image}")
        root = cluster_conf.ndb_home(settings)
        libraries = f"{root}/lib:{root}/lib/private"
        command = _command(
            plan,
            report,
            *("--ndb-connect", str(settings.ndb_mgm_address.reachable)),
            *("--ndb-database", settings.ndb_database),
            ndb=root,
        )
        with owner_only():
            done = subprocess.run(  # noqa: S603
                command,
                env={**os.environ, "LD_LIBRARY_PATH": libraries},
                check=False,
                timeout=TIMEOUT_S,
            )
    finally:
        progress.say("stopping what the import needed")
        lifecycle.stop(settings, progress)
    if done.returncode != 0:
        progress.say("nothing was imported that could be served")
        return done.returncode
    namespace_load.forget_derived(settings)
    _tell(json.loads(report.read_text(encoding="utf-8")), report, progress, "make run-cluster")
    return 0


def _command(plan: Plan, report: Path, *store: str, ndb: Path | None = None) -> list[str]:
    return offline.command(
        IMPORTER,
        *("--image", str(plan.image), "--report", str(report), *store),
        *(("--version-file", str(plan.version_file)) if plan.version_file else ()),
        *(("--without-snapshots",) if plan.without_snapshots else ()),
        heap_mb=plan.heap_mb,
        ndb=ndb,
    )


def _tell(report: dict[str, Any], file: Path, progress: Progress, serve: str) -> None:
    progress.say(f"imported {offline.taken(report)}")
    if not report["image_verified"]:
        progress.say("there was no MD5 sum beside the image to compare it with")
    if report["block_pool_id"] is None:
        progress.say(
            "there was no file VERSION: datanodes of the old file system won't know this one"
        )
    for what, left_out in report["left_out"].items():
        progress.say(f"  left out: {left_out['count']:,} {what}")
    progress.say(f"all of it is in {file}; `{serve}` serves it")
