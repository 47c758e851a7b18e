"""Which jobs wait for a worker."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.jobs.models import Job
from apps.jobs.states import STOPPING, WORKED_ON


def waiting(now: datetime) -> QuerySet[Job]:
    """Jobs that a worker could go on with at once and that none has."""
    return Job.objects.filter(
        Q(lease_expires_at__isnull=True) | Q(lease_expires_at__lte=now),
        Q(not_before__isnull=True) | Q(not_before__lte=now) | Q(state__in=STOPPING),
        state__in=WORKED_ON,
    )


def somebody_waits(*, besides: Job) -> bool:
    """Whether another job could use the time in which this one can do nothing."""
    return waiting(timezone.now()).exclude(pk=besides.pk).exists()
