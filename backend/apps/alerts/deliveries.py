"""Attempts to deliver: each under a lease, written down when it is over.

The message leaves between two transactions. A worker that dies there leaves its lease behind; when
it has run out the message is sent again with the same id. So a message arrives at least once.
"""

import uuid
from dataclasses import dataclass, replace
from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from apps.alerts import wake
from apps.alerts.models import AlertDelivery, AlertTally
from apps.alerts.senders import SEND_TIMEOUT_S, Outcome, send
from apps.alerts.values import DeliveryKind, DeliveryState

log = structlog.get_logger(__name__)

# Waits after the first, second, … failure; after the last the delivery is given up.
RETRY_AFTER_S = (10, 30, 60, 300, 900, 3_600, 10_800)
_LEASE = timedelta(seconds=SEND_TIMEOUT_S * 4)
_WAKE_BATCH = 50
# What was woken a moment ago waits for its turn.
_WAKE_AGAIN_AFTER = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class _Leased:
    delivery: AlertDelivery
    token: str


def wake_due() -> int:
    """Wake a worker for each delivery that is due and that nobody tries; how many."""
    now = timezone.now()
    due = AlertDelivery.objects.filter(
        _free(),
        Q(woken_at__isnull=True) | Q(woken_at__lte=now - _WAKE_AGAIN_AFTER),
        state=DeliveryState.QUEUED,
        next_at__lte=now,
    )
    ids = list(due.order_by("next_at").values_list("pk", flat=True)[:_WAKE_BATCH])
    AlertDelivery.objects.filter(pk__in=ids).update(woken_at=now)
    for delivery_id in ids:
        wake.delivery(delivery_id)
    return len(ids)


def attempt(*, delivery_id: int) -> AlertDelivery | None:
    """Send it once and write down what happened. None: not due, or somebody else tries it."""
    leased = _leased(delivery_id)
    if leased is None:
        return None
    is_test = leased.delivery.kind == DeliveryKind.TEST
    if not (is_test or leased.delivery.channel.enabled):
        return _finish(leased, Outcome(error="The channel is switched off.", final=True))
    outcome = _sent(leased.delivery)
    # Who tests a channel waits for the answer: it is not tried again behind his back.
    return _finish(leased, replace(outcome, final=outcome.final or is_test))


def _sent(delivery: AlertDelivery) -> Outcome:
    try:
        return send(delivery)
    except Exception:
        # Without an outcome it would be sent again and again, as if the worker had died.
        log.exception("alert_send_failed", delivery_id=delivery.pk)
        return Outcome(error="The platform failed to send it; its log says why.")


def attempt_once(*, delivery_id: int) -> AlertDelivery:
    """As `attempt`, and the row as it is afterwards, whoever tried it."""
    done = attempt(delivery_id=delivery_id)
    return done or AlertDelivery.objects.select_related("channel").get(pk=delivery_id)


def _free() -> Q:
    return Q(lease_expires_at__isnull=True) | Q(lease_expires_at__lte=timezone.now())


def _leased(delivery_id: int) -> _Leased | None:
    now = timezone.now()
    token = uuid.uuid4().hex
    due = AlertDelivery.objects.filter(
        _free(), pk=delivery_id, state=DeliveryState.QUEUED, next_at__lte=now
    )
    if not due.update(lease_token=token, lease_expires_at=now + _LEASE):
        return None
    return _Leased(AlertDelivery.objects.select_related("channel").get(pk=delivery_id), token)


@transaction.atomic
def _finish(leased: _Leased, outcome: Outcome) -> AlertDelivery | None:
    """Write an attempt down. None when its lease ran out and another worker took over."""
    now = timezone.now()
    row = (
        AlertDelivery.objects.select_for_update()
        .filter(pk=leased.delivery.pk, lease_token=leased.token)
        .first()
    )
    if row is None:
        return None
    row.channel = leased.delivery.channel
    row.attempts += 1
    row.attempted_at = now
    row.status, row.answer, row.error = outcome.status, outcome.answer, outcome.error
    row.lease_token = row.lease_expires_at = row.woken_at = None
    if outcome.error and not outcome.final and row.attempts <= len(RETRY_AFTER_S):
        row.next_at = now + timedelta(seconds=RETRY_AFTER_S[row.attempts - 1])
    else:
        row.state = DeliveryState.GIVEN_UP if outcome.error else DeliveryState.DELIVERED
        row.next_at = None
        row.finished_at = now
        _count(leased.delivery.channel.kind, row.state)
        if outcome.error:
            log.warning("alert_given_up", delivery_id=row.pk, attempts=row.attempts)
    row.save()
    return row


def _count(kind: str, state: str) -> None:
    AlertTally.objects.get_or_create(kind=kind, state=state)
    AlertTally.objects.filter(kind=kind, state=state).update(count=F("count") + 1)
