"""Muting a check, and ending that."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import InvalidInput, NotFound
from apps.common.rights import Permission, require
from apps.health.models import HealthMute
from apps.health.verdicts import CheckKey

MUTE_MAX = timedelta(days=90)


def mute(*, actor: Actor, key: str, reason: str, until: datetime) -> HealthMute:
    """The check does not count until then. NotFound for an unknown one."""
    require(actor, Permission.ALERTS)
    _known(key)
    now = timezone.now()
    if not now < until <= now + MUTE_MAX:
        raise InvalidInput(
            fields={"until": [f"Choose a time within the next {MUTE_MAX.days} days."]}
        )
    with transaction.atomic():
        before = HealthMute.objects.select_for_update().filter(pk=key).first()
        muted, _ = HealthMute.objects.update_or_create(
            key=key,
            defaults={
                "reason": reason,
                "until": until,
                "muted_by": actor.name,
                "muted_at": now,
            },
        )
        audit_record(
            actor=actor,
            action="health.mute",
            outcome=Outcome.SUCCEEDED,
            before=None if before is None else _audited(before),
            after=_audited(muted),
        )
    return muted


def unmute(*, actor: Actor, key: str) -> None:
    """The check counts again. NotFound when it is not muted."""
    require(actor, Permission.ALERTS)
    _known(key)
    with transaction.atomic():
        muted = HealthMute.objects.select_for_update().filter(pk=key).first()
        if muted is None:
            raise NotFound("This check is not muted", facts={"check": key})
        before = _audited(muted)
        muted.delete()
        audit_record(actor=actor, action="health.unmute", outcome=Outcome.SUCCEEDED, before=before)


def _known(key: str) -> None:
    if key not in CheckKey.values:
        raise NotFound(
            "No such check", detail="GET /api/v1/health/checks lists them.", facts={"check": key}
        )


def _audited(row: HealthMute) -> dict[str, str]:
    return {"check": row.key, "reason": row.reason, "until": row.until.isoformat()}
