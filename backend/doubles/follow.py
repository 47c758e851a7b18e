"""What a namenode double tells of the HDFS that it follows."""

from typing import Any

Json = dict[str, Any]


class Follow:
    """Nothing is followed at first. The test says what is, and how far it is."""

    def __init__(self) -> None:
        self.told: Json = {
            "namenode": "nn1",
            "follows": False,
            "paused": False,
            "location": None,
            "applied_transaction": 0,
            "newest_transaction": 0,
            "lag_transactions": 0,
            "lag_seconds": -1,
            "edits_applied": 0,
            "edits_passed": 0,
            "waiting_for": None,
            "stopped_by": None,
            "changes_since_take_over": None,
            "as_of_ms": 1_700_000_000_000,
        }

    def at(self, applied: int, newest: int, **more: Any) -> None:
        """An HDFS is followed, and all up to a transaction is applied."""
        self.told |= {
            "follows": True,
            "location": "/old/name/current",
            "applied_transaction": applied,
            "newest_transaction": newest,
            "lag_transactions": newest - applied,
            "lag_seconds": 1.5,
            **more,
        }
