"""What the tests of alerts share."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.alerts import wake
from apps.alerts.channels import channel_create
from apps.alerts.models import AlertChannel, AlertDelivery
from apps.common.actor import Actor
from apps.common.rights import EVERYTHING
from apps.health.models import HealthChange
from apps.health.verdicts import CheckKey, Verdict
from doubles.receiver import MailReceiver, WebhookReceiver
from doubles.world import SetEnv

ADA = Actor(name="ada", user_id=None, hdfs_user="ada", rights=EVERYTHING)
AGO = timedelta(minutes=1)


@pytest.fixture
def receiver(set_env: SetEnv) -> Iterator[WebhookReceiver]:
    set_env(alert_private_addresses=True)
    double = WebhookReceiver()
    yield double
    double.close()


@pytest.fixture
def mail(set_env: SetEnv) -> Iterator[MailReceiver]:
    double = MailReceiver()
    set_env(smtp_address=double.address, smtp_security="none", mail_from="warren@example.org")
    yield double
    double.close()


@pytest.fixture(autouse=True)
def woken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Deliveries that a worker was asked to make."""
    asked: list[int] = []
    monkeypatch.setattr(wake, "delivery", asked.append)
    return asked


@pytest.fixture
def actor(admin: User) -> Actor:
    return Actor(
        name=admin.username, user_id=admin.pk, hdfs_user=admin.hdfs_user, rights=EVERYTHING
    )


def values(**changed: Any) -> dict[str, Any]:
    """A webhook's settings, as the serializer gives them."""
    return {
        "name": "ops",
        "kind": "webhook",
        "enabled": True,
        "url": "https://hooks.example.org/hidden",
        "recipients": [],
        "verdicts": ["error", "warning"],
        "checks": [],
        "quiet_from": None,
        "quiet_until": None,
        "messages_per_hour_max": 12,
        **changed,
    }


Channel = Callable[..., tuple[AlertChannel, str]]


def channel(**changed: Any) -> tuple[AlertChannel, str]:
    """A channel, and its secret."""
    row, secret = channel_create(actor=ADA, values=values(**changed))
    return row, secret or ""


def changed(
    verdict: str, *, key: str = CheckKey.DATANODES, before: str = Verdict.OK, reason: str = "b died"
) -> HealthChange:
    """A verdict that changed a minute ago."""
    return HealthChange.objects.create(
        key=key, at=timezone.now() - AGO, before=before, verdict=verdict, reason=reason
    )


def only() -> AlertDelivery:
    return AlertDelivery.objects.select_related("channel").get()
