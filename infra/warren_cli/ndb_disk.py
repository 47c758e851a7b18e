"""Files of NDB's data nodes for rows on disk: the bytes of small files, and their undo log."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from warren_cli.sql_node import SqlConnection, rows

_MIB: Final = 1 << 20


@dataclass(frozen=True)
class FileGroup:
    """What files belong to. The schema's second version made each with a first file of 16 MiB."""

    what: str
    name: str
    group_column: str
    file_type: str
    add: str
    file_pattern: str


@dataclass(frozen=True)
class DiskFile:
    """One file, the same in each data node."""

    name: str
    size_bytes: int


DATA: Final = FileGroup(
    what="disk space for small files",
    name="warren_disk",
    group_column="TABLESPACE_NAME",
    file_type="DATAFILE",
    add="ALTER TABLESPACE warren_disk ADD DATAFILE",
    file_pattern="warren_disk_{}.dat",
)
UNDO: Final = FileGroup(
    what="undo log of small files",
    name="warren_undo",
    group_column="LOGFILE_GROUP_NAME",
    file_type="UNDO LOG",
    add="ALTER LOGFILE GROUP warren_undo ADD UNDOFILE",
    file_pattern="warren_undo_{}.log",
)


def files(connection: SqlConnection, group: FileGroup) -> list[DiskFile]:
    """The files that there are."""
    statement = (
        "SELECT DISTINCT FILE_NAME, INITIAL_SIZE FROM information_schema.FILES "  # noqa: S608
        f"WHERE ENGINE = 'ndbcluster' AND FILE_TYPE = %s AND {group.group_column} = %s "
        "AND FILE_NAME IS NOT NULL ORDER BY FILE_NAME"
    )
    found = rows(connection, statement, group.file_type, group.name)
    return [DiskFile(_text(name), int(size)) for name, size in found]


def growth(group: FileGroup, present: Sequence[DiskFile], wanted_mb: int) -> str | None:
    """The statement that adds what is missing in one more file; None when there is enough."""
    missing_mb = wanted_mb - sum(file.size_bytes for file in present) // _MIB
    if missing_mb <= 0:
        return None
    taken = {file.name.rpartition("/")[2] for file in present}
    number = next(n for n in range(1, len(taken) + 2) if group.file_pattern.format(n) not in taken)
    name = group.file_pattern.format(number)
    return f"{group.add} '{name}' INITIAL_SIZE {missing_mb}M ENGINE NDBCLUSTER"


def _text(value: object) -> str:
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)
