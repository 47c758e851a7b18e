"""Heat, as a namenode tells of it: ann lists one directory all the time."""

from doubles.tree import Json

_KEYS: dict[str, list[tuple[str, str | None]]] = {
    "user": [("ann", None), ("bob", None)],
    "application": [("nightly", None)],
    "user_application": [("ann", "nightly"), ("bob", "nightly"), ("ann", "")],
    "user_address": [("ann", "10.0.0.7")],
    "directory": [("/data/busy", None), ("/data", None)],
    "directory_user": [("/data/busy", "ann"), ("/data/busy", "bob"), ("/data", "bob")],
}

# For how long the calls of a window were counted.
SPANS_S = {"10s": 10, "1m": 60, "10m": 600, "1h": 3600}

_SHARDS = {"/data/busy": 3}


def shards(rounds: int) -> Json:
    """What an embedded store counted after so many rounds of the same work."""
    loads = [
        ("inodes", 3, 900, 0, 90, 90_000),
        ("inodes", 4, 100, 10, 0, 0),
        ("blocks", -1, 0, 0, 1, 5),
    ]
    names = ("table", "shard", "reads", "writes", "scans", "rows")
    return {
        "namenode": "nn1",
        "store": "embedded",
        "count": 32,
        "started_at_ms": 1_700_000_000_000,
        "as_of_ms": 1_700_000_004_000,
        "loads": [
            dict(zip(names, [*load[:2], *(each * rounds for each in load[2:])], strict=True))
            for load in loads
        ],
    }


def answer(query: Json) -> Json:
    found = _KEYS.get(query["by"], [])[: int(query["limit"])]
    return {
        "namenode": "nn1",
        "by": query["by"],
        "window": query["window"],
        "entries": [
            {
                "key": key,
                "of": of,
                "time_ms": 800.0 / (place + 1),
                "time_error_ms": 0.5,
                "waited_ms": 120.0 / (place + 1),
                "calls": 400 // (place + 1),
                "rows": 9_000,
                "refused": 30 if place == 0 else 0,
                "shard": _SHARDS.get(key) if query.get("shards") == "true" else None,
            }
            for place, (key, of) in enumerate(found)
        ],
        "calls": 700,
        "time_ms": 1_600.0,
        "waited_ms": 200.0,
        "rows": 20_000,
        "refused": 31,
        "not_counted": 0,
        "span_s": SPANS_S[query["window"]],
        "as_of_ms": 1_700_000_004_000,
    }
