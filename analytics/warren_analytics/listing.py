"""Pages of what a statement lists, in an order that can be turned round."""

from __future__ import annotations

from typing import Any

import duckdb

from warren_analytics.ordering import Order
from warren_analytics.usage_values import After


def rows_after(
    connection: duckdb.DuckDBPyConnection,
    listed: str,
    columns: str,
    *,
    which: dict[str, Any],
    order: Order,
    limit: int,
    after: After | None,
) -> list[tuple[Any, ...]]:
    """At most `limit` rows behind the last one of the page before, each with the value of the
    order at its end.

    listed: a WITH whose table `listed` has an inode_id in each row. which: the parameters of that.
    """
    values: dict[str, Any] = {**which, "limit": limit}
    condition = "true"
    if after is not None:
        condition = order.behind("inode_id", "$after_id")
        values |= {"value": after.value, "after_id": after.inode_id}
    return connection.execute(
        f"{listed} SELECT {columns}, {order.key} FROM listed"  # noqa: S608 - of this package only
        f" WHERE {condition} ORDER BY {order.by('inode_id')} LIMIT $limit",
        values,
    ).fetchall()
