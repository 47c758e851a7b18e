"""The audit log as a file."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.db import transaction

from apps.audit.models import AuditEntry
from apps.audit.selectors import AuditFilter, audit_page
from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.csv_file import csv_pages
from apps.visibility.sight import Sight

ROWS_MAX = 100_000
_PAGE_ROWS = 500
_COLUMNS = (
    *("id", "at", "actor", "action", "path", "job_id", "outcome", "request_id"),
    *("before", "after"),
)


@transaction.atomic
def downloaded(*, actor: Actor, asked: AuditFilter) -> None:
    """Record that somebody took the log away."""
    after = {name: str(value) for name, value in asked.as_dict().items() if value is not None}
    audit_record(actor=actor, action="audit.download", outcome=Outcome.SUCCEEDED, after=after)


def csv_lines(*, sight: Sight, asked: AuditFilter) -> Iterator[str]:
    """A heading and the entries, newest first, at most ROWS_MAX; the last line says when cut.

    The first page is read at once: what is wrong is raised before anything is sent.
    """
    return csv_pages(
        _COLUMNS,
        partial(audit_page, sight=sight, asked=asked, limit=_PAGE_ROWS),
        lambda entry: [_values(entry)],
        items_max=ROWS_MAX,
        advice="rows: narrow the filters",
    )


def _values(entry: AuditEntry) -> tuple[Any, ...]:
    return (
        entry.pk,
        entry.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        entry.actor,
        entry.action,
        entry.path,
        entry.job_id,
        entry.outcome,
        entry.request_id,
        _json(entry.before),
        _json(entry.after),
    )


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, sort_keys=True)
