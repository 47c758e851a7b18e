"""Jobs for what goes on without anybody having asked: the following of an HDFS."""

from apps.common.actor import SYSTEM
from apps.common.namenode import namenode_problems
from apps.common.rights import ROOT
from apps.jobs.follow_hdfs import furthest
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.selectors import unfinished_of
from apps.jobs.services import job_create


def begin_where_followed() -> Job | None:
    """A job that stands for what is followed and has none; None where there is nothing of the kind,
    or it was paused or has stopped. Raises Unavailable while no namenode answers."""
    if unfinished_of(JobKind.FOLLOW_HDFS):
        return None
    with namenode_problems() as client:
        state = furthest(client)
    if not state.follows or state.paused or state.stopped_by:
        return None
    return job_create(
        actor=SYSTEM,
        kind=JobKind.FOLLOW_HDFS,
        path=ROOT,
        parameters={},
        dry_run=False,
        idempotency_key=None,
    )
