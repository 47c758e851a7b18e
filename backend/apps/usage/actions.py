"""Watching directories: their past is kept each hour, however small they are."""

from functools import partial

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import Conflict
from apps.common.rights import Permission, require
from apps.common.tags import WHICHEVER, Seen
from apps.sql.replica import replica_problems
from apps.usage.models import WatchedDirectory
from apps.usage.telling import tell_replica
from apps.usage.watched_selectors import watched_by_inode
from warren_analytics.usage_values import UsageSort
from warren_analytics.watched import WATCHED_MAX


def directory_watch(*, actor: Actor, path: str) -> WatchedDirectory:
    """Keep the past of a directory from now on; one that is watched already stays as it is."""
    require(actor, Permission.WATCH, path)
    with replica_problems() as replica:
        found = replica.usage(path, sort=UsageSort.SPACE, limit=1)
    inode_id = found.directory.inode_id
    with transaction.atomic():
        watched, is_new = WatchedDirectory.objects.get_or_create(
            inode_id=inode_id,
            defaults={"path": path, "watched_by": actor.name, "watched_at": timezone.now()},
        )
        if is_new:
            if WatchedDirectory.objects.count() > WATCHED_MAX:
                raise Conflict(
                    "As many directories are watched as can be",
                    code="too_many_watched",
                    detail="Stop watching another one first.",
                    facts={"watched_max": WATCHED_MAX},
                )
            audit_record(
                actor=actor,
                action="usage.watch",
                outcome=Outcome.SUCCEEDED,
                path=path,
                after={"inode_id": inode_id},
            )
            transaction.on_commit(partial(tell_replica))
    return watched


@transaction.atomic
def directory_unwatch(*, actor: Actor, inode_id: int, seen: Seen = WHICHEVER) -> None:
    """Keep no more of its past than of others; what is kept stays."""
    watched = watched_by_inode(inode_id, lock=True)
    require(actor, Permission.WATCH, watched.path)
    seen.require(watched)
    audit_record(
        actor=actor,
        action="usage.unwatch",
        outcome=Outcome.SUCCEEDED,
        path=watched.path,
        before={"inode_id": inode_id, "watched_by": watched.watched_by},
    )
    watched.delete()
    transaction.on_commit(partial(tell_replica))
