"""What an actor may see of the namespace, as the namenodes judge it now.

Who may see all (operators, administrators) does. Anybody else is shown a name when HDFS lets him
list the directory that holds it, which is the rule of search, or when he may see all at a directory
that the name is below. What the namenodes do not know (a path that is being
moved, a directory that is gone) is shown to no viewer. Every answer that holds a path, or facts of
an inode, gets them through a `Sight`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from apps.common.namenode import namenode_problems
from apps.common.rights import is_below
from apps.visibility.groups import membership_of

# For rows that name nothing of the namespace: everybody sees them.
NAMES_NOTHING = ""
_DIRECTORIES_MAX = 200
# Of the namenode's limit on a body, with room for escapes.
_QUESTION_CHARACTERS_MAX = 10_000
_PAGES_MAX = 10

Row = TypeVar("Row")


class _Page(Protocol):
    @property
    def items(self) -> Sequence[Any]: ...
    @property
    def next_cursor(self) -> str | None: ...


Pages = TypeVar("Pages", bound=_Page)


@dataclass(frozen=True, slots=True)
class HdfsIdentity:
    """A user as HDFS knows it."""

    user: str
    groups: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sight:
    """What one request may see. `as_user` is the HDFS user whose rights limit it, None for none.

    opened: directories at and below which nothing limits it.
    What it has learnt of directories is kept as long as it lives: make one for each request.
    """

    as_user: str | None
    opened: tuple[str, ...] = ()
    _listable: dict[str, bool] = field(default_factory=dict, compare=False)

    @property
    def sees_all(self) -> bool:
        return self.as_user is None

    def identity(self) -> HdfsIdentity | None:
        """By whose rights search limits itself; None for nobody's: HDFS's superusers see all.

        Search opens no directories: it goes by HDFS's rights alone.
        """
        if self.as_user is None:
            return None
        membership = membership_of(self.as_user)
        return None if membership.superuser else HdfsIdentity(self.as_user, membership.groups)

    def lists(self, directory: str) -> bool:
        """Whether the names in a directory may be shown."""
        if self.sees_all or is_below(directory, self.opened):
            return True
        return self._learnt({directory})[directory]

    def user_at(self, path: str) -> str | None:
        """Whose rights limit what is told of this path alone; None for nobody's."""
        return None if is_below(path, self.opened) else self.as_user

    def shows(self, path: str | None) -> bool:
        """Whether a path may be shown; None is a path that nobody knows now."""
        return bool(self.shown([path], lambda each: each))

    def shown(self, rows: Sequence[Row], path_of: Callable[[Row], str | None]) -> list[Row]:
        """The rows whose path may be shown, and those of `NAMES_NOTHING`."""
        if self.sees_all:
            return list(rows)
        paths = [path_of(row) for row in rows]
        opened = {path for path in paths if path and is_below(path, self.opened)}
        asked = {_holder(path) for path in paths if path and path != "/" and path not in opened}
        learnt = self._learnt(asked)
        return [
            row
            for row, path in zip(rows, paths, strict=True)
            if path in opened or _passes(path, learnt)
        ]

    def page(
        self,
        read: Callable[[str | None], Pages],
        path_of: Callable[[Any], str | None],
        *,
        cursor: str | None,
    ) -> Pages:
        """A page of the rows that may be shown: reads on, within bounds, while it would be empty.

        An empty page with a cursor says that there may be more.
        """
        for _ in range(_PAGES_MAX):
            page = read(cursor)
            rows = self.shown(page.items, path_of)
            cursor = page.next_cursor
            if rows or cursor is None:
                break
        return replace(page, items=rows)  # type: ignore[type-var]

    def _learnt(self, directories: Collection[str]) -> dict[str, bool]:
        """Which of them are listable; the namenodes are asked for those not known yet."""
        unknown = sorted(set(directories) - set(self._listable))
        for some in _questions(unknown):
            with namenode_problems() as client:
                answer = client.listable(user=str(self.as_user), directories=some)
            self._listable.update(zip(some, answer.listable, strict=True))
        return self._listable


def _passes(path: str | None, listable: dict[str, bool]) -> bool:
    # The root is in no directory, and everybody knows its name.
    return path is not None and (path in (NAMES_NOTHING, "/") or listable[_holder(path)])


def _holder(path: str) -> str:
    """The directory that holds a path."""
    return path.rpartition("/")[0] or "/"


def _questions(directories: Sequence[str]) -> Iterator[list[str]]:
    """In portions that a namenode takes."""
    some: list[str] = []
    length = 0
    for directory in directories:
        length += len(directory)
        if some and (len(some) == _DIRECTORIES_MAX or length > _QUESTION_CHARACTERS_MAX):
            yield some
            some, length = [], len(directory)
        some.append(directory)
    if some:
        yield some
