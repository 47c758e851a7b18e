"""What tells that jobs have changed, for who waits for that: read often, so few columns of few."""

from typing import Any

from apps.jobs.models import Job, JobApproval
from apps.jobs.states import UNFINISHED, ApprovalState

# More can't be told apart; lists of jobs are pages of fewer.
_UNFINISHED_MAX = 500
_NEWEST = 50
_TOLD = (
    "pk",
    "state",
    "phase",
    "steps_made",
    "cursor",
    "retries",
    "held",
    "slowed",
    "priority",
    "inodes_per_s_max",
    "finished_at",
    "last_check__state",
    "last_check__cursor",
    "approval__state",
)


def job_versions() -> dict[int, str]:
    """The newest jobs and those that are not over: each with a text that changes as it does."""
    rows = Job.objects.order_by("-pk").values_list(*_TOLD)
    unfinished = rows.filter(state__in=UNFINISHED)[:_UNFINISHED_MAX]
    return {row[0]: _text(row[1:]) for row in (*rows[:_NEWEST], *unfinished)}


def _text(values: tuple[Any, ...]) -> str:
    return "|".join(map(str, values))


def approvals_version() -> str:
    """A text that changes when a job begins or ends to wait for a second person."""
    waiting = JobApproval.objects.filter(state=ApprovalState.WAITING).order_by("pk")
    return ",".join(map(str, waiting.values_list("pk", flat=True)[:_UNFINISHED_MAX]))
