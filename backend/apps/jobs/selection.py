"""How inodes are chosen for a job: by paths, by ids, by a search, or by a result of SQL."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from apps.jobs.kinds import MOVES, JobKind
from config.env import env

PATHS_TOLD = 20


class SelectedBy(StrEnum):
    PATHS = "paths"
    INODE_IDS = "inode_ids"
    SEARCH = "search"
    SQL_QUERY = "sql_query"


class IfChanged(StrEnum):
    """What to do with an inode that changed since it was chosen. One that is gone is listed."""

    SKIP = "skip"
    ACT = "act"


@dataclass(frozen=True, slots=True)
class Selection:
    """What is asked for: one of paths, inode ids, the text of a search, the id of a saved one, and
    the id of a query.

    taken: what a saved search or a query was when the job was asked for (`apps.jobs.given`).
    """

    paths: tuple[str, ...] = ()
    inode_ids: tuple[int, ...] = ()
    q: str | None = None
    saved_search: int | None = None
    sql_query: int | None = None
    if_changed: IfChanged = IfChanged.SKIP
    taken: Mapping[str, Any] = field(default_factory=dict)

    def by(self) -> SelectedBy:
        """In which way the inodes are chosen."""
        if self.paths:
            return SelectedBy.PATHS
        if self.inode_ids:
            return SelectedBy.INODE_IDS
        return SelectedBy.SEARCH if self.sql_query is None else SelectedBy.SQL_QUERY

    def asked(self) -> dict[str, Any]:
        """As a job keeps it, each path and each id once."""
        named = {"saved_search": self.saved_search, "sql_query": self.sql_query}
        return {
            "by": self.by().value,
            "paths": list(dict.fromkeys(self.paths)),
            "inode_ids": list(dict.fromkeys(self.inode_ids)),
            "q": self.q,
            "if_changed": self.if_changed.value,
            **{name: each for name, each in named.items() if each is not None},
            **self.taken,
        }

    def begun(self) -> dict[str, Any]:
        """The same, with nothing chosen yet."""
        return self.asked() | {"chosen": 0, "batches": 0, "as_of": None, "owners": {}, "groups": {}}

    def above(self) -> str:
        """The directory that all of it is below, as far as that is known."""
        return posixpath.commonpath(self.paths) if self.paths else "/"


def inodes_max(kind: JobKind) -> int:
    """How many inodes a job of this kind may be about by a selection."""
    return env().job_selected_deletes_max if kind in MOVES else env().job_selection_inodes_max


def told(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A job's selection as it is shown: some of the paths, no ids."""
    query = stored.get("sql_query")
    return {
        "by": stored["by"],
        "paths": stored["paths"][:PATHS_TOLD],
        "q": stored["q"],
        "saved_search": stored.get("saved_search"),
        "sql_query": query and {"id": query["id"], "statement": query["statement"]},
        "asked": query["rows"]
        if query
        else len(stored["paths"]) or len(stored["inode_ids"]) or None,
        "if_changed": stored["if_changed"],
        "chosen": stored["chosen"],
        "as_of_sequence": stored["as_of"] and stored["as_of"]["sequence"],
        "owners": _counted("owner", stored["owners"]),
        "groups": _counted("group", stored.get("groups", {})),
    }


def _counted(what: str, counts: Mapping[str, list[int]]) -> list[dict[str, Any]]:
    """What is chosen of each owner, or group, those with most bytes first."""
    return [
        {
            what: name or None,
            "files": files,
            "directories": directories,
            "length_bytes": length_bytes,
        }
        for name, (files, directories, length_bytes) in sorted(
            counts.items(), key=lambda each: (-each[1][2], each[0])
        )
    ]
