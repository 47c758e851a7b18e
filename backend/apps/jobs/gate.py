"""What the guard is told of a job, and what it says: every job passes here before it is stored."""

from collections.abc import Iterator

from apps.accounts.selectors import active_user
from apps.common.actor import Actor
from apps.common.problems import Conflict, TooManyRequests
from apps.guard.judging import Demand, Frozen, check_size, demand_of, frozen, jobs_max
from apps.guard.models import FreezeWindow
from apps.guard.selectors import looks_at_paths
from apps.guard.values import Act
from apps.jobs import selections
from apps.jobs.choosing import stage
from apps.jobs.kinds import MOVES, JobKind, Phase
from apps.jobs.models import Job
from apps.jobs.selection import SelectedBy
from apps.jobs.selections import INODES_PER_BATCH
from apps.jobs.states import UNFINISHED, JobState

# Of a selection with more inodes the directory above all of them is looked at, not each path.
PATHS_LOOKED_AT_MAX = 50_000
_BATCHES_MAX = PATHS_LOOKED_AT_MAX // INODES_PER_BATCH


def act_of(job: Job, *, lies_at: str | None = None) -> Act:
    """What the job is going to do. Reads files of a selection, so before a transaction begins.

    lies_at: the path under which the namenode knows the inode that the job's path names.
    """
    inodes, size_bytes = _size(job)
    return Act(
        kinds=_kinds(job),
        paths=_paths(job, lies_at),
        chosen=job.selection is None
        or job.dry_run_of is not None
        or job.selection["by"] == SelectedBy.PATHS,
        inodes=inodes,
        size_bytes=size_bytes,
    )


def _kinds(job: Job) -> frozenset[str]:
    """An undo, and an undo of that, makes the change again; one of a move may go either way."""
    kinds = {job.kind, job.changes}
    if job.undo_of is not None and job.changes in MOVES:
        kinds |= MOVES
    return frozenset(JobKind(each).value for each in kinds)


def _size(job: Job) -> tuple[int | None, int | None]:
    """Inodes and bytes that it is about; None where nobody counted.

    An undo is about no more than the job which it takes back; what a failed one did to its last
    step is not known before its undo looks.
    """
    if job.dry_run_of is not None:
        plan = job.dry_run_of
        chosen = 0 if plan.selection is None else plan.selection["chosen"]
        return max(plan.files + plan.directories, plan.changed, chosen), plan.length_bytes
    other = job.undo_of
    if other is None or other.state == JobState.FAILED:
        return None, None
    return max(other.files + other.directories, other.changed), other.length_bytes


def _paths(job: Job, lies_at: str | None) -> tuple[str, ...]:
    named = {job.path, lies_at or job.path}
    if job.origin.kind == JobKind.RESTORE:
        named.add(job.origin.parameters["to"])
    if job.selection is None:
        return tuple(sorted(named))
    looked_at = job.dry_run_of is not None and job.selection["batches"] <= _BATCHES_MAX
    if not looked_at or not looks_at_paths():
        return tuple(job.selection["paths"]) or (job.path,)
    try:
        return tuple(_chosen(job))
    except Conflict:
        # The job is going to fail of it; until then it is what the directory above says.
        return (job.path,)


def _chosen(job: Job) -> Iterator[str]:
    batches = (job.selection or {})["batches"]
    for number in range(1, batches + 1):
        batch = selections.read(job=job.selection_key, stage=stage(job), number=number)
        yield from (chosen.path for chosen in batch.inodes)


def admitted(job: Job, act: Act, *, actor: Actor) -> Demand | None:
    """Let a job in, in the transaction that stores it; what it has to wait for, if anything.

    Raises Conflict for what may not begin as it is asked for.
    """
    # Its row is locked: of two jobs at once the second one counts the first.
    user = active_user(actor.user_id, lock=True)
    if user is not None:
        _check_room(user.role, actor)
    if job.dry_run:
        return None
    if user is not None:
        check_size(act, user.role)
    now = frozen(act, begun=False)
    if now is not None:
        raise Conflict(
            "Jobs like this one are frozen now",
            code="frozen",
            detail="Ask for it after the window's end. Dry runs are allowed.",
            facts={"window": now.window, "until": now.until.isoformat()},
        )
    return demand_of(act, user_id=actor.user_id)


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
        """The window that holds the job now. Raises Conflict when its selection is damaged."""
        if job.dry_run or job.phase != Phase.ACTING or not FreezeWindow.objects.exists():
            return None
        if self._act is None:
            self._act = act_of(job)
        return frozen(self._act, begun=job.act_begun)
