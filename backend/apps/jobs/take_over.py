"""Errands that stand for a take-over: Warren in the place of the HDFS that it came from.

Such a job waits for a second person, whatever the guard's rules say. Approved, it does nothing
itself: a take-over stops the namenodes and is carried out by `bin/warren migrate take-over`, called
at the host, or by its supervisor when the console orders that (`apps.migration.actions`). The
command asks for the approval (`apps.migration.approved`). The job tells how far it is, by what the
command writes down.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from apps.common.problems import Conflict, Unavailable
from apps.common.times import utc_text
from apps.jobs.models import Job
from apps.jobs.outcomes import Outcome
from apps.jobs.states import ApprovalState
from apps.migration import files
from apps.migration.files import TakeOver
from apps.migration.known import known, require_takeable
from apps.migration.values import OLD_ONE_IS_FENCED, Objection, TakeOverPhase
from config.env import env

_LOOK_AFTER: Final = timedelta(seconds=1)


def check(parameters: Mapping[str, Any]) -> None:
    """Conflict where there is nothing to take over, or what speaks against it was not named."""
    now = known()
    require_takeable(now)
    named = {Objection(each) for each in parameters.get("despite", ())}
    unnamed = [each.value for each in now.objections if each not in named]
    if unnamed:
        raise Conflict(
            "Something speaks against the take-over",
            code="speaks_against",
            detail="Name it in `despite` to ask for the take-over all the same: who approves it "
            "then knows what was known.",
            facts={"unnamed": unnamed},
        )


def step(job: Job) -> Outcome:
    """See how far the take-over is.

    Raises Conflict when the approval was not used in time, when the take-over was carried out
    without it, and when it was undone; Unavailable while its note can't be read.
    """
    until = usable_until(job)
    note = _note()
    if note is not None and note.job_id == job.pk:
        return _seen(note, until)
    if note is not None and note.phase in OLD_ONE_IS_FENCED:
        raise Conflict(
            "The take-over was carried out without this approval",
            code="taken_over_otherwise",
            detail="Somebody called the command at the host, which asks for an approval only where "
            "WARREN_TAKE_OVER_APPROVAL is set.",
        )
    if was_undone(job):
        raise Conflict(
            "The take-over was undone",
            code="given_back",
            detail="Ask for another one, and have it approved.",
        )
    if until < timezone.now():
        raise _too_late(until)
    return _looks(None, until)


def check_cancellable(job: Job) -> None:
    """Conflict from the moment on at which the old NameNode is fenced."""
    note = files.read(files.TAKE_OVER, TakeOver)
    if not isinstance(note, files.Found):
        return
    if note.content.job_id == job.pk and note.content.phase in OLD_ONE_IS_FENCED:
        raise Conflict(
            "The old NameNode is fenced already",
            code="take_over_begun",
            detail="The take-over can only be ended, by the same command; after that `bin/warren "
            "migrate take-over --back` undoes it, as long as nothing was written.",
            facts={"phase": note.content.phase.value},
        )


def usable_until(job: Job) -> datetime:
    """Until when an approved take-over may begin. Conflict for one that nobody approved."""
    approval = job.wait
    if approval is None or approval.state != ApprovalState.APPROVED or approval.decided_at is None:
        raise Conflict("Nobody approved this take-over", code="not_approved")
    return approval.decided_at + timedelta(hours=env().take_over_hours)


def was_undone(job: Job) -> bool:
    """Whether a take-over by this job was given back to the old NameNode."""
    note = files.read(files.TAKEN_BACK, files.TakenBack)
    return isinstance(note, files.Found) and note.content.job_id == job.pk


def _note() -> TakeOver | None:
    found = files.read(files.TAKE_OVER, TakeOver)
    if isinstance(found, files.Unreadable):
        raise Unavailable(
            "The note of the take-over can't be read",
            code="note_unreadable",
            detail=found.why,
            facts={"file": found.file},
        )
    return None if found is None else found.content


def _seen(note: TakeOver, until: datetime) -> Outcome:
    if note.phase == TakeOverPhase.SERVING:
        return _looks(note, until, done=True)
    if note.phase == TakeOverPhase.BEGUN and until < timezone.now():
        # It was refused, or killed; nothing was changed, and it is asked for again before more is.
        raise _too_late(until)
    return _looks(note, until)


def _looks(note: TakeOver | None, until: datetime, *, done: bool = False) -> Outcome:
    return Outcome(
        done=done,
        visited=0,
        begins_act=note is not None,
        result={
            "take_over": {
                **({} if note is None else {"phase": note.phase.value}),
                "usable_until": utc_text(until),
                "read_only_ms": None if note is None else note.read_only_ms,
            }
        },
        rest=None if done else _LOOK_AFTER,
    )


def _too_late(until: datetime) -> Conflict:
    return Conflict(
        "The take-over was not carried out in time",
        code="approval_unused",
        detail="Ask for it again (WARREN_TAKE_OVER_HOURS says how long an approval counts).",
        facts={"usable_until": until.isoformat()},
    )
