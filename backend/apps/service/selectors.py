"""Reads of the changes of service."""

from apps.common.paging import NEWEST_FIRST, Order, Page, narrowed, ordered
from apps.service.models import NamenodeServiceChange, ServiceChange


def changes(
    *,
    uuid: str,
    state: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[ServiceChange]:
    """What was asked for of one datanode, in an order."""
    rows = narrowed(ServiceChange.objects.filter(datanode=uuid), state=state)
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def namenode_changes(
    *,
    name: str,
    state: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[NamenodeServiceChange]:
    """What was asked for of one namenode, in an order."""
    rows = narrowed(NamenodeServiceChange.objects.filter(namenode=name), state=state)
    return ordered(rows, order=order, cursor=cursor, limit=limit)
