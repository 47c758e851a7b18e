from django.db import models


class SearchSort(models.TextChoices):
    """Orders of a search answer; a minus means falling."""

    RELEVANCE = "relevance"
    NAME = "name"
    SIZE = "size"
    SIZE_FALLING = "-size"
    MTIME = "mtime"
    MTIME_FALLING = "-mtime"
