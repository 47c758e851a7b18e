"""Directories whose past is kept because somebody wants to know it."""

from django.db import models

from apps.common.tags import Tagged


class WatchedDirectory(Tagged):
    """One directory, by its inode, so that it stays watched when it is moved.

    path: where it was when it was chosen.
    """

    inode_id = models.BigIntegerField(unique=True)
    path = models.TextField()
    watched_by = models.CharField(max_length=64)
    watched_at = models.DateTimeField()
