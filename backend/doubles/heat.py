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
                "calls": 400 // (place + 1),
                "rows": 9_000,
            }
            for place, (key, of) in enumerate(found)
        ],
        "calls": 700,
        "time_ms": 1_600.0,
        "rows": 20_000,
        "not_counted": 0,
        "as_of_ms": 1_700_000_004_000,
    }
