"""Setting what users of a role may do at most."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import Role
from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.rights import Permission, require
from apps.common.tags import WHICHEVER, Seen
from apps.guard.models import RoleLimit


@transaction.atomic
def role_limit_set(
    *, actor: Actor, role: Role, values: dict[str, Any], seen: Seen = WHICHEVER
) -> RoleLimit:
    """Limit a role anew, for jobs that are asked for from now on; null for no limit."""
    require(actor, Permission.MANAGE_GUARD)
    # A row that nobody set yet is in the state in which a limit is shown without one.
    limit, _ = RoleLimit.objects.select_for_update().get_or_create(role=role)
    seen.require(limit)
    before = described(limit)
    limit.inodes_max = values["inodes_max"]
    limit.jobs_max = values["jobs_max"]
    limit.changed_at = timezone.now()
    limit.changed_by = actor.name
    limit.save()
    audit_record(
        actor=actor,
        action="guard.role_limit",
        outcome=Outcome.SUCCEEDED,
        before=before,
        after=described(limit),
    )
    return limit


def described(limit: RoleLimit) -> dict[str, Any]:
    """As the audit log shows it."""
    return {"role": limit.role, "inodes_max": limit.inodes_max, "jobs_max": limit.jobs_max}
