"""Reads for those who follow the changes of verdicts, such as alerts."""

from dataclasses import dataclass

from django.utils import timezone

from apps.health.checks import ALL
from apps.health.models import HealthChange, HealthMute
from apps.health.rounds import CHANGES_KEPT_MAX


@dataclass(frozen=True, slots=True)
class CheckText:
    """What everybody is told about a check."""

    key: str
    title: str
    remedy: str
    page: str


def check_texts() -> dict[str, CheckText]:
    """Of every check that rounds make, by key."""
    return {check.key: CheckText(check.key, check.title, check.remedy, check.page) for check in ALL}


def last_change_id() -> int:
    """Id of the newest change; 0 when there was none yet."""
    newest = HealthChange.objects.order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0


def changes_after(change_id: int) -> list[HealthChange]:
    """All that are kept and newer, oldest first."""
    return list(HealthChange.objects.filter(pk__gt=change_id).order_by("pk")[:CHANGES_KEPT_MAX])


def newest_changes(limit: int) -> list[HealthChange]:
    """The newest first."""
    return list(HealthChange.objects.order_by("-pk")[:limit])


def muted_checks() -> frozenset[str]:
    """Keys of the checks that are muted now."""
    now = timezone.now()
    return frozenset(HealthMute.objects.filter(until__gt=now).values_list("key", flat=True))
