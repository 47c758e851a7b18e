"""Reads of the audit log."""

from datetime import datetime

from apps.audit.models import AuditEntry
from apps.common.paging import Page, newest_first


def audit_page(
    *,
    actor: str | None,
    action: str | None,
    path: str | None,
    since: datetime | None,
    until: datetime | None,
    cursor: str | None,
    limit: int,
) -> Page[AuditEntry]:
    """Entries that match every given filter, newest first. `path` means that path or below it."""
    rows = AuditEntry.objects.all()
    if actor is not None:
        rows = rows.filter(actor=actor)
    if action is not None:
        rows = rows.filter(action=action)
    if path is not None and path != "/":
        # A range instead of LIKE: % and _ are ordinary characters of names, and "0" follows "/".
        rows = rows.filter(path=path) | rows.filter(path__gte=f"{path}/", path__lt=f"{path}0")
    if since is not None:
        rows = rows.filter(at__gte=since)
    if until is not None:
        rows = rows.filter(at__lt=until)
    return newest_first(rows, cursor=cursor, limit=limit)
