"""Queries that users ran, and queries that they saved."""

from django.db import models

from apps.common.tags import Tagged
from apps.sql.values import FINAL_STATES, QueryState


class SqlQuery(models.Model):
    """One statement that a user ran: their history. The result itself is the replica's.

    `replica_query` names it there. `answer` keeps what the replica said of it at its end: columns,
    freshness, cost, or the error.
    """

    user_id = models.BigIntegerField()
    replica_query = models.CharField(max_length=32)
    engine = models.CharField(max_length=16)
    statement = models.TextField()
    explain = models.BooleanField()
    # The report of the library that asked; empty for a statement that the user wrote.
    report = models.CharField(max_length=64, default="")
    state = models.CharField(max_length=16, choices=QueryState.choices)
    time_limit_ms = models.IntegerField()
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    rows = models.BigIntegerField(null=True)
    answer = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["user_id", "-id"], name="sql_query_user")]

    @property
    def is_final(self) -> bool:
        return self.state in FINAL_STATES


class SavedQuery(Tagged):
    """A statement under a name. Shared ones are seen by everybody who may use SQL."""

    user_id = models.BigIntegerField()
    owner = models.CharField(max_length=64)
    name = models.CharField(max_length=100)
    statement = models.TextField()
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user_id", "name"], name="sql_saved_name")]
