"""Two datanodes, as a namenode tells of them: one lives, one is dead and has lost a disk."""

from doubles.refused import Refused
from doubles.tree import Json

LIVE_UUID = "dn-1"
_AS_OF_MS = 1_700_000_004_000
_SIZES = {
    "capacity_bytes": 1_000,
    "used_bytes": 300,
    "non_dfs_used_bytes": 100,
    "remaining_bytes": 600,
}


class Datanodes:
    """What is ordered of them; nothing leaves by that."""

    def __init__(self) -> None:
        self.orders: dict[str, Json] = {}

    def answer(self, method: str, resource: str, query: Json, body: Json) -> tuple[str, Json]:
        """The schema and the answer of GET /datanodes, /datanodes/UUID and PUT …/UUID/service."""
        known = [each | {"ordered": self.orders.get(each["uuid"])} for each in _datanodes()]
        if resource == "datanodes":
            return "DatanodePage", _page(known, query)
        for datanode in known:
            if method == "PUT" and resource == f"datanodes/{datanode['uuid']}/service":
                return "DatanodeAnswer", self._order(datanode, body)
            if resource == f"datanodes/{datanode['uuid']}":
                return "DatanodeAnswer", {"datanode": datanode, "as_of_ms": _AS_OF_MS}
        raise _unknown()

    def _order(self, datanode: Json, body: Json) -> Json:
        if body["by"] == "nobody":
            raise Refused(409, "last_datanode", "No other datanode is in service")
        order = {**body, "since_ms": _AS_OF_MS} if body["service"] != "in_service" else None
        self.orders.pop(datanode["uuid"], None)
        if order is not None:
            self.orders[datanode["uuid"]] = order
        return {"datanode": datanode | {"ordered": order}, "as_of_ms": _AS_OF_MS}


def _unknown() -> Refused:
    return Refused(404, "not_found", "This namenode has not heard of such a datanode")


def _page(known: list[Json], query: Json) -> Json:
    limit = int(query.get("limit", "50"))
    falling = query.get("direction") == "desc"
    matching = sorted(known, key=lambda each: str(each["uuid"]), reverse=falling)
    for name in ("state", "admin_state"):
        matching = [each for each in matching if each[name] == query.get(name, each[name])]
    matching = [each for each in matching if query.get("hostname", "") in each["hostname"]]
    names = [each["uuid"] for each in matching]
    begin = names.index(query["cursor"]) + 1 if query.get("cursor") in names else 0
    found = matching[begin:]
    shown = found[:limit]
    return {
        "datanodes": shown,
        "states": {"live": 1, "stale": 0, "dead": 1},
        "usage": [
            {
                "type": "DISK",
                "storages": 1,
                "failed_storages": 0,
                "capacity_bytes": 1_000,
                "used_bytes": 300,
                "remaining_bytes": 600,
            }
        ],
        "peers_watched": True,
        "disks_watched": True,
        "next_cursor": shown[-1]["uuid"] if len(found) > limit else None,
        "as_of_ms": _AS_OF_MS,
    }


def _datanodes() -> list[Json]:
    none_failed = {
        "count": 0,
        "locations": [],
        "last_failed_at_ms": None,
        "capacity_lost_bytes": 0,
    }
    live = {
        "uuid": LIVE_UUID,
        "hostname": "a.example",
        "address": "127.0.0.1:9866",
        "http_address": "127.0.0.1:9864",
        "ipc_address": "127.0.0.1:9867",
        "rack": "/default-rack",
        "state": "live",
        "admin_state": "decommissioning",
        "last_heartbeat_ms": _AS_OF_MS - 500,
        "version": "3.5.0",
        "transfers": 1,
        **_SIZES,
        "blocks": 42,
        "failed_volumes": none_failed,
        "slow_peer": None,
        "slow_disks": [],
        "storages": [_storage()],
    }
    dead = {
        **live,
        "uuid": "dn-2",
        "hostname": "b.example",
        "state": "dead",
        "admin_state": "in_service",
        "last_heartbeat_ms": _AS_OF_MS - 900_000,
        "failed_volumes": {
            "count": 1,
            "locations": ["/disks/2"],
            "last_failed_at_ms": _AS_OF_MS - 1_000_000,
            "capacity_lost_bytes": 1_000,
        },
        "storages": [],
    }
    return [live, dead]


def _storage() -> Json:
    return {
        "storage_id": 3,
        "uuid": "DS-3",
        "type": "DISK",
        "state": "normal",
        "condition": "decommissioning",
        "condition_since_ms": _AS_OF_MS - 5_000,
        "checking": True,
        "insufficient": 7,
        **_SIZES,
        "blocks": 42,
    }
