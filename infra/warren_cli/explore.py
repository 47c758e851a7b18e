"""`make explore`: random checks with seeds that no run had before, for a given time."""

import os
import subprocess
from pathlib import Path

from warren_cli import build, toolchain
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress

MINUTES_MAX = 24 * 60
# The class of each store's module; NDB's is there only beside an NDB.
EMBEDDED = ("checker", "ExplorationTest")
NDB = ("store-ndb", "NdbExplorationTest")
SEED_PROPERTY = "-Dwarren.explore.seed"
REPORTS = "target/surefire-reports"


def classes() -> list[tuple[str, str]]:
    """The module and test class of each store that can be explored here."""
    return [EMBEDDED, NDB] if os.environ.get("NDB_HOME") else [EMBEDDED]


def seconds(total_s: int) -> str:
    """Maven's argument that shares a time among the stores that can be explored here."""
    return f"-Dwarren.explore.seconds={max(1, total_s // len(classes()))}"


def run(minutes: int, seed: int | None, progress: Progress) -> int:
    """Explores every store in turn; 0 when nothing was found.

    A fault's seed and shortest sequence are printed, as the check tells them.
    """
    if not 1 <= minutes <= MINUTES_MAX:
        raise OperatorError(
            "The time to explore is out of range", remedy=f"Give 1 to {MINUTES_MAX} minutes"
        )
    toolchain.require()
    modules = ",".join(module for module, _ in classes())
    tests = ",".join(name for _, name in classes())
    command = [
        *("mvn", "-B", "-q", "-fae", "-Dstyle.color=never", "-pl", modules, "-am"),
        *(f"-Dtest={tests}", "-Dsurefire.failIfNoSpecifiedTests=false", seconds(minutes * 60)),
        *([] if seed is None else [f"{SEED_PROPERTY}={seed}"]),
        "test",
    ]
    progress.say(f"exploring {' and '.join(module for module, _ in classes())}, {minutes} min")
    code = subprocess.run(command, cwd=build.FS_CORE, check=False).returncode  # noqa: S603
    progress.say("nothing was found" if code == 0 else f"see above and {_reports()}")
    return code


def _reports() -> str:
    return " ".join(str(Path("fs-core") / module / REPORTS) for module, _ in classes())
