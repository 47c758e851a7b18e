"""Asking for restores out of snapshots, ending them, and reading how far they are."""

from typing import Final

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.kept import forget_older
from apps.common.paging import NEWEST_FIRST, Order, Page, narrowed, ordered
from apps.common.problems import Conflict, InvalidInput, NotFound, TooManyRequests
from apps.common.rights import Permission, require
from apps.common.values import in_snapshot, is_reserved
from apps.common.webhdfs import superuser, webhdfs_problems
from apps.guard.direct import require_unguarded
from apps.guard.values import Act
from apps.snapshots.models import RestoreState, SnapshotRestore
from apps.snapshots.values import SNAPSHOT_DIRECTORY
from integrations.webhdfs import answers

UNFINISHED: Final = (RestoreState.WAITING, RestoreState.RUNNING)
UNFINISHED_MAX: Final = 20
KEPT_MAX: Final = 1_000
_RETRY_AFTER_S: Final = 30
_RESTORE: Final = "restore"
_DELETE: Final = "delete"


def place_of(source: str) -> str:
    """Where what lies at this path of a snapshot was; InvalidInput for a path in none."""
    root, between, rest = source.partition(f"/{SNAPSHOT_DIRECTORY}/")
    name, _, relative = rest.partition("/")
    if not between or not name or in_snapshot(relative) or is_reserved(source):
        raise InvalidInput(
            fields={"path": ["Give a path in a snapshot: /sales/.snapshot/monday/report.csv"]}
        )
    return f"{root}/{relative}".rstrip("/") or "/"


def restore_ask(*, actor: Actor, source: str, to: str | None, overwrite: bool) -> SnapshotRestore:
    """Have a file or a tree copied out of a snapshot, to where it was or elsewhere.

    It takes the right to restore at both places: it is done with the platform's rights in HDFS.
    """
    place = place_of(source)
    target = to or place
    require(actor, Permission.RESTORE, place)
    require(actor, Permission.RESTORE, target)
    if overwrite:
        require(actor, Permission.DELETE_FOR_GOOD, target)
    if is_reserved(target) or in_snapshot(target):
        raise InvalidInput(fields={"to": ["HDFS keeps this name for itself."]})
    with webhdfs_problems() as client:
        told = answers.read(
            answers.ContentSummaryAnswer,
            client.get(source, "GETCONTENTSUMMARY", user=superuser()),
        )
    found = told.summary
    kinds = {_RESTORE, _DELETE} if overwrite else {_RESTORE}
    act = Act(
        kinds=frozenset(kinds),
        paths=(place, target),
        chosen=True,
        inodes=found.file_count + found.directory_count,
        size_bytes=found.length,
    )
    require_unguarded(actor=actor, act=act)
    return _asked(
        actor,
        SnapshotRestore(
            source=source,
            place=place,
            to=target,
            overwrite=overwrite,
            files=found.file_count,
            directories=found.directory_count,
            size_bytes=found.length,
        ),
    )


@transaction.atomic
def _asked(actor: Actor, row: SnapshotRestore) -> SnapshotRestore:
    if SnapshotRestore.objects.filter(state__in=UNFINISHED).count() >= UNFINISHED_MAX:
        raise TooManyRequests(
            "Too many restores are under way",
            detail="Wait until one of them is done.",
            facts={"unfinished_max": UNFINISHED_MAX},
            retry_after_s=_RETRY_AFTER_S,
        )
    row.actor, row.user_id, row.request_id = actor.name, actor.user_id, actor.request_id
    row.asked_at = timezone.now()
    row.save()
    record(row, Outcome.ACCEPTED)
    forget_older(SnapshotRestore.objects.all(), kept_max=KEPT_MAX, but=UNFINISHED)
    return row


@transaction.atomic
def restore_cancel(*, actor: Actor, restore_id: int) -> SnapshotRestore:
    """End a restore before its next file; what was restored stays. Conflict when it has ended."""
    row = SnapshotRestore.objects.select_for_update().filter(pk=restore_id).first()
    if row is None:
        raise _no_restore(restore_id)
    require(actor, Permission.RESTORE, row.to)
    if row.state not in UNFINISHED:
        raise Conflict("The restore has ended", code="already_so", facts={"state": row.state})
    row.state, row.done_at = RestoreState.CANCELLED, timezone.now()
    row.save()
    record(row, Outcome.CANCELLED, by=actor)
    return row


def record(row: SnapshotRestore, outcome: Outcome, *, by: Actor | None = None) -> None:
    """What became of a restore, in the audit log, under the name of who asked for it."""
    after = {"to": row.to, "overwrite": row.overwrite, "files": row.files}
    if outcome != Outcome.ACCEPTED:
        after |= {"files_done": row.files_done, "left": row.left}
    if row.failed_why:
        after["failed_why"] = row.failed_why
    actor = Actor(name=row.actor, user_id=None, hdfs_user="", request_id=row.request_id)
    audit_record(
        actor=by or actor, action="snapshot.restore", outcome=outcome, path=row.source, after=after
    )


def restores(
    *,
    actor: Actor,
    path: str | None,
    state: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[SnapshotRestore]:
    """Restores, in an order; those into what the actor may restore into, by the whole page."""
    rows = narrowed(SnapshotRestore.objects.all(), state=state)
    if path is not None:
        rows = rows.filter(source__startswith=f"{path.rstrip('/')}/{SNAPSHOT_DIRECTORY}/")
    page = ordered(rows, order=order, cursor=cursor, limit=limit)
    seen = [each for each in page.items if _may_see(actor, each)]
    return Page(seen, page.next_cursor)


def restore_seen(*, actor: Actor, restore_id: int) -> SnapshotRestore:
    """One; NotFound for what there is not, or is elsewhere than the actor's role reaches."""
    row = SnapshotRestore.objects.filter(pk=restore_id).first()
    if row is None or not _may_see(actor, row):
        raise _no_restore(restore_id)
    return row


def _may_see(actor: Actor, row: SnapshotRestore) -> bool:
    return actor.rights.allows(Permission.RESTORE, row.to)


def _no_restore(restore_id: int) -> NotFound:
    return NotFound("No such restore", facts={"restore_id": restore_id})
