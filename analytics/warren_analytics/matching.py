"""Which inodes a search matches, and which of them a viewer may see, in the engine's words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import duckdb
import pyarrow as pa

from warren_analytics.classes import DIRECTORY
from warren_analytics.counting_values import (
    All,
    AnyOf,
    Between,
    Condition,
    CountAsked,
    Holds,
    HoldsWhole,
    InDatabase,
    Like,
    Not,
    OneOf,
    PolicyOf,
    Single,
    Text,
    Viewer,
)
from warren_analytics.errors import CountUndecided
from warren_analytics.schema import DEFAULT_POLICY

# What search takes for a letter of a word: whatever Unicode counts as one, numbers without digits
# included.
LETTER: Final = r"\pL\p{Nl}\p{No}"
_LOOKED_FOR_FIRST: Final = 4
_READ: Final = 0o4
_EXECUTE: Final = 0o1
# Of an inode i in a directory d; null for a link. The root's directory is none.
POLICY: Final = f"""CASE WHEN i.kind = 'symlink' THEN NULL WHEN i.storage_policy <> 0
            THEN i.storage_policy WHEN d.storage_policy <> 0 THEN d.storage_policy
            ELSE {DEFAULT_POLICY} END"""
_SCOPE: Final = (
    "SELECT inode_id, ancestor_ids FROM store.directory WHERE name = $name AND path = $path"
    " ORDER BY inode_id DESC LIMIT 1"
)
_EVERY: Final = (
    "SELECT inode_id, ancestor_ids, storage_policy, true AS shown"
    " FROM store.directory WHERE path IS NOT NULL"
)
_SPECIAL: Final = "storage_policy <> 0 OR NOT shown"
# Whether more than half of all directories are below one.
_IS_MOST: Final = """
SELECT 2 * coalesce((SELECT sum(directories) FROM store.total WHERE inode_id = $inode_id), 0)
  > (SELECT count(*) FROM store.directory)
"""
# By what is known under this name while a count runs.
HIDDEN: Final = "hidden_directory"
_SEEN: Final = f"""
SELECT inode_id, ancestor_ids, storage_policy,
       inode_id NOT IN (SELECT inode_id FROM {HIDDEN}) AS shown
FROM store.directory WHERE path IS NOT NULL
"""  # noqa: S608 - from this file only
_BITS: Final = """CASE WHEN i.owner = $user THEN i.mode // 64
        WHEN list_contains($groups, i.group_name) THEN i.mode // 8 ELSE i.mode END"""
# A name is shown to whom HDFS lets list its directory: read it, and execute it and all above it.
_NOT_SHOWN: Final = f"""
WITH judged AS (
  SELECT inode_id, {_BITS} AS bits FROM store.inode AS i WHERE class = {DIRECTORY}
), closed AS (
  SELECT inode_id FROM judged WHERE bits & {_EXECUTE} = 0
)
SELECT inode_id FROM judged WHERE bits & {_EXECUTE} = 0 OR bits & {_READ} = 0
UNION
SELECT inode_id FROM (
  SELECT inode_id, unnest(ancestor_ids) AS above FROM store.directory
) WHERE above IN (FROM closed)
"""  # noqa: S608 - from this package only
# Whether every inode is a root or counted in the root's total: contents count everything but links.
# Then nothing is in a directory that is not known, or cut off from the root, which is no match; the
# engine tells that from a few rows.
_WHOLE: Final = """
SELECT (SELECT count(*) FROM store.inode)
  = count(*) + coalesce(sum(files + directories), 0)
FROM store.directory LEFT JOIN store.total USING (inode_id) WHERE parent_id = 0
"""
_ROOTED: Final = "(SELECT inode_id FROM store.directory WHERE path IS NOT NULL)"
_CUT_OFF: Final = f"""
SELECT EXISTS (FROM store.directory WHERE path IS NULL)
  OR EXISTS (FROM store.content WHERE inode_id NOT IN {_ROOTED})
"""
_LINK_CUT_OFF: Final = f"""
SELECT EXISTS (FROM store.inode WHERE kind = 'symlink' AND parent_id NOT IN {_ROOTED})
"""
_PASSABLE: Final = f"""
SELECT count(*) FILTER (({_BITS}) & {_EXECUTE} <> 0) FROM store.inode AS i
WHERE i.kind = 'directory' AND list_contains($above, i.inode_id)
"""  # noqa: S608
# Whether an ACL might decide: what it says, the replica does not know.
_GUARDED: Final = """
SELECT EXISTS (
  FROM store.inode WHERE guarded AND kind = 'directory' AND owner <> $user
)
"""


