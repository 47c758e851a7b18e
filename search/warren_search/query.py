"""What can be asked of a search index, checked before it reaches a backend."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from warren_search.conditions import (
    CONDITIONS_MAX,
    DEPTH_MAX,
    Between,
    Condition,
    Glob,
    OneOf,
    Word,
    depth_of,
    every,
)
from warren_search.errors import InvalidQuery

TEXT_LENGTH_MAX: Final = 256
WORDS_MAX: Final = 16
QUERY_LENGTH_MAX: Final = 2_000
TERMS_MAX: Final = 40
PATH_LENGTH_MAX: Final = 8000
NAME_LENGTH_MAX: Final = 255
CURSOR_LENGTH_MAX: Final = 4096
LIMIT_MAX: Final = 500
GROUPS_MAX: Final = 1000
MIN_COMMIT_WAIT_MS_MAX: Final = 10_000
XATTRS_MAX: Final = 8
XATTR_LENGTH_MAX: Final = 1_300
INTEGER_MAX: Final = 2**63 - 1


class Kind(StrEnum):
    """What an inode is."""

    FILE = "file"
    DIRECTORY = "directory"
    SYMLINK = "symlink"


class StoragePolicy(IntEnum):
    """HDFS's storage policies by their ids."""

    PROVIDED = 1
    COLD = 2
    DB = 3
    WARM = 5
    HOT = 7
    ONE_SSD = 10
    ALL_SSD = 12
    ALL_NVDIMM = 14
    LAZY_PERSIST = 15


# What holds where none is set on the way up.
DEFAULT_POLICY: Final = StoragePolicy.HOT


class Sort(StrEnum):
    """Order of the hits. Ties are broken by inode id, so the order is total.

    Relevance is: the name is the text, then the name starts with its first word, then the rest,
    then names that only a typo explains and that start with something like its first word; by name
    within each. Last come all others that only a typo explains, by inode id.
    """

    RELEVANCE = "relevance"
    NAME = "name"
    SIZE_ASCENDING = "size"
    SIZE_DESCENDING = "-size"
    MTIME_ASCENDING = "mtime"
    MTIME_DESCENDING = "-mtime"


