"""Errands that have namenodes move a directory's children to one shard, or to many.

The move goes on at the namenodes whether anybody looks or not, while the directory is in use. It is
asked for again without effect, and turned round by asking for the other side.
"""

from datetime import timedelta
from typing import Final

from django.db.models import Q
from warren_namenode.generated.admin_api import DirectoryPartitioning, PartitioningChange

from apps.common.namenode import namenode
from apps.common.problems import Conflict, TooManyRequests
from apps.jobs.authority import require_within
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.outcomes import Outcome
from apps.jobs.states import UNFINISHED
from apps.jobs.targets import target_there
from apps.spread.record import require_other_side, spread_begun
from apps.spread.values import TURNED_ROUND, ChildrenSpread, other_side
from integrations.namenode import NamenodeClient, NamenodeProblem

OPEN_MAX: Final = 20
_LOOK_AFTER: Final = timedelta(seconds=1)
_RETRY_AFTER_S: Final = 30


def check(path: str, children: ChildrenSpread) -> None:
    """TooManyRequests while too many directories are changed, Conflict where the children are, or
    are going, there already."""
    if Job.objects.filter(kind=JobKind.REPARTITION, state__in=UNFINISHED).count() >= OPEN_MAX:
        raise TooManyRequests(
            "Too many directories are being changed",
            detail="Wait until one of them is done.",
            facts={"open_max": OPEN_MAX},
            retry_after_s=_RETRY_AFTER_S,
        )
    require_other_side(path, children)


def step(job: Job) -> Outcome:
    """Have the move begin, or see how far it is.

    Raises NotFound when the directory is gone, AccessDenied when it is where the job may not act,
    Conflict when somebody turned the move round.
    """
    client = namenode()
    with target_there(job):
        path = client.stat_inode(inode_id=job.inode_id).path
        require_within(job, path)
        found = client.partitioning(path=path) if job.act_begun else _begun(client, job, path)
    return _seen(job, found)


def withdraw(job: Job) -> None:
    """Have the children that were moved so far go back; where all were, they stay."""
    client = namenode()
    try:
        path = client.stat_inode(inode_id=job.inode_id).path
        found = client.partitioning(path=path)
        ours = found.inode_id == job.inode_id and found.children == _children(job)
        if ours and found.changing:
            _ask(client, path, other_side(_children(job)))
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise


def _children(job: Job) -> ChildrenSpread:
    return ChildrenSpread(job.parameters["children"])


def _ask(client: NamenodeClient, path: str, children: ChildrenSpread) -> DirectoryPartitioning:
    change = {"path": path, "children": children.value}
    return client.repartition(PartitioningChange.model_validate(change))


def _begun(client: NamenodeClient, job: Job, path: str) -> DirectoryPartitioning:
    later = Job.objects.filter(
        Q(act_begun=True) | Q(state__in=UNFINISHED),
        kind=JobKind.REPARTITION,
        inode_id=job.inode_id,
        pk__gt=job.pk,
    )
    if later.exists():
        raise _turned_round(job)
    spread_begun(job_id=job.pk, path=path)
    return _ask(client, path, _children(job))


def _seen(job: Job, found: DirectoryPartitioning) -> Outcome:
    if found.inode_id != job.inode_id:
        raise Conflict(
            "Something else is at this path now",
            code="target_replaced",
            detail="It was moved while it was looked at. Begin another job.",
            facts={"path": found.path, "inode_id": job.inode_id},
        )
    if found.children != _children(job):
        raise _turned_round(job)
    moved = found.work.moved if found.changing and found.work is not None else 0
    if not found.changing:
        # The last number that was seen is of a moment before the end.
        moved = max(job.files, found.children_counted)
    more = max(0, moved - job.files)
    return Outcome(
        done=not found.changing,
        files=more,
        changed=more,
        visited=0,
        total=max(moved, found.children_counted) if found.count_complete else None,
        begins_act=True,
        at_path=found.path,
        rest=_LOOK_AFTER if found.changing else None,
    )


def _turned_round(job: Job) -> Conflict:
    return Conflict(
        "The children were sent the other way",
        code=TURNED_ROUND,
        detail="A later change, or one from the shell, turned the move round.",
        facts={"path": job.path, "inode_id": job.inode_id},
    )
