"""Temporary systems whose command was killed: the next command finds and ends them."""

import os
import shutil
import tempfile
from pathlib import Path

from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.supervision import end_orphans

PREFIX = "warren-test-"
OWNER = "owner"
STOP_TIMEOUT_S = 60.0
START_TIME_FIELD = 19
"""Of /proc/PID/stat, counted behind the process's name."""


def make_folder() -> Path:
    """A new temporary folder that says which process it belongs to."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    (folder / OWNER).write_text(_identity(os.getpid()) or "", encoding="utf-8")
    return folder


def home_in(folder: Path) -> Path:
    """Where the system's data are; its processes carry this path as their mark."""
    return folder / "home"


def end_all(progress: Progress) -> list[Path]:
    """Ends the processes of this user's temporary systems whose owner is gone; their folders,
    which are gone, too."""
    ended = []
    for folder in sorted(Path(tempfile.gettempdir()).glob(f"{PREFIX}*")):
        if not _abandoned(folder):
            continue
        count = end_orphans(Home(home_in(folder)), STOP_TIMEOUT_S)
        shutil.rmtree(folder, ignore_errors=True)
        ended.append(folder)
        progress.say(f"ended {count} processes that a killed command left in {folder}")
    return ended


def _abandoned(folder: Path) -> bool:
    try:
        if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
            return False
        owner = (folder / OWNER).read_text(encoding="utf-8")
    except OSError:
        return False
    pid = owner.partition(" ")[0]
    return pid.isdigit() and _identity(int(pid)) != owner


def _identity(pid: int) -> str | None:
    """A process's number and start time, as numbers are used again; None when it does not run."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] == "Z" else f"{pid} {fields[START_TIME_FIELD]}"