@dataclass(slots=True)
class Matching:
    """SQL with named parameters.

    directories: rows of inode_id, storage_policy and whether what is in it is shown.
    is_shown: the same of all directories that are not among them. with_root: the root may match.
    hidden: to be known as HIDDEN; null where nothing is.
    """

    condition: str = "true"
    directories: str = f"SELECT inode_id, storage_policy, shown FROM ({_EVERY})"  # noqa: S608
    is_shown: bool = False
    with_root: bool = True
    hidden: pa.Table | None = None
    parameters: dict[str, Any] = field(default_factory=dict)

    def put(self, value: Any) -> str:
        """A parameter for the value."""
        name = f"p{len(self.parameters)}"
        self.parameters[name] = value
        return f"${name}"


def matching_of(
    connection: duckdb.DuckDBPyConnection,
    asked: CountAsked,
    hidden_from: Callable[[Viewer], pa.Table],
) -> Matching:
    """What is asked, over the connection's state. Raises CountUndecided.

    hidden_from: the directories that a viewer may not list, as ``not_shown`` tells them.
    """
    matching = Matching()
    matching.condition = _sql(asked.condition, matching)
    judged = _EVERY
    if asked.viewer is not None:
        _require_decidable(connection, asked.viewer)
        hidden = hidden_from(asked.viewer)
        if hidden.num_rows:
            judged, matching.hidden = _SEEN, hidden
    within: int | None = None
    depth = 0
    if asked.path is not None:
        within, depth = _scope(connection, asked.path, asked.viewer)
        matching.with_root = False
    # Below the root is everything, unless something is cut off from it.
    if depth == 0 and not cut_off(connection):
        # Millions of inodes are quicker compared with the few directories that are special.
        limits = _SPECIAL
        matching.is_shown = True
    elif within is None:
        limits = "shown"
    else:
        scope, level = matching.put(within), matching.put(depth + 1)
        below = f"(inode_id = {scope} OR coalesce(ancestor_ids[{level}] = {scope}, false))"
        limits = f"shown AND {below}"
        if _is_most(connection, within) and not cut_off(connection):
            # The others are fewer: they are named, as what is not shown.
            judged = f"SELECT * EXCLUDE (shown), shown AND {below} AS shown FROM ({judged})"  # noqa: S608
            limits = _SPECIAL
            matching.is_shown = True
    matching.directories = f"SELECT inode_id, storage_policy, shown FROM ({judged}) WHERE {limits}"  # noqa: S608
    return matching


def _is_most(connection: duckdb.DuckDBPyConnection, inode_id: int) -> bool:
    return _says(connection, _IS_MOST, inode_id=inode_id)


def not_shown(connection: duckdb.DuckDBPyConnection, viewer: Viewer) -> pa.Table:
    """The inode ids of all directories that a viewer may not list."""
    return connection.execute(_NOT_SHOWN, _of_viewer(viewer)).to_arrow_table()


