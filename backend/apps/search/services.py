"""Keeping searches, and exports of their matches."""

from functools import partial
from typing import Any

from django.db import transaction

from apps.audit.services import Outcome, audit_record
from apps.common.actor import SYSTEM, Actor
from apps.common.problems import TooManyRequests
from apps.common.rights import ROOT
from apps.common.tags import WHICHEVER, Seen
from apps.jobs.control import job_stop
from apps.jobs.kinds import JobKind
from apps.jobs.services import job_create
from apps.jobs.states import UNFINISHED
from apps.saved.services import Saved
from apps.search import export_files
from apps.search.models import SavedSearch, SearchExport
from apps.search.selectors import check_query, export_of_user
from apps.search.values import ExportKind
from apps.visibility.sight import HdfsIdentity

EXPORTS_MAX = 20
UNFINISHED_MAX = 3


def _audited(saved: SavedSearch) -> dict[str, Any]:
    return {"name": saved.name, "q": saved.q, "sort": saved.sort, "shared": saved.shared}


_saved = Saved(SavedSearch, "saved search", "saved searches", "search", _audited)


def saved_create(*, actor: Actor, user_id: int, values: dict[str, Any]) -> SavedSearch:
    """Keep a search under a name that the user does not use yet."""
    check_query(values["q"])
    return _saved.create(actor=actor, user_id=user_id, values=values)


def saved_update(
    *,
    actor: Actor,
    user_id: int,
    saved_id: int,
    values: dict[str, Any],
    seen: Seen = WHICHEVER,
) -> SavedSearch:
    """Change one of the user's own saved searches."""
    check_query(values["q"])
    return _saved.update(actor=actor, user_id=user_id, saved_id=saved_id, values=values, seen=seen)


def saved_delete(*, actor: Actor, user_id: int, saved_id: int, seen: Seen = WHICHEVER) -> None:
    """Forget one of the user's own saved searches."""
    _saved.delete(actor=actor, user_id=user_id, saved_id=saved_id, seen=seen)


@transaction.atomic
def export_create(
    *,
    actor: Actor,
    user_id: int,
    q: str,
    sort: str,
    kind: ExportKind,
    seen_as: HdfsIdentity | None,
) -> SearchExport:
    """Begin an export of all matches that the user may see."""
    check_query(q)
    mine = SearchExport.objects.filter(user_id=user_id)
    if mine.filter(job__state__in=UNFINISHED).count() >= UNFINISHED_MAX:
        raise TooManyRequests(
            "Too many of your exports are under way",
            detail="Wait for one, or cancel it.",
            facts={"unfinished_max": UNFINISHED_MAX},
            retry_after_s=10,
        )
    ended = mine.exclude(job__state__in=UNFINISHED).select_related("job").order_by("-pk")
    for old in ended[EXPORTS_MAX - 1 : EXPORTS_MAX + UNFINISHED_MAX]:
        _forget(old, actor=actor)
    job = job_create(
        actor=actor,
        kind=JobKind.EXPORT,
        path=ROOT,
        parameters={"format": kind.value},
        dry_run=False,
        idempotency_key=None,
    )
    row = SearchExport.objects.create(
        job_id=job.pk,
        user_id=user_id,
        q=q,
        sort=sort,
        kind=kind,
        seen_as=seen_as and {"user": seen_as.user, "groups": sorted(seen_as.groups)},
    )
    audit_record(
        actor=actor,
        action="search.export",
        outcome=Outcome.SUCCEEDED,
        job_id=job.pk,
        after={"export_id": row.pk, "q": q, "sort": sort, "kind": kind.value},
    )
    return row


@transaction.atomic
def export_delete(*, actor: Actor, user_id: int, export_id: int) -> None:
    """Cancel an export that is under way, or delete a finished one with its file."""
    row = export_of_user(user_id=user_id, export_id=export_id)
    before = {"export_id": row.pk, "state": str(row.state), "rows": row.place.rows}
    _forget(row, actor=actor)
    audit_record(
        actor=actor, action="search.export.delete", outcome=Outcome.SUCCEEDED, before=before
    )


def end_exports(*, user_id: int, **_signal: object) -> None:
    """Ends and deletes a user's exports, with their files: they show what he saw before.

    Called in the transaction that changes his rights.
    """
    for row in SearchExport.objects.filter(user_id=user_id):
        _forget(row, actor=SYSTEM)


@transaction.atomic
def export_downloaded(*, actor: Actor, row: SearchExport) -> None:
    """Record that the file was fetched."""
    audit_record(
        actor=actor,
        action="search.export.download",
        outcome=Outcome.SUCCEEDED,
        after={"export_id": row.pk, "rows": row.place.rows},
    )


def _forget(row: SearchExport, *, actor: Actor) -> None:
    """Delete an export with its file, and stop its job. Its worker finds that at its next step;
    what it writes until then goes with that, or with the next sweep."""
    export_id = row.pk
    job_stop(actor=actor, job_id=row.job_id)
    row.delete()
    transaction.on_commit(partial(export_files.remove, export_id))
