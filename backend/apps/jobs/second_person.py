"""Who can be a job's second person: he may approve wherever it acts, and did not ask for it."""

from collections.abc import Mapping

from apps.accounts.selectors import active_user, identities
from apps.common.actor import Actor
from apps.common.rights import (
    APPROVAL_PERMISSIONS,
    Permission,
    Reach,
    Rights,
    require,
    within,
)
from apps.guard.values import PERMISSIONS_OF_APPROVER, ApproverRole
from apps.jobs.authority import about
from apps.jobs.models import Job, JobApproval
from apps.jobs.states import ApprovalState

# Of what waits, that is looked at to tell what somebody may decide.
_LOOKED_AT_MAX = 1_000


def require_approver(actor: Actor) -> None:
    """AccessDenied unless the actor may approve anything anywhere."""
    if not any(actor.rights.holds(each) for each in APPROVAL_PERMISSIONS):
        require(actor, Permission.APPROVE)


def reach_of_approver(rights: Rights, approval: JobApproval) -> Reach:
    """How far somebody with these rights may approve what waits for such an approval."""
    found: list[str] = []
    for permission in PERMISSIONS_OF_APPROVER[ApproverRole(approval.approver)]:
        reach = rights.reach(permission)
        if reach is None:
            return None
        found += reach
    return tuple(dict.fromkeys(found))


def covers(reach: Reach, job: Job) -> bool:
    """Whether what reaches so far holds wherever the job acts."""
    return all(within(path, reach) for path in about(job))


def is_of(approval: JobApproval, accounts: Mapping[int, str]) -> bool:
    """Whether one of these accounts, by number and name, asked for the job or planned it.

    By those that were one's then, and by those that are now.
    """
    if {approval.asked_by_id, approval.planned_by_id} & accounts.keys():
        return True
    return not set(approval.not_by).isdisjoint(accounts.values())


def may_decide(actor: Actor, job: Job) -> bool:
    """Whether the job waits for somebody with the actor's rights, be it his own job or not."""
    approval = job.wait
    if approval is None or approval.state != ApprovalState.WAITING:
        return False
    return covers(reach_of_approver(actor.rights, approval), job)


def decidable(actor: Actor) -> list[int]:
    """Jobs that wait for an approval which the actor may give; of the newest ones that wait."""
    accounts = identities(active_user(actor.user_id))
    own = [*accounts]
    waits = (
        JobApproval.objects.filter(state=ApprovalState.WAITING)
        .exclude(asked_by_id__in=own)
        .exclude(planned_by_id__in=own)
        .select_related("job__undo_of")
        .order_by("-job_id")
    )
    return [
        each.job_id
        for each in waits[:_LOOKED_AT_MAX]
        if not is_of(each, accounts) and may_decide(actor, each.job)
    ]
