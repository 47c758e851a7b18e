"""A second person's word on a job: asked for by the guard's rules, given or refused once.

A job's row is locked before its approval's, here and wherever its state changes.
"""

import hashlib
import json
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from apps.accounts.selectors import active_user, identities
from apps.audit.services import Outcome, audit_record
from apps.common.actor import SYSTEM, Actor
from apps.common.namenode import namenode_problems
from apps.common.problems import AccessDenied, Conflict
from apps.common.rights import NOTHING, Reach
from apps.guard.judging import Demand
from apps.jobs import second_person, wake
from apps.jobs.authority import narrowed, permission_of
from apps.jobs.kinds import OF_NO_INODE
from apps.jobs.models import Job, JobApproval
from apps.jobs.selectors import job_by_id
from apps.jobs.states import ApprovalState, JobState, may_become
from config.env import env

_EXPIRED_PER_ROUND = 200


def ask(*, actor: Actor, job: Job, demand: Demand, reason: str) -> JobApproval:
    """Have a job that was just stored wait for a second person; in its transaction."""
    now = timezone.now()
    plan = job.dry_run_of
    approval = JobApproval.objects.create(
        job=job,
        approver=demand.approver,
        rules=demand.rules,
        reason=reason,
        asked_by_id=actor.user_id,
        planned_by_id=None if plan is None else plan.user_id,
        not_by=sorted(_not_by(actor, plan)),
        asked_at=now,
        expires_at=now + timedelta(hours=env().guard_approval_hours),
        content_sha256=content_sha256(job),
    )
    audit_record(
        actor=actor,
        action="job.approval_ask",
        outcome=Outcome.ACCEPTED,
        path=job.path,
        job_id=job.pk,
        after={
            "rules": demand.rules,
            "approver": demand.approver,
            "reason": reason,
            "expires_at": approval.expires_at.isoformat(),
        },
    )
    return approval


def _not_by(actor: Actor, plan: Job | None) -> set[str]:
    """Names of all accounts of who asked and who planned, whomever they answer to later."""
    names = {actor.name} | ({plan.actor} if plan is not None else set())
    for user_id in (actor.user_id, None if plan is None else plan.user_id):
        names |= set(identities(active_user(user_id)).values())
    return names


