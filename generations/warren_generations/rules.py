"""Which generation is next, which is gone on with, and which are removed; not how they are kept."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar


@dataclass(frozen=True, slots=True)
class Naming:
    """How the generations of one thing are called: a number between what all names share."""

    before: str
    after: str = ""

    def name(self, number: int) -> str:
        return f"{self.before}{number}{self.after}"

    def number(self, name: str) -> int:
        """From 1 on; 0 when this is the name of something else."""
        match = re.fullmatch(f"{re.escape(self.before)}([0-9]+){re.escape(self.after)}", name)
        return 0 if match is None else int(match[1])


class Shelf(Protocol):
    """Where the generations of one thing stand, by name, and a sign to the current one."""

    @property
    def naming(self) -> Naming: ...

    def names(self) -> Iterable[str]:
        """Of all that stand there, in any order; names of something else may be among them."""
        ...

    def current(self) -> str | None:
        """Where the sign leads, whatever that is called; null without one."""
        ...

    def switch(self, name: str) -> None:
        """Has the sign lead to a complete generation: atomically, and for good once it returns."""
        ...

    def remove(self, names: Sequence[str]) -> None:
        """Deletes generations with all that belongs to them; what is not there is no error."""
        ...

    def close(self) -> None:
        """Gives back what is held, such as a lock."""
        ...


class Build(Protocol):
    """A generation that is being filled."""

    def close(self) -> None:
        """Leaves it for ``resume_build``."""
        ...


BuildT = TypeVar("BuildT", bound=Build)


class Generations(ABC, Generic[BuildT]):
    """The writing side of what stands on a shelf, which it closes. One per shelf at a time.

    Raises what the shelf and ``_reopen`` raise.
    """

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Gives back what is held; the generations stay as they are."""
        self._shelf.close()

    def resume_build(self) -> BuildT | None:
        """The newest generation that was left unfinished, to be gone on with; null without one."""
        return next(filter(None, map(self._reopen, self._others())), None)

    def remove_others(self) -> None:
        """Removes every generation but the current one and the newest that is unfinished."""
        others = self._others()
        resumable = next(filter(self._is_unfinished, others), None)
        self._shelf.remove([name for name in others if name != resumable])

    @abstractmethod
    def _reopen(self, name: str) -> BuildT | None:
        """A generation whose build can go on; null for one that is complete or can't be read."""

    def _kept(self) -> str | None:
        """The generation that is neither removed nor gone on with; null without one."""
        return self._shelf.current()

    def _remove_all_others(self) -> None:
        """Removes what is unfinished, too."""
        self._shelf.remove(self._others())

    def _next(self) -> str:
        """The name for a new generation, above all others; unfinished ones are removed."""
        self._shelf.remove([name for name in self._others() if self._is_unfinished(name)])
        # Also above what the sign leads to when that is gone: readers would see the new one grow.
        taken = {*self._shelf.names(), self._shelf.current() or ""}
        naming = self._shelf.naming
        return naming.name(max(map(naming.number, taken)) + 1)

    def _others(self) -> list[str]:
        """All but the one that is kept, the newest first."""
        number = self._shelf.naming.number
        found = {*self._shelf.names()} - {self._kept()}
        return sorted(filter(number, found), key=number, reverse=True)

    def _is_unfinished(self, name: str) -> bool:
        build = self._reopen(name)
        if build is not None:
            build.close()
        return build is not None
