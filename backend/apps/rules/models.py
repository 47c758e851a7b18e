"""Lifecycle rules, and the reports of their runs."""

from typing import Any

from django.db import models

from apps.common.tags import Tagged
from apps.common.turns import Turn
from apps.rules.schedule import Schedule
from apps.rules.values import Every, RuleKind, RunState

NAME_CHARACTERS_MAX = 100
QUERY_CHARACTERS_MAX = 2000


class RuleTurn(Turn):
    """Who begins runs and follows them."""


class LifecycleRule(Tagged):
    """What a search finds, and what is to be done with it again and again, in its owner's name.

    armed: whether runs act; else they are dry runs alone. disarmed_why: what made it stop by
    itself, empty otherwise. usual_from_id: the run that whoever armed it saw last; what is usual is
    counted from there on. next_due_at: null for a rule that runs by hand or is off.
    inodes_max, size_bytes_max: what a run may touch at most, null for any number.
    """

    untagged = frozenset({"usual_from_id", "next_due_at"})

    name = models.CharField(max_length=NAME_CHARACTERS_MAX)
    owner = models.CharField(max_length=64)
    user_id = models.BigIntegerField()
    q = models.TextField()
    kind = models.CharField(max_length=32, choices=RuleKind.choices)
    parameters = models.JSONField()
    every = models.CharField(max_length=8, choices=Every.choices)
    hour = models.PositiveIntegerField(default=0)
    weekday = models.PositiveIntegerField(null=True)
    day = models.PositiveIntegerField(null=True)
    enabled = models.BooleanField(default=True)
    inodes_max = models.BigIntegerField(null=True)
    size_bytes_max = models.BigIntegerField(null=True)
    armed = models.BooleanField(default=False)
    armed_by = models.CharField(max_length=64, blank=True, default="")
    disarmed_why = models.TextField(blank=True, default="")
    usual_from_id = models.BigIntegerField(null=True)
    next_due_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user_id", "name"], name="rule_name")]
        indexes = [models.Index(fields=["next_due_at"], name="rule_due")]

    @property
    def schedule(self) -> Schedule:
        return Schedule(Every(self.every), self.hour, self.weekday, self.day)

    def described(self) -> dict[str, Any]:
        """As the audit log shows it."""
        return {
            "id": self.pk,
            "name": self.name,
            "q": self.q,
            "kind": self.kind,
            "parameters": self.parameters,
            "every": self.every,
            "hour": self.hour,
            "weekday": self.weekday,
            "day": self.day,
            "enabled": self.enabled,
            "inodes_max": self.inodes_max,
            "size_bytes_max": self.size_bytes_max,
            "armed": self.armed,
        }


class RuleRun(models.Model):
    """One run: its dry run `plan_id`, and the job `job_id` where the rule was armed.

    due_at: when it was due, or asked for by hand; each is there once. inodes, size_bytes: what the
    dry run found, null until it ended. why: what stopped it, or what it waits for.
    """

    rule = models.ForeignKey(LifecycleRule, on_delete=models.CASCADE, related_name="runs")
    due_at = models.DateTimeField()
    asked_by = models.CharField(max_length=64, blank=True, default="")
    state = models.CharField(max_length=16, choices=RunState.choices, default=RunState.PLANNING)
    armed = models.BooleanField(default=False)
    plan_id = models.BigIntegerField(null=True)
    job_id = models.BigIntegerField(null=True)
    inodes = models.BigIntegerField(null=True)
    size_bytes = models.BigIntegerField(null=True)
    changed = models.BigIntegerField(null=True)
    errors = models.BigIntegerField(null=True)
    why = models.TextField(blank=True, default="")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rule", "due_at"], name="rule_run_due")]
        indexes = [models.Index(fields=["state", "id"], name="rule_run_state")]
