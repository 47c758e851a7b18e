"""`bin/warren totals`: the totals of directories, over the admin API."""

import enum
from typing import Annotated, Any

import httpx
import typer

from warren_cli.admin_calls import ask, ask_each
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import Settings

TIMEOUT_S = 120.0
STEP_INODES = 10_000
WRONG_SHOWN = 20
CALL = "/admin/v1/totals"
# The namenodes tell no greater number of changes that wait.
WAITING_MAX = 10_000

Path = Annotated[str, typer.Argument(metavar="PATH", help="Absolute path of a directory.")]


class Remedy(enum.StrEnum):
    """What to do with totals that are wrong; the last part of the call."""

    TELL = "checks"
    MEND = "recounts"


def status(settings: Settings) -> str:
    """What the namenodes say of the totals, in words."""
    with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
        return describe(ask_each(client, settings, CALL))


def describe(states: list[dict[str, Any]]) -> str:
    """One line for each fact; the store's own first, as any namenode tells it."""
    newest = max(states, key=lambda state: int(state["as_of_ms"]))
    waiting = newest["changes_waiting"]
    if newest["counted"]:
        lines = ["All directories are counted: counts of trees cost no walk"]
    else:
        passed = max(state["inodes_passed"] for state in states)
        lines = [f"Directories are being counted, past {passed} inodes: counts of trees walk"]
    more = " or more" if waiting >= WAITING_MAX else ""
    lines.append(f"{waiting}{more} changes wait to be added; answers have them in already")
    lines += [
        f"{state['namenode']}: {state['directories_checked']} counts compared with totals, "
        f"{state['mended']} mended"
        for state in states
    ]
    return "\n".join(lines)


def run(settings: Settings, remedy: Remedy, path: str, progress: Progress) -> int:
    """Counts a tree step by step; 0, or 1 when totals are wrong and stay so."""
    sums = dict.fromkeys(("inodes", "directories", "unsure", "wrong_count", "mended"), 0)
    shown: list[dict[str, Any]] = []
    cursor: str | None = None
    with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
        while True:
            body = {"path": path, "cursor": cursor, "limit": STEP_INODES}
            step = ask(client, settings, f"{CALL}/{remedy}", body)
            for name in sums:
                sums[name] += step[name]
            shown += step["wrong"][: WRONG_SHOWN - len(shown)]
            cursor = step["cursor"]
            progress.say(_told(sums, remedy))
            if cursor is None:
                break
    for each in shown:
        progress.say(f"{each['path']} lacked {amounts(each['lacks_below'])}")
    return 1 if sums["wrong_count"] > sums["mended"] else 0


def _told(sums: dict[str, int], remedy: Remedy) -> str:
    text = (
        f"{sums['directories']} directories counted among {sums['inodes']} inodes, "
        f"{sums['wrong_count']} wrong"
    )
    if remedy is Remedy.MEND:
        text += f", {sums['mended']} mended"
    if sums["unsure"]:
        text += f", {sums['unsure']} changed too fast to be counted"
    return text


def amounts(lacking: dict[str, int]) -> str:
    """What totals lacked, without what was right."""
    counts = [
        f"{lacking[name]} {name}"
        for name in ("files", "directories", "symlinks")
        if lacking[name] != 0
    ]
    for name, what in (("length_bytes", "of length"), ("space_bytes", "of space")):
        if lacking[name] != 0:
            sign = "-" if lacking[name] < 0 else ""
            counts.append(f"{sign}{binary_size(abs(lacking[name]))} {what}")
    return ", ".join(counts) or "nothing below it, but something directly in it"
