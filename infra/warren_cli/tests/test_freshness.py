"""The report on how soon changes are searchable."""

from warren_cli.freshness import report

FOUND = {
    "asked_changes_per_s": 500,
    "changes_per_s": 498.7,
    "seconds": 60.2,
    "markers": 120,
    "p50_ms": 321.4,
    "p90_ms": 500.2,
    "p99_ms": 1203.9,
    "longest_ms": 1300.5,
}


def test_the_report_names_load_and_times() -> None:
    text = report(FOUND, load=0.4)
    assert "| 500 | 499 | 60 | 120 | 321 ms | 500 ms | 1204 ms | 1300 ms |" in text
    assert "load average before the run 0.4" in text
