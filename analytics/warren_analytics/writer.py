"""The one writer of a replica: loads inodes, then applies changes exactly once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from warren_analytics import checksums, details, samples, totals
from warren_analytics.classes import CLASS, FILE_EXTENSION
from warren_analytics.directories import BROKEN, climb_all, climb_from
from warren_analytics.hidden import HiddenDirectories
from warren_analytics.history import TABLES as HISTORY_TABLES
from warren_analytics.position import BuildPosition, Position
from warren_analytics.rows import (
    ChangeEvent,
    InodeLists,
    InodeRow,
    change_table,
    columns_table,
    event_table,
    inode_table,
    newest_per_inode,
)
from warren_analytics.schema import bounded
from warren_analytics.transaction import given, transaction

EVENTS_MAX: Final = 5_000
# Far longer than the feed can be late; after it a tombstone guards nothing.
TOMBSTONE_AGE_MS: Final = 24 * 3_600_000
CHANGES_AGE_MS: Final = 30 * 24 * 3_600_000
CHANGES_MAX: Final = 5_000_000
HOUSEKEEPING_INTERVAL_MS: Final = 300_000

_KNOWN: Final = """
SELECT inode_id, max(logical_time) FROM (
  SELECT inode_id, logical_time FROM store.inode WHERE inode_id IN (SELECT inode_id FROM incoming)
  UNION ALL
  SELECT inode_id, logical_time FROM store.tombstone
  WHERE inode_id IN (SELECT inode_id FROM incoming)
) GROUP BY ALL
"""
_CLASSED: Final = f"{CLASS}, {FILE_EXTENSION}"
_WRONG_CLASSES: Final = f"""
SELECT inode_id FROM (
  FROM store.inode WHERE inode_id > ? AND inode_id <= ? ORDER BY inode_id LIMIT ?
) WHERE class <> {CLASS} OR file_extension <> {FILE_EXTENSION}
"""  # noqa: S608 - from this package only
_IN_BATCH: Final = "inode_id IN (SELECT inode_id FROM batch)"
_MOVED: Final = """
SELECT b.inode_id FROM batch AS b JOIN store.directory AS d USING (inode_id)
WHERE b.deleted OR b.parent_id <> d.parent_id OR b.name <> d.name
  OR b.storage_policy <> d.own_policy
UNION ALL
SELECT b.inode_id FROM batch AS b ANTI JOIN store.directory AS d USING (inode_id)
WHERE b.kind = 'directory' AND NOT b.deleted
"""
# Of a directory that is gone nothing is asked any more, and ids do not come again.
_LISTED_OTHERWISE: Final = f"""
SELECT EXISTS (
  FROM (FROM batch WHERE kind = 'directory' AND NOT deleted) AS b
  LEFT JOIN (
    SELECT inode_id, parent_id, owner, group_name, mode FROM store.inode WHERE {_IN_BATCH}
  ) AS i USING (inode_id)
  WHERE i.inode_id IS NULL OR b.parent_id <> i.parent_id OR b.owner <> i.owner
    OR b."group" <> i.group_name OR b.mode <> i.mode
)
"""  # noqa: S608 - from this file only
_TAKE_TOTALS: Final = f"""
INSERT INTO store.usage_day
SELECT ?, count(*) FILTER (kind = 'file'), count(*) FILTER (kind = 'directory'),
       {bounded("sum(size_bytes)")}, {bounded("sum(size_bytes::HUGEINT * replication)")}