def content_sha256(job: Job) -> str:
    """What the job is going to do, as 64 hexadecimal digits."""
    content = {
        "id": job.pk,
        "kind": job.kind,
        "path": job.path,
        "inode_id": job.inode_id,
        "parameters": job.parameters,
        "selection": job.selection,
        "dry_run_of": job.dry_run_of_id,
        "undo_of": job.undo_of_id,
        "counted": job.counted,
        "user": job.user_id,
        "hdfs_user": job.hdfs_user,
        **({} if job.scope is None else {"scope": job.scope}),
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def job_approve(*, actor: Actor, job_id: int, seen: str, comment: str) -> Job:
    """Let a job that waits begin. It reaches no farther than who asked and who approves may act.

    seen: content_sha256 of the job as the approver saw it. Raises AccessDenied for who may not
    approve it, Conflict when it waits no more or is not what he saw.
    """
    second_person.require_approver(actor)
    expire_due()
    job = job_by_id(job_id)
    # Of what somebody may not decide nothing is told, nor asked.
    if _has_target(job) and second_person.may_decide(actor, job):
        _check_target(job)
    with transaction.atomic():
        job, approval = _locked(job_id)
        approved = _check_approver(job, approval, actor)
        _check_content(job, approval, seen=seen)
        asked = _check_asker(job, approval)
        job.scope = narrowed(narrowed(job.scope, asked), approved)
        _decide(actor, job, approval, ApprovalState.APPROVED, comment)
        job.woken_at = timezone.now()
        job.save(update_fields=["state", "woken_at", "scope"])
        transaction.on_commit(partial(wake.job, job.pk))
    return job


def job_refuse(*, actor: Actor, job_id: int, comment: str) -> Job:
    """End a job that waits. Raises AccessDenied for who may not, Conflict when it waits no more."""
    second_person.require_approver(actor)
    expire_due()
    with transaction.atomic():
        job, approval = _locked(job_id)
        _check_approver(job, approval, actor)
        _decide(actor, job, approval, ApprovalState.REFUSED, comment)
        job.finished_at = timezone.now()
        job.save(update_fields=["state", "finished_at"])
    return job


def withdraw(*, actor: Actor, job: Job) -> None:
    """Note that a job that waited was cancelled; with its row locked."""
    waiting = JobApproval.objects.select_for_update().filter(job=job, state=ApprovalState.WAITING)
    waiting.update(state=ApprovalState.WITHDRAWN, decided_at=timezone.now(), decided_by=actor.name)


def expire_due() -> int:
    """End the jobs that nobody approved in time; how many."""
    due = JobApproval.objects.filter(state=ApprovalState.WAITING, expires_at__lte=timezone.now())
    ids = list(due.order_by("expires_at").values_list("job_id", flat=True)[:_EXPIRED_PER_ROUND])
    return sum(_expire(job_id) for job_id in ids)


@transaction.atomic
def _expire(job_id: int) -> bool:
    job = job_by_id(job_id, lock=True)
    approval = JobApproval.objects.select_for_update().get(job=job)
    if approval.state != ApprovalState.WAITING or not may_become(job.state, JobState.REFUSED):
        return False
    job.problem = Conflict(
        "Nobody approved the job in time",
        code="approval_expired",
        detail="Ask for it again (WARREN_GUARD_APPROVAL_HOURS says how long one waits).",
        facts={"expired_at": approval.expires_at.isoformat()},
    ).body()
    _decide(SYSTEM, job, approval, ApprovalState.EXPIRED, "")
    job.finished_at = timezone.now()
    job.save(update_fields=["state", "finished_at", "problem"])
    return True


def _locked(job_id: int) -> tuple[Job, JobApproval]:
    job = job_by_id(job_id, lock=True)
    approval = JobApproval.objects.select_for_update().filter(job=job).first()
    waits = job.state == JobState.WAITING_FOR_APPROVAL
    if approval is None or not waits or approval.state != ApprovalState.WAITING:
        raise Conflict(
            "The job does not wait for an approval",
            code="not_waiting_for_approval",
            detail="It never did, somebody decided already, it was cancelled, or its time is over.",
            facts={
                "job_id": job.pk,
                "state": job.state,
                "approval": None if approval is None else approval.state,
            },
        )
    return job, approval


def _check_approver(job: Job, approval: JobApproval, actor: Actor) -> Reach:
    """How far his word reaches, by the rights that the user has now, whatever the request was let
    in with."""
    user = active_user(actor.user_id, lock=True)
    now = NOTHING if user is None else user.rights().limited_to(actor.rights.level)
    reach = second_person.reach_of_approver(now, approval)
    if user is None or not second_person.covers(reach, job):
        raise AccessDenied(
            "You may not approve this job",
            code="not_an_approver",
            detail="Ask somebody whose role, and whose token, allows it wherever the job acts.",
            facts={"approver": approval.approver},
        )
    if second_person.is_of(approval, identities(user)):
        raise AccessDenied(
            "Nobody approves what he asked for or planned himself",
            code="own_job",
            detail="Ask somebody else. A service account is nobody else than its owner.",
            facts={"not_by": approval.not_by},
        )
    return reach


def _check_content(job: Job, approval: JobApproval, *, seen: str) -> None:
    if not approval.content_sha256 == seen == content_sha256(job):
        raise Conflict(
            "The job is not what was looked at",
            code="content_changed",
            detail="Read it again; if it is not what was asked for, refuse it.",
            facts={"job_id": job.pk},
        )


def _check_asker(job: Job, approval: JobApproval) -> Reach:
    """How far he may act now. He may have lost his rights, or some of them, while the job waited:
    then nothing begins any more."""
    asker = active_user(approval.asked_by_id)
    reach = () if asker is None else asker.rights().reach(permission_of(job))
    if asker is None or asker.hdfs_user != job.hdfs_user or not second_person.covers(reach, job):
        raise Conflict(
            "Who asked for the job may not run it any more",
            code="asker_lost_rights",
            detail="Refuse it. Somebody who may can ask for it anew.",
            facts={"actor": job.actor},
        )
    return reach


def _has_target(job: Job) -> bool:
    """Whether it is about one inode, that a path named when it was asked for."""
    return job.undo_of is None and job.selection is None and job.kind not in OF_NO_INODE


def _check_target(job: Job) -> None:
    with namenode_problems() as client:
        target = client.stat(path=job.path)
    if target.inode_id != job.inode_id:
        raise Conflict(
            "The path names another file or directory since the job was asked for",
            code="target_replaced",
            detail="Refuse it. It can be asked for anew.",
            facts={"path": job.path, "inode_id": job.inode_id, "is_now": target.inode_id},
        )


def _decide(
    actor: Actor,
    job: Job,
    approval: JobApproval,
    decision: ApprovalState,
    comment: str,
) -> None:
    """Write the decision and its audit entry; the caller saves the job's row."""
    approval.state = decision
    approval.decided_at = timezone.now()
    approval.decided_by = actor.name
    approval.comment = comment
    approval.save()
    job.state = JobState.QUEUED if decision == ApprovalState.APPROVED else JobState.REFUSED
    audit_record(
        actor=actor,
        action=f"job.approval_{_VERBS[decision]}",
        outcome=Outcome.SUCCEEDED,
        path=job.path,
        job_id=job.pk,
        before={"state": JobState.WAITING_FOR_APPROVAL.value, "actor": job.actor},
        after={"state": job.state, "comment": comment, "content_sha256": approval.content_sha256},
    )


_VERBS = {
    ApprovalState.APPROVED: "give",
    ApprovalState.REFUSED: "refuse",
    ApprovalState.EXPIRED: "expire",
}
