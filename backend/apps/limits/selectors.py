"""Reads of the changes of limits."""

from apps.common.paging import NEWEST_FIRST, Order, Page, narrowed, ordered
from apps.common.problems import NotFound
from apps.limits.models import LimitChange


def changes(
    *,
    kind: str | None = None,
    state: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[LimitChange]:
    """All that was asked for, in an order."""
    rows = narrowed(LimitChange.objects.all(), kind=kind, state=state)
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def change(*, change_id: int) -> LimitChange:
    """One change with its points. NotFound."""
    row = LimitChange.objects.filter(pk=change_id).first()
    if row is None:
        raise NotFound("No such change of a limit", facts={"change_id": change_id})
    return row
