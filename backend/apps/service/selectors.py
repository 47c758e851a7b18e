"""Reads of the changes of datanodes' service."""

from apps.common.paging import Page, newest_first
from apps.service.models import ServiceChange


def changes(*, uuid: str, cursor: str | None, limit: int) -> Page[ServiceChange]:
    """What was asked for of one datanode, newest first."""
    return newest_first(ServiceChange.objects.filter(datanode=uuid), cursor=cursor, limit=limit)
