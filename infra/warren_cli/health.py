"""Whether each part of the running system does its work, asked of the parts themselves."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import httpx
from warren_namenode.generated.admin_api import Cluster

from warren_cli.admin_calls import AdminCalls, health_of
from warren_cli.admin_tokens import Holder
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings
from warren_cli.supervision import RUNNING, ProcessState

TIMEOUT_S = 5.0
HEALTHY = "healthy"
BUILDING = "building"
DRAINED = "drained"
SILENT = "does not answer"
NAMENODES = "namenodes"
# Whatever fails at one namenode, another may say how its part is.
FAILED = range(400, 600)


@dataclass(frozen=True)
class PartHealth:
    """One row of `make status`. `process` is the supervised process the part lives in."""

    part: str
    process: ProcessState
    health: str

    @property
    def is_healthy(self) -> bool:
        """It does what it is told to: a drained namenode rests."""
        return self.health in (HEALTHY, DRAINED)

    @property
    def is_building(self) -> bool:
        """It works on what it will answer from, and says how far it is."""
        return self.health.startswith(BUILDING)


def check(settings: Settings, processes: list[ProcessState]) -> list[PartHealth]:
    """The health of every part. A part whose process does not run is not asked."""
    by_name = {process.name: process for process in processes}
    with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
        platform = _platform_checks(client, settings, by_name.get("web"))
        answers = {
            "web": platform.get("database", "no answer from /api/v1/health"),
            "indexer": platform.get("search_index", "unknown while the platform does not answer"),
            "replica": platform.get("replica", "unknown while the platform does not answer"),
            "worker": platform.get("worker", "unknown while the platform does not answer"),
            # It waits for orders, and has nothing that could be asked.
            "take-over": HEALTHY,
        }
    answers |= datanodes(settings)
    named = namenodes(settings)
    if settings.is_cluster and processes:
        answers |= named
        answers |= _infrastructure(settings)
    rows = []
    for process in processes:
        if process.name == NAMENODES:
            rows += [_row(part, process, answer) for part, answer in named.items()]
        else:
            answer = answers.get(process.name, "not a part of this Warren")
            rows.append(_row(process.name, process, answer))
    return rows


def namenodes(settings: Settings) -> dict[str, str]:
    """What each namenode answers, by name."""
    with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
        found = {
            name: _namenode(client, url)
            for name, url in zip(("nn1", "nn2"), settings.admin_urls, strict=True)
        }
    silent = [name for name, answer in found.items() if answer == SILENT]
    return found | dict.fromkeys(drained(settings, silent), DRAINED)


def drained(settings: Settings, names: Collection[str]) -> list[str]:
    """Those of the named namenodes that rest since somebody ordered it, as another one says."""
    if not names:
        return []
    cluster = _cluster(settings)
    if cluster is None:
        return []
    return [each.name for each in cluster.namenodes if each.name in names and each.state == DRAINED]


def _infrastructure(settings: Settings) -> dict[str, str]:
    """NDB, the SQL node and Redis. Imported here: the embedded mode has none of them."""
    from warren_cli import cluster_health  # noqa: PLC0415

    return {name: why or HEALTHY for name, why in cluster_health.problems(settings).items()}


def _row(part: str, process: ProcessState, answer: str) -> PartHealth:
    if process.state != RUNNING:
        reason = f": {process.reason}" if process.reason else ""
        return PartHealth(part, process, f"{process.state.lower()}{reason}")
    return PartHealth(part, process, answer)


def _namenode(client: httpx.Client, url: str) -> str:
    try:
        state = health_of(client, url).state
    except httpx.HTTPError:
        return SILENT
    except ValueError:
        return "answers, but not as a Warren namenode"
    return HEALTHY if state == "serving" else state


def datanodes(settings: Settings) -> dict[str, str]:
    """What a namenode says of each datanode, by process name."""
    addresses = {"datanode": settings.datanode_data_address}
    if settings.is_cluster:
        addresses = {
            "datanode1": settings.datanode_data_address,
            "datanode2": settings.datanode2_data_address,
        }
    cluster = _cluster(settings)
    if cluster is None:
        return dict.fromkeys(addresses, "unknown while no namenode tells")
    return {name: _datanode(cluster, address.port) for name, address in addresses.items()}


def _datanode(cluster: Cluster, port: int) -> str:
    """A datanode that lost its folder comes back under a new id: the newest answer counts."""
    states = [
        node.state for node in cluster.datanodes if node.address.rpartition(":")[2] == str(port)
    ]
    if "live" in states:
        return HEALTHY
    return f"known to the namenode as {states[0]}" if states else "not registered yet"


def _cluster(settings: Settings) -> Cluster | None:
    """As the first namenode that answers sees it; None when none does."""
    with AdminCalls(settings, timeout_s=TIMEOUT_S, holder=Holder.HEALTH, moves_on=FAILED) as calls:
        try:
            return calls.cluster()
        except OperatorError:
            return None


def _platform_checks(
    client: httpx.Client, settings: Settings, process: ProcessState | None
) -> dict[str, str]:
    """The platform's own checks as HEALTHY or what it says instead."""
    if process is None or process.state != RUNNING:
        return {}
    try:
        checks = client.get(f"{settings.console_url}/api/v1/health").json()["checks"]
        return {str(name): _verdict(value) for name, value in checks.items()}
    except (httpx.HTTPError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _verdict(check: Mapping[str, object]) -> str:
    """HEALTHY for a check that is ok, else what it says."""
    if check["status"] == "ok":
        return HEALTHY
    return f"{check['status']}: {check['detail']}"
