"""Tables of the index file and how connections to it are opened."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from warren_search.errors import IndexCorrupt
from warren_search.permissions import permission_bits
from warren_search.query import Kind, Viewer
from warren_search.text import begins_like, near_words

APPLICATION_ID: Final = 0x57525358
SCHEMA_VERSION: Final = 8
BUSY_TIMEOUT_MS: Final = 5_000
_VIEWERS_KEPT_MAX: Final = 64

KIND_CODES: Final = {Kind.FILE: 0, Kind.DIRECTORY: 1, Kind.SYMLINK: 2}
KINDS: Final = {code: kind for kind, code in KIND_CODES.items()}
DIRECTORY: Final = KIND_CODES[Kind.DIRECTORY]

# Contentless and detail=none: the grams only name candidates, which are compared with
# document.folded. That makes the index less than half as large and faster to write.
TABLES: Final = """
CREATE TABLE document (
  inode_id INTEGER PRIMARY KEY,
  logical_time INTEGER NOT NULL,
  parent_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
  size_bytes INTEGER NOT NULL,
  owner TEXT NOT NULL,
  owner_group TEXT NOT NULL,
  mode INTEGER NOT NULL,
  mtime_ms INTEGER NOT NULL,
  atime_ms INTEGER NOT NULL,
  replication INTEGER NOT NULL,
  block_size_bytes INTEGER NOT NULL,
  storage_policy INTEGER NOT NULL,
  in_database INTEGER NOT NULL CHECK (in_database IN (0, 1)),
  acl TEXT NOT NULL,
  class_id INTEGER NOT NULL
) STRICT;
CREATE TABLE class (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  owner TEXT NOT NULL,
  owner_group TEXT NOT NULL,
  extension TEXT,
  size INTEGER NOT NULL,
  storage_policy INTEGER NOT NULL,
  in_database INTEGER NOT NULL
) STRICT;
CREATE INDEX class_by_all
  ON class (kind, owner, owner_group, extension, size, storage_policy, in_database);
