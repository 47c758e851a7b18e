"""Values that several parts of the API share: paths, modes and times of HDFS."""

from datetime import UTC, datetime

from django.db import models

PATH_BYTES_MAX = 8000
NAME_BYTES_MAX = 255
DEPTH_MAX = 1000
_TIME_MAX = datetime.max.replace(tzinfo=UTC)
_TIME_MIN = datetime.min.replace(tzinfo=UTC)


class InodeOperation(models.TextChoices):
    """What was done to an inode, as the change feed has it."""

    CREATE = "create"
    UPDATE = "update"
    RENAME = "rename"
    DELETE = "delete"


class SortDirection(models.TextChoices):
    """Which way a list is sorted."""

    ASCENDING = "asc"
    DESCENDING = "desc"


class EntryKind(models.TextChoices):
    FILE = "file"
    DIRECTORY = "directory"
    SYMLINK = "symlink"


def path_error(path: str) -> str | None:
    """Why `path` can't name an entry of HDFS, or None when it can."""
    try:
        encoded = path.encode("utf-8")
    except UnicodeEncodeError:
        return "A path is valid UTF-8."
    names = [name for name in encoded.split(b"/") if name]
    rules = (
        (encoded.startswith(b"/"), "A path is absolute: it starts with a slash."),
        (b"\0" not in encoded, "A path has no NUL character."),
        (len(encoded) <= PATH_BYTES_MAX, f"A path has at most {PATH_BYTES_MAX} bytes."),
        (len(names) <= DEPTH_MAX, f"A path has at most {DEPTH_MAX} components."),
        (not {b".", b".."} & set(names), "A path has no . or .. component."),
        (
            all(len(name) <= NAME_BYTES_MAX for name in names),
            f"A name has at most {NAME_BYTES_MAX} bytes.",
        ),
    )
    return next((message for holds, message in rules if not holds), None)


def is_reserved(path: str) -> bool:
    """Whether a path leads past the tree of names (`/.reserved/…`)."""
    return path == "/.reserved" or path.startswith("/.reserved/")


def in_snapshot(path: str) -> bool:
    """Whether a path leads through a snapshot, where nothing can be changed."""
    return ".snapshot" in path.split("/")


def parent_of(path: str) -> str:
    """The directory that holds a normal path; the root for itself."""
    return path.rpartition("/")[0] or "/"


def normal_path(path: str) -> str:
    """`path` without doubled or trailing slashes."""
    return "/" + "/".join(name for name in path.split("/") if name)


def utc_from_ms(time_ms: int) -> datetime:
    """Milliseconds since the epoch as UTC; times beyond the years 1 to 9999 are cut to them.

    HDFS accepts any 64-bit modification time, the calendar does not.
    """
    try:
        return datetime.fromtimestamp(time_ms / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return _TIME_MAX if time_ms > 0 else _TIME_MIN


def utc_or_none(time_ms: int | None) -> datetime | None:
    """The same for a time that may be absent."""
    return None if time_ms is None else utc_from_ms(time_ms)


def ms_from_utc(time: datetime) -> int:
    """`time` as milliseconds since the epoch."""
    return round(time.timestamp() * 1000)


def octal(mode: int) -> str:
    """Permission bits as HDFS prints them: `0755`."""
    return f"{mode:04o}"
