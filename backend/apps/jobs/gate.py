"""What the guard is told of a job, and what it says: every job passes here before it is stored."""

from warren_namenode.generated.admin_api import InodesLook

from apps.accounts.selectors import active_user, identities
from apps.common.actor import Actor
from apps.common.namenode import namenode_problems
from apps.common.problems import Conflict, TooManyRequests
from apps.guard.judging import (
    Demand,
    Frozen,
    check_size,
    demand_of,
    frozen,
    jobs_max,
    limited_as,
    never_by_one,
)
from apps.guard.models import FreezeWindow
from apps.guard.selectors import looks_at_paths
from apps.guard.values import Act
from apps.jobs import selections
from apps.jobs.authority import judged_at
from apps.jobs.choosing import stage
from apps.jobs.kinds import (
    NEVER_BY_ONE,
    OF_NO_INODE,
    OF_TRASHES,
    READING,
    WITHOUT_PLAN,
    JobKind,
    Phase,
)
from apps.jobs.models import Job
from apps.jobs.selections import INODES_PER_BATCH
from apps.jobs.states import UNFINISHED, JobState

# Of a selection with more inodes none is looked at: it may be about anything.
PATHS_LOOKED_AT_MAX = 10_000
_BATCHES_MAX = PATHS_LOOKED_AT_MAX // INODES_PER_BATCH


def act_of(job: Job, *, live: bool = True) -> Act:
    """What the job is going to do. Asks a namenode and reads files, so before a transaction begins.

    live: whether to ask where its inodes are now, whatever path they were named by. Raises
    Unavailable when no namenode answers that.
    """
    inodes, size_bytes = _size(job, live=live)
    return Act(
        kinds=_kinds(job),
        paths=_paths(job, live=live) if looks_at_paths() and not job.dry_run else (job.path,),
        chosen=job.selection is None or job.dry_run_of is not None,
        inodes=inodes,
        size_bytes=size_bytes,
        only_reads=job.kind in READING,
    )


def _kinds(job: Job) -> frozenset[str]:
    """An undo, and an undo of that, makes the change again; one of a trash may go either way."""
    kinds = {job.kind, job.changes}
    if job.undo_of is not None and job.changes in OF_TRASHES:
        kinds |= OF_TRASHES
    return frozenset(JobKind(each).value for each in kinds)


def _size(job: Job, *, live: bool) -> tuple[int | None, int | None]:
    """Inodes and bytes that it is about; None where nobody counted.

    Of what can't be tried, no plan could tell it: a namenode does.

    An undo is about no more than the job which it takes back; what a failed one did to its last
    step is not known before its undo looks.
    """
    if job.kind in WITHOUT_PLAN:
        return _size_now(job) if live else (None, None)
    if job.dry_run_of is not None:
        plan = job.dry_run_of
        chosen = 0 if plan.selection is None else plan.selection["chosen"]
        return max(plan.files + plan.directories, plan.changed, chosen), plan.length_bytes
    other = job.undo_of
    if other is None or other.state == JobState.FAILED:
        return None, None
    return max(other.files + other.directories, other.changed), other.length_bytes


def _size_now(job: Job) -> tuple[int, int]:
    if job.kind in OF_NO_INODE:
        return 0, 0
    with namenode_problems() as client:
        if job.kind == JobKind.REPARTITION:
            # Rows of the store alone move.
            return client.partitioning(path=job.path).children_counted, 0
        summary = client.summary_of_inode(inode_id=job.inode_id)
    return summary.files + summary.directories, summary.length_bytes


def _paths(job: Job, *, live: bool) -> tuple[str, ...]:
    if job.selection is not None:
        return _chosen_paths(job, live=live)
    if job.origin.selection is not None:
        # An undo: what was chosen may not be kept any more.
        return ("/",)
    named = {job.path}
    if job.origin.kind == JobKind.RESTORE:
        named.add(job.origin.parameters["to"])
    if live and job.inode_id:
        named |= _now_at([job.inode_id])
    return tuple(sorted(named))


def _chosen_paths(job: Job, *, live: bool) -> tuple[str, ...]:
    """Of what was chosen, then and now; of what nobody chose yet, or of too much, what is above."""
    asked = job.selection or {}
    if job.dry_run_of is None or asked["batches"] > _BATCHES_MAX:
        return ("/",)
    paths: set[str] = set()
    try:
        for number in range(1, asked["batches"] + 1):
            batch = selections.read(job=job.selection_key, stage=stage(job), number=number)
            found = {chosen.path for chosen in batch.inodes}
            if live:
                found |= _now_at([chosen.inode_id for chosen in batch.inodes])
            # Of a restore and a move also where it goes.
            paths |= found | {judged_at(job, path) for path in found}
            paths |= {chosen.to for chosen in batch.inodes if chosen.to is not None}
    except Conflict:
        # The job is going to fail of it; until then it may be about anything.
        return ("/",)
    return tuple(sorted(paths))


def _now_at(inode_ids: list[int]) -> set[str]:
    """Where they are now, those that are anywhere: a path may lead through a snapshot or a link."""
    with namenode_problems() as client:
        seen = client.look_at_inodes(InodesLook.model_validate({"inode_ids": inode_ids}))
    return {entry.path for entry in seen.entries}


def admitted(job: Job, act: Act, *, actor: Actor) -> Demand | None:
    """Let a job in, in the transaction that stores it; what it has to wait for, if anything.

    Raises Conflict for what may not begin as it is asked for.
    """
    # Its row is locked: of two jobs at once the second one counts the first.
    user = active_user(actor.user_id, lock=True)
    if user is not None:
        _check_room(limited_as(user.role), actor)
    if job.dry_run:
        return None
    if user is not None:
        check_size(act, limited_as(user.role))
    now = frozen(act, begun=False)
    if now is not None:
        raise Conflict(
            "Jobs like this one are frozen now",
            code="frozen",
            detail="Ask for it after the window's end. Dry runs are allowed.",
            facts={"window": now.window, "until": now.until.isoformat()},
        )
    asked_for = demand_of(act, user_ids=identities(user))
    return never_by_one(job.kind, asked_for) if job.kind in NEVER_BY_ONE else asked_for


def _check_room(role: str, actor: Actor) -> None:
    most = jobs_max(role)
    if most is None:
        return
    unfinished = Job.objects.filter(actor=actor.name, state__in=UNFINISHED).count()
    if unfinished >= most:
        raise TooManyRequests(
            "You have as many jobs as your role may have at once",
            code="role_limit",
            detail="Wait until one ends, or cancel one.",
            facts={"role": role, "jobs": unfinished, "jobs_max": most},
        )


class Hold:
    """Whether a window holds a job that a worker has; asked before each of its steps."""

    def __init__(self) -> None:
        self._act: Act | None = None

    def on(self, job: Job) -> Frozen | None:
        """The window that holds the job now."""
        if job.dry_run or job.phase != Phase.ACTING or not FreezeWindow.objects.exists():
            return None
        if self._act is None:
            self._act = act_of(job, live=False)
        return frozen(self._act, begun=job.act_begun)
