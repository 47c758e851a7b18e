"""Groups of documents that are counted together, and what each of their directories says."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from warren_search.deadline import Deadline
from warren_search.directories import DirectoryTree, policy_of
from warren_search.facets import (
    SIZE_CLASSES,
    Class,
    Dimension,
    FacetCounts,
    Sums,
    place_name,
    policy_name,
)
from warren_search.query import Kind, SearchQuery
from warren_search.sqlite.classes import DocumentClass, read_class
from warren_search.sqlite.pages import in_groups, read_directories, read_directory
from warren_search.sqlite.phrases import Sql
from warren_search.sqlite.schema import KINDS

# What is remembered at once of directories, of classes and of groups: of ten million inodes there
# may be as many as would fill a process. Rows come in the order of their directories.
KEPT_MAX: Final = 50_000
# The root has no directory: it is told by its own id, negative.
_DIRECTORY: Final = "CASE WHEN parent_id = 0 THEN -inode_id ELSE parent_id END"

# Class, age, and the policy that its directory hands down.
_Group = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a query's documents are read from."""

    documents: Sql
    condition: Sql

    def of_directories(self, operator: Literal["IN", "NOT IN"], ids: Sequence[int]) -> Source:
        """Only of some directories, or not of them."""
        among = f"{_DIRECTORY} {operator} (SELECT value FROM json_each(?))"  # noqa: S608
        text = f"{self.condition.text} AND {among}"
        return Source(self.documents, Sql(text, (*self.condition.parameters, json.dumps(ids))))

    def counted_by(self, *keys: str) -> Sql:
        """Rows of the keys of each group, the number of its documents and their lengths' sum."""
        columns = (*keys, "count(*)", "coalesce(sum(size_bytes), 0)")
        numbers = ", ".join(str(at + 1) for at in range(len(keys)))
        return Sql(
            f"SELECT {', '.join(columns)} FROM {self.documents.text}"  # noqa: S608
            f" WHERE {self.condition.text}{' GROUP BY ' + numbers if keys else ''}",
            (*self.documents.parameters, *self.condition.parameters),
        )


def age_of(ages: tuple[Class, ...]) -> str:
    """SQL: the number of the class that mtime_ms is in; the last one is what is left."""
    whens = []
    for number, each in enumerate(ages[:-1]):
        # Numbers of this module, never of a query.
        low = "" if each.low is None else f"mtime_ms >= {each.low}"
        high = "" if each.high is None else f"mtime_ms <= {each.high}"
        whens.append(f"WHEN {' AND '.join(filter(None, (low, high)))} THEN {number}")
    return f"CASE {' '.join(whens)} ELSE {len(ages) - 1} END"


