from django.db import models


class QueryState(models.TextChoices):
    """Where a query is. `lost`: the replica was restarted before it ended."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    LOST = "lost"


class SqlEngine(models.TextChoices):
    """What runs a statement: the replica, or the SQL node over the live metadata."""

    DUCKDB = "duckdb"
    NDB = "ndb"


FINAL_STATES = frozenset(
    {QueryState.SUCCEEDED, QueryState.FAILED, QueryState.CANCELLED, QueryState.LOST}
)


class FileKind(models.TextChoices):
    CSV = "csv"
    PARQUET = "parquet"


CONTENT_TYPES = {
    FileKind.CSV: "text/csv; charset=utf-8",
    FileKind.PARQUET: "application/vnd.apache.parquet",
}
