"""What was added to a backup since it was made, of either mode."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from warren_cli.backups import binlog_parts, log_parts
from warren_cli.backups.binlog_parts import BinlogPart
from warren_cli.backups.log_parts import LogPart
from warren_cli.backups.manifest import Manifest, NdbCopy
from warren_cli.progress import Progress
from warren_cli.settings import Settings

Added: TypeAlias = LogPart | BinlogPart


def add(settings: Settings, folder: Path, progress: Progress) -> Added:
    """Adds to a backup what the store has written since. Raises OSError, OperatorError."""
    if settings.is_cluster:
        return binlog_parts.add(settings, folder, progress)
    return log_parts.add(settings, folder, progress)


def read(folder: Path, stated: Manifest) -> Sequence[Added]:
    """The parts of a backup, in order. Raises OperatorError when one does not follow on another."""
    of_ndb = isinstance(stated.store, NdbCopy)
    return binlog_parts.read(folder, stated) if of_ndb else log_parts.read(folder, stated)


def verify(folder: Path, stated: Manifest) -> Sequence[Added]:
    """As read, after all files were read and compared with their notes."""
    of_ndb = isinstance(stated.store, NdbCopy)
    return binlog_parts.verify(folder, stated) if of_ndb else log_parts.verify(folder, stated)
