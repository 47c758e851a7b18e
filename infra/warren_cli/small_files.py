"""`bin/warren smallfiles`: small files in the database, over the admin API."""

import enum
from typing import Annotated

import typer
from warren_namenode.generated.admin_api import SmallFileError, SmallFiles, SmallFileStep

from warren_cli.admin_calls import AdminCalls
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import Settings

# A step of many files may wait for datanodes that do not answer.
TIMEOUT_S = 300.0
STEP_INODES = 1_000
ERRORS_SHOWN = 20

Path = Annotated[str, typer.Argument(metavar="PATH", help="Absolute path of a file or a tree.")]


class Direction(enum.StrEnum):
    """Which way the bytes go."""

    IN = "take-in"
    OUT = "move-out"


def status(settings: Settings) -> str:
    """What each namenode says of small files, in words."""
    with AdminCalls(settings, timeout_s=TIMEOUT_S) as calls:
        return "\n".join(describe(each) for each in calls.small_files())


def describe(state: SmallFiles) -> str:
    """One line for each fact."""
    take_in, counts, in_flight = state.take_in, state.counts, state.in_flight
    limit, pace = state.limit_bytes, take_in.files_per_s
    lines = [
        f"{state.namenode}: files of at most {binary_size(limit)} may stay in the database"
        if limit
        else f"{state.namenode}: no files stay in the database",
        f"  taken in: {counts.taken_in} ({binary_size(counts.taken_in_bytes)}), "
        f"{take_in.queue} wait, {take_in.refused} stayed in blocks, "
        f"{take_in.failed} failed, {take_in.dropped} dropped",
        f"  pace: {pace} files/s, {take_in.delay_ms / 1000:g} s after their close"
        if pace
        else "  pace: none are taken in unasked",
        f"  written: {counts.written}, read: {counts.read}, moved out: {counts.moved_out}",
        f"  sent on to datanodes: {counts.fallbacks_full} with the store full, "
        f"{counts.fallbacks_memory} with too much under way",
        f"  under way: {binary_size(in_flight.bytes)} of {binary_size(in_flight.max_bytes)}",
    ]
    if state.store is not None:
        used, size = state.store.used_bytes, state.store.size_bytes
        lines.append(f"  store: {binary_size(used)} of {binary_size(size)}")
    return "\n".join(lines)


def move(settings: Settings, direction: Direction, path: str, progress: Progress) -> int:
    """Moves the bytes of a file or a tree, step by step; 0, or 1 when some could not be moved.

    A repetition goes over the same files again and changes what is left.
    """
    files = changed = changed_bytes = failed = 0
    shown: list[SmallFileError] = []
    cursor: str | None = None
    with AdminCalls(settings, timeout_s=TIMEOUT_S) as calls:
        moved = (
            calls.take_in_small_files if direction is Direction.IN else calls.move_out_small_files
        )
        while True:
            step = moved(SmallFileStep(path=path, cursor=cursor, limit=STEP_INODES))
            files += step.files
            changed += step.changed
            changed_bytes += step.changed_bytes
            failed += step.error_count
            shown += step.errors[: ERRORS_SHOWN - len(shown)]
            cursor = step.cursor
            progress.say(
                f"{files} files seen, {changed} moved ({binary_size(changed_bytes)}), "
                f"{failed} failed"
            )
            if cursor is None:
                break
    for each in shown:
        progress.say(f"{each.path}: {each.reason}")
    return 1 if failed else 0