class Groups:
    """Hits of one query by class, age and the storage policy that their directories hand down."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        query: SearchQuery,
        scope_id: int | None,
        deadline: Deadline,
    ) -> None:
        self._connection = connection
        self._wanted_policies = query.storage_policies
        self._deadline = deadline
        self._viewer = query.viewer
        self._scope_id = scope_id
        self._tree = self._new_tree()
        # Whether what was learnt of some directories was forgotten for want of room.
        self._forgot = False
        # What a directory hands down; null where nothing in it is to be seen.
        self._handed_down: dict[int, int | None] = {}
        self._classes: dict[int, DocumentClass] = {}

    def _new_tree(self) -> DirectoryTree:
        directory = partial(read_directory, self._connection)
        return DirectoryTree(directory, viewer=self._viewer, scope_id=self._scope_id)

    def total(self, source: Source) -> Sums:
        """All hits, counted by as little as whether one is seen depends on."""
        by_class = "class_id" if self._wanted_policies else "0"
        sums = Sums()
        for _, _, count, length_bytes in self._seen(source.counted_by(_DIRECTORY, by_class)):
            sums.add(count, length_bytes)
        return sums

    def by_directory(self, source: Source, ages: tuple[Class, ...]) -> FacetCounts:
        """All dimensions of the hits, each directory looked at."""
        groups = _Sums(self._add_to, ages)
        counted = source.counted_by(_DIRECTORY, "class_id", age_of(ages))
        for handed_down, (_, class_id, age), count, length_bytes in self._seen(counted):
            groups.add((class_id, age, handed_down), count, length_bytes)
        return groups.counts()

    def alike(
        self, source: Source, ages: tuple[Class, ...], *, handed_down: int = 0
    ) -> FacetCounts:
        """All dimensions where everything is seen and all directories hand down the same."""
        groups = _Sums(self._add_to, ages)
        counted = source.counted_by("class_id", age_of(ages))
        rows = self._connection.execute(counted.text, counted.parameters)
        for class_id, age, count, length_bytes in rows:
            groups.add((class_id, age, handed_down), count, length_bytes)
        return groups.counts()

    def of_seen(self, source: Source, ages: tuple[Class, ...]) -> FacetCounts:
        """All dimensions, once ``total`` has looked at every directory."""
        seen = {each: policy for each, policy in self._handed_down.items() if policy is not None}
        policies = set(seen.values())
        if self._forgot or self._wanted_policies or len(policies) != 1:
            return self.by_directory(source, ages)
        hidden = [each for each in self._handed_down if each not in seen]
        restricted = (
            source.of_directories("NOT IN", hidden)
            if len(hidden) <= len(seen)
            else source.of_directories("IN", list(seen))
        )
        return self.alike(restricted, ages, handed_down=policies.pop())

    def _seen(self, counted: Sql) -> Iterator[tuple[int, tuple[int, ...], int, int]]:
        """Groups of what is seen: what is handed down to them, their keys, and the sums.

        The first key is the directory, the second one the class. Raises SearchTimedOut.
        """
        rows = self._connection.execute(counted.text, counted.parameters)
        for group in in_groups(rows):
            self._deadline.check()
            self._look_at({row[0] for row in group})
            for *keys, count, length_bytes in group:
                handed_down = self._handed_down[keys[0]]
                if handed_down is not None and self._has_policy(keys[1], handed_down):
                    yield handed_down, tuple(keys), count, length_bytes

    def _look_at(self, directory_ids: set[int]) -> None:
        if len(self._handed_down) > KEPT_MAX:
            self._forgot = True
            self._handed_down.clear()
            self._tree = self._new_tree()
        new = [each for each in directory_ids if each not in self._handed_down]
        self._tree.read(partial(read_directories, self._connection), map(abs, new))
        for each in new:
            if each < 0:
                seen = self._scope_id is None and self._tree.resolve(-each) is not None
                self._handed_down[each] = 0 if seen else None
            else:
                parent = self._tree.visible(each)
                self._handed_down[each] = None if parent is None else parent.storage_policy

    def _has_policy(self, class_id: int, handed_down: int) -> bool:
        if not self._wanted_policies:
            return True
        return self._policy(self._class(class_id), handed_down) in self._wanted_policies

    def _class(self, class_id: int) -> DocumentClass:
        known = self._classes.get(class_id)
        if known is None:
            if len(self._classes) >= KEPT_MAX:
                self._classes.clear()
            known = self._classes[class_id] = read_class(self._connection, class_id)
        return known

    def _policy(self, document: DocumentClass, handed_down: int) -> int | None:
        return policy_of(KINDS[document.kind], document.storage_policy, handed_down)

    def _add_to(
        self, counts: FacetCounts, groups: dict[_Group, Sums], ages: tuple[Class, ...]
    ) -> None:
        for (class_id, age, handed_down), sums in groups.items():
            document = self._class(class_id)
            kind = KINDS[document.kind]
            is_file = kind is Kind.FILE
            values = {
                Dimension.KIND: kind.value,
                Dimension.OWNER: document.owner,
                Dimension.GROUP: document.owner_group,
                Dimension.EXTENSION: document.extension if is_file else None,
                Dimension.SIZE: SIZE_CLASSES[document.size].value if is_file else None,
                Dimension.MTIME: ages[age].value,
                Dimension.POLICY: policy_name(self._policy(document, handed_down)),
                Dimension.PLACE: place_name(kind, in_database=bool(document.in_database)),
            }
            counts.add(values, sums.count, sums.length_bytes)


class _Sums:
    """Adds groups up, and hands them on when they are many."""

    def __init__(
        self,
        add_to: Callable[[FacetCounts, dict[_Group, Sums], tuple[Class, ...]], None],
        ages: tuple[Class, ...],
    ) -> None:
        self._add_to = add_to
        self._ages = ages
        self._groups: dict[_Group, Sums] = {}
        self._counts = FacetCounts()

    def add(self, group: _Group, count: int, length_bytes: int) -> None:
        self._groups.setdefault(group, Sums()).add(count, length_bytes)
        if len(self._groups) > KEPT_MAX:
            self._hand_on()

    def counts(self) -> FacetCounts:
        """Everything that was added."""
        self._hand_on()
        return self._counts

    def _hand_on(self) -> None:
        self._add_to(self._counts, self._groups, self._ages)
        self._groups.clear()
