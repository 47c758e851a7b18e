"""What the plan of a job on a selection finds of the places that it brings its inodes to.

It is added up over the plan's steps and kept in the plan's result: which directories are made above
the places, each once, and which places are taken. Of both the first NAMED_MAX are named and all are
counted. Which paths are there by then, thanks to what comes before, and which are left by it, is in
sets on disk (`apps.jobs.id_sets`): memory holds one step.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from apps.jobs import id_sets
from apps.jobs.models import Job

NAMED_MAX = 100
# Members of a plan's result that name paths or owners: not for all who see the job, nor for the
# audit log.
NAMES_PATHS = frozenset({"missing_parents", "taken", "quotas", "concerns", "totals", "owned"})
# Those that name what lies elsewhere than the job's own path: for no viewer of any job.
NAMES_OTHERS = frozenset({"quotas", "concerns", "totals", "owned"})
_THERE = "places"
_LEFT = "left"


class LeftPaths:
    """Which paths are free by the time that something comes to them, as what lies there now went
    before: in the steps before this one, and in this one until now.

    asked: the places that the step may ask for. Steps are numbered from 1 on; each has to `keep`.
    """

    def __init__(self, job: Job, *, step: int, asked: Iterable[str]) -> None:
        self._job, self._step = job, step
        self._before = id_sets.brought_before(
            job=job.key, name=_LEFT, step=step, inode_ids=[_key(path) for path in asked]
        )
        self._now: list[int] = []

    def __contains__(self, path: str) -> bool:
        key = _key(path)
        return key in self._before or key in self._now

    def add(self, path: str) -> None:
        """Something leaves a path."""
        self._now.append(_key(path))

    def keep(self) -> None:
        """Let later steps know. Raises what `id_sets.add` does."""
        id_sets.add(job=self._job.key, name=_LEFT, step=self._step, inode_ids=self._now)


@dataclass(slots=True)
class Places:
    """What one step found. `paths`: those that are there when it is done, in their order, and
    whether each is made for what lies below it."""

    paths: dict[str, bool] = field(default_factory=dict)
    taken: list[dict[str, str]] = field(default_factory=list)

    def goes(self, place: str, missing: list[str]) -> None:
        """Something goes to a place; the directories above that are missing, highest first."""
        self.makes(missing)
        self.paths.setdefault(place, False)

    def makes(self, missing: list[str]) -> None:
        """Directories above a place are missing, highest first."""
        for path in missing:
            self.paths.setdefault(path, True)

    def is_taken(self, path: str, place: str) -> None:
        """What lies at a path stays there, because something else is at its place."""
        self.taken.append({"path": path, "place": place})

    def made(self, job: Job, *, step: int) -> list[str]:
        """The directories that are made by this step, which has a number from 1 on, and by none
        before it.

        Raises what `id_sets.add` does.
        """
        keys = {_key(path): path for path in self.paths}
        fresh = id_sets.add(job=job.key, name=_THERE, step=step, inode_ids=list(keys))
        return [keys[key] for key in fresh if self.paths[keys[key]]]

    def added(self, job: Job, made: list[str]) -> dict[str, Any]:
        """The plan's result with this step, which makes some directories."""
        result = dict(job.result or {})
        _add(result, "missing_parents", made)
        _add(result, "taken", self.taken)
        return result


def without_paths(
    result: Mapping[str, Any] | None, hidden: Set[str] = NAMES_PATHS
) -> dict[str, Any] | None:
    """A plan's result without what names paths; None where nothing else is in it."""
    shown = {name: each for name, each in (result or {}).items() if name not in hidden}
    return shown or None


def _add(result: dict[str, Any], name: str, found: list[Any]) -> None:
    if found:
        result[name] = [*result.get(name, ()), *found][:NAMED_MAX]
        result[f"{name}_count"] = result.get(f"{name}_count", 0) + len(found)


def _key(path: str) -> int:
    """A number for a path, in the range of inode ids: of ten thousand paths no two share one."""
    return int.from_bytes(blake2b(path.encode(), digest_size=8).digest()) >> 1
