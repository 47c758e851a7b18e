"""Starting, promoting and undoing jobs: each passes the guard before it is stored."""

import hashlib
import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from warren_namenode.generated.admin_api import Entry

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.namenode import namenode_problems
from apps.common.problems import Conflict, InvalidInput
from apps.common.rights import require_all, require_somewhere
from apps.guard.values import Act
from apps.jobs import approvals, gate, given, wake
from apps.jobs.authority import permission_for, permission_of, require_for, restored, scope_for
from apps.jobs.errands import check_needed, check_plannable
from apps.jobs.kinds import (
    ERRANDS,
    OF_NO_INODE,
    OF_SELECTIONS,
    READING,
    SET_ATTRIBUTES,
    JobKind,
    Phase,
    Undo,
)
from apps.jobs.models import Job
from apps.jobs.pace import AS_ANY, Pace
from apps.jobs.quota_sums import IfQuotaExceeded, require_room
from apps.jobs.selection import IfChanged, Selection, told
from apps.jobs.selectors import job_by_id
from apps.jobs.states import UNFINISHED, JobState
from apps.jobs.trash import former_path, place_named
from apps.visibility.sight import Sight

_OF_DIRECTORIES = {
    JobKind.SET_QUOTA: "Only directories have quotas",
    JobKind.REPARTITION: "Only directories have children to be spread",
}
_NOT_UNDOABLE = {
    Undo.DRY_RUN: "It is a dry run: it changed nothing.",
    Undo.UNFINISHED: "Wait for its end, or cancel it first.",
    Undo.NO_WAY_BACK: "What was deleted for good is gone.",
    Undo.NOTHING_CHANGED: "It changed nothing.",
    Undo.NOT_KEPT: "The values that it changed from are not kept, or not any more "
    "(WARREN_JOB_UNDO_KEPT_DAYS, WARREN_JOB_UNDO_MB_MAX).",
    Undo.NOT_OF_KIND: "It changed no names or attributes: there is nothing to set back.",
}


def job_create(
    *,
    actor: Actor,
    kind: JobKind,
    path: str,
    parameters: Mapping[str, Any],
    dry_run: bool,
    idempotency_key: str | None,
    reason: str = "",
    pace: Pace = AS_ANY,
) -> Job:
    """A new job on what `path` names now, or the job that this idempotency key made before.

    Of a kind that is about no inode the path is the root.

    Raises AccessDenied for a path that the actor may not act on, NotFound for one that names
    nothing, InvalidInput for a target that the kind can't work on, Conflict when the key was used
    for another request, and what the guard refuses. reason: for who has to approve it, if somebody
    has.
    """
    permission = permission_for(kind, parameters)
    paths: tuple[str, ...] = (path,)
    if kind == JobKind.RESTORE:
        parameters = place_named(path, parameters)
        paths = restored(path, parameters)
    if kind not in READING:
        require_all(actor, permission, paths)
    request = {"kind": kind, "path": path, "parameters": dict(parameters), "dry_run": dry_run}
    request_sha256 = _digest(request | pace.told())
    made = _made_before(actor, idempotency_key, request_sha256)
    if made is not None:
        return made
    check_plannable(kind, dry_run=dry_run)
    inode_id = 0 if kind in OF_NO_INODE else _target_inode(kind, path)
    check_needed(kind, path, parameters)
    counts = not dry_run and kind not in ERRANDS
    return _created(
        actor=actor,
        reason=reason,
        pace=pace,
        job=Job(
            kind=kind,
            path=path,
            inode_id=inode_id,
            parameters=dict(parameters),
            scope=None if kind in OF_NO_INODE else scope_for(actor, permission, former=None),
            dry_run=dry_run,
            keeps_former=not dry_run and kind in SET_ATTRIBUTES,
            phase=Phase.COUNTING if counts else Phase.ACTING,
            idempotency_key=idempotency_key,
            request_sha256=request_sha256,
        ),
    )


def job_create_selected(
    *,
    actor: Actor,
    kind: JobKind,
    selection: Selection,
    parameters: Mapping[str, Any],
    dry_run: bool,
    idempotency_key: str | None,
    reason: str = "",
    rule_id: int | None = None,
    sight: Sight | None = None,
    pace: Pace = AS_ANY,
) -> Job:
    """A new job on the inodes that a selection names, or the one that this key made before.

    Its worker chooses them; what names nothing is among the job's errors, and so are ids of what
    the actor may not act on; of what a search finds that is left out. Raises AccessDenied for paths
    that he may not act on, InvalidInput for a query that can't be read and for what selections are
    not for, Conflict when the key was used for another request, and what `given.taken` raises.
    rule_id: of the lifecycle rule that it is a run of.
    """
    permission = permission_for(kind, parameters)
    require_all(actor, permission, _judged(kind, selection.paths))
    require_somewhere(actor, permission)
    request = {
        "kind": kind,
        "selection": selection.asked(),
        "parameters": dict(parameters),
        "dry_run": dry_run,
    }
    request_sha256 = _digest(request | pace.told())
    made = _made_before(actor, idempotency_key, request_sha256)
    if made is not None:
        return made
    _check_of_selections(kind, parameters)
    selection = given.taken(selection, actor=actor, kind=kind, sight=sight)
    job = Job(
        kind=kind,
        path=selection.above(),
        inode_id=0,
        parameters=dict(parameters),
        selection=selection.begun(),
        scope=scope_for(actor, permission, former=None),
        dry_run=dry_run,
        rule_id=rule_id,
        phase=Phase.SELECTING,
        idempotency_key=idempotency_key,
        request_sha256=request_sha256,
    )
    job.keeps_former = not dry_run and job.by_former_values
    return _created(actor=actor, reason=reason, pace=pace, job=job)


