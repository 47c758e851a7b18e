"""How load was spread over the store's shards: one row for all of a moment."""

from django.db import models


class ShardRound(models.Model):
    """The one row by which workers agree who takes the next sample."""

    claimed_at = models.DateTimeField()


class ShardSample(models.Model):
    """The load of all shards (`apps.shards.values.Sample`) from `at` on, for RESOLUTION_S."""

    resolution_s = models.PositiveIntegerField()
    at = models.DateTimeField()
    sample = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["resolution_s", "at"], name="shard_sample_moment")
        ]
