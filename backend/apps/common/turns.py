"""One row by which workers agree who of them makes a round."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from django.db import models
from django.utils import timezone

# A round lasts seconds; a worker that died in one holds up the others for no longer than this.
HELD_FOR = timedelta(seconds=60)
_ID = 1
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Turn(models.Model):
    """Each kind of round has a table of its own with this row."""

    held_until = models.DateTimeField()

    class Meta:
        abstract = True


@contextmanager
def turn(rows: models.QuerySet[Turn]) -> Iterator[bool]:
    """Whether it is this worker's turn, until the block ends.

    rows: all of the kind's table.
    """
    now = timezone.now()
    rows.get_or_create(pk=_ID, defaults={"held_until": _LONG_AGO})
    taken = rows.filter(pk=_ID, held_until__lte=now).update(held_until=now + HELD_FOR) == 1
    try:
        yield taken
    finally:
        if taken:
            rows.filter(pk=_ID).update(held_until=timezone.now())
