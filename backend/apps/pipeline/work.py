"""Work that the indexer does for jobs: it builds the index anew, or compares and repairs it."""

from dataclasses import dataclass
from typing import Final

from apps.common.problems import Conflict
from apps.jobs.kinds import JobKind
from apps.pipeline.indexer import indexer

_NAMES: Final = {JobKind.REBUILD_INDEX: "rebuild", JobKind.REPAIR_INDEX: "repair"}


@dataclass(frozen=True, slots=True)
class IndexWork:
    """How far it is. inodes: done, of how many; None where the indexer does not know yet.

    found: `drift` and `repaired`, inodes each, of a repair that is done.
    """

    done: bool
    inodes: int
    inodes_total: int | None
    found: dict[str, int]


def index_work(kind: JobKind, key: str) -> IndexWork:
    """Have the indexer do work, which it does once for each key, and see how far it is.

    An indexer that started anew knows no key, and begins again. Raises Unavailable while it does
    not answer, Conflict when the work was withdrawn.
    """
    with indexer() as client:
        told = client.work(_NAMES[kind], key)
    if told["state"] == "withdrawn":
        raise Conflict(
            "The indexer was told not to do this",
            code="withdrawn",
            detail="Begin another job.",
        )
    done = told["state"] == "done"
    found = {name: told[name] for name in ("drift", "repaired") if told[name] is not None}
    return IndexWork(done, told["inodes"], told["inodes_total"], found if done else {})


def index_work_withdraw(kind: JobKind, key: str) -> None:
    """Have the indexer not go on with it: an index that is being built is thrown away."""
    with indexer() as client:
        client.withdraw(_NAMES[kind], key)
