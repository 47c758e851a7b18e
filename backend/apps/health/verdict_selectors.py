"""Reads of what the checks found: rows that the workers write, so that all answers agree."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from apps.common.paging import NEWEST_FIRST, Order, Page, narrowed, ordered
from apps.health.checks import ALL
from apps.health.models import HealthChange, HealthFinding, HealthMute, HealthRound
from apps.health.verdicts import WORST_FIRST, CheckKey, Finding, Verdict, counted, error, ok
from apps.jobs.selectors import live_workers
from apps.visibility.sight import Sight

# Six rounds; a round in which namenodes hang takes longer than its interval.
STALE_AFTER = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Mute:
    """`reason` and `by` are None for those who don't see everything: texts may quote a path."""

    until: datetime
    reason: str | None
    by: str | None


@dataclass(frozen=True, slots=True)
class CheckState:
    """One check: its verdict, since when (None: not looked at), and what to do about it."""

    key: str
    title: str
    verdict: str
    reason: str
    since: datetime | None
    remedy: str
    page: str
    mute: Mute | None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdict of the whole is that of its worst check that is not muted."""

    verdict: str
    as_of: datetime | None
    errors: int
    warnings: int
    unknowns: int
    muted: int
    items: list[CheckState]


def verdicts(*, sight: Sight) -> Verdicts:
    """Every check as it was last looked at; unknown when that is too long ago."""
    now = timezone.now()
    looked_at = HealthRound.objects.values_list("looked_at", flat=True).first()
    mutes = {row.key: row for row in HealthMute.objects.filter(until__gt=now)}
    fresh = looked_at is not None and now - looked_at <= STALE_AFTER
    rows = {row.key: row for row in HealthFinding.objects.all()}
    items = [_workers(mutes, sight)]
    for check in ALL:
        row = rows.get(check.key)
        if row is None and fresh:
            # The question does not arise here.
            continue
        finding, since = _found(row, fresh=fresh)
        items.append(
            CheckState(
                key=check.key,
                title=check.title,
                verdict=finding.verdict,
                reason=finding.reason,
                since=since,
                remedy=check.remedy,
                page=check.page,
                mute=_mute(mutes.get(check.key), sight),
            )
        )
    return _whole(items, looked_at)


def _found(row: HealthFinding | None, *, fresh: bool) -> tuple[Finding, datetime | None]:
    if row is None:
        return Finding(Verdict.UNKNOWN, "No worker has looked at it yet."), None
    if not fresh:
        return Finding(Verdict.UNKNOWN, "No worker has looked at it lately."), None
    return Finding(Verdict(row.verdict), row.reason), row.since


def _workers(mutes: dict[str, HealthMute], sight: Sight) -> CheckState:
    """Judged here and now: workers can't tell that there are none."""
    alive = live_workers()
    if alive:
        found = ok(f"{counted(alive, 'worker is', 'workers are')} alive.")
    else:
        found = error("No worker is alive: no job goes on, and nothing is looked at.")
    return CheckState(
        key=CheckKey.WORKERS,
        title="Workers live",
        verdict=found.verdict,
        reason=found.reason,
        since=None,
        remedy="Start Warren's worker; see `make logs NAME=worker`.",
        page="/jobs",
        mute=_mute(mutes.get(CheckKey.WORKERS), sight),
    )


def _mute(row: HealthMute | None, sight: Sight) -> Mute | None:
    if row is None:
        return None
    if not sight.sees_all:
        return Mute(until=row.until, reason=None, by=None)
    return Mute(until=row.until, reason=row.reason, by=row.muted_by)


def _whole(items: list[CheckState], as_of: datetime | None) -> Verdicts:
    counting = [each.verdict for each in items if each.mute is None]
    worst = next((each for each in WORST_FIRST if each in counting), Verdict.OK)
    return Verdicts(
        verdict=worst,
        as_of=as_of,
        errors=counting.count(Verdict.ERROR),
        warnings=counting.count(Verdict.WARNING),
        unknowns=counting.count(Verdict.UNKNOWN),
        muted=len(items) - len(counting),
        items=items,
    )


def version() -> str:
    """A text that changes when a verdict or a mute does."""
    found = HealthFinding.objects.order_by("key").values_list("key", "verdict", "reason")
    mutes = HealthMute.objects.order_by("key").values_list("key", "until")
    return f"{list(found)}|{list(mutes)}"


def changes(
    *,
    key: str | None,
    verdict: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[HealthChange]:
    """Changes of verdicts, in an order, of all checks or of one."""
    rows = narrowed(HealthChange.objects.all(), key=key, verdict=verdict)
    return ordered(rows, order=order, cursor=cursor, limit=limit)
