"""Reads of the audit log."""

from datetime import datetime

from apps.audit.models import AuditEntry
from apps.common.paging import Page, newest_first
from apps.visibility.sight import NAMES_NOTHING, Sight


def audit_page(
    *,
    sight: Sight,
    actor: str | None,
    actor_part: str | None,
    action: str | None,
    path: str | None,
    since: datetime | None,
    until: datetime | None,
    cursor: str | None,
    limit: int,
) -> Page[AuditEntry]:
    """Entries that match every filter and may be shown, newest first.

    `actor`: exactly this one. `actor_part`, `action`: a part of it, in any case. `path`: it or
    below it.
    """
    rows = AuditEntry.objects.all()
    if actor is not None:
        rows = rows.filter(actor=actor)
    if actor_part is not None:
        rows = rows.filter(actor__icontains=actor_part)
    if action is not None:
        rows = rows.filter(action__icontains=action)
    if path is not None and path != "/":
        # A range instead of LIKE: % and _ are ordinary characters of names, and "0" follows "/".
        rows = rows.filter(path=path) | rows.filter(path__gte=f"{path}/", path__lt=f"{path}0")
    if since is not None:
        rows = rows.filter(at__gte=since)
    if until is not None:
        rows = rows.filter(at__lt=until)
    return sight.page(
        lambda after: newest_first(rows, cursor=after, limit=limit), _path, cursor=cursor
    )


def _path(entry: AuditEntry) -> str:
    # Empty for what was done to no path.
    return entry.path or NAMES_NOTHING
