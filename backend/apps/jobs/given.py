"""What a job takes from a saved search or a query of SQL when it is asked for: it goes by that, as
it was then."""

from dataclasses import replace
from typing import Any

from apps.common.actor import Actor
from apps.common.problems import NotFound
from apps.common.rights import Permission, require
from apps.jobs.kinds import JobKind
from apps.jobs.selection import Selection, inodes_max
from apps.search.selectors import check_query, saved_search
from apps.sql.inode_results import inode_result
from apps.visibility.sight import Sight


def taken(selection: Selection, *, actor: Actor, kind: JobKind, sight: Sight | None) -> Selection:
    """The selection with what it names. sight: of who asks, for searches that others share.

    Raises NotFound for what is not his to see or not kept any more, AccessDenied for a query of who
    may not use SQL, Conflict for one that did not succeed, and InvalidInput for a search that can't
    be read and a result that is no list of inodes.
    """
    named: dict[str, Any] = {}
    if selection.saved_search is not None:
        saved = saved_search(user_id=_user_id(actor), sight=sight, saved_id=selection.saved_search)
        named = {"q": saved.q, "saved_search": {"id": saved.pk, "name": saved.name}}
    if selection.sql_query is not None:
        require(actor, Permission.SQL)
        result = inode_result(
            user_id=_user_id(actor), query_id=selection.sql_query, rows_max=inodes_max(kind)
        )
        named["sql_query"] = {
            "id": result.query_id,
            "statement": result.statement,
            "replica_query": result.replica_query,
            "column": result.column,
            "rows": result.rows,
        }
    found = replace(selection, taken=named)
    text = found.asked()["q"]
    if text is not None:
        check_query(text)
    return found


def _user_id(actor: Actor) -> int:
    if actor.user_id is None:
        raise NotFound("Only users have saved searches and queries")
    return actor.user_id
