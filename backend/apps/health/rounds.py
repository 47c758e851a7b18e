"""A round: every check is made, and what changed is written down."""

from collections.abc import Set
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction
from django.utils import timezone

from apps.common.problems import Problem
from apps.health.checks import ALL, Check
from apps.health.models import HealthChange, HealthFinding, HealthMute, HealthRound
from apps.health.readings import Readings
from apps.health.verdicts import Finding, Verdict, unknown

log = structlog.get_logger(__name__)

INTERVAL = timedelta(seconds=10)
# Workers' timers are not exact: without it every other round would be left out.
_SLACK = timedelta(seconds=1)
CHANGES_KEPT_MAX = 10_000
_ROUND_ID = 1
# What every check of the namenodes finds while none answers; that none does, one of them says.
_NO_NAMENODE: Final = "namenode_unavailable"
_SILENT: Final = unknown("No namenode answers.")
_LONG_AGO = datetime(2000, 1, 1, tzinfo=timezone.get_default_timezone())


def round_of_checks() -> bool:
    """Make all checks, unless another worker did so a moment ago; whether they were made."""
    if not _claimed():
        return False
    read = Readings()
    found: dict[str, Finding] = {}
    for check in ALL:
        if (finding := looked(check, read)) is not None:
            found[check.key] = finding
    silent = {key for key, finding in found.items() if finding == _SILENT}
    keep(found, at=timezone.now(), untold=silent)
    return True


def looked(check: Check, read: Readings) -> Finding | None:
    """What the check finds. A source that does not answer makes it unknown, and no worse."""
    try:
        return check.look(read)
    except Problem as problem:
        return _SILENT if problem.code == _NO_NAMENODE else unknown(f"{problem.title}.")
    except Exception:
        # One check's fault must not hide what the others found.
        log.exception("health_check_failed", check=str(check.key))
        return unknown("The check itself failed; the worker's log says why.")


def _claimed() -> bool:
    now = timezone.now()
    HealthRound.objects.get_or_create(pk=_ROUND_ID, defaults={"claimed_at": _LONG_AGO})
    due = HealthRound.objects.filter(pk=_ROUND_ID, claimed_at__lte=now - INTERVAL + _SLACK)
    return due.update(claimed_at=now) == 1


@transaction.atomic
def keep(found: dict[str, Finding], *, at: datetime, untold: Set[str] = frozenset()) -> None:
    """Write what changed since the last round: in quiet times one row.

    untold: checks whose verdict is no change to tell of, because another one tells why it is so.
    What they find afterwards is one if it is not what was told of them last.
    """
    rows = {row.key: row for row in HealthFinding.objects.select_for_update()}
    changed = False
    for key, finding in found.items():
        row = rows.pop(key, None)
        if row is not None and (row.verdict, row.reason) == (finding.verdict, finding.reason):
            continue
        before = Verdict.UNKNOWN if row is None else Verdict(row.verdict)
        HealthFinding.objects.update_or_create(
            key=key,
            defaults={
                "verdict": finding.verdict,
                "reason": finding.reason,
                "since": row.since if row is not None and before == finding.verdict else at,
            },
        )
        if before == finding.verdict or key in untold:
            continue
        told = _told_last(key) or before
        if told != finding.verdict:
            changed = True
            HealthChange.objects.create(
                key=key,
                at=at,
                before=told,
                verdict=finding.verdict,
                reason=finding.reason,
            )
    HealthFinding.objects.filter(pk__in=rows).delete()
    if changed:
        _trim()
    HealthMute.objects.filter(until__lte=at).delete()
    HealthRound.objects.filter(pk=_ROUND_ID).update(looked_at=at)


def _told_last(key: str) -> Verdict | None:
    """The verdict that the last change of a check told; None where none is kept."""
    told = HealthChange.objects.filter(key=key).order_by("-pk").values_list("verdict", flat=True)
    last = told.first()
    return None if last is None else Verdict(last)


def _trim() -> None:
    oldest = HealthChange.objects.order_by("-pk").values_list("pk", flat=True)
    surplus = list(oldest[CHANGES_KEPT_MAX : CHANGES_KEPT_MAX + 1])
    if surplus:
        HealthChange.objects.filter(pk__lte=surplus[0]).delete()
