"""Reads of the changes of how children are spread."""

from django.db.models import Q

from apps.common.actor import Actor
from apps.common.paging import NEWEST_FIRST, Order, Page, ordered
from apps.common.problems import NotFound
from apps.common.rights import Permission, within
from apps.jobs.states import UNFINISHED, JobState
from apps.spread.models import SUCCEEDED, SpreadChange
from apps.spread.values import TURNED_ROUND, SpreadState

_UNFINISHED = Q(job__state__in=UNFINISHED)
_TURNED_ROUND = Q(job__state=JobState.FAILED, job__problem__code=TURNED_ROUND)
_IN_STATE = {
    SpreadState.WAITING: _UNFINISHED & Q(job__act_begun=False),
    SpreadState.MOVING: _UNFINISHED & Q(job__act_begun=True),
    SpreadState.DONE: Q(job__state__in=SUCCEEDED),
    SpreadState.FAILED: Q(job__state=JobState.FAILED) & ~_TURNED_ROUND,
    SpreadState.SUPERSEDED: Q(job__state__in=(JobState.CANCELLED, JobState.REFUSED))
    | _TURNED_ROUND,
}


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
    rows = SpreadChange.objects.select_related("job")
    if state is not None:
        rows = rows.filter(_IN_STATE[SpreadState(state)])
    if reach is not None:
        # A thousand are kept: names are compared here, where no collation takes /A for /a.
        paths = rows.values_list("pk", "job__path")
        rows = rows.filter(pk__in=[pk for pk, path in paths if within(path, reach)])
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def change(*, actor: Actor, change_id: int) -> SpreadChange:
    """One change with its points. NotFound, also for a directory that the actor may not spread."""
    row = SpreadChange.objects.select_related("job").filter(pk=change_id).first()
    if row is None or not actor.rights.allows(Permission.SPREAD, row.job.path):
        raise NotFound("No such change of a directory", facts={"change_id": change_id})
    return row