CREATE TABLE attribute (
  term TEXT NOT NULL,
  inode_id INTEGER NOT NULL,
  PRIMARY KEY (term, inode_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attribute_by_inode ON attribute (inode_id);
CREATE TABLE vocabulary (
  initial TEXT NOT NULL,
  letters INTEGER NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (initial, letters, word)
) STRICT, WITHOUT ROWID;
CREATE TABLE tombstone (
  inode_id INTEGER PRIMARY KEY,
  logical_time INTEGER NOT NULL,
  buried_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX tombstone_by_time ON tombstone (buried_at_ms);
CREATE VIRTUAL TABLE name_gram USING fts5(
  text, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE name_gram_term USING fts5vocab('name_gram', 'row');
CREATE TABLE total (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  files INTEGER NOT NULL,
  directories INTEGER NOT NULL,
  symlinks INTEGER NOT NULL,
  length_bytes INTEGER NOT NULL,
  space_consumed_bytes INTEGER NOT NULL
) STRICT;
INSERT INTO total VALUES (1, 0, 0, 0, 0, 0);
CREATE TABLE feed_position (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  searchable INTEGER NOT NULL CHECK (searchable IN (0, 1)),
  cursor TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  time_ms INTEGER NOT NULL
) STRICT;
INSERT INTO feed_position VALUES (1, 0, '', 0, 0);
CREATE TABLE feed_report (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL,
  head_sequence INTEGER NOT NULL,
  reported_at_ms INTEGER NOT NULL,
  documents_built INTEGER,
  last_error TEXT,
  build_percent INTEGER,
  build_left_ms INTEGER
) STRICT;
CREATE TABLE build (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  cursor TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  after_id INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  is_loaded INTEGER NOT NULL CHECK (is_loaded IN (0, 1))
) STRICT;
"""

# Made after the bulk load of a new index, because sorting once is much cheaper than inserting.
# Equal keys are in the order of inode_id, with which SQLite ends an entry that doesn't say so. What
# a walk filters by stands beside the keys: a document is read only once it is known to be a hit.
# Each is a transaction: a build that is cut short goes on with the next one.
INDEXES: Final = (
    "CREATE INDEX IF NOT EXISTS document_by_name"
    " ON document (folded, inode_id, class_id, size_bytes, mtime_ms)",
    "CREATE INDEX IF NOT EXISTS document_by_size"
    " ON document (size_bytes, inode_id, class_id, mtime_ms)",
    "CREATE INDEX IF NOT EXISTS document_by_mtime"
    " ON document (mtime_ms, inode_id, class_id, size_bytes)",
    "CREATE INDEX IF NOT EXISTS document_by_owner_size ON document (owner, size_bytes)",
    "CREATE INDEX IF NOT EXISTS document_by_owner_mtime ON document (owner, mtime_ms)",
    "CREATE INDEX IF NOT EXISTS document_by_class ON document (class_id, mtime_ms, size_bytes)",
    "CREATE INDEX IF NOT EXISTS document_by_parent ON document (parent_id, name)",
    "CREATE INDEX IF NOT EXISTS document_by_policy ON document (storage_policy)"
    " WHERE storage_policy <> 0",
    "CREATE INDEX IF NOT EXISTS directory_by_parent ON document (parent_id) WHERE kind = 1",
)

# Cache sizes are in KiB when negative; the log is cut back to 64 MiB after a burst.
# A reader sorts groups of millions of rows in files once they fill its cache, which would else grow
# with the namespace. It maps nothing of the file: where a page of a mapped file is not in memory
# the system reads a whole window around it, megabytes on some disks, and a search touches dozens.
_READER: Final = (
    "PRAGMA temp_store = FILE; PRAGMA cache_size = -16384; PRAGMA mmap_size = 0;"
    " PRAGMA query_only = ON;"
)
_WRITER: Final = (
    "PRAGMA cache_size = -65536; PRAGMA secure_delete = OFF; PRAGMA journal_size_limit = 67108864;"
)


# While a file is filled its log is written back seldom: most pages are then written many times in
# the log and once in the file.
_BULK_CHECKPOINT_PAGES: Final = 65_536
_CHECKPOINT_PAGES: Final = 1_000


# Grams are written as sorted runs, one for each transaction, which the engine merges as it goes:
# while a file is filled that is put off, as one merge at the end costs less than many.
_RUNS_KEPT_IN_LOAD: Final = 64
_MERGES_OF_LOAD: Final = (("automerge", 0), ("crisismerge", _RUNS_KEPT_IN_LOAD))
_MERGES_OF_FOLLOWING: Final = (("automerge", 4), ("crisismerge", 16))
# Of a merge, between two looks at whether somebody wants it to end.
_MERGE_STEP_PAGES: Final = 2_000
# A step that did nothing tells of fewer changes than this (the engine's own count of its work).
_MERGE_CHANGES_MIN: Final = 2
# Secondary indexes are sorted by so many threads beside the one that reads.
_SORTERS: Final = 2


def create(file: Path) -> sqlite3.Connection:
    """A new, empty index file without its secondary indexes, tuned for the bulk load.

    What a crash leaves of it is a state that was committed: the load goes on from there.
    """
    connection = _connect(file, "rwc")
    connection.executescript(
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION};"
    )
    _tune_for_load(connection)
    connection.executescript(TABLES)
    _set_merges(connection, _MERGES_OF_LOAD)
    return connection


def reopen_for_load(file: Path) -> sqlite3.Connection:
    """A file whose bulk load was cut short. Raises IndexCorrupt."""
    connection = _connect(file, "rw")
    try:
        _check(connection, file)
        _tune_for_load(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _tune_for_load(connection: sqlite3.Connection) -> None:
    make_durable(connection)
    connection.executescript(
        f"PRAGMA wal_autocheckpoint = {_BULK_CHECKPOINT_PAGES}; PRAGMA threads = {_SORTERS};"
        f" {_WRITER}"
    )


def _set_merges(connection: sqlite3.Connection, settings: Iterable[tuple[str, int]]) -> None:
    connection.executemany("INSERT INTO name_gram (name_gram, rank) VALUES (?, ?)", settings)


def merge_grams(connection: sqlite3.Connection, tick: Callable[[], None]) -> None:
    """Makes one sorted run of all grams, in steps; from now on they are merged as changes come.

    What tick raises ends the work, which then goes on from there when it is called again.
    """
    # The first step, below zero, takes all runs in; the others go on with that merge.
    pages = -_MERGE_STEP_PAGES
    while True:
        before = connection.total_changes
        _set_merges(connection, (("merge", pages),))
        if connection.total_changes - before < _MERGE_CHANGES_MIN:
            break
        pages = _MERGE_STEP_PAGES
        tick()
    _set_merges(connection, _MERGES_OF_FOLLOWING)


def end_load(connection: sqlite3.Connection) -> None:
    """Brings all of the log into the file."""
    connection.executescript(
        f"PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES};"
    )


def make_durable(connection: sqlite3.Connection) -> None:
    """Switches a file to write-ahead logging."""
    connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")


def open_for_writing(file: Path) -> sqlite3.Connection:
    """The one writer of an existing index file. Raises IndexCorrupt."""
    connection = _connect(file, "rw")
    try:
        _check(connection, file)
        connection.executescript(_WRITER)
        make_durable(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_reading(file: Path) -> sqlite3.Connection:
    """One of many readers. Raises IndexCorrupt; sqlite3.OperationalError without a file."""
    connection = _connect(file, "ro")
    try:
        _check(connection, file)
        connection.executescript(_READER)
        connection.create_function("has_near", 2, _has_near, deterministic=True)
        connection.create_function("begins_like", 2, begins_like, deterministic=True)
        connection.create_function("acl_bits", 4, _acl_bits, deterministic=True)
    except BaseException:
        connection.close()
        raise
    return connection


def _has_near(folded: str, word: str) -> bool:
    return bool(near_words(folded, word))


def _acl_bits(acl: str, owner_group: str, user: str, groups: str) -> int:
    """What an ACL grants somebody who is not the owner. groups: a JSON list."""
    return permission_bits(_viewer(user, groups), "", owner_group, 0, acl)


@lru_cache(maxsize=_VIEWERS_KEPT_MAX)
def _viewer(user: str, groups: str) -> Viewer:
    return Viewer(user, frozenset(json.loads(groups)))


def _connect(file: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_TIMEOUT_MS / 1000,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.executescript("PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;")
    return connection


def _check(connection: sqlite3.Connection, file: Path) -> None:
    try:
        application_id = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise IndexCorrupt(path=str(file), reason=str(error)) from error
    if application_id != APPLICATION_ID:
        raise IndexCorrupt(path=str(file), reason="is not a search index")
    if version != SCHEMA_VERSION:
        raise IndexCorrupt(path=str(file), reason="has another version", version=version)
