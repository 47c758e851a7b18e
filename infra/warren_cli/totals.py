"""`bin/warren totals`: the totals of directories, over the admin API."""

import enum
from dataclasses import dataclass
from typing import Annotated

import typer
from warren_namenode.generated.admin_api import (
    TotalsAmounts,
    TotalsState,
    TotalsStep,
    TotalsStepResult,
    WrongTotals,
)

from warren_cli.admin_calls import AdminCalls
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import Settings

TIMEOUT_S = 120.0
STEP_INODES = 10_000
WRONG_SHOWN = 20
# The namenodes tell no greater number of changes that wait.
WAITING_MAX = 10_000

Path = Annotated[str, typer.Argument(metavar="PATH", help="Absolute path of a directory.")]


class Remedy(enum.StrEnum):
    """What to do with totals that are wrong."""

    TELL = "tell"
    MEND = "mend"


@dataclass
class _Sums:
    """Of all steps up to now."""

    inodes: int = 0
    directories: int = 0
    unsure: int = 0
    wrong: int = 0
    mended: int = 0

    def add(self, step: TotalsStepResult) -> None:
        self.inodes += step.inodes
        self.directories += step.directories
        self.unsure += step.unsure
        self.wrong += step.wrong_count
        self.mended += step.mended


def status(settings: Settings) -> str:
    """What the namenodes say of the totals, in words."""
    with AdminCalls(settings, timeout_s=TIMEOUT_S) as calls:
        return describe(calls.totals())


def describe(states: list[TotalsState]) -> str:
    """One line for each fact; the store's own first, as any namenode tells it."""
    newest = max(states, key=lambda state: state.as_of_ms)
    waiting = newest.changes_waiting
    if newest.counted:
        lines = ["All directories are counted: counts of trees cost no walk"]
    else:
        passed = max(state.inodes_passed for state in states)
        lines = [f"Directories are being counted, past {passed} inodes: counts of trees walk"]
    more = " or more" if waiting >= WAITING_MAX else ""
    lines.append(f"{waiting}{more} changes wait to be added; answers have them in already")
    lines += [
        f"{state.namenode}: {state.directories_checked} counts compared with totals, "
        f"{state.mended} mended"
        for state in states
    ]
    return "\n".join(lines)


def run(settings: Settings, remedy: Remedy, path: str, progress: Progress) -> int:
    """Counts a tree step by step; 0, or 1 when totals are wrong and stay so."""
    sums = _Sums()
    shown: list[WrongTotals] = []
    cursor: str | None = None
    with AdminCalls(settings, timeout_s=TIMEOUT_S) as calls:
        counted = calls.recount_totals if remedy is Remedy.MEND else calls.check_totals
        while True:
            step = counted(TotalsStep(path=path, cursor=cursor, limit=STEP_INODES))
            sums.add(step)
            shown += step.wrong[: WRONG_SHOWN - len(shown)]
            cursor = step.cursor
            progress.say(_told(sums, remedy))
            if cursor is None:
                break
    for each in shown:
        progress.say(f"{each.path} lacked {amounts(each.lacks_below)}")
    return 1 if sums.wrong > sums.mended else 0


def _told(sums: _Sums, remedy: Remedy) -> str:
    text = f"{sums.directories} directories counted among {sums.inodes} inodes, {sums.wrong} wrong"
    if remedy is Remedy.MEND:
        text += f", {sums.mended} mended"
    if sums.unsure:
        text += f", {sums.unsure} changed too fast to be counted"
    return text


def amounts(lacking: TotalsAmounts) -> str:
    """What totals lacked, without what was right."""
    entries = {
        "files": lacking.files,
        "directories": lacking.directories,
        "symlinks": lacking.symlinks,
    }
    counts = [f"{number} {what}" for what, number in entries.items() if number != 0]
    for what, number in (("of length", lacking.length_bytes), ("of space", lacking.space_bytes)):
        if number != 0:
            sign = "-" if number < 0 else ""
            counts.append(f"{sign}{binary_size(abs(number))} {what}")
    return ", ".join(counts) or "nothing below it, but something directly in it"