def cut_off(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether there is anything that no path leads to from the root."""
    if _says(connection, _WHOLE):
        return False
    return _says(connection, _CUT_OFF) or _says(connection, _LINK_CUT_OFF)


def _says(connection: duckdb.DuckDBPyConnection, statement: str, **values: Any) -> bool:
    row = connection.execute(statement, values).fetchone()
    return row is None or bool(row[0])


def _of_viewer(viewer: Viewer) -> dict[str, Any]:
    return {"user": viewer.user, "groups": list(viewer.groups)}


def _require_decidable(connection: duckdb.DuckDBPyConnection, viewer: Viewer) -> None:
    if _says(connection, _GUARDED, user=viewer.user):
        raise CountUndecided(because="acls")


def _scope(
    connection: duckdb.DuckDBPyConnection, path: str, viewer: Viewer | None
) -> tuple[int, int]:
    """The directory at a path, and how many are above it.

    As in HDFS it may be named by whom all above it let pass.
    """
    parts = [part for part in path.split("/") if part]
    named = {"name": parts[-1] if parts else "", "path": "/" + "/".join(parts)}
    found = connection.execute(_SCOPE, named).fetchone()
    if found is None:
        raise CountUndecided(because="path")
    scope_id, above = int(found[0]), list(found[1])
    if viewer is not None and above:
        passed = connection.execute(_PASSABLE, {**_of_viewer(viewer), "above": above}).fetchone()
        if passed is None or passed[0] < len(above):
            raise CountUndecided(because="path")
    return scope_id, len(above)


def _sql(condition: Condition, matching: Matching) -> str:
    """The condition over i and d; true or false, never null."""
    match condition:
        case Not(inner):
            return f"NOT ({_sql(inner, matching)})"
        case All(several):
            return _joined("AND", several, matching) or "true"
        case AnyOf(several):
            return _joined("OR", several, matching) or "false"
        case _:
            return _single(condition, matching)


def _single(condition: Single, matching: Matching) -> str:
    put = matching.put
    match condition:
        case Holds(text):
            sql = f"contains(i.folded, {put(text)})"
        case HoldsWhole(words):
            sql = f"regexp_matches(i.folded, {put(_whole(words))})"
            if len(words) <= _LOOKED_FOR_FIRST:
                # Most names have none of them, which a search for a text says sooner.
                held = " OR ".join(f"contains(i.folded, {put(each)})" for each in words)
                sql = f"({held or 'false'}) AND {sql}"
        case Like(pattern):
            written = _like(pattern)
            escape = " ESCAPE '\\'" if "\\" in written else ""
            sql = f"i.folded LIKE {put(written)}{escape}"
        case OneOf(Text.EXTENSION, values):
            sql = f"coalesce(list_contains({put(list(values))}, i.extension), false)"
        case OneOf(text, (value,)):
            sql = f"i.{text.value} = {put(value)}"
        case OneOf(text, values):
            sql = f"list_contains({put(list(values))}, i.{text.value})"
        case Between(number, low, high):
            bounds = [
                (sign, each) for sign, each in ((">=", low), ("<=", high)) if each is not None
            ]
            parts = [f"i.{number.value} {sign} {put(each)}::BIGINT" for sign, each in bounds]
            sql = " AND ".join(parts) or "true"
        case InDatabase(stored):
            sql = f"i.kind = 'file' AND {'' if stored else 'NOT '}i.in_database"
        case PolicyOf(policies):
            sql = f"i.kind <> 'symlink' AND list_contains({put(list(policies))}, {POLICY})"
    return sql


def _joined(operator: str, several: tuple[Condition, ...], matching: Matching) -> str:
    texts = [f"({_sql(each, matching)})" for each in several]
    return f" {operator} ".join(texts)


def _whole(words: tuple[str, ...]) -> str:
    """An expression for any of the words; for none of no words."""
    alternatives = "|".join(map(re.escape, words)) or r"[^\s\S]"
    return f"(^|[^{LETTER}])({alternatives})($|[^{LETTER}])"


def _like(pattern: str) -> str:
    escaped = pattern.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return escaped.replace("*", "%").replace("?", "_")
