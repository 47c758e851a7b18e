"""Reads of small files: how many have their bytes in the database, and how the namenodes keep them.

The counts are the SQL replica's and the state is the namenodes' own; either may be missing while
the other is told.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from apps.cluster import ndb
from apps.common.namenode import namenode
from apps.common.problems import Problem, Unavailable
from apps.common.prometheus import samples
from apps.sql.selectors import report_rows

REPORT = "in-database"
_PREFIXES = ("warren_small_file_", "warren_small_files_")


@dataclass(frozen=True, slots=True)
class SmallFileClass:
    """Files of a class of lengths; `size_max_bytes` is None for the longest."""

    size_min_bytes: int
    size_max_bytes: int | None
    files: int
    length_bytes: int
    files_in_database: int
    bytes_in_database: int
    files_to_take_in: int
    bytes_to_take_in: int
    files_that_fit: int
    bytes_that_fit: int


@dataclass(frozen=True, slots=True)
class SmallFileCounts:
    classes: list[SmallFileClass]
    as_of: datetime


@dataclass(frozen=True, slots=True)
class SmallFileActivity:
    """Sums over the namenodes that answer, each since it was started."""

    written: int
    read: int
    fallbacks_full: int
    fallbacks_memory: int
    taken_in: int
    taken_in_bytes: int
    moved_out: int
    bytes_in_flight: int


@dataclass(frozen=True, slots=True)
class SmallFileRoom:
    """The store's room for the bytes; None where the store cannot tell."""

    used_bytes: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class SmallFiles:
    """`counts` is None while the replica cannot tell, `activity` while no namenode can."""

    counts: SmallFileCounts | None
    activity: SmallFileActivity | None
    room: SmallFileRoom | None
    as_of: datetime


@dataclass(frozen=True, slots=True)
class SmallFileState:
    """What the namenodes tell."""

    activity: SmallFileActivity
    room: SmallFileRoom | None


def small_files() -> SmallFiles:
    """All that is known now; Unavailable when neither the replica nor a namenode answers."""
    counts = _counts()
    try:
        told = state()
    except Problem:
        if counts is None:
            raise
        told = None
    return SmallFiles(
        counts=counts,
        activity=None if told is None else told.activity,
        room=None if told is None else told.room,
        as_of=timezone.now(),
    )


def state() -> SmallFileState:
    """What the namenodes tell; Unavailable when none does."""
    texts = namenode().metrics()
    if not texts:
        raise Unavailable("No namenode tells its metrics")
    sums: dict[str, float] = defaultdict(float)
    most: dict[str, float] = defaultdict(float)
    for text in texts.values():
        for name, labels, value in samples(text, _PREFIXES):
            key = f"{name}/{labels['reason']}" if "reason" in labels else name
            sums[key] += value
            most[key] = max(most[key], value)
    return SmallFileState(_activity(sums), _room(most))


def _activity(sums: dict[str, float]) -> SmallFileActivity:
    fallbacks = "warren_small_file_fallbacks_total"
    return SmallFileActivity(
        written=int(sums["warren_small_files_written_total"]),
        read=int(sums["warren_small_files_read_total"]),
        fallbacks_full=int(sums[f"{fallbacks}/full"]),
        fallbacks_memory=int(sums[f"{fallbacks}/memory"]),
        taken_in=int(sums["warren_small_files_taken_in_total"]),
        taken_in_bytes=int(sums["warren_small_file_bytes_taken_in_total"]),
        moved_out=int(sums["warren_small_files_moved_out_total"]),
        bytes_in_flight=int(sums["warren_small_file_bytes_in_flight"]),
    )


def _room(most: dict[str, float]) -> SmallFileRoom | None:
    """Every namenode tells the same of the one store, a moment apart."""
    size_bytes = int(most["warren_small_file_store_size_bytes"])
    if size_bytes <= 0:
        return _room_in_ndb()
    return SmallFileRoom(int(most["warren_small_file_store_used_bytes"]), size_bytes)


def _room_in_ndb() -> SmallFileRoom | None:
    """NDB's room is told by its SQL node, and by no namenode."""
    try:
        room = ndb.disk_room()
    except Unavailable:
        return None
    return None if room is None else SmallFileRoom(room.used_bytes, room.size_bytes)


def _counts() -> SmallFileCounts | None:
    try:
        report = report_rows(REPORT)
    except Problem:
        return None
    return SmallFileCounts([_class(row) for row in report.rows], report.as_of)


def _class(row: dict[str, Any]) -> SmallFileClass:
    return SmallFileClass(
        size_min_bytes=row["size_min"],
        size_max_bytes=row["size_max"],
        files=row["files"],
        length_bytes=row["length_bytes"],
        files_in_database=row["files_in_database"],
        bytes_in_database=row["bytes_in_database"],
        files_to_take_in=row["files_to_take_in"],
        bytes_to_take_in=row["bytes_to_take_in"],
        files_that_fit=row["files_that_fit"],
        bytes_that_fit=row["bytes_that_fit"],
    )
