"""Restores out of snapshots: wishes that a worker sees to."""

from django.db import models


class RestoreState(models.TextChoices):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class SnapshotRestore(models.Model):
    """One wish to have what a snapshot holds again.

    source: the way to it in the snapshot; place: where it was; to: where it goes.
    files, directories, size_bytes: how much it is; of what was done already, *_done.
    left, errors: what was not restored, and the first of these with why.
    after: the source path that was done last, in the order of names; what is before it is done.
    lease_until: until when its worker is believed to be at work.
    """

    source = models.TextField()
    place = models.TextField()
    to = models.TextField()
    overwrite = models.BooleanField()
    actor = models.CharField(max_length=64)
    user_id = models.BigIntegerField(null=True)
    request_id = models.CharField(max_length=64, blank=True, default="")
    state = models.CharField(
        max_length=16, choices=RestoreState.choices, default=RestoreState.WAITING
    )
    files = models.BigIntegerField()
    directories = models.BigIntegerField()
    size_bytes = models.BigIntegerField()
    files_done = models.BigIntegerField(default=0)
    directories_done = models.BigIntegerField(default=0)
    bytes_done = models.BigIntegerField(default=0)
    left = models.BigIntegerField(default=0)
    errors = models.JSONField(default=list)
    after = models.TextField(blank=True, default="")
    failed_why = models.TextField(blank=True, default="")
    worker = models.CharField(max_length=32, blank=True, default="")
    lease_until = models.DateTimeField(null=True)
    asked_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["state"], name="snapshot_restore_state")]