class Tier(IntEnum):
    """Where relevance puts a name, the first first.

    Within a tier the folded name decides, then the inode id. Within the last one the inode id alone
    does: names that hold a word somewhere are in no index by name, but by inode id.
    """

    EXACT = 0
    BEGINS = 1
    HOLDS = 2
    BEGINS_LIKE = 3
    LIKE = 4


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose eyes to look through, by HDFS permission rules.

    A name is shown when the viewer may traverse (execute) every ancestor and list (read) the
    directory that holds it. A superuser sees all; pass ``viewer=None`` for that.
    """

    user: str
    groups: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not self.user:
            raise InvalidQuery(field="viewer.user", reason="is empty")
        if len(self.groups) > GROUPS_MAX:
            raise InvalidQuery(field="viewer.groups", reason="too many", groups_max=GROUPS_MAX)


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One search. Every condition that is given must hold.

    text: words separated by white space; each must occur in the name, in any case, anywhere.
    without: words that must not occur in it.
    extension: what follows the last dot of the name, in any case, without the dot; a name that
    only starts with dots has none.
    path: absolute; only inodes below it are found (not itself).
    xattrs: extended attributes of the namespace user that the inode has, each as ``name`` or
    ``name=value``, the name without its namespace. A viewer has to be allowed to read the inode.
    storage_policies: one of them holds for the inode: its own, else that of the nearest directory
    above it that has one, else the default. None holds for a symbolic link. Empty for any.
    in_database: true: files whose bytes are rows of the database; false: files whose bytes are
    blocks.
    typos: also finds words that differ from those of the text in a letter or two (see
    ``text.tolerance``). Such hits say so, and relevance puts them last (see Sort).
    where: what must hold besides: alternatives, what is excluded, patterns, several values.
    size_*_bytes, replication_*, mtime_*_ms, atime_*_ms: inclusive lower and upper bounds;
    milliseconds since the epoch.
    cursor: ``next_cursor`` of the previous page of the same query.
    min_commit: feed sequence that the answer has to include; waited for up to
    ``min_commit_wait_ms``, then CommitNotReached.
    Raises InvalidQuery when a value is out of range.
    """

    text: str = ""
    owner: str | None = None
    group: str | None = None
    kind: Kind | None = None
    size_min_bytes: int | None = None
    size_max_bytes: int | None = None
    mtime_min_ms: int | None = None
    mtime_max_ms: int | None = None
    without: str = ""
    extension: str | None = None
    replication_min: int | None = None
    replication_max: int | None = None
    atime_min_ms: int | None = None
    atime_max_ms: int | None = None
    path: str | None = None
    xattrs: tuple[str, ...] = ()
    storage_policies: tuple[StoragePolicy, ...] = ()
    in_database: bool | None = None
    typos: bool = False
    where: Condition | None = None
    sort: Sort = Sort.RELEVANCE
    cursor: str | None = None
    limit: int = 50
    min_commit: int | None = None
    min_commit_wait_ms: int = 2_000
    viewer: Viewer | None = None

    def __post_init__(self) -> None:
        _check_length("text", self.text, TEXT_LENGTH_MAX)
        _check_length("without", self.without, TEXT_LENGTH_MAX)
        _check_length("extension", self.extension, NAME_LENGTH_MAX)
        _check_length("owner", self.owner, NAME_LENGTH_MAX)
        _check_length("group", self.group, NAME_LENGTH_MAX)
        _check_length("cursor", self.cursor, CURSOR_LENGTH_MAX)
        _check_range("limit", self.limit, 1, LIMIT_MAX)
        _check_range("size_min_bytes", self.size_min_bytes, 0, INTEGER_MAX)
        _check_range("size_max_bytes", self.size_max_bytes, 0, INTEGER_MAX)
        _check_range("mtime_min_ms", self.mtime_min_ms, -INTEGER_MAX, INTEGER_MAX)
        _check_range("mtime_max_ms", self.mtime_max_ms, -INTEGER_MAX, INTEGER_MAX)
        _check_range("replication_min", self.replication_min, 0, INTEGER_MAX)
        _check_range("replication_max", self.replication_max, 0, INTEGER_MAX)
        _check_range("atime_min_ms", self.atime_min_ms, -INTEGER_MAX, INTEGER_MAX)
        _check_range("atime_max_ms", self.atime_max_ms, -INTEGER_MAX, INTEGER_MAX)
        _check_range("min_commit", self.min_commit, 0, INTEGER_MAX)
        _check_range("min_commit_wait_ms", self.min_commit_wait_ms, 0, MIN_COMMIT_WAIT_MS_MAX)
        _check_path(self.path)
        _check_where(self.where)
        _check_range("storage_policies", len(self.storage_policies), 0, len(StoragePolicy))
        _check_range("xattrs", len(self.xattrs), 0, XATTRS_MAX)
        for xattr in self.xattrs:
            _check_length("xattrs", xattr, XATTR_LENGTH_MAX)


def _check_length(field: str, value: str | None, length_max: int) -> None:
    if value is None:
        return
    if len(value) > length_max:
        raise InvalidQuery(field=field, reason="is too long", length_max=length_max)
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise InvalidQuery(field=field, reason="is not valid Unicode text")


def _check_range(field: str, value: int | None, low: int, high: int) -> None:
    if value is not None and not low <= value <= high:
        raise InvalidQuery(field=field, reason="is out of range", minimum=low, maximum=high)


def _check_where(where: Condition | None) -> None:
    if where is None:
        return
    if depth_of(where) > DEPTH_MAX or sum(1 for _ in every(where)) > CONDITIONS_MAX:
        raise InvalidQuery(field="where", reason="has too many conditions", maximum=CONDITIONS_MAX)
    for each in every(where):
        match each:
            case Word(text) | Glob(text):
                _check_length("where", text, TEXT_LENGTH_MAX)
            case OneOf(_, values):
                for value in values:
                    _check_length("where", value, NAME_LENGTH_MAX)
            case Between(_, low, high):
                _check_range("where", low, -INTEGER_MAX, INTEGER_MAX)
                _check_range("where", high, -INTEGER_MAX, INTEGER_MAX)
            case _:
                continue


def _check_path(path: str | None) -> None:
    if path is None:
        return
    _check_length("path", path, PATH_LENGTH_MAX)
    if not path.startswith("/"):
        raise InvalidQuery(field="path", reason="must start with a slash")
    if any(part in {".", ".."} for part in path.split("/")):
        raise InvalidQuery(field="path", reason="must not contain . or .. components")
