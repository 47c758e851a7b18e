"""Generations that are files in one folder, with a symbolic link beside them to the current one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from warren_generations import durable
from warren_generations.lock import Lock
from warren_generations.rules import Naming


def linked(link: Path, foreign: Callable[[], Exception]) -> Path | None:
    """The file that a link leads to, which may be gone; null without a link.

    foreign: makes what is raised when something that is no link is there.
    """
    try:
        target = link.readlink()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise foreign() from error
    return link.parent / target


@dataclass
class FileShelf:
    """Holds the folder's lock until closed, which is after all engines closed their files.

    companions: what engines append to a file's name for files beside it, which go with it.
    foreign: makes what is raised when something that is no link is in the link's place, where it
    stays untouched.
    """

    link: Path
    naming: Naming
    lock: Lock
    companions: tuple[str, ...]
    foreign: Callable[[], Exception]
    _synced: dict[str, int] = field(default_factory=dict, init=False)

    def close(self) -> None:
        """Gives the lock back."""
        for descriptor in self._synced.values():
            os.close(descriptor)
        self._synced.clear()
        self.lock.close()

    def file(self, name: str) -> Path:
        """Where a generation of this name is, or would be."""
        return self.link.with_name(name)

    def names(self) -> Iterable[str]:
        """Of everything in the folder."""
        return (each.name for each in self.link.parent.iterdir())

    def linked(self) -> Path | None:
        """The file that the link leads to, which may be gone; null without a link."""
        return linked(self.link, self.foreign)

    def current(self) -> str | None:
        """The name that the link leads to, by whatever path: the folder may be known by two."""
        file = self.linked()
        return None if file is None else file.name

    def switch(self, name: str) -> None:
        """Links to a generation. A crash or a loss of power at any moment leaves a whole link.

        The file is on disk before anything leads to it, and the link once this returns, so that
        the former generation can be removed then. Logs beside it are synced by their engine.
        """
        self.current()
        self._sync(name)
        draft = self.file(f"{self.link.name}.next")
        draft.unlink(missing_ok=True)
        draft.symlink_to(name)
        durable.replace(draft, self.link)

    def remove(self, names: Sequence[str]) -> None:
        """Deletes files that no engine of this process has open, with their companions."""
        for name in names:
            for suffix in ("", *self.companions):
                self.file(f"{name}{suffix}").unlink(missing_ok=True)
            if name in self._synced:
                os.close(self._synced.pop(name))

    def _sync(self, name: str) -> None:
        # It stays open until the file goes: engines lock their file for the process, and the kernel
        # gives such locks back as soon as the process closes any descriptor of that file.
        if name not in self._synced:
            self._synced[name] = os.open(self.file(name), os.O_RDONLY | os.O_CLOEXEC)
        os.fsync(self._synced[name])