def _judged(kind: JobKind, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The paths at which it takes a permission: of a restore those that it goes back to."""
    return tuple(former_path(path) or path for path in paths) if kind == JobKind.RESTORE else paths


def _check_of_selections(kind: JobKind, parameters: Mapping[str, Any]) -> None:
    if kind not in OF_SELECTIONS:
        raise InvalidInput(
            "This is not done to a selection",
            code="not_of_selections",
            fields={
                "selection": [
                    "Attributes, moves, deletes and restores alone; quotas are of one path."
                ]
            },
        )
    if kind == JobKind.RESTORE and "to" in parameters:
        raise InvalidInput(
            "What is chosen one by one goes back to where it was",
            code="not_of_selections",
            fields={"to": ["Only for a single path."]},
        )


def _made_before(actor: Actor, idempotency_key: str | None, request_sha256: str) -> Job | None:
    if idempotency_key is None:
        return None
    made = Job.objects.filter(actor=actor.name, idempotency_key=idempotency_key).first()
    return None if made is None else _same_request(made, request_sha256)


def _created(*, actor: Actor, job: Job, reason: str, pace: Pace) -> Job:
    pace.give(job)
    try:
        _job_insert(actor=actor, job=job, action="job.create", reason=reason)
    except IntegrityError:
        # Another request with this key came first, between the look-up and now.
        made = Job.objects.get(actor=actor.name, idempotency_key=job.idempotency_key)
        return _same_request(made, job.request_sha256)
    return job


def job_promote(
    *,
    actor: Actor,
    job_id: int,
    if_changed: IfChanged | None = None,
    if_quota_exceeded: IfQuotaExceeded = IfQuotaExceeded.REFUSE,
    reason: str = "",
) -> Job:
    """The real job of a finished dry run, once: repeating the call answers the same job.

    if_changed: what to do with inodes of a selection that changed since; as the dry run by default.
    Raises Conflict when the job is not a finished dry run, it is older than a plan may be, its
    path names another inode now, or quotas would be exceeded, unless that is wanted.
    """
    tried = job_by_id(job_id)
    require_for(actor, tried)
    until = tried.promotable_until
    if until is None:
        raise Conflict(
            "Only a dry run that finished can be promoted",
            code="not_promotable",
            detail="Wait until the dry run succeeded, or start a job of its own.",
            facts={"job_id": tried.pk, "state": tried.state, "dry_run": tried.dry_run},
        )
    promoted = Job.objects.filter(dry_run_of=tried).first()
    if promoted is not None:
        return promoted
    if until < timezone.now():
        raise Conflict(
            "The dry run is too old to be promoted",
            code="plan_expired",
            detail="What it counted may have changed since: make a new dry run "
            "(WARREN_JOB_PLAN_HOURS says how old one may be).",
            facts={"job_id": tried.pk, "promotable_until": until.isoformat()},
        )
    if tried.undo_of is None and tried.selection is None:
        _check_same_target(tried)
    if if_quota_exceeded is IfQuotaExceeded.REFUSE:
        require_room(tried)
    job = Job(
        kind=tried.kind,
        path=tried.path,
        inode_id=tried.inode_id,
        parameters=tried.parameters,
        selection=_promoted(tried, if_changed),
        scope=scope_for(actor, permission_of(tried), former=tried.scope),
        dry_run=False,
        dry_run_of=tried,
        undo_of=tried.undo_of,
        rule_id=tried.rule_id,
        keeps_former=tried.by_former_values,
        phase=Phase.ACTING,
        counted=tried.counts(),
        total=tried.total,
        request_sha256=tried.request_sha256,
    )
    Pace.of(tried).give(job)
    try:
        _job_insert(actor=actor, job=job, action="job.promote", reason=reason)
    except IntegrityError:
        return Job.objects.get(dry_run_of=tried)
    return job


def job_undo(
    *,
    actor: Actor,
    job_id: int,
    dry_run: bool,
    idempotency_key: str | None,
    reason: str = "",
) -> Job:
    """A job that takes a finished one back, or its dry run.

    Raises AccessDenied for who may not do what it does at all that the other one was about, and
    Conflict when that job can't be undone, or another one undoes it now.
    """
    other = job_by_id(job_id)
    request = {"undo_of": other.pk, "dry_run": dry_run}
    request_sha256 = _digest(request)
    job = Job(
        kind=JobKind.UNDO,
        path=other.path,
        inode_id=other.inode_id,
        parameters={},
        dry_run=dry_run,
        undo_of=other,
        keeps_former=not dry_run and other.by_former_values,
        phase=Phase.ACTING,
        total=other.changed,
        idempotency_key=idempotency_key,
        request_sha256=request_sha256,
    )
    require_for(actor, job)
    before = _made_before(actor, idempotency_key, request_sha256)
    if before is not None:
        return before
    job.scope = scope_for(actor, permission_of(job), former=other.scope)
    Pace.of(other).give(job)
    try:
        _job_insert(actor=actor, job=job, action="job.undo", reason=reason)
    except IntegrityError:
        made = Job.objects.get(actor=actor.name, idempotency_key=idempotency_key)
        return _same_request(made, request_sha256)
    return job


def _promoted(tried: Job, if_changed: IfChanged | None) -> dict[str, Any] | None:
    if if_changed is None or tried.selection is None:
        return tried.selection
    return {**tried.selection, "if_changed": if_changed.value}


def _check_undo(other: Job) -> None:
    """Refuse what can't be undone. The other job's row is locked: one undo of it acts at a time."""
    undo = other.undo
    if undo != Undo.POSSIBLE:
        raise Conflict(
            "The job can't be undone",
            code="not_undoable",
            detail=_NOT_UNDOABLE[undo],
            facts={"job_id": other.pk, "reason": undo},
        )
    running = other.undos.filter(dry_run=False, state__in=UNFINISHED).first()
    if running is not None:
        raise Conflict(
            "The job is being undone already",
            code="undo_under_way",
            detail="Wait for the other undo's end, or cancel it.",
            facts={"job_id": other.pk, "undo": running.pk},
        )


def _check_same_target(tried: Job) -> None:
    with namenode_problems() as client:
        target = client.stat(path=tried.path)
    if target.inode_id != tried.inode_id:
        raise Conflict(
            "The path names another file or directory since the dry run",
            code="target_replaced",
            detail="Make a new dry run.",
            facts={"path": tried.path, "inode_id": tried.inode_id, "is_now": target.inode_id},
        )


def _job_insert(*, actor: Actor, job: Job, action: str, reason: str) -> None:
    """Store the job if the guard lets it in. The one way by which jobs come to be."""
    act = gate.act_of(job)
    with transaction.atomic():
        _insert_under_guard(actor=actor, job=job, action=action, act=act, reason=reason)


def _insert_under_guard(*, actor: Actor, job: Job, action: str, act: Act, reason: str) -> None:
    """Store the job with its audit entries; wake a worker once they are committed.

    One that a rule marks waits instead, until somebody else approves it.
    """
    if job.undo_of_id is not None:
        _check_undo(job_by_id(job.undo_of_id, lock=True))
    demand = gate.admitted(job, act, actor=actor)
    job.actor = actor.name
    job.user_id = actor.user_id
    job.hdfs_user = actor.hdfs_user
    job.request_id = actor.request_id
    job.created_at = job.woken_at = timezone.now()
    if demand is not None:
        job.state = JobState.WAITING_FOR_APPROVAL
    job.save(force_insert=True)
    audit_record(
        actor=actor,
        action=action,
        outcome=Outcome.ACCEPTED,
        path=job.path,
        job_id=job.pk,
        after={
            "kind": job.kind,
            "parameters": job.parameters,
            "dry_run": job.dry_run,
            "inode_id": job.inode_id,
            **Pace.of(job).told(),
            **({"reason": reason} if reason else {}),
            **({"rule_id": job.rule_id} if job.rule_id is not None else {}),
            **({"undo_of": job.undo_of_id} if job.undo_of_id is not None else {}),
            **({"selection": told(job.selection)} if job.selection is not None else {}),
        },
    )
    if demand is not None:
        approvals.ask(actor=actor, job=job, demand=demand, reason=reason)
        return
    transaction.on_commit(partial(wake.job, job.pk))


def _target_inode(kind: JobKind, path: str) -> int:
    with namenode_problems() as client:
        target = client.stat(path=path)
    _check_target(kind, target)
    return target.inode_id


def _check_target(kind: JobKind, target: Entry) -> None:
    if kind == JobKind.DELETE and target.path == "/":
        raise InvalidInput(
            "The root can't be deleted", fields={"path": ["Choose a directory below the root."]}
        )
    if kind in _OF_DIRECTORIES and target.kind != "directory":
        raise InvalidInput(
            _OF_DIRECTORIES[kind],
            code="not_a_directory",
            fields={"path": ["This is not a directory."]},
        )


def _digest(request: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()


def _same_request(job: Job, request_sha256: str) -> Job:
    if job.request_sha256 != request_sha256:
        raise Conflict(
            "This Idempotency-Key was used for another request",
            code="idempotency_key_reused",
            detail="Use a new key for a new request.",
            facts={"job_id": job.pk},
        )
    return job
