"""Counts the hits of a query by their properties, over one snapshot of the index.

Whether a viewer sees a hit depends on its directory alone, so groups are made per directory and
each directory is looked at once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from warren_search.answer import AsOf
from warren_search.deadline import Deadline
from warren_search.directories import DirectoryTree, has_policy
from warren_search.facets import (
    SIZE_CLASSES,
    Class,
    Dimension,
    FacetCounts,
    Facets,
    age_classes,
)
from warren_search.query import SearchQuery
from warren_search.sqlite import conditions
from warren_search.sqlite.pages import (
    CANDIDATES_MAX,
    choose_driver,
    in_groups,
    read_directories,
    read_directory,
    scope_of,
)
from warren_search.sqlite.schema import KINDS
from warren_search.text import words_of


def count_facets(
    connection: sqlite3.Connection,
    query: SearchQuery,
    deadline: Deadline,
    *,
    now_ms: int,
    as_of: AsOf,
) -> Facets:
    """Exact counts. Raises SearchTimedOut, ScopeNotFound."""
    words = words_of(query.text)
    directory = partial(read_directory, connection)
    everywhere = DirectoryTree(directory, viewer=query.viewer, scope_id=None)
    scope_id = scope_of(connection, everywhere, query.path)
    tree = DirectoryTree(directory, viewer=query.viewer, scope_id=scope_id)
    drivers = list(conditions.drivers(connection, query, words, scope_id, CANDIDATES_MAX))
    driver = choose_driver(connection, drivers)
    ages = age_classes(now_ms)
    counts = FacetCounts()
    # Apart only where it matters: there would be more groups.
    policy = "0" if query.storage_policy is None else "storage_policy"
    rows = _groups(connection, conditions.filters(query, words), driver, ages, policy)
    for row in _with_directories(rows, connection, tree, deadline):
        parent_id, root_id, kind, owner, group, extension, size, age, policy, *sums = row
        parent = tree.visible(parent_id)
        if parent_id == 0:
            if scope_id is not None or tree.resolve(root_id) is None:
                continue
        elif parent is None:
            continue
        if not has_policy(query.storage_policy, KINDS[kind], policy, parent):
            continue
        count, length_bytes = sums
        is_file = KINDS[kind].value == "file"
        values = {
            Dimension.KIND: KINDS[kind].value,
            Dimension.OWNER: owner,
            Dimension.GROUP: group,
            Dimension.EXTENSION: extension if is_file else None,
            Dimension.SIZE: SIZE_CLASSES[size].value if is_file else None,
            Dimension.MTIME: ages[age].value,
        }
        counts.add(values, count, length_bytes)
    orders = {
        Dimension.SIZE: [each.value for each in SIZE_CLASSES],
        Dimension.MTIME: [each.value for each in ages],
    }
    return counts.facets(as_of, max(0, now_ms - as_of.time_ms), orders)


def _with_directories(
    rows: Iterable[tuple[Any, ...]],
    connection: sqlite3.Connection,
    tree: DirectoryTree,
    deadline: Deadline,
) -> Iterator[tuple[Any, ...]]:
    """The groups, after the directories they are in were read. Raises SearchTimedOut."""
    for group in in_groups(rows):
        deadline.check()
        tree.read(partial(read_directories, connection), {parent_id for parent_id, *_ in group})
        yield from group


def _groups(
    connection: sqlite3.Connection,
    condition: conditions.Sql,
    driver: conditions.Sql | None,
    ages: tuple[Class, ...],
    policy: str,
) -> sqlite3.Cursor:
    source = "document"
    parameters: tuple[conditions.Parameter, ...] = ()
    if driver is not None:
        source = f"({driver.text}) AS driver CROSS JOIN document ON inode_id = driver.id"
        parameters = driver.parameters
    return connection.execute(
        "SELECT parent_id, CASE WHEN parent_id = 0 THEN inode_id END AS root_id,"  # noqa: S608
        " kind, owner, owner_group, extension_of(folded) AS extension,"
        f" {_case('size_bytes', SIZE_CLASSES)} AS size, {_case('mtime_ms', ages)} AS age,"
        f" {policy} AS policy, count(*), sum(size_bytes)"
        f" FROM {source} WHERE {condition.text} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9",
        (*parameters, *condition.parameters),
    )


def _case(column: str, classes: tuple[Class, ...]) -> str:
    """The number of the class that a column's value is in; the last one is what is left."""
    whens = []
    for number, each in enumerate(classes[:-1]):
        # Numbers of this module, never of a query.
        low = "" if each.low is None else f"{column} >= {each.low}"
        high = "" if each.high is None else f"{column} <= {each.high}"
        whens.append(f"WHEN {' AND '.join(filter(None, (low, high)))} THEN {number}")
    return f"CASE {' '.join(whens)} ELSE {len(classes) - 1} END"
