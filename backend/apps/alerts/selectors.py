"""Reads of channels and of the log of deliveries."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from apps.alerts.channels import target_of
from apps.alerts.models import AlertChannel, AlertDelivery, AlertsSeen, AlertTally
from apps.alerts.quiet import clock_of
from apps.alerts.sealing import Unreadable, unseal
from apps.alerts.values import DeliveryState
from apps.common.paging import NEWEST_FIRST, Order, Page, narrowed, ordered
from apps.common.problems import NotFound
from apps.health import change_selectors as health
from config.env import env

_NEWEST = 50


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel as it is shown. `url` is None for e-mail, and for who may not change channels."""

    id: int
    name: str
    kind: str
    enabled: bool
    target: str
    url: str | None
    recipients: list[str]
    verdicts: list[str]
    checks: list[str]
    quiet_from: str | None
    quiet_until: str | None
    messages_per_hour_max: int
    created_at: datetime
    updated_at: datetime
    etag: str


@dataclass(frozen=True, slots=True)
class Channels:
    """`mail`: whether this platform can send e-mail."""

    mail: bool
    items: list[Channel]


def channels(*, with_urls: bool) -> Channels:
    """All channels by name."""
    rows = AlertChannel.objects.order_by("name")
    return Channels(
        mail=env().smtp_address is not None,
        items=[shown(row, with_url=with_urls) for row in rows],
    )


def channel(*, channel_id: int, with_url: bool) -> Channel:
    """One channel. NotFound."""
    row = AlertChannel.objects.filter(pk=channel_id).first()
    if row is None:
        raise NotFound("No such channel", facts={"channel_id": channel_id})
    return shown(row, with_url=with_url)


def shown(row: AlertChannel, *, with_url: bool) -> Channel:
    return Channel(
        id=row.pk,
        name=row.name,
        kind=row.kind,
        enabled=row.enabled,
        target=target_of(row),
        url=_url(row) if with_url else None,
        recipients=row.recipients,
        verdicts=row.verdicts,
        checks=row.checks,
        quiet_from=None if row.quiet_from_min is None else clock_of(row.quiet_from_min),
        quiet_until=None if row.quiet_until_min is None else clock_of(row.quiet_until_min),
        messages_per_hour_max=row.messages_per_hour_max,
        created_at=row.created_at,
        updated_at=row.updated_at,
        etag=row.etag,
    )


def _url(row: AlertChannel) -> str | None:
    try:
        return unseal(row.url_sealed) if row.url_sealed else None
    except Unreadable:
        return None


def deliveries(
    *,
    channel_id: int | None,
    state: str | None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[AlertDelivery]:
    """The log, in an order, of one channel or all, in one state or all."""
    rows = AlertDelivery.objects.select_related("channel")
    return ordered(
        narrowed(rows, channel_id=channel_id, state=state), order=order, cursor=cursor, limit=limit
    )


def version() -> str:
    """A text that changes when a bell does: news, and what users have read of them."""
    read = AlertsSeen.objects.aggregate(read=Sum("change_id"))["read"]
    muted = sorted(health.muted_checks())
    return f"{health.last_change_id()}|{read}|{muted}"


def deliveries_version() -> str:
    """A text that changes with the first page of the log."""
    newest = AlertDelivery.objects.order_by("-pk").values_list("pk", "state", "attempts")
    return str(list(newest[:_NEWEST]))


def waiting() -> int:
    """Deliveries that are still to be made."""
    return AlertDelivery.objects.filter(state=DeliveryState.QUEUED).count()


def ended() -> dict[tuple[str, str], int]:
    """How many deliveries ended since ever, by the channel's kind and the state."""
    return {(row.kind, row.state): row.count for row in AlertTally.objects.all()}
