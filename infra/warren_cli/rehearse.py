"""`bin/warren migrate rehearse`: whether old datanodes have every block that the store wants."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warren_cli import build, offline, toolchain
from warren_cli.backups.checkpoints import checkpoint
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.rights import owner_only
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor, orphans

REHEARSAL = "io.warren.migrate.RehearseTakeOver"
TIMEOUT_S = 24 * 3600
REPORT_NAME = "rehearsal-report.json"
FINDINGS_NAME = "rehearsal-findings.jsonl"
# The tool's exit code when it compared everything and found something.
EXIT_FOUND = 7


@dataclass(frozen=True)
class Plan:
    """What tells of the datanodes' blocks: their folders and lists of their files, or fsck's list.

    heap_mb: 28 bytes for each block of the store, and 200 MB.
    """

    data: tuple[Path, ...] = ()
    lists: tuple[Path, ...] = ()
    fsck: Path | None = None
    heap_mb: int = 1024


def run(settings: Settings, progress: Progress, plan: Plan) -> int:
    """Compares; 0 when clean, EXIT_FOUND when the report names something, else nothing was done."""
    if settings.is_cluster:
        raise OperatorError(
            "The embedded store alone is rehearsed, as yet", remedy="Unset WARREN_MODE"
        )
    if (plan.fsck is None) == (not plan.data and not plan.lists):
        raise OperatorError(
            "A rehearsal needs either the datanodes' folders and lists, or fsck's list",
            remedy="Give --data and --list for each datanode, or --fsck alone",
            exit_code=2,
        )
    home = Home(settings.home)
    offline.require_store(home, remedy="`bin/warren migrate import FSIMAGE` makes one")
    toolchain.require()
    build.ensure_java(progress)
    report = home.root / REPORT_NAME
    findings = home.root / FINDINGS_NAME
    # Of a rehearsal before this one.
    for former in (report, findings):
        former.unlink(missing_ok=True)
    with owner_only(), _store(settings, home, progress) as store:
        done = subprocess.run(  # noqa: S603
            _command(plan, store, report, findings), check=False, timeout=TIMEOUT_S
        )
    if done.returncode not in {0, EXIT_FOUND}:
        progress.say("nothing was compared")
        return done.returncode
    for line in _told(json.loads(report.read_text(encoding="utf-8")), report):
        progress.say(line)
    return done.returncode


@contextmanager
def _store(settings: Settings, home: Home, progress: Progress) -> Iterator[Path]:
    """The store itself, or of a Warren that runs a copy that is dropped again."""
    if Supervisor(home).pid() is None and not orphans(home):
        yield home.store
        return
    with checkpoint(settings) as copy:
        progress.say("Warren runs: a copy of its store is compared")
        yield Path(copy.folder)


def _command(plan: Plan, store: Path, report: Path, findings: Path) -> list[str]:
    sources = [
        *(("--data", folder) for folder in plan.data),
        *(("--list", file) for file in plan.lists),
        *([("--fsck", plan.fsck)] if plan.fsck else []),
    ]
    return offline.command(
        REHEARSAL,
        *("--store", str(store), "--report", str(report), "--findings", str(findings)),
        *(str(word) for source in sources for word in source),
        heap_mb=plan.heap_mb,
    )


def _told(report: dict[str, Any], file: Path) -> Iterator[str]:
    yield (
        f"{report['verdict'].replace('_', ' ')}: {report['blocks']:,} blocks, "
        f"{report['replicas']:,} copies, {report['replicas_good']:,} of them good, "
        f"in {report['seconds']} s"
    )
    for what, found in report["findings"].items():
        if found["count"]:
            yield f"  {what.replace('_', ' ')}: {found['count']:,}. {found['meaning']}"
    if report["replicas_newer_than_store"]:
        yield (
            f"  {report['replicas_newer_than_store']:,} copies are of blocks that were made after "
            "the store's newest: let it follow, and rehearse again"
        )
    yield f"counts with examples are in {file}, all findings in {report['findings_list']}"
