"""A block with a corrupt replica, as a namenode tells of it while it is being replaced."""

from doubles.refused import Refused
from doubles.tree import Json

BLOCK_ID = 1_073_741_825
PATH = "/data/broken"
GROUP_ID = -9_223_372_036_854_775_792
_AS_OF_MS = 1_700_000_004_000

_STORAGE = {
    "storage_id": 3,
    "storage_uuid": "DS-3",
    "datanode_uuid": "dn-2",
    "datanode_address": "127.0.0.1:9866",
    "storage_state": "available",
    "storage_since_ms": _AS_OF_MS - 60_000,
}
_PROBLEM = {
    "block_id": BLOCK_ID,
    "inode_id": 20_001,
    "path": PATH,
    "priority": "highest",
    "live_replicas": 1,
    "wanted_replicas": 2,
    "corrupt_replicas": 1,
    "since_ms": _AS_OF_MS - 1_000,
}


def answer(resource: str, query: Json) -> tuple[str, Json]:
    """The schema and the answer of GET /blocks/... or /storages."""
    match resource:
        case "blocks/health":
            return "BlockHealth", {
                "under_replicated": {"highest": 1, "missing": 0},
                "missing": 0,
                "corrupt_replicas": 1,
                "copies_under_way": 1,
                "surplus_replicas": 0,
                "deletions_waiting": 0,
                "checks_waiting": 0,
                "counted_max": 100_000,
                "safe_mode": {
                    "since_ms": _AS_OF_MS - 30_000,
                    "ends_at_ms": _AS_OF_MS + 3_570_000,
                    "blocks": 1_000,
                    "reachable": 640,
                    "needed": 999,
                    "sampled": False,
                    "storages": 8,
                    "missing_storages": 3,
                },
                "as_of_ms": _AS_OF_MS,
            }
        case "blocks/fsck":
            return "FsckPart", _checked(query)
        case "blocks/missing":
            return "ProblemBlockPage", _page("blocks")
        case "blocks/under-replicated":
            if query.get("cursor") == "x":
                raise Refused(400, "invalid_argument", "The cursor is not one of this list")
            return "ProblemBlockPage", _page("blocks", _PROBLEM)
        case "blocks/corrupt":
            return "CorruptReplicaPage", _page(
                "blocks",
                {
                    "block_id": BLOCK_ID,
                    "inode_id": 20_001,
                    "path": PATH,
                    "replica": _STORAGE,
                    "reason": "a client found a wrong checksum",
                    "reported_at_ms": _AS_OF_MS,
                },
            )
        case "storages":
            return "StorageConditionPage", _page("storages", _condition())
        case _:
            return _block(resource)


def _checked(query: Json) -> Json:
    """/data in two parts, of which the first has a lost block; nobody else may list it."""
    if query["path"] != "/data":
        raise Refused(404, "not_found", "The path does not exist")
    if query.get("as_user"):
        raise Refused(403, "access_denied", "Permission denied")
    first = "cursor" not in query
    found = {
        "path": PATH,
        "block_id": BLOCK_ID,
        "trouble": "missing",
        "live_replicas": 0,
        "expected_replicas": 3,
    }
    zeros = ("symlinks", "open_files", "under_replicated", "over_replicated", "corrupt")
    return {
        **dict.fromkeys(zeros, 0),
        "files": 3,
        "directories": 1,
        "length_bytes": 100,
        "blocks": 3,
        "well_replicated": 2 if first else 3,
        "missing": 1 if first else 0,
        "corrupt_files": 1 if first else 0,
        "missing_replicas": 3 if first else 0,
        "found": [found] if first else [],
        "found_more": False,
        "next_cursor": PATH if first else None,
    }


def _block(resource: str) -> tuple[str, Json]:
    if resource == f"blocks/by-id/{GROUP_ID}":
        return "Block", _group()
    if resource != f"blocks/by-id/{BLOCK_ID}":
        raise Refused(404, "not_found", "There is no such block")
    return "Block", _broken()


def _group() -> Json:
    """Two data units and a parity unit, of which the second is lost."""
    replica = {**_broken()["replicas"][0], "state": "finalized", "reason": None, "since_ms": None}
    return {
        **_broken(),
        "block_id": GROUP_ID,
        "wanted_replicas": 3,
        "good_replicas": 2,
        "group": {
            "policy": "XOR-2-1-1024k",
            "data_units": 2,
            "parity_units": 1,
            "needed": 2,
            "missing": [1],
        },
        "replicas": [{**replica, "unit": 0}, {**replica, "unit": 2}],
        "events": [{**each, "unit": 1} for each in _broken()["events"]],
    }


def _broken() -> Json:
    replica = {
        "unit": None,
        "storage": _STORAGE,
        "state": "corrupt",
        "generation_stamp": 1001,
        "length_bytes": 65_536,
        "reason": "a client found a wrong checksum",
        "since_ms": _AS_OF_MS,
    }
    copied = {**replica, "state": "being_copied", "reason": None, "since_ms": None}
    return {
        "block_id": BLOCK_ID,
        "inode_id": 20_001,
        "path": PATH,
        "index": 0,
        "generation_stamp": 1001,
        "length_bytes": 65_536,
        "state": "complete",
        "wanted_replicas": 2,
        "good_replicas": 1,
        "priority": "highest",
        "insufficient_since_ms": _AS_OF_MS - 1_000,
        "check_waiting": False,
        "group": None,
        "replicas": [replica, copied],
        "events": [
            {
                "at_ms": _AS_OF_MS,
                "kind": "copy_ordered",
                "unit": None,
                "storage": _STORAGE,
                "generation_stamp": 1001,
                "detail": None,
            },
            {
                "at_ms": _AS_OF_MS - 1_000,
                "kind": "found_corrupt",
                "unit": None,
                "storage": _STORAGE,
                "generation_stamp": 1001,
                "detail": "a client found a wrong checksum",
            },
        ],
        "as_of_ms": _AS_OF_MS,
    }


def _condition() -> Json:
    return {
        "storage_id": 3,
        "storage_uuid": "DS-3",
        "datanode_uuid": "dn-2",
        "datanode_address": "127.0.0.1:9866",
        "type": "DISK",
        "rack": "/default-rack",
        "state": "decommissioning",
        "since_ms": _AS_OF_MS - 5_000,
        "checking": True,
        "blocks": 200,
        "insufficient": 7,
        "checked_at_ms": None,
    }


def _page(field: str, *items: Json) -> Json:
    return {field: list(items), "next_cursor": None, "as_of_ms": _AS_OF_MS}
