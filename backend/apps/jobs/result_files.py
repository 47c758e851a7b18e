"""What a job did of single inodes, as files."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from apps.common.actor import Actor
from apps.common.csv_file import csv_pages
from apps.common.paging import LIMIT_MAX, Page
from apps.jobs.changes import INODES_MAX, JobChange, job_changes
from apps.jobs.models import JobError
from apps.jobs.selectors import job_errors

ITEMS_MAX: Final = 1_000_000


def error_lines(*, actor: Actor, job_id: int) -> Iterator[str]:
    """A heading and the errors that were kept, in the order in which they were met."""
    read = partial(job_errors, actor=actor, job_id=job_id, limit=LIMIT_MAX)
    return _lines(("path", "code", "message"), read, _of_error)


def change_lines(*, actor: Actor, job_id: int) -> Iterator[str]:
    """A heading, and a line for each value that the job changed of an inode, in the order of its
    changes."""
    read = partial(job_changes, actor=actor, job_id=job_id, limit=INODES_MAX)
    return _lines(("inode_id", "path", "attribute", "before", "after"), read, _of_change)


def _lines(
    heading: Sequence[str],
    read: Callable[..., Page[Any]],
    lines_of: Callable[[Any], Iterator[Sequence[Any]]],
) -> Iterator[str]:
    return csv_pages(
        heading,
        read,
        lines_of,
        items_max=ITEMS_MAX,
        advice="items: page through the list for the others",
    )


def _of_error(error: JobError) -> Iterator[Sequence[Any]]:
    yield error.path, error.code, error.message


def _of_change(change: JobChange) -> Iterator[Sequence[Any]]:
    for value in change.values:
        yield change.inode_id, change.path, value.attribute, value.before, value.after
