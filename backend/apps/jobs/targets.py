"""What a job's one inode is, or that it is gone."""

from collections.abc import Iterator
from contextlib import contextmanager

from apps.common.problems import NotFound
from apps.jobs.models import Job
from integrations.namenode import NamenodeProblem


@contextmanager
def target_there(job: Job) -> Iterator[None]:
    """Raises NotFound when a namenode says in it that the job's target is not there any more."""
    try:
        yield
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        raise NotFound(
            "The target is not in the namespace any more",
            code="target_gone",
            detail="Somebody else deleted it. What this job did before is counted.",
            facts={"path": job.path, "inode_id": job.inode_id},
        ) from problem
