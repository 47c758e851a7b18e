"""A worker's part beside the jobs: it writes down what comes of changes that are done."""

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.common.problems import Problem
from apps.common.turns import turn
from apps.heat.watching import POINT_S
from apps.spread.models import SUCCEEDED, SpreadChange, SpreadTurn
from apps.spread.watching import POINTS_MAX, SETTLED_AFTER, WATCHED_FOR, point_now


def one_round() -> int:
    """Look at what is due, unless another worker does; how many changes were looked at."""
    now = timezone.now()
    point = timedelta(seconds=POINT_S)
    due = SpreadChange.objects.filter(
        Q(watched_at__lte=now - point)
        | Q(watched_at__isnull=True, job__finished_at__lte=now - SETTLED_AFTER - point),
        job__state__in=SUCCEEDED,
        job__finished_at__gt=now - WATCHED_FOR,
    )
    if not due.exists():
        return 0
    with turn(SpreadTurn.objects.all()) as mine:
        return _watch_all(due) if mine else 0


def _watch_all(due: QuerySet[SpreadChange]) -> int:
    changes = list(due.select_related("job").order_by("pk"))
    for change in changes:
        _watch(change)
    return len(changes)


def _watch(change: SpreadChange) -> None:
    now = timezone.now()
    try:
        point = point_now(change, at=now)
    except Problem:
        change.watched_at = now
        change.save(update_fields=["watched_at"])
        return
    if point is None:
        return
    change.watched_at = now
    if len(change.after) < POINTS_MAX:
        change.after = [*change.after, point]
    change.save(update_fields=["after", "watched_at"])
