"""The checksum of a file, as `hdfs dfs -checksum` tells it to one of its readers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from apps.common.namenode import namenode_problems
from apps.common.problems import Conflict, NotFound, Unavailable
from apps.common.values import utc_from_ms

_WHY: Final = {
    "not_a_file": "This is no file",
    "open_for_write": "The file is being written",
    "too_many_blocks": "The file has more than 1,000 blocks",
    "changed": "The file was changed while it was read",
    "mixed": "The file's blocks have checksums of several kinds",
}
_SILENT: Final = "Of a block no datanode answered in time"


@dataclass(frozen=True, slots=True)
class Checksum:
    """What the file had at `mtime`. checksum: hexadecimal, to be compared under one algorithm."""

    path: str
    length_bytes: int
    mtime: datetime
    algorithm: str
    checksum: str


def checksum(*, path: str, reader: str) -> Checksum:
    """What `reader`, a name in HDFS, may read of it; NotFound, AccessDenied, Conflict where the
    file has none, Unavailable where datanodes do not answer."""
    with namenode_problems() as client:
        # Who may read the first bytes may know what all of them come to.
        inode_id = client.preview(path=path, as_user=reader).inode_id
        told = client.file_checksum(inode_id)
    if told.checksum is None or told.algorithm is None or told.mtime_ms is None:
        raise _none(path, told.reason)
    return Checksum(
        path=path,
        length_bytes=told.length_bytes or 0,
        mtime=utc_from_ms(told.mtime_ms),
        algorithm=told.algorithm,
        checksum=told.checksum,
    )


def _none(path: str, reason: str | None) -> NotFound | Conflict | Unavailable:
    facts = {"path": path}
    if reason == "gone":
        return NotFound("The file is gone meanwhile", facts=facts)
    if reason in _WHY:
        return Conflict(_WHY[reason], code=reason, facts=facts)
    return Unavailable(
        _SILENT, code="checksum_unavailable", detail="Try again in a while.", facts=facts
    )
