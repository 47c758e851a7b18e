"""A failover as a namenode tells of it: nn1 was killed, nn2 evicted it and leads."""

from doubles.refused import Refused
from doubles.tree import Json

_STARTED_MS = 1_700_000_000_000
_EVICTED_MS = _STARTED_MS + 3_200

_NAMENODE = {
    "operation": None,
    "rpc_address": "127.0.0.1:8020",
    "http_address": "127.0.0.1:9870",
    "observer": "nn2",
    "observer_id": 2,
    "started_at_ms": _STARTED_MS,
    "detected_at_ms": _EVICTED_MS,
    "effective_at_ms": _EVICTED_MS,
}

_NEWEST_FIRST: tuple[Json, ...] = (
    {
        **_NAMENODE,
        "id": 3,
        "kind": "leader_changed",
        "cause": "leader_evicted",
        "subject": "nn2",
        "subject_id": 2,
        "related": "nn1",
        "related_id": 1,
        "epoch": 4,
        "missed_heartbeats": 0,
    },
    {
        **_NAMENODE,
        "id": 2,
        "kind": "namenode_evicted",
        "cause": "missed_heartbeats",
        "subject": "nn1",
        "subject_id": 1,
        "related": None,
        "related_id": None,
        "epoch": 3,
        "missed_heartbeats": 6,
    },
    {
        **_NAMENODE,
        "id": 1,
        "kind": "namenode_joined",
        "cause": "started",
        "subject": "nn1",
        "subject_id": 1,
        "related": None,
        "related_id": None,
        "epoch": 3,
        "missed_heartbeats": 0,
        "effective_at_ms": _STARTED_MS,
        "detected_at_ms": _STARTED_MS,
    },
)

_OPERATIONS: tuple[Json, ...] = (
    {
        "inode_id": 16_400,
        "path": "/data/old",
        "operation": "delete",
        "user": "olga",
        "owner": "nn1",
        "owner_id": 1,
        "owner_live": False,
        "started_at_ms": _STARTED_MS,
    },
)


def events_page(query: Json) -> Json:
    """A page of the events, as GET /cluster/events answers."""
    before = _cursor(query)
    matching = [
        event
        for event in _NEWEST_FIRST
        if (before is None or event["id"] < before) and query.get("kind") in (None, event["kind"])
    ]
    shown = matching[: int(query.get("limit", "50"))]
    more = len(matching) > len(shown)
    return {
        "events": shown,
        "next_cursor": str(shown[-1]["id"]) if more else None,
        "as_of_ms": _EVICTED_MS,
    }


def subtree_operations_page(query: Json) -> Json:
    """A page of the held locks, as GET /subtree-operations answers."""
    after = _cursor(query)
    shown = [each for each in _OPERATIONS if after is None or each["inode_id"] > after]
    return {"operations": shown, "next_cursor": None, "as_of_ms": _EVICTED_MS}


def _cursor(query: Json) -> int | None:
    cursor = query.get("cursor")
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and 0 < int(cursor) < 2**63):
        raise Refused(400, "invalid_argument", "A parameter is out of range")
    return int(cursor)
