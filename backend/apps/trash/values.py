"""Words of what lies in the trashes."""

from django.db import models


class TrashSort(models.TextChoices):
    """What comes first: what was deleted last, the most bytes, or by the path that it had."""

    TIME = "time"
    SIZE = "size"
    PATH = "path"
