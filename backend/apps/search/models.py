"""Searches that users keep, and exports of all their matches."""

from typing import Any

from django.db import models

from apps.common.tags import Tagged
from apps.common.values import utc_from_ms
from apps.search.values import ExportKind, ExportState, SearchSort


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
    """All matches of a query as a file, made page by page in the background.

    `cursor`, `rows` and `written_bytes` say how far the file of `file_epoch` (null: none yet) is
    good, `complete` that it holds all there is to write. The lease names the worker that may write
    them, and `epoch` its file: who takes an export over raises the epoch and writes a file of its
    own. `seen_as` is whose HDFS permissions limit it, null for none. Relative times of the query
    string are those of `created_at`.
    """

    user_id = models.BigIntegerField()
    owner = models.CharField(max_length=64)
    q = models.TextField()
    sort = models.CharField(max_length=16, choices=SearchSort.choices)
    kind = models.CharField(max_length=16, choices=ExportKind.choices)
    seen_as = models.JSONField(null=True)
    state = models.CharField(max_length=16, choices=ExportState.choices)
    cursor = models.TextField(default="")
    rows = models.BigIntegerField(default=0)
    written_bytes = models.BigIntegerField(default=0)
    complete = models.BooleanField(default=False)
    epoch = models.IntegerField(default=0)
    file_epoch = models.IntegerField(null=True)
    size_bytes = models.BigIntegerField(null=True)
    truncated = models.BooleanField(default=False)
    as_of = models.JSONField(null=True)
    error = models.JSONField(null=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    lease_token = models.CharField(max_length=32, null=True)
    lease_expires_at = models.DateTimeField(null=True)
    takeovers = models.IntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(fields=["user_id", "-id"], name="search_export_user"),
            models.Index(fields=["state"], name="search_export_state"),
        ]

    @property
    def included(self) -> dict[str, Any] | None:
        """What the file includes at least: sequence and time of the feed; null before a page."""
        if self.as_of is None:
            return None
        return {
            "sequence": self.as_of["sequence"],
            "time": utc_from_ms(self.as_of["time_ms"]),
        }
