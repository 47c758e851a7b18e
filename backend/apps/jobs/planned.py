"""What the plan of a job on a selection finds of the places that it brings its inodes to.

It is added up over the plan's steps and kept in the plan's result: which directories are made above
the places, each once, and which places are taken. Of both the first NAMED_MAX are named and all are
counted. Which paths are there by then, thanks to what comes before, is in a set on disk
(`apps.jobs.id_sets`): memory holds one step.
"""

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from apps.jobs import id_sets
from apps.jobs.models import Job

NAMED_MAX = 100
_SET = "places"


@dataclass(slots=True)
class Places:
    """What one step found. `paths`: those that are there when it is done, in their order, and
    whether each is made for what lies below it."""

    paths: dict[str, bool] = field(default_factory=dict)
    taken: list[dict[str, str]] = field(default_factory=list)

    def goes(self, place: str, missing: list[str]) -> None:
        """Something goes to a place; the directories above that are missing, highest first."""
        for path in missing:
            self.paths.setdefault(path, True)
        self.paths.setdefault(place, False)

    def is_taken(self, path: str, place: str) -> None:
        """What lies at a path stays there, because something else is at its place."""
        self.taken.append({"path": path, "place": place})

    def made(self, job: Job, *, step: int) -> list[str]:
        """The directories that are made by this step, which has a number from 1 on, and by none
        before it.

        Raises what `id_sets.add` does.
        """
        keys = {_key(path): path for path in self.paths}
        fresh = id_sets.add(job=job.key, name=_SET, step=step, inode_ids=list(keys))
        return [keys[key] for key in fresh if self.paths[keys[key]]]

    def added(self, job: Job, made: list[str]) -> dict[str, Any]:
        """The plan's result with this step, which makes some directories."""
        result = dict(job.result or {})
        _add(result, "missing_parents", made)
        _add(result, "taken", self.taken)
        return result


def _add(result: dict[str, Any], name: str, found: list[Any]) -> None:
    if found:
        result[name] = [*result.get(name, ()), *found][:NAMED_MAX]
        result[f"{name}_count"] = result.get(f"{name}_count", 0) + len(found)


def _key(path: str) -> int:
    """A number for a path, in the range of inode ids: of ten thousand paths no two share one."""
    return int.from_bytes(blake2b(path.encode(), digest_size=8).digest()) >> 1
