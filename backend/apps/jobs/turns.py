"""Whose turn it is: which of the jobs that wait a worker goes on with.

A worker's message says that there is a turn, not whose: as many are under way as jobs wait. A job
that was worked on for its slice waits for its next turn among the others.
"""

import itertools

from django.db.models import Case, F, Q, SmallIntegerField, When
from django.utils import timezone

from apps.jobs import runner
from apps.jobs.kinds import Priority
from apps.jobs.states import STOPPING
from apps.jobs.waiting import waiting

# So that every job comes on, one turn in so many goes by how long jobs have waited alone.
BY_WAITING_EVERY = 4
# Others may be quicker: so often another job is looked for.
_TRIES = 5
_URGENCY = Case(
    When(priority=Priority.HIGH, then=0),
    When(priority=Priority.NORMAL, then=1),
    default=2,
    output_field=SmallIntegerField(),
)
_turns = itertools.count(1)


def take_turn(*, named: int) -> None:
    """Work for one slice on the job whose turn it is. named: the one that the message was for."""
    by_waiting = next(_turns) % BY_WAITING_EVERY == 0
    for _ in range(_TRIES):
        job_id = _next(named=named, by_waiting=by_waiting)
        if job_id is None or runner.advance(job_id=job_id):
            return


def _next(*, named: int, by_waiting: bool) -> int | None:
    """Jobs that have to stop come first: that takes no time. Then the more urgent, of these the one
    that has waited the longest.

    A job whose wait for something else is over, and that nobody was woken for yet, has no message
    of its own: it must not use up that of another.
    """
    jobs = waiting(timezone.now()).filter(
        Q(pk=named) | Q(woken_at__isnull=False) | Q(state__in=STOPPING)
    )
    order = [F("woken_at").asc(nulls_first=True), F("pk").asc()]
    if not by_waiting:
        order.insert(0, _URGENCY.asc())
    stopping = jobs.filter(state__in=STOPPING).order_by("pk")
    for rows in (stopping, jobs.order_by(*order)):
        job_id = rows.values_list("pk", flat=True).first()
        if job_id is not None:
            return job_id
    return None
