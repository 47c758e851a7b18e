"""What kept a worker from going on, and whether waiting helps."""

import random
from dataclasses import dataclass
from datetime import timedelta

import structlog

from apps.common.namenode import problem_of
from apps.common.problems import Internal, Problem, Unavailable
from integrations.namenode import SAFE_MODE, NamenodeProblem, NamenodeUnreachable

log = structlog.get_logger(__name__)
_RETRIED_STATUSES = frozenset({401, 429, 500, 502, 503, 504})
_WAIT_MAX_S = 30.0
_SAFE_MODE_LOOK = timedelta(seconds=2)
_jitter = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class Trouble:
    """passes: it may be over by itself, so the work is tried again.

    look_after: how long to wait before that, where it lasts as long as somebody wants it to: such
    waits are not counted.
    """

    problem: Problem
    passes: bool
    look_after: timedelta | None = None


def trouble_of(error: Exception, *, job_id: int) -> Trouble:
    """What an error of a step is. Logs what nobody foresaw."""
    match error:
        case NamenodeUnreachable():
            return Trouble(problem_of(error), passes=True)
        case NamenodeProblem(code=code) if code == SAFE_MODE:
            return Trouble(problem_of(error), passes=True, look_after=_SAFE_MODE_LOOK)
        case NamenodeProblem():
            return Trouble(problem_of(error), passes=error.status in _RETRIED_STATUSES)
        case OSError():
            log.exception("job_former_values_not_kept", job_id=job_id)
            return Trouble(_not_kept(error), passes=True)
        case Problem():
            return Trouble(error, passes=isinstance(error, Unavailable))
    log.exception("job_step_failed", job_id=job_id)
    detail = "Look for this job's id in the worker's log."
    return Trouble(Internal(detail=detail, facts={"job_id": job_id}), passes=False)


def _not_kept(error: OSError) -> Problem:
    return Unavailable(
        "The values that the job changes from can't be kept",
        code="former_values_not_kept",
        detail="Make room on the disk of the data folder. Until then the job waits.",
        facts={"cause": error.strerror or type(error).__name__},
    )


def wait_after(retries: int) -> timedelta:
    """How long to wait after so many waits without an answer."""
    bound_s = min(_WAIT_MAX_S, 0.5 * 2 ** min(retries, 10))
    return timedelta(seconds=_jitter.uniform(bound_s / 2, bound_s))
