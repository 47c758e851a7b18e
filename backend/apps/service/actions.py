"""Asking for datanodes to leave service or to come back: a worker, whose token may order that,
does what was asked."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.cluster import datanodes
from apps.common.actor import Actor
from apps.common.kept import forget_older
from apps.common.problems import InvalidInput, TooManyRequests
from apps.common.rights import Permission, require
from apps.service.models import ServiceChange
from apps.service.values import DatanodeService, ServiceChangeState

CHANGES_KEPT_MAX = 1_000
WAITING_MAX = 100
MAINTENANCE_MAX = timedelta(days=366)
_RETRY_AFTER_S = 5


def service_change(
    *,
    actor: Actor,
    uuid: str,
    service: DatanodeService,
    until: datetime | None,
    reason: str,
) -> ServiceChange:
    """Take a datanode out of service, or back. NotFound when no heartbeat of it was heard."""
    require(actor, Permission.MANAGE_DATANODES)
    _check_end(service, until)
    datanode = datanodes.one(uuid).datanode
    return _asked(
        actor,
        ServiceChange(
            datanode=datanode.uuid,
            hostname=datanode.hostname,
            service=service,
            until=until,
            reason=reason,
        ),
    )


def _check_end(service: DatanodeService, until: datetime | None) -> None:
    if (until is not None) != (service == DatanodeService.IN_MAINTENANCE):
        raise InvalidInput(fields={"until": ["A maintenance has an end, and nothing else has."]})
    now = timezone.now()
    if until is not None and not now < until <= now + MAINTENANCE_MAX:
        raise InvalidInput(fields={"until": ["Give a time within the next 366 days."]})


@transaction.atomic
def _asked(actor: Actor, change: ServiceChange) -> ServiceChange:
    if ServiceChange.objects.filter(state=ServiceChangeState.WAITING).count() >= WAITING_MAX:
        raise TooManyRequests(
            "Too many changes of datanodes wait for a worker",
            detail="See that a worker runs (`make status`), then try again.",
            facts={"waiting_max": WAITING_MAX},
            retry_after_s=_RETRY_AFTER_S,
        )
    change.actor = actor.name
    change.request_id = actor.request_id
    change.state = ServiceChangeState.WAITING
    change.asked_at = timezone.now()
    change.save()
    record(change, Outcome.ACCEPTED)
    forget_older(ServiceChange.objects.all(), kept_max=CHANGES_KEPT_MAX)
    return change


def record(change: ServiceChange, outcome: Outcome) -> None:
    """What became of a change, in the audit log, under the name of who asked for it."""
    after: dict[str, object] = {
        "datanode": change.datanode,
        "hostname": change.hostname,
        "service": change.service,
        "until": change.until.isoformat() if change.until else None,
        "reason": change.reason,
    }
    if change.failed_why:
        after["failed_why"] = change.failed_why
    audit_record(
        actor=Actor(name=change.actor, user_id=None, hdfs_user="", request_id=change.request_id),
        action="datanode.service",
        outcome=outcome,
        after=after,
    )
