"""Sets of inode ids in a file, for those that memory should not hold.

Each id is kept with the number of the step that brought it, so a step that is done again, by
whichever worker, hears what it heard the first time. Step 1 is the first one.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from apps.common.problems import Conflict, Unavailable
from apps.jobs import selections

_TABLES = (
    "CREATE TABLE IF NOT EXISTS steps (number INTEGER PRIMARY KEY)",
    "CREATE TABLE IF NOT EXISTS ids (id INTEGER PRIMARY KEY, step INTEGER NOT NULL)",
)
_BUSY_S = 10.0


def add(*, job: str, name: str, step: int, inode_ids: Sequence[int]) -> list[int]:
    """Put a step's ids into a job's set; those of them that no step before it brought.

    In their order, each once. Raises Conflict when an earlier step is missing, the file being lost
    or damaged, and Unavailable when it can't be written now.
    """
    distinct = list(dict.fromkeys(inode_ids))
    with _opened(_file(job, name)) as database:
        _require_step(database, step - 1)
        database.execute("INSERT OR IGNORE INTO steps VALUES (?)", (step,))
        database.executemany(
            "INSERT OR IGNORE INTO ids VALUES (?, ?)", [(each, step) for each in distinct]
        )
        wanted = ", ".join("?" * len(distinct))
        rows = database.execute(
            f"SELECT id FROM ids WHERE step = ? AND id IN ({wanted})",  # noqa: S608
            (step, *distinct),
        )
        brought = {inode_id for (inode_id,) in rows}
    return [each for each in distinct if each in brought]


def brought_before(*, job: str, name: str, step: int, inode_ids: Sequence[int]) -> set[int]:
    """Those of some ids that steps before this one have brought. Raises what `add` does."""
    distinct = list(dict.fromkeys(inode_ids))
    with _opened(_file(job, name)) as database:
        _require_step(database, step - 1)
        wanted = ", ".join("?" * len(distinct))
        rows = database.execute(
            f"SELECT id FROM ids WHERE step < ? AND id IN ({wanted})",  # noqa: S608
            (step, *distinct),
        )
        return {inode_id for (inode_id,) in rows}


def remove(*, job: str, name: str) -> None:
    """Remove a set."""
    _file(job, name).unlink(missing_ok=True)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The file in a transaction, which is committed at the end of the block."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with closing(sqlite3.connect(path, timeout=_BUSY_S)) as database, database:
            for table in _TABLES:
                database.execute(table)
            yield database
    except sqlite3.OperationalError as error:
        raise Unavailable(
            "The ids of the inodes can't be kept",
            code="ids_not_kept",
            detail="Make room on the disk of the data folder. Until then it waits.",
            facts={"cause": str(error)},
        ) from error
    except sqlite3.DatabaseError as error:
        raise _incomplete() from error


def _require_step(database: sqlite3.Connection, step: int) -> None:
    if step == 0:
        return
    if database.execute("SELECT 1 FROM steps WHERE number = ?", (step,)).fetchone() is None:
        raise _incomplete()


def _incomplete() -> Conflict:
    return Conflict(
        "The ids of the inodes are not known any more",
        code="ids_incomplete",
        detail="The file of them is missing or damaged. Ask again.",
    )


def _file(job: str, name: str) -> Path:
    return selections.folder(job) / "ids" / f"{name}.sqlite"
