"""What a plan of moves would change in the totals of directories above what is moved.

It is added up over the plan's steps in its result, of DIRECTORIES_MAX directories at most: those
nearer to the root are met first. Where as much comes in as goes out nothing is told.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, Final, Self

from warren_namenode.generated.admin_api import Summary

from apps.jobs.outcomes import Outcome

DIRECTORIES_MAX: Final = 200
AMOUNTS: Final = ("files", "directories", "length_bytes", "space_consumed_bytes")


@dataclass(frozen=True, slots=True)
class Weight:
    """What an inode has with all that is in it."""

    files: int
    directories: int
    length_bytes: int
    space_consumed_bytes: int

    @classmethod
    def of(cls, summary: Summary) -> Self:
        return cls(*(getattr(summary, name) for name in AMOUNTS))


class Shifts:
    """What directories gain and lose by some moves."""

    def __init__(self) -> None:
        self.gains: dict[str, list[int]] = {}

    def move(self, weight: Weight, *, source: str, to: str | None) -> None:
        """Something goes from a path to another one, or to nowhere."""
        for path, sign in ((source, -1), (to, 1)):
            for parent in () if path is None else PurePosixPath(path).parents:
                sums = self.gains.setdefault(str(parent), [0] * len(AMOUNTS))
                for index, name in enumerate(AMOUNTS):
                    sums[index] += sign * getattr(weight, name)


def with_totals(before: Mapping[str, Any] | None, outcome: Outcome, shifts: Shifts) -> Outcome:
    """A plan's step with the sums until now; `before`: the plan's result."""
    result = outcome.result or before or {}
    told = result.get("totals") or {"directories": [], "more": False}
    sums = {each["path"]: dict(each) for each in told["directories"]}
    more = told["more"]
    for path in sorted(shifts.gains, key=lambda each: (each.count("/"), each)):
        if path not in sums and len(sums) >= DIRECTORIES_MAX:
            more = True
            continue
        one = sums.setdefault(path, {"path": path, **dict.fromkeys(AMOUNTS, 0)})
        for name, gain in zip(AMOUNTS, shifts.gains[path], strict=True):
            one[name] += gain
    directories = list(sums.values())
    if outcome.done:
        directories = [each for each in directories if any(each[name] for name in AMOUNTS)]
    left = {name: each for name, each in result.items() if name != "totals"}
    if directories or more:
        left["totals"] = {"directories": directories, "more": more}
    return replace(outcome, result=left)
