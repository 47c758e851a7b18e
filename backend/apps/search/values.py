from django.db import models


class SearchSort(models.TextChoices):
    """Orders of a search answer; a minus means falling."""

    RELEVANCE = "relevance"
    NAME = "name"
    SIZE = "size"
    SIZE_FALLING = "-size"
    MTIME = "mtime"
    MTIME_FALLING = "-mtime"


class ExportState(models.TextChoices):
    """Where an export is; the last two are final."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"


UNFINISHED = frozenset({ExportState.QUEUED, ExportState.RUNNING})


class ExportKind(models.TextChoices):
    CSV = "csv"
    PARQUET = "parquet"


CONTENT_TYPES = {
    ExportKind.CSV: "text/csv; charset=utf-8",
    ExportKind.PARQUET: "application/vnd.apache.parquet",
}
