"""The check of the room for small files."""

from datetime import datetime, timedelta
from typing import ClassVar

from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, error, ok, warning

FULL_WARNING = 0.80
FULL_ERROR = 0.95
RECENTLY = timedelta(minutes=10)


class SmallFileRoom:
    """Counters are compared with those of this worker's last look, as they begin anew with a start.

    A worker's first look finds no rise.
    """

    key: ClassVar = CheckKey.SMALL_FILES
    title: ClassVar = "The database has room for small files"
    remedy: ClassVar = (
        "Raise ndb_small_file_disk_mb and start again, or move files out with "
        "`bin/warren smallfiles`. Where namenodes were short of memory, raise the bound of their "
        "bytes in flight."
    )
    page: ClassVar = "/small-files"

    def __init__(self) -> None:
        self._before: int | None = None
        self._rose_at: datetime | None = None

    def look(self, read: Readings) -> Finding:
        state = read.small_files()
        activity, room = state.activity, state.room
        share = 0.0 if room is None else room.used_bytes / room.size_bytes
        rose = self._rose(activity.fallbacks_full + activity.fallbacks_memory, read.now)
        if share >= FULL_ERROR:
            return error("At least 95 % of the room for small files is used.")
        if rose:
            return warning(
                "In the last ten minutes small files went to datanodes because there was no room "
                "for them."
            )
        if share >= FULL_WARNING:
            return warning("At least 80 % of the room for small files is used.")
        if room is None:
            return ok("No small file was refused lately.")
        return ok(f"{share:.0%} of the room is used; no small file was refused lately.")

    def _rose(self, fallbacks: int, now: datetime) -> bool:
        if self._before is not None and fallbacks > self._before:
            self._rose_at = now
        self._before = fallbacks
        return self._rose_at is not None and now - self._rose_at < RECENTLY
