"""The report on how soon changes are searchable."""

from typing import Any

from warren_cli.freshness import Plan, report


def _rate(asked: int, done: float, processor_s: dict[str, float]) -> dict[str, Any]:
    return {
        "asked_changes_per_s": asked,
        "changes_per_s": done,
        "seconds": 50.0,
        "markers": 120,
        "p50_ms": 321.4,
        "p90_ms": 500.2,
        "p99_ms": 1203.9,
        "longest_ms": 1300.5,
        "processor_s": processor_s,
    }


FOUND = {
    "idle_seconds": 20.0,
    "idle_processor_s": {"nn1": 1.0, "sql": 2.0},
    "rates": [
        _rate(100, 100.2, {"nn1": 10.0, "sql": 7.5, "the load": 2.5}),
        _rate(500, 400.0, {"nn1": 42.5, "sql": 25.0, "the load": 10.0}),
    ],
}


def test_the_report_names_load_times_and_processors() -> None:
    text = report(FOUND, Plan((100, 500), 50, 60), load=0.4)
    assert "| 500 | 400 | 50 | 120 | 321 ms | 500 ms | 1204 ms | 1300 ms | 1.55 |" in text
    assert "load average before the run 0.4" in text
    assert "| part | idle | 100/s | 400/s | s per 1,000 changes |" in text
    assert "| nn1 | 5.0 | 20.0 | 85.0 | 2.00 |" in text
    assert "| the load | 0.0 | 5.0 | 20.0 | 0.50 |" in text
    assert "| all | 15.0 | 40.0 | 155.0 | 3.50 |" in text
