"""Makes messages of changed verdicts: for each change and channel exactly once.

Each channel's row says up to which change it was told. It moves in the transaction that writes the
delivery. What must wait (for the rest of a group, for the end of quiet hours, for the next free
place of the hour) simply stays behind that mark, and comes in one message later.
"""

import uuid
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from apps.alerts import wake
from apps.alerts.models import AlertChannel, AlertDelivery
from apps.alerts.notices import Entry, summary_of, told
from apps.alerts.quiet import is_quiet
from apps.alerts.values import DeliveryKind, DeliveryState
from apps.health import change_selectors as health
from config.env import env

log = structlog.get_logger(__name__)

DELIVERIES_KEPT_MAX = 10_000
_HOUR = timedelta(hours=1)


def tell_changes() -> int:
    """Write the deliveries that are due, for every channel; how many."""
    newest = health.last_change_id()
    behind = AlertChannel.objects.filter(enabled=True, told_up_to__lt=newest)
    made = 0
    for channel_id in behind.order_by("pk").values_list("pk", flat=True):
        made += _tell(channel_id)
    if made:
        _trim()
    return made


@transaction.atomic
def _tell(channel_id: int) -> bool:
    """One channel, under its row's lock: workers that come at the same time find it told."""
    now = timezone.now()
    channel = AlertChannel.objects.select_for_update().filter(pk=channel_id, enabled=True).first()
    if channel is None or _must_wait(channel, now):
        return False
    changes = health.changes_after(channel.told_up_to)
    if not changes or now - changes[0].at < timedelta(seconds=env().alert_group_s):
        return False
    news = told(
        changes,
        verdicts=channel.verdicts,
        checks=channel.checks,
        muted=health.muted_checks(),
        already=channel.open,
        texts=health.check_texts(),
    )
    channel.told_up_to = changes[-1].pk
    channel.open = news.open
    channel.save(update_fields=["told_up_to", "open"])
    if not news.entries:
        return False
    delivery = delivery_of(channel, news.entries, now)
    transaction.on_commit(partial(wake.delivery, delivery.pk))
    return True


def _must_wait(channel: AlertChannel, now: datetime) -> bool:
    if is_quiet(now, from_min=channel.quiet_from_min, until_min=channel.quiet_until_min):
        return True
    sent = channel.deliveries.filter(kind=DeliveryKind.NOTICE, created_at__gt=now - _HOUR)
    return sent.count() >= channel.messages_per_hour_max


def delivery_of(channel: AlertChannel, entries: list[Entry], now: datetime) -> AlertDelivery:
    """The row of a message that is to be sent at once."""
    content: list[dict[str, Any]] = [each.plain() for each in entries]
    return AlertDelivery.objects.create(
        channel=channel,
        message_id=f"msg_{uuid.uuid4().hex}",
        kind=DeliveryKind.NOTICE,
        state=DeliveryState.QUEUED,
        summary=summary_of(entries),
        content=content,
        created_at=now,
        next_at=now,
        woken_at=now,
    )


def _trim() -> None:
    """Drop the oldest of the log; what is still to be sent stays."""
    newest_first = AlertDelivery.objects.order_by("-pk").values_list("pk", flat=True)
    surplus = list(newest_first[DELIVERIES_KEPT_MAX : DELIVERIES_KEPT_MAX + 1])
    if surplus:
        old = AlertDelivery.objects.filter(pk__lte=surplus[0])
        old.exclude(state=DeliveryState.QUEUED).delete()
