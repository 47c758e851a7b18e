"""What the SQL engines did, for Prometheus: counts without statements and names."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

ENDED: Final = Counter(
    "warren_sql_queries_total",
    "Queries that ended, by engine and outcome: succeeded, or an error's code.",
    ["engine", "outcome"],
)
REFUSED: Final = Counter(
    "warren_sql_refused_total", "Statements that were not taken, by error's code.", ["code"]
)
RUNNING: Final = Gauge("warren_sql_queries_running", "Queries that run now.", ["engine"])
WAITING: Final = Gauge("warren_sql_queries_waiting", "Queries that wait for their turn.")
SECONDS: Final = Histogram(
    "warren_sql_query_seconds",
    "Time that queries ran, without their wait.",
    ["engine"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600),
)
SUCCEEDED: Final = "succeeded"
