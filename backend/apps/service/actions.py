"""Asking for datanodes and namenodes to leave service or to come back: a worker, whose token may
order that, does what was asked."""

from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.cluster import datanodes
from apps.cluster.selectors import cluster
from apps.cluster.values import NamenodeState
from apps.common.actor import Actor
from apps.common.kept import forget_older
from apps.common.problems import Conflict, InvalidInput, NotFound, TooManyRequests
from apps.common.rights import Permission, require
from apps.service.models import NamenodeServiceChange, OrderedService, ServiceChange
from apps.service.values import DatanodeService, NamenodeService, ServiceChangeState

CHANGES_KEPT_MAX = 1_000
WAITING_MAX = 100
MAINTENANCE_MAX = timedelta(days=366)
_RETRY_AFTER_S = 5

Change = TypeVar("Change", bound=OrderedService)


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


def namenode_service_change(
    *, actor: Actor, name: str, service: NamenodeService, reason: str
) -> NamenodeServiceChange:
    """Drain a namenode, or have it serve again.

    NotFound when there is none of the name; Conflict when no other would serve.
    """
    require(actor, Permission.MANAGE_NAMENODES)
    known = cluster().namenodes
    if all(each.name != name for each in known):
        raise NotFound("There is no such namenode", facts={"name": name})
    if service == NamenodeService.DRAINED and not any(
        each.name != name and each.state == NamenodeState.LIVE for each in known
    ):
        raise Conflict(
            "No other namenode serves, so this one can't be drained",
            detail="Start another one first.",
            facts={"name": name},
        )
    return _asked(actor, NamenodeServiceChange(namenode=name, service=service, reason=reason))


@transaction.atomic
def _asked(actor: Actor, change: Change) -> Change:
    rows = type(change)._default_manager
    if rows.filter(state=ServiceChangeState.WAITING).count() >= WAITING_MAX:
        raise TooManyRequests(
            "Too many changes of service wait for a worker",
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
    forget_older(rows.all(), kept_max=CHANGES_KEPT_MAX)
    return change


def record(change: OrderedService, outcome: Outcome) -> None:
    """What became of a change, in the audit log, under the name of who asked for it."""
    after = change.facts()
    if change.failed_why:
        after["failed_why"] = change.failed_why
    audit_record(
        actor=Actor(name=change.actor, user_id=None, hdfs_user="", request_id=change.request_id),
        action=change.audit_action,
        outcome=outcome,
        after=after,
    )
