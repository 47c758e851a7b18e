"""Reads of the changes of service."""

from apps.common.paging import Page, newest_first
from apps.service.models import NamenodeServiceChange, ServiceChange


def changes(*, uuid: str, cursor: str | None, limit: int) -> Page[ServiceChange]:
    """What was asked for of one datanode, newest first."""
    return newest_first(ServiceChange.objects.filter(datanode=uuid), cursor=cursor, limit=limit)


def namenode_changes(*, name: str, cursor: str | None, limit: int) -> Page[NamenodeServiceChange]:
    """What was asked for of one namenode, newest first."""
    rows = NamenodeServiceChange.objects.filter(namenode=name)
    return newest_first(rows, cursor=cursor, limit=limit)
