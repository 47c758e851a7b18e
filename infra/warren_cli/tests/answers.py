"""Answers of the namenodes' admin API, as its contract has them."""

from typing import Any


def problem(status: int, title: str, **more: str) -> tuple[int, dict[str, Any]]:
    """A refusal, as `servers.serving` answers it."""
    body = {"type": "about:blank", "title": title, "status": status, "code": "conflict", **more}
    return status, body


NOT_SERVING = problem(
    503, "This namenode does not serve now", detail="Ask another one", code="unavailable"
)


def namenode(name: str, state: str = "live") -> dict[str, Any]:
    return {
        "name": name,
        "id": 1,
        "epoch": 1,
        "role": "follower",
        "state": state,
        "rpc_address": "127.0.0.1:8020",
        "http_address": "127.0.0.1:9870",
        "started_at_ms": 1,
        "last_heartbeat_ms": 2,
        "version": "1.0",
        "drained": {"since_ms": 1, "by": "ann"} if state == "drained" else None,
    }


def datanode(state: str, port: int) -> dict[str, Any]:
    """As `cluster` tells of one."""
    return {
        "uuid": f"u{port}",
        "hostname": "dn.example.org",
        "address": f"127.0.0.1:{port}",
        "state": state,
        "capacity_bytes": 3,
        "used_bytes": 1,
        "remaining_bytes": 2,
        "block_count": 0,
        "last_heartbeat_ms": 2,
        "version": "3.4",
        "storages": [],
    }


def cluster(*, namenodes: Any = (), datanodes: Any = ()) -> dict[str, Any]:
    return {
        "as_of_ms": 1,
        "leader": None,
        "store": "embedded",
        "read_only": None,
        "namenodes": list(namenodes),
        "datanodes": list(datanodes),
        "capacity_bytes": 3,
        "used_bytes": 1,
        "remaining_bytes": 2,
    }


def storage(insufficient: int) -> dict[str, Any]:
    return {
        "storage_id": 1,
        "uuid": "s1",
        "type": "DISK",
        "state": "normal",
        "condition": "available",
        "condition_since_ms": 1,
        "checking": False,
        "insufficient": insufficient,
        "capacity_bytes": 3,
        "used_bytes": 1,
        "non_dfs_used_bytes": 0,
        "remaining_bytes": 2,
        "blocks": 0,
    }


def datanode_details(uuid: str, port: int, **facts: Any) -> dict[str, Any]:
    return {
        "uuid": uuid,
        "hostname": "dn.example.org",
        "address": f"10.0.0.1:{port}",
        "http_address": "10.0.0.1:9864",
        "ipc_address": "10.0.0.1:9867",
        "rack": "/default-rack",
        "state": "live",
        "admin_state": "in_service",
        "last_heartbeat_ms": 2,
        "version": "3.4",
        "transfers": 0,
        "capacity_bytes": 3,
        "used_bytes": 1,
        "non_dfs_used_bytes": 0,
        "remaining_bytes": 2,
        "blocks": 1234,
        "failed_volumes": {
            "count": 0,
            "locations": [],
            "last_failed_at_ms": None,
            "capacity_lost_bytes": 0,
        },
        "slow_peer": None,
        "slow_disks": [],
        "ordered": None,
        "storages": [storage(2), storage(3)],
        **facts,
    }


def datanode_page(*found: dict[str, Any]) -> dict[str, Any]:
    return {
        "datanodes": list(found),
        "states": {"live": len(found)},
        "usage": [],
        "peers_watched": False,
        "disks_watched": False,
        "next_cursor": None,
        "as_of_ms": 1,
    }


def feed_page(head: str) -> dict[str, Any]:
    return {
        "events": [],
        "next": head,
        "head": head,
        "head_sequence": int(head.rpartition("-")[2]),
        "as_of_ms": 1,
        "caught_up": True,
    }


def summary(path: str, *, files: int, length_bytes: int) -> dict[str, Any]:
    types = ("ssd", "disk", "archive", "provided", "nvdimm")
    return {
        "path": path,
        "files": files,
        "directories": 1,
        "length_bytes": length_bytes,
        "space_consumed_bytes": length_bytes,
        "namespace_quota": None,
        "space_quota_bytes": None,
        **{f"{each}_quota_bytes": None for each in types},
        **{f"{each}_used_bytes": 0 for each in types},
        "as_of_ms": 1,
    }
