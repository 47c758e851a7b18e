"""Whose files a plan at a path is about: by owner and by group, as the SQL replica has them.

Of a selection they are counted while its inodes are chosen (`apps.jobs.choosing`).
"""

from dataclasses import asdict
from typing import Any, Final

from apps.common.problems import Problem
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.usage.selectors import owned_below

NAMES_MAX: Final = 20


def owned_by(job: Job) -> dict[str, Any]:
    """The member `owned` of a plan's result; nothing where it is about no directory at a path, or
    where the replica does not know that yet."""
    selected = job.origin.selection is not None
    if selected or not job.inode_id or job.changes is JobKind.SET_QUOTA:
        return {}
    try:
        found = owned_below(job.path, limit=NAMES_MAX)
    except Problem:
        return {}
    return {
        "owned": {
            "owners": [asdict(each) for each in found.owners],
            "groups": [asdict(each) for each in found.groups],
            "more": found.more,
            "as_of_sequence": found.as_of.sequence,
        }
    }
