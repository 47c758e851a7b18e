"""Reads of the changes of limits."""

from apps.common.paging import Page, newest_first
from apps.common.problems import NotFound
from apps.limits.models import LimitChange


def changes(*, cursor: str | None, limit: int) -> Page[LimitChange]:
    """All that was asked for, newest first."""
    return newest_first(LimitChange.objects.all(), cursor=cursor, limit=limit)


def change(*, change_id: int) -> LimitChange:
    """One change with its points. NotFound."""
    row = LimitChange.objects.filter(pk=change_id).first()
    if row is None:
        raise NotFound("No such change of a limit", facts={"change_id": change_id})
    return row
