"""What a job changed, inode by inode: each value before and after.

Read from the files that its undo goes by (`apps.jobs.former_values`), in the order in which it
made its changes.
"""

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from warren_namenode.generated.admin_api import InodesLook

from apps.common.actor import Actor
from apps.common.namenode import namenode_problems
from apps.common.paging import Page, decode_cursor, encode_cursor
from apps.common.problems import Conflict
from apps.common.rights import Permission, require_all
from apps.jobs import former_values
from apps.jobs.authority import about
from apps.jobs.former_values import FormerValues
from apps.jobs.models import Job
from apps.jobs.selectors import job_by_id
from warren_search.facets import policy_name

# As many as a namenode looks at in one call.
INODES_MAX: Final = 200
# More than a step changes.
_PLACES: Final = 2**20
_STEPS_PER_PAGE: Final = 100
_CODINGS: Final = {
    -1: "replication",
    1: "RS-6-3-1024k",
    2: "RS-3-2-1024k",
    3: "RS-LEGACY-6-3-1024k",
    4: "XOR-2-1-1024k",
    5: "RS-10-4-1024k",
}


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value of an inode, as text, before and after; None where it was not set, or is not. Of
    `path` None also where the actor may not see what lies there."""

    attribute: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class JobChange:
    """What a job changed of one inode. path: where that is now; None when it is gone, or is where
    the actor may not see it."""

    inode_id: int
    path: str | None
    values: list[ValueChange]


def job_changes(*, actor: Actor, job_id: int, cursor: str | None, limit: int) -> Page[JobChange]:
    """A page of what a job changed, the first change first; at most INODES_MAX inodes. Of a plan
    some of what it would change.

    Raises Conflict when the job keeps no former values, or not any more; NotFound; AccessDenied.
    """
    job = job_by_id(job_id)
    require_all(actor, Permission.SEE_ALL, about(job))
    if not job.keeps_former:
        raise _not_kept(job)
    last = former_values.EXAMPLES_STEP if job.dry_run else job.steps_made
    step, done = (1, 0) if cursor is None else divmod(decode_cursor(cursor), _PLACES)
    taken: list[tuple[int, list[ValueChange]]] = []
    for _ in range(_STEPS_PER_PAGE):
        if step > last or len(taken) == limit:
            break
        values = former_values.read(job=job.key, step=step)
        several = _from(values, done, limit - len(taken))
        taken += several
        done += len(several)
        if done >= len(values.inode_ids):
            step, done = step + 1, 0
    following = None if step > last else encode_cursor(step * _PLACES + done)
    return Page(_placed(actor, taken), following)


def _from(values: FormerValues, done: int, limit: int) -> Sequence[tuple[int, list[ValueChange]]]:
    behind = done + limit
    return [
        (inode_id, _changes(values.changes[change]))
        for inode_id, change in zip(
            values.inode_ids[done:behind], values.change_of[done:behind], strict=True
        )
    ]


def _changes(change: Mapping[str, Any]) -> list[ValueChange]:
    before, after = dict(_texts(change["from"])), dict(_texts(change["to"]))
    return [
        ValueChange(attribute, before.get(attribute), after.get(attribute))
        for attribute in dict.fromkeys((*before, *after))
        if before.get(attribute) != after.get(attribute)
    ]


def _texts(values: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """The values that a change is about; null is what it leaves alone."""
    for name, value in values.items():
        if value is None:
            continue
        if name == "xattr":
            yield f"xattr {value['name']}", _xattr_text(value["value"])
        else:
            yield name, _TEXT_OF.get(name, str)(value)


def _xattr_text(encoded: str | None) -> str | None:
    """A value as a job's parameter takes it: text, or what is none as Base64 after 0s."""
    if encoded is None:
        return None
    try:
        text = b64decode(encoded).decode()
    except UnicodeDecodeError:
        return f"0s{encoded}"
    return text if text.isprintable() and text[:2].lower() not in ("0x", "0s") else f"0s{encoded}"


def _policy_text(number: int) -> str | None:
    return None if number == 0 else policy_name(number) or str(number)


def _coding_text(number: int) -> str | None:
    return None if number == 0 else _CODINGS.get(number, str(number))


_TEXT_OF: Final[Mapping[str, Callable[[Any], str | None]]] = {
    "mode": lambda mode: f"{mode:04o}",
    "storage_policy": _policy_text,
    "erasure_coding": _coding_text,
}


def _placed(actor: Actor, taken: Sequence[tuple[int, list[ValueChange]]]) -> list[JobChange]:
    """Changes with where their inodes are now."""
    if not taken:
        return []
    ids = list(dict.fromkeys(inode_id for inode_id, _ in taken))
    with namenode_problems() as client:
        seen = client.look_at_inodes(InodesLook.model_validate({"inode_ids": ids}))
    paths = {
        entry.inode_id: entry.path
        for entry in seen.entries
        if actor.rights.allows(Permission.SEE_ALL, entry.path)
    }
    return [
        JobChange(inode_id, paths.get(inode_id), [_shown(actor, value) for value in values])
        for inode_id, values in taken
    ]


def _shown(actor: Actor, value: ValueChange) -> ValueChange:
    """A value without the paths that the actor may not see."""
    if value.attribute != "path":
        return value
    before, after = (
        path if path and actor.rights.allows(Permission.SEE_ALL, path) else None
        for path in (value.before, value.after)
    )
    return ValueChange(value.attribute, before, after)


def _not_kept(job: Job) -> Conflict:
    why = (
        "Its values before and after are kept for a time only (WARREN_JOB_UNDO_KEPT_DAYS)."
        if job.by_former_values and job.changed
        else "Only jobs and plans that change attributes, or inodes one by one, keep them, once "
        "there is something to change. What else one did is in its result and in the audit log."
    )
    return Conflict(
        "The job keeps no values before and after",
        code="changes_not_kept",
        detail=why,
        facts={"job_id": job.pk},
    )
