"""Reads of the audit log."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from apps.audit.models import AuditEntry
from apps.common.names import holding
from apps.common.paging import NEWEST_FIRST, Order, Page, narrowed, ordered
from apps.visibility.sight import NAMES_NOTHING, Sight


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """What is asked for. `actor`: exactly this one. `actor_part`, `action`: a part of it, in any
    case. `path`: it or below it.
    """

    actor: str | None = None
    actor_part: str | None = None
    action: str | None = None
    path: str | None = None
    outcome: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def audit_page(
    *,
    sight: Sight,
    asked: AuditFilter,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[AuditEntry]:
    """Entries that match every filter and may be shown, in an order."""
    rows = _matching(asked)
    return sight.page(
        lambda after: ordered(rows, order=order, cursor=after, limit=limit), _path, cursor=cursor
    )


def _matching(asked: AuditFilter) -> QuerySet[AuditEntry]:
    rows = narrowed(AuditEntry.objects.all(), actor=asked.actor, outcome=asked.outcome)
    if asked.actor_part is not None:
        rows = holding(rows, "actor", asked.actor_part)
    if asked.action is not None:
        rows = holding(rows, "action", asked.action)
    path = asked.path
    if path is not None and path != "/":
        # A range instead of LIKE: % and _ are ordinary characters of names, and "0" follows "/".
        rows = rows.filter(path=path) | rows.filter(path__gte=f"{path}/", path__lt=f"{path}0")
    if asked.since is not None:
        rows = rows.filter(at__gte=asked.since)
    if asked.until is not None:
        rows = rows.filter(at__lt=asked.until)
    return rows


def _path(entry: AuditEntry) -> str:
    # Empty for what was done to no path.
    return entry.path or NAMES_NOTHING
