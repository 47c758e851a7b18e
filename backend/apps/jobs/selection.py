"""How inodes are chosen for a job: by paths, by ids, or by a search."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

PATHS_TOLD = 20


class SelectedBy(StrEnum):
    PATHS = "paths"
    INODE_IDS = "inode_ids"
    SEARCH = "search"


class IfChanged(StrEnum):
    """What to do with an inode that changed since it was chosen. One that is gone is listed."""

    SKIP = "skip"
    ACT = "act"


@dataclass(frozen=True, slots=True)
class Selection:
    """What is asked for: one of paths, inode ids and the text of a search."""

    paths: tuple[str, ...] = ()
    inode_ids: tuple[int, ...] = ()
    q: str | None = None
    if_changed: IfChanged = IfChanged.SKIP

    def asked(self) -> dict[str, Any]:
        """As a job keeps it, each path and each id once."""
        by = SelectedBy.PATHS if self.paths else SelectedBy.INODE_IDS
        return {
            "by": (SelectedBy.SEARCH if self.q is not None else by).value,
            "paths": list(dict.fromkeys(self.paths)),
            "inode_ids": list(dict.fromkeys(self.inode_ids)),
            "q": self.q,
            "if_changed": self.if_changed.value,
        }

    def begun(self) -> dict[str, Any]:
        """The same, with nothing chosen yet."""
        return self.asked() | {"chosen": 0, "batches": 0, "as_of": None, "owners": {}}

    def above(self) -> str:
        """The directory that all of it is below, as far as that is known."""
        return posixpath.commonpath(self.paths) if self.paths else "/"


def told(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A job's selection as it is shown: some of the paths, no ids, owners with most bytes first."""
    owners = sorted(stored["owners"].items(), key=lambda each: (-each[1][2], each[0]))
    return {
        "by": stored["by"],
        "paths": stored["paths"][:PATHS_TOLD],
        "q": stored["q"],
        "asked": len(stored["paths"]) or len(stored["inode_ids"]) or None,
        "if_changed": stored["if_changed"],
        "chosen": stored["chosen"],
        "as_of_sequence": stored["as_of"] and stored["as_of"]["sequence"],
        "owners": [
            {
                "owner": name or None,
                "files": files,
                "directories": directories,
                "length_bytes": length_bytes,
            }
            for name, (files, directories, length_bytes) in owners
        ],
    }
