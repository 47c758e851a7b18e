from django.db import models

from apps.jobs.states import PROMOTABLE, JobState


class SearchSort(models.TextChoices):
    """Orders of a search answer; a minus means falling."""

    RELEVANCE = "relevance"
    NAME = "name"
    SIZE = "size"
    SIZE_FALLING = "-size"
    MTIME = "mtime"
    MTIME_FALLING = "-mtime"


class ExportState(models.TextChoices):
    """Where an export is: how its job stands. The last two are final; FAILED is any other end."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"


SUCCEEDED = PROMOTABLE
# States of jobs in which an export waits for its turn or for somebody's word.
WAITING = frozenset({JobState.QUEUED, JobState.WAITING_FOR_APPROVAL})


class ExportKind(models.TextChoices):
    CSV = "csv"
    PARQUET = "parquet"


CONTENT_TYPES = {
    ExportKind.CSV: "text/csv; charset=utf-8",
    ExportKind.PARQUET: "application/vnd.apache.parquet",
}
