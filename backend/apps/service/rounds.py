"""A worker's part: has the namenodes take the changes that were asked for."""

from django.db import transaction

from apps.audit.services import Outcome
from apps.common.asked import Attempt, attempt
from apps.common.namenode import namenode
from apps.common.turns import turn
from apps.service.actions import record
from apps.service.models import ServiceChange, ServiceTurn
from apps.service.values import DatanodeService, ServiceChangeState
from integrations.namenode.generated.admin_api import DatanodeServiceChange

_OUTCOMES = {
    ServiceChangeState.DONE: Outcome.SUCCEEDED,
    ServiceChangeState.FAILED: Outcome.FAILED,
    ServiceChangeState.SUPERSEDED: Outcome.CANCELLED,
}


def one_round() -> int:
    """Do what is due, unless another worker does; how many changes were looked at."""
    waiting = ServiceChange.objects.filter(state=ServiceChangeState.WAITING)
    if not waiting.exists():
        return 0
    with turn(ServiceTurn.objects.all()) as mine:
        changes = list(waiting.order_by("pk")) if mine else []
        for place, change in enumerate(changes):
            later = {each.datanode for each in changes[place + 1 :]}
            _apply(change, superseded=change.datanode in later)
        return len(changes)


def _apply(change: ServiceChange, *, superseded: bool) -> None:
    if superseded:
        _end(change, ServiceChangeState.SUPERSEDED)
        return
    match attempt(change, lambda: _tell_namenodes(change)):
        case Attempt.DONE:
            _end(change, ServiceChangeState.DONE)
        case Attempt.FAILED:
            _end(change, ServiceChangeState.FAILED)
        case Attempt.WAITS:
            change.save(update_fields=["failed_why"])


def _tell_namenodes(change: ServiceChange) -> None:
    until = change.until
    namenode().order_datanode(
        change.datanode,
        DatanodeServiceChange.model_validate(
            {
                "service": DatanodeService(change.service).value,
                "until_ms": None if until is None else int(until.timestamp() * 1000),
                "by": change.actor,
            }
        ),
    )


@transaction.atomic
def _end(change: ServiceChange, state: ServiceChangeState) -> None:
    change.state = state
    change.save()
    record(change, _OUTCOMES[state])
