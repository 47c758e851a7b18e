"""What somebody asks for at the web process, and a worker has a namenode do, whose token may."""

from collections.abc import Callable
from datetime import timedelta
from enum import Enum, auto

import structlog
from django.db import models
from django.utils import timezone

from apps.common.acting import acting
from integrations.namenode import NamenodeProblem, NamenodeUnreachable

log = structlog.get_logger(__name__)

GIVEN_UP_AFTER = timedelta(minutes=5)
_SILENT = "No namenode answered."


class AskedChange(models.Model):
    """A change that was asked for, of whatever.

    done_at: when a namenode had taken it; failed_why: what the last attempt failed of.
    """

    actor = models.CharField(max_length=64)
    request_id = models.CharField(max_length=64, blank=True, default="")
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    failed_why = models.TextField(blank=True, default="")

    class Meta:
        abstract = True


class Attempt(Enum):
    """How an attempt ended. WAITS: no namenode answered, and it is not too late yet."""

    DONE = auto()
    FAILED = auto()
    WAITS = auto()


def attempt(change: AskedChange, tell: Callable[[], object]) -> Attempt:
    """Have a namenode take a change, in the name of who asked for it. Nothing is saved."""
    try:
        with acting(change.actor):
            tell()
    except NamenodeUnreachable:
        change.failed_why = _SILENT
        too_late = timezone.now() - change.asked_at > GIVEN_UP_AFTER
        return Attempt.FAILED if too_late else Attempt.WAITS
    except NamenodeProblem as error:
        log.warning("change_refused", what=change._meta.label, change=change.pk, code=error.code)
        change.failed_why = f"{error.title}. {error.detail}".strip()
        return Attempt.FAILED
    change.failed_why = ""
    change.done_at = timezone.now()
    return Attempt.DONE
