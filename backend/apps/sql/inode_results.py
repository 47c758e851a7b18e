"""Results of queries that name inodes, as another part of the platform goes through them."""

from dataclasses import dataclass
from typing import Any, Final

from apps.common.problems import Conflict, InvalidInput
from apps.sql.replica import replica_problems
from apps.sql.services import query_refresh
from apps.sql.values import QueryState, SqlEngine

COLUMN: Final = "inode_id"
_WHOLE_NUMBERS: Final = frozenset(
    {
        "BIGINT",
        "HUGEINT",
        "INTEGER",
        "SMALLINT",
        "TINYINT",
        "UBIGINT",
        "UHUGEINT",
        "UINTEGER",
        "USMALLINT",
        "UTINYINT",
    }
)


@dataclass(frozen=True, slots=True)
class InodeResult:
    """A whole result. replica_query names it at the replica, column is the place of its ids."""

    query_id: int
    statement: str
    replica_query: str
    column: int
    rows: int


def inode_result(*, user_id: int, query_id: int, rows_max: int) -> InodeResult:
    """The result of one of the user's own queries, as inodes.

    Raises NotFound for queries of others and for a result that is not kept any more, Conflict for a
    query that did not succeed, and InvalidInput for a result that is no list of inodes, is cut, has
    more rows than rows_max, or is not of the replica.
    """
    row = query_refresh(user_id=user_id, query_id=query_id)
    if row.engine != SqlEngine.DUCKDB:
        raise _refused(
            "Only results of the replica can be acted on",
            code="sql_result_of_other_engine",
            reason="Run the statement by duckdb.",
            facts={"engine": row.engine},
        )
    if row.state != QueryState.SUCCEEDED:
        raise Conflict(
            "The query has no result",
            code="sql_no_result",
            detail="Wait for its end, or run the statement again.",
            facts={"query_id": row.pk, "state": str(row.state)},
        )
    column = _column(row.answer.get("columns", []))
    if row.answer.get("truncated"):
        raise _refused(
            "The result was cut: it has not all rows",
            code="sql_result_cut",
            reason="Narrow the statement, or select no more than inode_id.",
            facts={"rows": row.rows},
        )
    rows = row.rows or 0
    if rows > rows_max:
        raise _refused(
            "The result has too many rows",
            code="selection_too_large",
            reason="Narrow the statement.",
            facts={"rows": rows, "inodes_max": rows_max},
        )
    # It may have expired since the query's end.
    inode_ids(replica_query=row.replica_query, column=column, offset=0, limit=1)
    return InodeResult(row.pk, row.statement, row.replica_query, column, rows)


def inode_ids(*, replica_query: str, column: int, offset: int, limit: int) -> list[int]:
    """The ids of some rows, without those that are null. Raises NotFound when the result is not
    kept any more."""
    with replica_problems() as replica:
        rows = replica.rows(replica_query, offset=offset, limit=limit)
    # Numbers that a browser can't hold come as text.
    return [int(row[column]) for row in rows if row[column] is not None]


def _column(columns: list[dict[str, Any]]) -> int:
    places = [place for place, each in enumerate(columns) if each["name"] == COLUMN]
    if len(places) != 1 or columns[places[0]]["type"] not in _WHOLE_NUMBERS:
        raise _refused(
            "The result does not say which inodes it is about",
            code="sql_no_inode_ids",
            reason=f"Select one column {COLUMN} of whole numbers.",
            facts={"columns": [each["name"] for each in columns][:20]},
        )
    return places[0]


def _refused(title: str, *, code: str, reason: str, facts: dict[str, Any]) -> InvalidInput:
    return InvalidInput(title, code=code, facts=facts, fields={"selection": [reason]})
