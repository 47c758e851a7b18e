"""Keeping rules and windows: who changed them last, and what the audit log says of it."""

from typing import Any

from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.guard.models import FreezeWindow, GuardRule


def keep(row: GuardRule | FreezeWindow, actor: Actor, values: dict[str, Any]) -> None:
    """Store new values, and whose they are."""
    for name, value in values.items():
        setattr(row, name, value)
    row.changed_at = timezone.now()
    row.changed_by = actor.name
    row.save()


def record(
    actor: Actor,
    action: str,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """An entry of the audit log on the tree that it is about."""
    audit_record(
        actor=actor,
        action=action,
        outcome=Outcome.SUCCEEDED,
        path=(after or before or {}).get("path_prefix") or "",
        before=before,
        after=after,
    )
