"""What one round of checks reads: each source at most once, also when it fails."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils import timezone
from warren_namenode.generated.admin_api import TotalsState

from apps.cluster import block_reports as reports_of
from apps.cluster import blocks as blocks_of
from apps.cluster import datanodes as datanodes_of
from apps.cluster import selectors as clusters
from apps.cluster import small_files as small_files_of
from apps.common.namenode import namenode
from apps.common.problems import Problem, Unavailable
from apps.common.prometheus import samples
from apps.figures import selectors as figures_of
from apps.heat import selectors as heats
from apps.pipeline import selectors as pipelines
from apps.search.selectors import index_status
from apps.sql.selectors import replica_inodes, replica_status
from apps.visibility.sight import Sight
from warren_analytics.wire import Status
from warren_search import IndexStatus

PAGE_ROWS = 200
PAGES_MAX = 25
EVICTIONS_MAX = 50
HEAT_USERS_MAX = 50

Value = TypeVar("Value")
Sample = tuple[dict[str, str], float]
_METRICS = (
    "warren_leader_service_silent",
    "warren_clock_skew",
    "warren_directory_totals",
    "system_cpu_count",
)


@dataclass(frozen=True, slots=True)
class Watched:
    peers: bool
    disks: bool


class Readings:
    """The sources of one round. Every method raises a Problem when its source does not answer."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self._known: dict[str, Any] = {}

    def cluster(self) -> clusters.Cluster:
        return self._once("cluster", clusters.cluster)

    def block_health(self) -> blocks_of.BlockHealth:
        return self._of_namenode("block_health", blocks_of.health)

    def datanodes(self) -> list[datanodes_of.Datanode]:
        """The first PAGE_ROWS times PAGES_MAX of them."""
        return self._of_namenode("datanodes", lambda: _all_pages(datanodes_of.page))

    def slowness_watched(self) -> Watched:
        """Whether datanodes compare their peers and their disks."""

        def read() -> Watched:
            page = datanodes_of.page(cursor=None, limit=1)
            return Watched(peers=page.peers_watched, disks=page.disks_watched)

        return self._of_namenode("slowness_watched", read)

    def block_reports(self) -> list[reports_of.StorageBlockReports]:
        return self._of_namenode("block_reports", lambda: _all_pages(reports_of.page))

    def active_block_reports(self) -> list[reports_of.ActiveBlockReport]:
        return self._of_namenode(
            "active_block_reports", lambda: reports_of.page(cursor=None, limit=1).active
        )

    def small_files(self) -> small_files_of.SmallFileState:
        return self._of_namenode("small_files", small_files_of.state)

    def totals(self) -> TotalsState:
        """Whether the namenodes know what every directory holds."""
        return self._of_namenode("totals", namenode().totals)

    def inodes(self) -> int | None:
        """How many the SQL replica knows; None while it does not tell."""
        try:
            return self._once("inodes", replica_inodes)
        except Problem:
            return None

    def heat_of_users(self) -> heats.Heat:
        """Who cost the namenodes most in the last minute."""
        return self._of_namenode(
            "heat",
            lambda: heats.heat(
                by=heats.HeatBy.USER, window=heats.HeatWindow.MINUTE, limit=HEAT_USERS_MAX
            ),
        )

    def evictions(self) -> clusters.ClusterEventPage:
        """The newest evictions of namenodes."""
        return self._of_namenode(
            "evictions",
            lambda: clusters.cluster_events(
                sight=Sight(as_user=None),
                kind="namenode_evicted",
                cursor=None,
                limit=EVICTIONS_MAX,
            ),
        )

    def samples(self, name: str) -> list[Sample]:
        """The samples of one of _METRICS of all namenodes that answer: labels and value."""
        families = self._of_namenode("metrics", _metrics)
        return families.get(name, [])

    def forecast(self) -> figures_of.Forecast:
        """When the disks are full, as the figures tell."""
        return self._once("forecast", figures_of.forecast)

    def index(self) -> IndexStatus:
        return self._once("index", index_status)

    def replica(self) -> Status:
        return self._once("replica", replica_status)

    def pipeline(self) -> dict[str, Any]:
        return self._once("pipeline", lambda: pipelines.pipeline(sight=Sight(as_user=None)))

    def _of_namenode(self, name: str, read: Callable[[], Value]) -> Value:
        # When no namenode answered once, the round does not wait for the same again.
        self.cluster()
        return self._once(name, read)

    def _once(self, name: str, read: Callable[[], Value]) -> Value:
        if name not in self._known:
            try:
                self._known[name] = read()
            except Problem as problem:
                self._known[name] = problem
        value: Value = self._known[name]
        if isinstance(value, Problem):
            raise value
        return value


def _all_pages(page: Callable[..., Any]) -> list[Any]:
    items: list[Any] = []
    cursor = None
    for _ in range(PAGES_MAX):
        found = page(cursor=cursor, limit=PAGE_ROWS)
        items += found.items
        cursor = found.next_cursor
        if cursor is None:
            break
    return items


def _metrics() -> dict[str, list[Sample]]:
    texts = namenode().metrics()
    if not texts:
        raise Unavailable("No namenode tells its metrics")
    found: dict[str, list[Sample]] = {}
    for text in texts.values():
        for name, labels, value in samples(text, _METRICS):
            found.setdefault(name, []).append((labels, value))
    return found
