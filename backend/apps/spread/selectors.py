"""Reads of the changes of how children are spread."""

from apps.common.actor import Actor
from apps.common.paging import NEWEST_FIRST, Order, Page, narrowed, ordered
from apps.common.problems import NotFound
from apps.common.rights import Permission, within
from apps.spread.models import SpreadChange


def changes(
    *,
    actor: Actor,
    state: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[SpreadChange]:
    """All that was asked for of directories that the actor may spread, in an order."""
    reach = actor.rights.reach(Permission.SPREAD)
    rows = narrowed(SpreadChange.objects.all(), state=state)
    if reach is not None:
        # A thousand are kept: names are compared here, where no collation takes /A for /a.
        paths = rows.values_list("pk", "path")
        rows = rows.filter(pk__in=[pk for pk, path in paths if within(path, reach)])
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def change(*, actor: Actor, change_id: int) -> SpreadChange:
    """One change with its points. NotFound, also for a directory that the actor may not spread."""
    row = SpreadChange.objects.filter(pk=change_id).first()
    if row is None or not actor.rights.allows(Permission.SPREAD, row.path):
        raise NotFound("No such change of a directory", facts={"change_id": change_id})
    return row
