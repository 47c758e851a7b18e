"""How long jobs keep what was chosen for them, and the values that they changed from."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from apps.jobs import former_values, selections
from apps.jobs.models import Job
from apps.jobs.states import UNFINISHED
from apps.search.exports import exports_sweep
from config.env import env

_JOBS_PER_SWEEP = 200
_MIB = 1024 * 1024


def sweep() -> int:
    """Drop what is too old or too much, the jobs that ended first first; how many jobs' values.

    A job's row is changed before its files go: files that a job does not keep any more, after a
    crash between the two, go with the next sweep.
    """
    dropped = sum(_drop(job_id) for job_id in _chosen())
    present = {key: int(key.rpartition("-")[2]) for key in former_values.jobs()}
    kept = set(
        Job.objects.filter(pk__in=present.values(), keeps_former=True).values_list("pk", flat=True)
    )
    for key, job_id in present.items():
        if job_id not in kept:
            former_values.remove(job=key)
    _sweep_selections()
    exports_sweep()
    return dropped


def _sweep_selections() -> None:
    """Drop what was chosen for jobs that are over, and for plans that can't be promoted."""
    for key in selections.jobs():
        job = Job.objects.filter(pk=int(key.rpartition("-")[2])).first()
        if job is None or job.key != key or not _needs_selection(job):
            selections.remove(job=key)


def _needs_selection(job: Job) -> bool:
    if job.state in UNFINISHED:
        return True
    until = job.promotable_until
    if until is not None and until > timezone.now():
        return True
    return Job.objects.filter(dry_run_of=job, state__in=UNFINISHED).exists()


def _chosen() -> list[int]:
    ended = (
        Job.objects.filter(keeps_former=True, finished_at__isnull=False)
        .exclude(state__in=UNFINISHED)
        .order_by("finished_at", "pk")
    )
    too_old = timezone.now() - timedelta(days=env().job_undo_kept_days)
    size = ended.aggregate(all=Sum("former_bytes"))["all"] or 0
    chosen = []
    for job in ended[:_JOBS_PER_SWEEP]:
        young = job.finished_at is None or job.finished_at > too_old
        if young and size <= env().job_undo_mb_max * _MIB:
            break
        chosen.append(job.pk)
        size -= job.former_bytes
    return chosen


@transaction.atomic
def _drop(job_id: int) -> bool:
    """Have a job keep nothing any more, unless an undo goes by it now."""
    job = Job.objects.select_for_update().get(pk=job_id)
    if job.undos.filter(state__in=UNFINISHED).exists():
        return False
    job.keeps_former = False
    job.former_bytes = 0
    job.save(update_fields=["keeps_former", "former_bytes"])
    return True
