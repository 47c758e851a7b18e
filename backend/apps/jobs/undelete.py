"""Steps of an undo of a move into the trash or out of it, and of the undo of that."""

from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.outcomes import Outcome
from apps.jobs.trash import counted, move_to_trash, restore, restore_looked_at
from integrations.namenode import NamenodeClient


def step(client: NamenodeClient, job: Job, other: Job) -> Outcome:
    """Move what the other job moved to the trash back to its place, or the other way round."""
    result = other.result or {}
    if "trash_path" in result:
        return (restore_looked_at if job.dry_run else restore)(client, job, to=_place(job))
    if "restored_path" not in result:
        return Outcome(done=True)
    return counted(client, job) if job.dry_run else move_to_trash(client, job)


def _place(job: Job) -> str:
    """Outside the trash."""
    origin = job.origin
    to: str = origin.parameters["to"] if origin.kind == JobKind.RESTORE else origin.path
    return to
