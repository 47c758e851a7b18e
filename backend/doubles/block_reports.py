"""Block reports, as a namenode tells of them: one storage reports hashes, one never did."""

from doubles.refused import Refused
from doubles.tree import Json

STORAGE_ID = 3
_AS_OF_MS = 1_700_000_004_000

_STORAGE = {
    "storage_id": STORAGE_ID,
    "storage_uuid": "DS-3",
    "datanode_uuid": "dn-2",
    "datanode_address": "127.0.0.1:9866",
    "type": "DISK",
}
_HASHED = {
    "started_at_ms": _AS_OF_MS - 60_000,
    "duration_ms": 120,
    "kind": "hashed",
    "buckets": 1_000,
    "buckets_matching": 997,
    "buckets_mismatching": 3,
    "replicas": 50_000,
    "changes": 2,
    "bytes_received": 24_000,
    "bytes_saved": 900_000,
    "namenode": "nn2",
    "namenode_id": 2,
    "next_due_at_ms": _AS_OF_MS + 3_540_000,
}
_FULL = {
    **_HASHED,
    "started_at_ms": _AS_OF_MS - 3_660_000,
    "kind": "full",
    "bytes_saved": 0,
    "namenode": None,
    "namenode_id": 1,
    "next_due_at_ms": None,
}


def answer(resource: str, query: Json) -> tuple[str, Json]:
    """The schema and the answer of GET /block-reports or /block-reports/STORAGE_ID."""
    if resource == "block-reports":
        return "BlockReportPage", _page(query)
    if resource == f"block-reports/{STORAGE_ID}":
        return "BlockReportHistory", {
            **_STORAGE,
            "reports": [_HASHED, _FULL],
            "as_of_ms": _AS_OF_MS,
        }
    raise Refused(404, "not_found", "There is no such storage")


def _page(query: Json) -> Json:
    reported = {**_STORAGE, "last_full_at_ms": _FULL["started_at_ms"], "last": _HASHED}
    silent = {**_STORAGE, "storage_id": 4, "last_full_at_ms": None, "last": None}
    first = "cursor" not in query
    return {
        "storages": [reported] if first else [silent],
        "active": [
            {
                "datanode_uuid": "dn-9",
                "datanode_address": None,
                "waiting": True,
                "namenode": None,
                "asked_at_ms": _AS_OF_MS - 2_000,
                "assigned_at_ms": None,
                "expires_at_ms": _AS_OF_MS + 60_000,
            }
        ],
        "next_cursor": str(STORAGE_ID) if first else None,
        "as_of_ms": _AS_OF_MS,
    }
