"""Errands that stand for the migration from an HDFS whose edits the namenodes follow.

The namenodes' leader applies the edits whether anybody looks or not. Such a job tells in the list
of all jobs how far that is; cancelling it has the edits left where they are, and another one goes
on with them. It ends when this file system has become one of its own. Where an HDFS is followed and
no job stands for that, the keeper begins one (`apps.jobs.followed`).
"""

from datetime import timedelta
from typing import Any, Final

from warren_namenode.generated.admin_api import FollowPause, FollowState

from apps.common.namenode import namenode, namenode_problems
from apps.common.problems import Conflict
from apps.jobs.models import Job
from apps.jobs.outcomes import Outcome
from integrations.namenode import NamenodeClient

_LOOK_AFTER: Final = timedelta(seconds=2)


def check() -> None:
    """Conflict where nothing is followed, or following has stopped; Unavailable while no namenode
    answers."""
    with namenode_problems() as client:
        _going(furthest(client), begun=False)


def step(job: Job) -> Outcome:
    """Have the leader go on, or see how far it is.

    Raises Conflict when nothing is followed, or following has stopped or was paused.
    """
    client = namenode()
    state = furthest(client)
    if job.act_begun and not state.follows:
        return Outcome(done=True, visited=0)
    _going(state, begun=job.act_begun)
    if not job.act_begun:
        client.pause_following(FollowPause(paused=False))
    # A namenode that has not led since its start does not know where it is.
    applied = state.applied_transaction or _seen(job).get("applied_transaction", 0)
    first = _seen(job).get("first_transaction") or applied
    return Outcome(
        done=False,
        files=max(0, applied - first - job.files),
        visited=0,
        total=max(0, state.newest_transaction - first) if applied else None,
        begins_act=True,
        result={"followed": _told(state, first=first, applied=applied)},
        rest=_LOOK_AFTER,
    )


def withdraw(_job: Job) -> None:
    """Have edits left where they are."""
    client = namenode()
    if furthest(client).follows:
        client.pause_following(FollowPause(paused=True))


def furthest(client: NamenodeClient) -> FollowState:
    """Of the namenode that leads: the others know only where the edits are."""
    states, _silent = client.follow_states()
    return max(states, key=lambda each: each.applied_transaction)


def _going(state: FollowState, *, begun: bool) -> None:
    """Conflict where nothing is followed, or following has stopped or was paused."""
    if not state.follows:
        raise Conflict(
            "No HDFS is followed",
            code="nothing_followed",
            detail="`bin/warren migrate follow` has a stopped Warren follow one from its start on.",
        )
    if state.stopped_by:
        raise Conflict(
            "Following has stopped",
            code="following_stopped",
            detail=state.stopped_by,
            facts={"applied_transaction": state.applied_transaction},
        )
    if begun and state.paused:
        raise Conflict(
            "Somebody has the edits left where they are",
            code="following_paused",
            detail="Begin another job to go on with them.",
            facts={"applied_transaction": state.applied_transaction},
        )


def _seen(job: Job) -> dict[str, Any]:
    seen: dict[str, Any] = (job.result or {}).get("followed", {})
    return seen


def _told(state: FollowState, *, first: int, applied: int) -> dict[str, Any]:
    return {
        "location": state.location,
        "first_transaction": first,
        "applied_transaction": applied,
        "newest_transaction": max(applied, state.newest_transaction),
        "lag_ms": None if state.lag_seconds < 0 else round(state.lag_seconds * 1000),
        "waiting_for": state.waiting_for,
    }
