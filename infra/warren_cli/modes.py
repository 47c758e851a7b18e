"""The two ways to run, and which of them a data folder belongs to."""

import json
import socket
from enum import StrEnum
from pathlib import Path

MARKER_NAME = "warren-home.json"
PROBE_TIMEOUT_S = 2.0


class Mode(StrEnum):
    """Embedded: one store inside the namenodes' process. Cluster: MySQL NDB and processes of each
    kind."""

    EMBEDDED = "embedded"
    CLUSTER = "cluster"


def recorded(root: Path) -> Mode | None:
    """The mode that a data folder's mark names; None without a mark that can be understood.

    Folders from before there was a choice name none: they are embedded ones.
    """
    try:
        mark = json.loads((root / MARKER_NAME).read_text(encoding="utf-8"))
        return Mode(mark.get("mode", Mode.EMBEDDED))
    except (OSError, ValueError, AttributeError):
        return None


def default_home(homes: dict[Mode, Path], wanted: Mode | None) -> Path:
    """The data folder when none is named: the wanted mode's, else the one that is in use.

    Both modes use the same ports unless told otherwise, so at most one of the two runs.
    """
    if wanted is not None:
        return homes[wanted]
    embedded, cluster = homes[Mode.EMBEDDED], homes[Mode.CLUSTER]
    if recorded(cluster) is None or _supervised(embedded):
        return embedded
    return cluster if _supervised(cluster) or recorded(embedded) is None else embedded


def _supervised(root: Path) -> bool:
    """Whether a supervisor listens for this data folder."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(PROBE_TIMEOUT_S)
        try:
            probe.connect(str(root / "run" / "supervisor.sock"))
        except (OSError, ValueError):
            return False
        return True
