"""Steps of an undo of a move, also into the trash or out of it, and of the undo of that."""

from dataclasses import dataclass

from warren_namenode.generated.admin_api import (
    InodeMove,
    Restored,
    TrashMove,
    TrashRestore,
    TrashResult,
)

from apps.common.rights import within
from apps.jobs.authority import check_target, out_of_scope, outside, reach_of
from apps.jobs.former_values import FormerValues
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.one_by_one import item_error
from apps.jobs.outcomes import ItemError, Outcome, numbered, of_one_move
from apps.jobs.planned import LeftPaths
from apps.jobs.quota_moves import QuotaMoves
from apps.jobs.trash import (
    LEFT,
    counted,
    in_trash,
    move_to_trash,
    restore,
    restore_looked_at,
)
from integrations.namenode import NamenodeClient, NamenodeProblem

_MOVED = ("changed_since", "It was moved since")


def step(client: NamenodeClient, job: Job, other: Job) -> Outcome:
    """Move what the other job moved to the trash back to its place, or the other way round."""
    result = other.result or {}
    if "trash_path" in result:
        return (restore_looked_at if job.dry_run else restore)(client, job, to=_place(job))
    if "restored_path" not in result:
        return Outcome(done=True)
    check_target(client, job)
    return counted(client, job) if job.dry_run else move_to_trash(client, job)


def _place(job: Job) -> str:
    """Outside the trash."""
    origin = job.origin
    to: str = origin.parameters["to"] if origin.kind == JobKind.RESTORE else origin.path
    return to


@dataclass(frozen=True, slots=True)
class Next:
    """The cursor behind a move that is taken back, None behind the last one, and the number of this
    look where it is only looked at."""

    cursor: str | None
    look: int


def of_selected(client: NamenodeClient, job: Job, values: FormerValues, following: Next) -> Outcome:
    """Take one of the moves of a selection back. `values` has it alone, turned round, or none."""
    cursor = following.cursor
    if not values.inode_ids:
        return Outcome(done=cursor is None, cursor=cursor)
    (inode_id,) = values.inode_ids
    turned = values.changes[values.change_of[0]]
    lies_at, to = turned["from"]["path"], turned["to"]["path"]
    refused = _refused(client, job, inode_id, to)
    way = _Way(inode_id, lies_at, to, moves=job.changes is JobKind.MOVE)
    if job.dry_run:
        return _looked_at(client, job, way, following, refused)
    if refused is not None:
        return _left(refused, cursor)
    try:
        moved = _move(client, job, way)
    except NamenodeProblem as problem:
        return _left(item_error(problem, inode_id, lies_at), cursor)
    now = moved.path if isinstance(moved, Restored) else moved.trash_path
    return of_one_move(moved, inode_id=inode_id, came_from=lies_at, lies_at=now, cursor=cursor)


def _refused(client: NamenodeClient, job: Job, inode_id: int, to: str) -> ItemError | None:
    """Why the job may not move the inode there: it comes from, or goes, beyond the job's scope."""
    if in_trash(to):
        return outside(client, job, [inode_id]).get(inode_id)
    return None if within(to, reach_of(job)) else out_of_scope(inode_id)


@dataclass(frozen=True, slots=True)
class _Way:
    """What goes back, from where the job left it. moves: between two places that are no trashes."""

    inode_id: int
    lies_at: str
    to: str
    moves: bool


def _move(client: NamenodeClient, job: Job, way: _Way) -> Restored | TrashResult:
    inode_id = way.inode_id
    if way.moves:
        move = {"inode_id": inode_id, "path": way.to, "from": way.lies_at, **numbered(job)}
        return client.move_inode(InodeMove.model_validate(move))
    if in_trash(way.to):
        return client.move_to_trash(
            TrashMove(inode_id=inode_id, user=job.hdfs_user, **numbered(job))
        )
    return client.restore_from_trash(TrashRestore(inode_id=inode_id, path=way.to, **numbered(job)))


def _looked_at(
    client: NamenodeClient, job: Job, way: _Way, following: Next, refused: ItemError | None
) -> Outcome:
    """What would become of one, when those that the undo comes to before have gone back."""
    left = LeftPaths(job, step=following.look, asked=[way.to])
    if refused is None:
        try:
            outcome = _look(client, way, following.cursor, is_left=way.to in left)
        except NamenodeProblem as problem:
            outcome = _left(item_error(problem, way.inode_id, way.lies_at), following.cursor)
    else:
        outcome = _left(refused, following.cursor)
    if outcome.error_count == 0 and outcome.at_path is not None:
        left.add(outcome.at_path)
    left.keep()
    return outcome


def _look(client: NamenodeClient, way: _Way, cursor: str | None, *, is_left: bool) -> Outcome:
    """is_left: whether what lies at its former place goes away before."""
    entry = client.stat_inode(inode_id=way.inode_id)
    lies_at = entry.path
    if way.moves and lies_at != way.lies_at:
        return _left(ItemError(lies_at, *_MOVED), cursor)
    if not in_trash(way.to):
        if not way.moves and not in_trash(lies_at):
            return _left(ItemError(lies_at, *LEFT["changed_since"]), cursor)
        if not is_left and _is_there(client, way.to):
            return _left(ItemError(way.to, *LEFT["already_exists"]), cursor)
    quotas = QuotaMoves(client)
    summary = quotas.summary(way.inode_id)
    return Outcome(
        done=cursor is None,
        cursor=cursor,
        files=summary.files,
        directories=summary.directories,
        length_bytes=summary.length_bytes,
        space_consumed_bytes=summary.space_consumed_bytes,
        changed=summary.files + summary.directories,
        at_path=lies_at,
        gains=() if in_trash(way.to) else tuple(quotas.of_move(entry, way.to)),
    )


def _is_there(client: NamenodeClient, path: str) -> bool:
    try:
        client.stat(path=path)
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        return False
    return True


def _left(error: ItemError, cursor: str | None) -> Outcome:
    return Outcome(done=cursor is None, cursor=cursor, error_count=1, errors=(error,))
