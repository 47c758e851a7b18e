"""Reads of the changes of how children are spread."""

from apps.common.paging import Page, newest_first
from apps.common.problems import NotFound
from apps.spread.models import SpreadChange


def changes(*, cursor: str | None, limit: int) -> Page[SpreadChange]:
    """All that was asked for, newest first."""
    return newest_first(SpreadChange.objects.all(), cursor=cursor, limit=limit)


def change(*, change_id: int) -> SpreadChange:
    """One change with its points. NotFound."""
    row = SpreadChange.objects.filter(pk=change_id).first()
    if row is None:
        raise NotFound("No such change of a directory", facts={"change_id": change_id})
    return row
