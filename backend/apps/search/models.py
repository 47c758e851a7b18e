"""Searches that users keep, and exports of all their matches."""

from typing import Any

from django.db import models

from apps.common.tags import Tagged
from apps.common.values import utc_from_ms
from apps.jobs.states import UNFINISHED
from apps.search.places import Place
from apps.search.values import SUCCEEDED, WAITING, ExportKind, ExportState, SearchSort


class SavedSearch(Tagged):
    """A query string under a name. Shared ones are seen by everybody; answers are one's own."""

    user_id = models.BigIntegerField()
    owner = models.CharField(max_length=64)
    name = models.CharField(max_length=100)
    q = models.TextField()
    sort = models.CharField(max_length=16, choices=SearchSort.choices)
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user_id", "name"], name="search_saved_name")
        ]


class SearchExport(models.Model):
    """All matches of a query as a file, which a job writes: how far it is the job says.

    `seen_as` is whose HDFS permissions limit it, null for none. Relative times of the query string
    are those of the job's beginning.
    """

    job = models.OneToOneField("jobs.Job", on_delete=models.CASCADE, related_name="search_export")
    user_id = models.BigIntegerField()
    q = models.TextField()
    sort = models.CharField(max_length=16, choices=SearchSort.choices)
    kind = models.CharField(max_length=16, choices=ExportKind.choices)
    seen_as = models.JSONField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user_id", "-id"], name="search_export_user")]

    @property
    def place(self) -> Place:
        """How far the file is."""
        return Place.parse(self.job.cursor)

    @property
    def state(self) -> ExportState:
        """How its job stands."""
        state = self.job.state
        if state in UNFINISHED:
            return ExportState.QUEUED if state in WAITING else ExportState.RUNNING
        return ExportState.SUCCEEDED if state in SUCCEEDED else ExportState.FAILED

    @property
    def error(self) -> dict[str, str] | None:
        """Why there is no file; None while there may be one."""
        if self.job.problem is not None:
            return {name: self.job.problem[name] for name in ("code", "title", "detail")}
        if self.state is not ExportState.FAILED:
            return None
        return {"code": str(self.job.state), "title": "The job was cancelled", "detail": ""}

    @property
    def included(self) -> dict[str, Any] | None:
        """What the file includes at least: sequence and time of the feed; null before a page."""
        as_of = self.place.as_of
        if as_of is None:
            return None
        return {"sequence": as_of["sequence"], "time": utc_from_ms(as_of["time_ms"])}
