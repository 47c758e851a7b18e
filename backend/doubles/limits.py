"""Limits of calls, as a namenode keeps them."""

from doubles.refused import Refused
from doubles.tree import Json


class Limits:
    """Set through the API; tests say what was let in and refused."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], Json] = {}

    def answer(self, method: str, query: Json, body: Json) -> Json:
        if method == "PUT":
            self.rows[(body["kind"], body["name"])] = {
                "expires_at_ms": None,
                **body,
                "set_at_ms": 1_700_000_003_000 + len(self.rows),
                "admitted": 0,
                "refused": 0,
            }
        elif method == "DELETE" and self.rows.pop((query["kind"], query["name"]), None) is None:
            raise Refused(404, "not_found", "There is no such limit")
        return {
            "namenode": "nn1",
            "limits": list(self.rows.values()),
            "as_of_ms": 1_700_000_004_000,
        }
