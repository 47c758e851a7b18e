"""`make namespace`: a large namespace in the embedded store, for measurements of what reads it.

The inodes are written past the namenodes and the change feed, so everything that follows the feed
is thrown away and built anew at the next start.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from warren_cli import build, offline, toolchain
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.progress import Progress
from warren_cli.rights import owner_only
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor, orphans

LOADER = "io.warren.bench.load.NamespaceLoad"
# Where apt keeps Debian's lists of all packaged files, when apt-file or the like asked for them.
APT_LISTS = Path("/var/lib/apt/lists")
HEAP_MB = 3072
TIMEOUT_S = 6 * 3600


@dataclass(frozen=True)
class Plan:
    """What to load: `paths` is a list to take paths from, one is found or made up without it.

    is_made_up: also where a list could be found, so that it is the same on each machine.
    """

    inodes: int
    paths: Path | None
    seed: int
    is_made_up: bool = False


def run(settings: Settings, progress: Progress, plan: Plan) -> int:
    """Loads the store of a data folder that nothing runs in; the loader's exit code."""
    if settings.is_cluster:
        raise OperatorError(
            "The loader writes to the embedded store alone",
            remedy="Unset WARREN_MODE, or load a cluster through its namenodes with `make demo`",
        )
    home = Home(settings.home)
    refuse_running(home)
    toolchain.require()
    build.ensure_java(progress)
    prepare(home, settings, None)
    paths = None if plan.is_made_up else plan.paths or packaged_files(APT_LISTS)
    progress.say(f"paths from {paths}" if paths else f"paths made up from seed {plan.seed}")
    forget_derived(settings)
    command = offline.command(
        LOADER,
        *("--store", str(home.store), "--inodes", str(plan.inodes), "--seed", str(plan.seed)),
        *(("--paths", str(paths)) if paths else ()),
        heap_mb=HEAP_MB,
    )
    with owner_only():
        done = subprocess.run(command, check=False, timeout=TIMEOUT_S)  # noqa: S603
    if done.returncode == 0:
        progress.say("`make run` builds the search index and the SQL replica from it")
    return done.returncode


def packaged_files(lists: Path) -> Path | None:
    """The largest list of packaged files that apt holds, plain or .gz; None without one."""
    found = [file for file in lists.glob("*_Contents-*") if file.suffix in {"", ".gz"}]
    return max(found, key=lambda file: file.stat().st_size, default=None)


def refuse_running(home: Home) -> None:
    """Raises OperatorError when something of Warren runs in the data folder."""
    running = Supervisor(home).pid() is not None or (home.root.exists() and orphans(home))
    if running:
        raise OperatorError(
            "Warren runs in this data folder",
            remedy="End it with `make stop`, or set WARREN_HOME to another folder",
            folder=home.root,
        )


def forget_derived(settings: Settings) -> None:
    """Throws away what is built from the store by those who follow its feed."""
    for file in settings.search_index.parent.glob(f"{settings.search_index.name}*"):
        file.unlink()
    shutil.rmtree(settings.replica_dir, ignore_errors=True)