FROM store.inode
"""  # noqa: S608 - from this file only


@dataclass(frozen=True, slots=True)
class Applied:
    """What a batch did: rows stored, rows removed, changes newly recorded."""

    stored: int
    removed: int
    recorded: int


class ReplicaWriter:
    """Not thread safe: one thread follows the feed. watched: whose past is kept in any case.

    hidden: what is told when it may be others who may list a directory.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        hidden: HiddenDirectories,
        watched: Callable[[], frozenset[int]] = frozenset,
    ) -> None:
        self._connection = connection
        self._hidden = hidden
        self._watched = watched
        self._kept_house_at_ms = 0
        self._sampled_ms: int | None = None

    def position(self) -> Position | None:
        """Where to go on in the feed; null while the replica was never complete."""
        row = self._connection.execute(
            "SELECT cursor, sequence, time_ms FROM store.position WHERE complete"
        ).fetchone()
        return None if row is None else Position(*row)

    def load(self, inodes: Sequence[InodeRow]) -> None:
        """Stores inodes of a replica that is not complete yet; each inode at most once."""
        self._load(inode_table(inodes))

    def load_columns(self, columns: InodeLists, reached: BuildPosition | None = None) -> None:
        """The same, of inodes that come as columns.

        reached: where the build is then; without it the build cannot be resumed.
        """
        self._load(columns_table(columns), reached)

    def _load(self, page: pa.Table, reached: BuildPosition | None = None) -> None:
        with given(self._connection, page=page), transaction(self._connection):
            self._connection.execute(f"INSERT INTO store.inode SELECT *, {_CLASSED} FROM page")  # noqa: S608
            if reached is not None:
                self._set_build(reached)

    def build(self) -> BuildPosition | None:
        """How far the build is; null when it is over, or cannot be resumed."""
        row = self._connection.execute(
            "SELECT cursor, sequence, time_ms, after_id, inodes, is_loaded FROM store.build"
        ).fetchone()
        return None if row is None else BuildPosition(Position(*row[:3]), *row[3:])

    def caught_up_to(self) -> Position | None:
        """Up to where a build that was loaded has followed the feed; null when it has not."""
        row = self._connection.execute(
            "SELECT cursor, sequence, time_ms FROM store.position WHERE cursor <> ''"
        ).fetchone()
        return None if row is None else Position(*row)

    def _set_build(self, reached: BuildPosition) -> None:
        head = reached.head
        self._connection.execute("DELETE FROM store.build")
        self._connection.execute(
            "INSERT INTO store.build VALUES (?, ?, ?, ?, ?, ?)",
            [
                head.cursor,
                head.sequence,
                head.time_ms,
                reached.after_id,
                reached.inodes,
                reached.is_loaded,
            ],
        )

    def finish_load(self) -> None:
        """Derives the directories' paths and totals; afterwards changes can be applied."""
        with transaction(self._connection):
            self._connection.execute("UPDATE store.build SET is_loaded = true")
            self._connection.execute(
                "INSERT INTO store.directory"
                " SELECT inode_id, parent_id, name, storage_policy, NULL, NULL, 0"
                " FROM store.inode WHERE kind = 'directory'"
            )
            climb_all(self._connection)
            totals.fill(self._connection)

    def complete(self, position: Position, history: dict[str, pa.Table] | None = None) -> None:
        """Declares the replica complete. history: the past as the one before it knows it."""
        past = history or {}
        with given(self._connection, **past), transaction(self._connection):
            for table, rows in past.items():
                self._take_history(table, rows)
            self._set_position(position)
            self._connection.execute("UPDATE store.position SET complete = true")
            self._connection.execute("DELETE FROM store.build")
        self._connection.execute("CHECKPOINT")

    def _take_history(self, table: str, history: pa.Table) -> None:
        """Its columns may be those of another version: what both know is taken."""
        known = self._connection.execute(f"FROM store.{table} LIMIT 0").to_arrow_table()
        columns = ", ".join(name for name in known.column_names if name in history.column_names)
        self._connection.execute(
            f"INSERT INTO store.{table} BY NAME SELECT {columns} FROM {table}"  # noqa: S608
        )

    def history(self) -> dict[str, pa.Table]:
        """What is known of the past, by table."""
        return {
            table: self._connection.execute(f"FROM store.{table}").to_arrow_table()
            for table in HISTORY_TABLES
        }

    def apply(self, events: Sequence[ChangeEvent], position: Position) -> Applied:
        """Applies at most EVENTS_MAX changes and the position they lead to, both or neither.

        Changes may come repeatedly and in any order: the highest logical_time of an inode wins,
        and a sequence is recorded once.
        """
        if len(events) > EVENTS_MAX:
            raise ValueError("too many changes for one transaction")
        incoming = event_table(newest_per_inode(events))
        with (
            ExitStack() as committed,
            given(self._connection, incoming=incoming, recorded=change_table(events)),
            transaction(self._connection),
        ):
            fresh = self._fresh(incoming)
            if fresh.num_rows:
                with given(self._connection, batch=fresh):
                    if self._may_be_listed_otherwise(fresh):
                        committed.enter_context(self._hidden.changing())
                    removed = self._apply(position.time_ms)
            else:
                removed = 0
            recorded = self._record()
            self._set_position(position)
        self._keep_house()
        return Applied(fresh.num_rows - removed, removed, recorded)

    def inodes(self, after_id: int, through_id: int, limit: int) -> list[tuple[Any, ...]]:
        """Rows of ``store.inode`` with after_id < inode id <= through_id in id order.

        The last three columns are what was derived from the name, and whether there is an ACL.
        """
        return self._connection.execute(
            "SELECT * EXCLUDE (class, file_extension) FROM store.inode"
            " WHERE inode_id > ? AND inode_id <= ? ORDER BY inode_id LIMIT ?",
            [after_id, through_id, limit],
        ).fetchall()

    def broken_directories(self, after_id: int, through_id: int, limit: int) -> set[int]:
        """Inodes of a range whose row of ``store.directory`` is missing, too many or wrong.

        Right is what the rows of the directory itself and of its parent give; so all are right when
        each is.
        """
        rows = self._connection.execute(BROKEN, [after_id, through_id, limit]).fetchall()
        return {inode_id for (inode_id,) in rows}

    def wrong_classes(self, after_id: int, through_id: int, limit: int) -> set[int]:
        """Inodes of a range that are counted by something else than their rows say."""
        rows = self._connection.execute(_WRONG_CLASSES, [after_id, through_id, limit]).fetchall()
        return {inode_id for (inode_id,) in rows}

    def wrong_totals(self, after_id: int, through_id: int, limit: int) -> set[int]:
        """Directories of a range whose content or totals are not what is counted.

        Counted are the inodes in each of them, and the totals of the directories in it.
        """
        rows = self._connection.execute(totals.WRONG, [after_id, through_id, limit]).fetchall()
        return {inode_id for (inode_id,) in rows}

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def _fresh(self, incoming: pa.Table) -> pa.Table:
        """The changes that are newer than what is stored."""
        known = dict(self._connection.execute(_KNOWN).fetchall())
        newer = [
            time_ > known.get(inode_id, 0)
            for inode_id, time_ in zip(
                incoming["inode_id"].to_pylist(), incoming["logical_time"].to_pylist(), strict=True
            )
        ]
        return incoming.filter(pa.array(newer, pa.bool_()))

    def _may_be_listed_otherwise(self, batch: pa.Table) -> bool:
        """Whether the batch changes who may list which directory."""
        if not pc.any(pc.equal(batch["kind"], "directory")).as_py():
            return False
        # To look takes half as long as to apply the batch.
        if self._hidden.is_empty():
            return True
        return bool(_first(self._connection.execute(_LISTED_OTHERWISE).fetchone()))

    def _apply(self, time_ms: int) -> int:
        execute = self._connection.execute
        execute(f"CREATE OR REPLACE TEMP TABLE climbing AS {_MOVED}")
        totals.note_before(self._connection)
        execute(f"DELETE FROM store.inode WHERE {_IN_BATCH}")  # noqa: S608
        execute(f"DELETE FROM store.tombstone WHERE {_IN_BATCH}")  # noqa: S608
        execute(
            f"INSERT INTO store.inode SELECT * EXCLUDE (deleted), {_CLASSED}"  # noqa: S608
            " FROM batch WHERE NOT deleted"
        )
        removed = execute(
            "INSERT INTO store.tombstone SELECT inode_id, logical_time, ? FROM batch WHERE deleted",
            [time_ms],
        ).fetchone()
        self._mark_details(_first(removed))
        if _first(execute("SELECT count(*) FROM climbing").fetchone()):
            execute("DELETE FROM store.directory WHERE inode_id IN (SELECT inode_id FROM climbing)")
            execute(
                "INSERT INTO store.directory"
                " SELECT inode_id, parent_id, name, storage_policy, NULL, NULL, 0"
                " FROM batch WHERE NOT deleted AND inode_id IN (SELECT inode_id FROM climbing)"
            )
            climb_from(self._connection, "SELECT inode_id FROM climbing", note=totals.NOTE_CLIMBED)
        totals.add(self._connection)
        return _first(removed)

    def _mark_details(self, removed: int) -> None:
        """Details of removed inodes go; those of the others have to be read again."""
        execute = self._connection.execute
        if removed:
            for table in details.TABLES:
                execute(
                    f"DELETE FROM {table}"  # noqa: S608 - names of this package
                    " WHERE inode_id IN (SELECT inode_id FROM batch WHERE deleted)"
                )
        checksums.forget_changed(self._connection)
        execute(f"DELETE FROM store.unread WHERE {_IN_BATCH}")  # noqa: S608
        execute("INSERT INTO store.unread SELECT inode_id FROM batch WHERE NOT deleted")

    def _record(self) -> int:
        inserted = self._connection.execute(
            "INSERT INTO store.change SELECT * FROM recorded"
            " WHERE sequence NOT IN (SELECT sequence FROM store.change"
            "  WHERE sequence >= (SELECT min(sequence) FROM recorded))"
        ).fetchone()
        return _first(inserted)

    def _set_position(self, position: Position) -> None:
        self._connection.execute(
            "UPDATE store.position SET cursor = ?, sequence = ?, time_ms = ?",
            [position.cursor, position.sequence, position.time_ms],
        )

    def _keep_house(self) -> None:
        """Forgets what is too old and takes the day's totals, in a transaction of its own."""
        now_ms = time.time_ns() // 1_000_000
        if now_ms - self._kept_house_at_ms < HOUSEKEEPING_INTERVAL_MS:
            return
        self._kept_house_at_ms = now_ms
        execute = self._connection.execute
        with transaction(self._connection):
            execute(
                "DELETE FROM store.tombstone WHERE buried_at_ms < ?", [now_ms - TOMBSTONE_AGE_MS]
            )
            execute(
                "DELETE FROM store.change WHERE committed_at_ms < ?"
                " OR sequence <= (SELECT max(sequence) FROM store.change) - ?",
                [now_ms - CHANGES_AGE_MS, CHANGES_MAX],
            )
            self._take_totals(now_ms)
            self._take_samples(now_ms)

    def _take_totals(self, now_ms: int) -> None:
        day = datetime.fromtimestamp(now_ms / 1000, UTC).date()
        self._connection.execute("DELETE FROM store.usage_day WHERE day = ?", [day])
        self._connection.execute(_TAKE_TOTALS, [day])

    def _take_samples(self, now_ms: int) -> None:
        if self._sampled_ms is None:
            self._sampled_ms = samples.last_taken_ms(self._connection)
        if samples.hour_of(now_ms) > self._sampled_ms:
            self._sampled_ms = samples.take(self._connection, now_ms)
        samples.take_chosen(self._connection, self._sampled_ms, self._watched())


def _first(row: tuple[int, ...] | None) -> int:
    return 0 if row is None else row[0]
