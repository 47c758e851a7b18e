"""Which directories are watched, where they are now, and what they hold."""

from dataclasses import dataclass
from datetime import datetime

from apps.common.actor import Actor
from apps.common.problems import NotFound
from apps.common.rights import Permission, require, within
from apps.sql.replica import replica_client
from apps.usage.models import WatchedDirectory
from apps.usage.selectors import AsOf, Used, as_of_position, used_of
from warren_analytics.errors import AnalyticsError
from warren_analytics.usage_values import UsedDirectories
from warren_analytics.watched import WATCHED_MAX


@dataclass(frozen=True, slots=True)
class Watched:
    """One of them. directory: as it is now; None when it is gone, or the replica can't tell."""

    inode_id: int
    path: str
    watched_by: str
    watched_at: datetime
    etag: str
    directory: Used | None


@dataclass(frozen=True, slots=True)
class AllWatched:
    """All of them, by the path that they had. as_of: None while the replica does not answer."""

    items: list[Watched]
    watched_max: int
    as_of: AsOf | None
    lag_ms: int | None


def all_watched(*, actor: Actor) -> AllWatched:
    """Those that the actor may have watched, as they are now where he may."""
    reach = actor.rights.reach(Permission.WATCH)
    rows = [
        row
        for row in WatchedDirectory.objects.order_by("path", "inode_id")
        if within(row.path, reach)
    ]
    found = _directories([row.inode_id for row in rows[:WATCHED_MAX]])
    now = {
        each.directory.inode_id: each
        for each in (() if found is None else found.items)
        if within(each.path, reach)
    }
    return AllWatched(
        items=[
            Watched(
                inode_id=row.inode_id,
                path=row.path,
                watched_by=row.watched_by,
                watched_at=row.watched_at,
                etag=row.etag,
                directory=used_of(at.path, at.directory) if (at := now.get(row.inode_id)) else None,
            )
            for row in rows
        ],
        watched_max=WATCHED_MAX,
        as_of=None if found is None else as_of_position(found.as_of),
        lag_ms=None if found is None else found.lag_ms,
    )


def watched_seen(inode_id: int, *, actor: Actor) -> WatchedDirectory:
    """One of them, for who may have it watched; NotFound when it is not watched."""
    watched = watched_by_inode(inode_id)
    require(actor, Permission.WATCH, watched.path)
    return watched


def watched_by_inode(inode_id: int, *, lock: bool = False) -> WatchedDirectory:
    """What is kept of it, on demand locked until the commit; NotFound when it is not watched."""
    rows = WatchedDirectory.objects.select_for_update() if lock else WatchedDirectory.objects.all()
    watched = rows.filter(inode_id=inode_id).first()
    if watched is None:
        raise NotFound("This directory is not watched", facts={"inode_id": inode_id})
    return watched


def _directories(inode_ids: list[int]) -> UsedDirectories | None:
    """Whatever the replica's state, who chose what is known."""
    if not inode_ids:
        return None
    try:
        return replica_client().directories(inode_ids)
    except AnalyticsError:
        return None
