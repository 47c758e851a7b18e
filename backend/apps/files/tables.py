"""What columns a table has and its first rows, as far as HDFS lets the user himself read it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from apps.common.problems import Conflict
from apps.common.webhdfs import webhdfs_problems
from apps.files.downloads import file_state
from apps.files.slots import take_slot_for_table
from integrations.tabular import TableHead, TableKind, TableTooLarge, TableUnreadable, read_head

_MARKS = {b"PAR1": TableKind.PARQUET, b"ORC": TableKind.ORC, b"Obj\x01": TableKind.AVRO}
_MARK_BYTES = 4


@dataclass(frozen=True, slots=True)
class Table:
    """The head of a table, and the file that it is."""

    path: str
    size_bytes: int
    head: TableHead
    as_of: datetime


def table(*, path: str, reader: str) -> Table:
    """What `reader`, a name in HDFS, may read of it.

    Conflict for what is no table, for a damaged one, and for one whose columns alone take too much.
    """
    state = file_state(path=path, user=reader)
    slot = take_slot_for_table()
    try:
        with webhdfs_problems() as client:

            def source(offset: int, length: int) -> bytes:
                length = max(0, min(length, state.size_bytes - offset))
                return client.read_all(path, user=reader, offset=offset, length=length)

            kind = _kind(source(0, _MARK_BYTES), path)
            head = read_head(kind, state.size_bytes, source)
    except TableUnreadable as error:
        raise Conflict(
            "This table can't be read",
            code="table_unreadable",
            detail=f"It may be damaged, or not written to its end. Its reader says: {error.reason}",
            facts={"path": path, "reason": error.reason},
        ) from error
    except TableTooLarge as error:
        raise Conflict(
            "What tells the columns of this table is too large to be looked at here",
            code="table_too_large",
            detail="Read it with a program of your own.",
            facts={"path": path, "size_bytes": state.size_bytes},
        ) from error
    finally:
        slot.release()
    return Table(path, state.size_bytes, head, timezone.now())


def _kind(first: bytes, path: str) -> TableKind:
    for mark, kind in _MARKS.items():
        if first.startswith(mark):
            return kind
    raise Conflict(
        "This is no table in a form that can be shown",
        code="not_a_table",
        detail="Those are Parquet (with a footer that is not encrypted), ORC and Avro.",
        facts={"path": path},
    )
