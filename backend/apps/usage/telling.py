"""Telling the replica's process which directories are watched."""

import structlog

from apps.sql.replica import replica_client
from apps.usage.models import WatchedDirectory
from warren_analytics.errors import AnalyticsError
from warren_analytics.watched import WATCHED_MAX

log = structlog.get_logger(__name__)


def tell_replica() -> bool:
    """All that are watched, in the place of what it knows; false when it does not answer.

    Then a worker tells it within a minute, as after a race of two that tell it at once. One more
    than allowed, of two that were chosen at once, is not told.
    """
    oldest = WatchedDirectory.objects.order_by("pk").values_list("inode_id", flat=True)
    inode_ids = list(oldest[:WATCHED_MAX])
    try:
        replica_client().watch(inode_ids)
    except AnalyticsError as error:
        log.info("watched_not_told", code=error.code)
        return False
    return True
