"""Writing the audit log."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.audit.models import AuditEntry, Outcome
from apps.common.actor import Actor

__all__ = ["Outcome", "audit_record"]


def audit_record(
    *,
    actor: Actor,
    action: str,
    outcome: Outcome,
    path: str = "",
    job_id: int | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Add an entry. It belongs into the transaction of the change, and insists on one."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("An audit entry is written in the transaction of its change")
    AuditEntry.objects.create(
        at=timezone.now(),
        actor=actor.name,
        action=action,
        path=path,
        job_id=job_id,
        before=dict(before) if before is not None else None,
        after=dict(after) if after is not None else None,
        outcome=outcome,
        request_id=actor.request_id,
    )
