"""A worker's part: has the namenodes take the changes that were asked for."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import transaction
from warren_namenode.generated import admin_api

from apps.audit.services import Outcome
from apps.common.asked import Attempt, attempt
from apps.common.namenode import namenode
from apps.common.turns import turn
from apps.service.actions import record
from apps.service.models import (
    NamenodeServiceChange,
    OrderedService,
    ServiceChange,
    ServiceTurn,
)
from apps.service.values import DatanodeService, NamenodeService, ServiceChangeState

Change = TypeVar("Change", bound=OrderedService)

_OUTCOMES = {
    ServiceChangeState.DONE: Outcome.SUCCEEDED,
    ServiceChangeState.FAILED: Outcome.FAILED,
    ServiceChangeState.SUPERSEDED: Outcome.CANCELLED,
}


def one_round() -> int:
    """Do what is due, unless another worker does; how many changes were looked at."""
    datanodes = ServiceChange.objects.filter(state=ServiceChangeState.WAITING)
    namenodes = NamenodeServiceChange.objects.filter(state=ServiceChangeState.WAITING)
    if not datanodes.exists() and not namenodes.exists():
        return 0
    with turn(ServiceTurn.objects.all()) as mine:
        if not mine:
            return 0
        return _apply_all(list(datanodes.order_by("pk")), _tell_of_datanode) + _apply_all(
            list(namenodes.order_by("pk")), _tell_of_namenode
        )


def _apply_all(changes: Sequence[Change], tell: Callable[[Change], object]) -> int:
    for place, change in enumerate(changes):
        later = {each.subject for each in changes[place + 1 :]}
        _apply(change, tell, superseded=change.subject in later)
    return len(changes)


def _apply(change: Change, tell: Callable[[Change], object], *, superseded: bool) -> None:
    if superseded:
        _end(change, ServiceChangeState.SUPERSEDED)
        return
    match attempt(change, lambda: tell(change)):
        case Attempt.DONE:
            _end(change, ServiceChangeState.DONE)
        case Attempt.FAILED:
            _end(change, ServiceChangeState.FAILED)
        case Attempt.WAITS:
            change.save(update_fields=["failed_why"])


def _tell_of_datanode(change: ServiceChange) -> None:
    until = change.until
    namenode().order_datanode(
        change.datanode,
        admin_api.DatanodeServiceChange.model_validate(
            {
                "service": DatanodeService(change.service).value,
                "until_ms": None if until is None else int(until.timestamp() * 1000),
                "by": change.actor,
            }
        ),
    )


def _tell_of_namenode(change: NamenodeServiceChange) -> None:
    namenode().order_namenode(
        change.namenode,
        admin_api.NamenodeServiceChange.model_validate(
            {"service": NamenodeService(change.service).value, "by": change.actor}
        ),
    )


@transaction.atomic
def _end(change: OrderedService, state: ServiceChangeState) -> None:
    change.state = state
    change.save()
    record(change, _OUTCOMES[state])
