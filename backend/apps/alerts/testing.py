"""The test of a channel: one message, sent at once, and what became of it."""

import uuid
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from apps.alerts.deliveries import attempt_once
from apps.alerts.models import AlertChannel, AlertDelivery
from apps.alerts.values import DeliveryKind, DeliveryState
from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import NotFound, TooManyRequests
from apps.common.rights import Permission, require

TESTS_MAX = 5
_WINDOW = timedelta(minutes=1)


def channel_test(*, actor: Actor, channel_id: int) -> AlertDelivery:
    """Send a test message, once, also when the channel is off or quiet.

    NotFound; TooManyRequests after five in a minute.
    """
    require(actor, Permission.ALERTS)
    now = timezone.now()
    with transaction.atomic():
        channel = AlertChannel.objects.select_for_update().filter(pk=channel_id).first()
        if channel is None:
            raise NotFound("No such channel", facts={"channel_id": channel_id})
        tests = channel.deliveries.filter(kind=DeliveryKind.TEST, created_at__gt=now - _WINDOW)
        if tests.count() >= TESTS_MAX:
            raise TooManyRequests(
                "This channel was tested often a moment ago",
                detail="Wait a minute.",
                facts={"tests_max": TESTS_MAX, "window_s": int(_WINDOW.total_seconds())},
                retry_after_s=int(_WINDOW.total_seconds()),
            )
        delivery = AlertDelivery.objects.create(
            channel=channel,
            message_id=f"msg_{uuid.uuid4().hex}",
            kind=DeliveryKind.TEST,
            state=DeliveryState.QUEUED,
            summary=f"Test of the channel {channel.name}, asked for by {actor.name}",
            content=[],
            created_at=now,
            next_at=now,
            woken_at=now,
        )
        audit_record(
            actor=actor,
            action="alert.channel_test",
            outcome=Outcome.ACCEPTED,
            after={"id": channel.pk, "name": channel.name, "message_id": delivery.message_id},
        )
    # Outside of the transaction: a receiver may take its time.
    return attempt_once(delivery_id=delivery.pk)
