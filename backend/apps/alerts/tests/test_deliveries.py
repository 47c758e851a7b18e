"""How messages arrive: signed, tried again, and at least once."""

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.alerts import deliveries
from apps.alerts.deliveries import RETRY_AFTER_S, attempt, wake_due
from apps.alerts.models import AlertChannel, AlertDelivery
from apps.alerts.rounds import tell_changes
from apps.alerts.senders import Outcome, send
from apps.alerts.tests.conftest import changed, channel, only
from doubles.receiver import MailReceiver, WebhookReceiver
from doubles.world import SetEnv

pytestmark = pytest.mark.django_db


def queued(**values: Any) -> tuple[AlertDelivery, str]:
    """A delivery that is due, and its channel's secret."""
    _, secret = channel(**values)
    changed("error")
    assert tell_changes() == 1
    return only(), secret


def due() -> None:
    """As if the wait for the next attempt were over, and the lease of a dead worker too."""
    past = timezone.now() - timedelta(seconds=1)
    AlertDelivery.objects.update(next_at=past)
    AlertDelivery.objects.exclude(lease_expires_at=None).update(lease_expires_at=past)


def test_a_webhook_is_signed(receiver: WebhookReceiver) -> None:
    delivery, secret = queued(url=receiver.url)
    assert attempt(delivery_id=delivery.pk) is not None
    (got,) = receiver.got
    assert got.path == "/hook?key=hidden"
    assert got.headers["webhook-id"] == delivery.message_id
    assert got.signed_with(secret)
    assert abs(int(got.headers["webhook-timestamp"]) - timezone.now().timestamp()) < 10
    body = json.loads(got.body)
    assert body["type"] == "health.changed"
    assert body["checks"][0]["check"] == "datanodes"
    assert "ERROR: Datanodes live" in body["text"]
    row = only()
    assert (row.state, row.status, row.answer, row.attempts) == ("delivered", 200, "thanks", 1)
    got.body += b" "
    assert not got.signed_with(secret)


def test_what_was_delivered_is_not_sent_again(receiver: WebhookReceiver) -> None:
    delivery, _ = queued(url=receiver.url)
    attempt(delivery_id=delivery.pk)
    due()
    assert attempt(delivery_id=delivery.pk) is None
    assert len(receiver.got) == 1


def test_failures_are_tried_again_and_given_up(receiver: WebhookReceiver) -> None:
    delivery, _ = queued(url=receiver.url)
    receiver.status, receiver.answer = 500, b"x" * 2_000
    waits = []
    for _ in RETRY_AFTER_S:
        done = attempt(delivery_id=delivery.pk)
        assert done is not None
        assert done.attempted_at is not None
        assert done.next_at is not None
        waits.append(round((done.next_at - done.attempted_at).total_seconds()))
        assert attempt(delivery_id=delivery.pk) is None
        due()
    assert tuple(waits) == RETRY_AFTER_S
    attempt(delivery_id=delivery.pk)
    row = only()
    assert (row.state, row.attempts, row.next_at) == ("given_up", len(RETRY_AFTER_S) + 1, None)
    assert row.error == "The receiver answered 500."
    assert len(row.answer) == 500
    assert {got.headers["webhook-id"] for got in receiver.got} == {delivery.message_id}


def test_it_arrives_when_the_receiver_is_back(receiver: WebhookReceiver) -> None:
    delivery, _ = queued(url=receiver.url)
    receiver.status = 503
    attempt(delivery_id=delivery.pk)
    receiver.status = 204
    receiver.answer = b""
    due()
    attempt(delivery_id=delivery.pk)
    assert (only().state, only().attempts, only().error) == ("delivered", 2, "")


def test_gone_is_gone(receiver: WebhookReceiver) -> None:
    delivery, _ = queued(url=receiver.url)
    receiver.status = 410
    attempt(delivery_id=delivery.pk)
    assert only().state == "given_up"


def test_redirects_are_not_followed(receiver: WebhookReceiver) -> None:
    delivery, _ = queued(url=receiver.url)
    receiver.status, receiver.headers = 302, {"Location": receiver.url}
    attempt(delivery_id=delivery.pk)
    assert only().error == "The receiver answered 302."
    assert len(receiver.got) == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0"])
def test_private_addresses_are_not_reached(
    host: str, receiver: WebhookReceiver, set_env: SetEnv
) -> None:
    set_env(alert_private_addresses=False)
    delivery, _ = queued(url=f"http://{host}:{receiver.port}/")
    attempt(delivery_id=delivery.pk)
    assert only().error == "The name leads to a private address."
    assert receiver.got == []


def test_one_attempt_at_a_time(receiver: WebhookReceiver, monkeypatch: pytest.MonkeyPatch) -> None:
    delivery, _ = queued(url=receiver.url)

    def meanwhile(row: AlertDelivery) -> Outcome:
        assert attempt(delivery_id=row.pk) is None
        return Outcome(status=200)

    monkeypatch.setattr(deliveries, "send", meanwhile)
    assert attempt(delivery_id=delivery.pk) is not None


def test_a_worker_that_died_after_sending_doubles_only_the_id(
    receiver: WebhookReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the sending and the writing: the lease stays, and runs out."""
    delivery, secret = queued(url=receiver.url)

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(deliveries, "_finish", die)
        with pytest.raises(Killed):
            attempt(delivery_id=delivery.pk)
    assert attempt(delivery_id=delivery.pk) is None
    due()
    assert attempt(delivery_id=delivery.pk) is not None
    assert [got.headers["webhook-id"] for got in receiver.got] == [delivery.message_id] * 2
    assert all(got.signed_with(secret) for got in receiver.got)
    assert (only().state, only().attempts) == ("delivered", 1)


def test_a_late_worker_does_not_write_over_the_next_one(
    receiver: WebhookReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery, _ = queued(url=receiver.url)

    def slow(row: AlertDelivery) -> Outcome:
        monkeypatch.setattr(deliveries, "send", send)
        due()
        assert attempt(delivery_id=row.pk) is not None
        return Outcome(error="Too late.")

    monkeypatch.setattr(deliveries, "send", slow)
    assert attempt(delivery_id=delivery.pk) is None
    assert (only().state, only().error) == ("delivered", "")


def test_a_receiver_that_does_not_answer(
    receiver: WebhookReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.alerts.senders.SEND_TIMEOUT_S", 0.3)
    delivery, _ = queued(url=receiver.url)
    receiver.hold = threading.Event()
    attempt(delivery_id=delivery.pk)
    receiver.hold.set()
    assert only().error == "No answer within 0.3 s."
    assert only().state == "queued"


def test_a_fault_of_ours_is_an_attempt_too(monkeypatch: pytest.MonkeyPatch) -> None:
    delivery, _ = queued()
    monkeypatch.setattr(deliveries, "send", lambda _: json.loads("no"))
    attempt(delivery_id=delivery.pk)
    assert only().error == "The platform failed to send it; its log says why."
    assert only().attempts == 1


def test_a_channel_that_was_switched_off_sends_nothing(receiver: WebhookReceiver) -> None:
    delivery, _ = queued(url=receiver.url)
    AlertChannel.objects.update(enabled=False)
    attempt(delivery_id=delivery.pk)
    assert (only().state, only().error) == ("given_up", "The channel is switched off.")
    assert receiver.got == []


def test_another_key_of_the_platform_is_said(receiver: WebhookReceiver, settings: Any) -> None:
    delivery, _ = queued(url=receiver.url)
    settings.SECRET_KEY = "another key"
    attempt(delivery_id=delivery.pk)
    assert only().state == "given_up"
    assert only().error.startswith("The platform's key has changed")


def test_what_nobody_was_woken_for_is_found(woken: list[int]) -> None:
    delivery, _ = queued()
    assert wake_due() == 0
    AlertDelivery.objects.update(woken_at=timezone.now() - timedelta(seconds=31))
    assert wake_due() == 1
    assert woken == [delivery.pk]


def test_mail_arrives(mail: MailReceiver) -> None:
    delivery, _ = queued(kind="email", url=None, recipients=["ops@example.org", "ada@example.org"])
    attempt(delivery_id=delivery.pk)
    assert (only().state, only().error) == ("delivered", "")
    (got,) = mail.got
    assert mail.recipients == [["ops@example.org", "ada@example.org"]]
    assert got["Subject"] == "Warren: 1 error: Datanodes live"
    assert got["From"] == "warren@example.org"
    assert got["Message-ID"] == f"<{delivery.message_id}@example.org>"
    body = got.get_payload(decode=True)
    assert isinstance(body, bytes)
    assert b"ERROR: Datanodes live" in body


def test_mail_that_is_refused_is_tried_again(mail: MailReceiver) -> None:
    delivery, _ = queued(kind="email", url=None, recipients=["ops@example.org"])
    mail.refusal = "451 greylisted"
    attempt(delivery_id=delivery.pk)
    row = only()
    assert (row.state, row.status) == ("queued", 451)
    assert row.answer == "greylisted"
    mail.refusal = None
    due()
    attempt(delivery_id=delivery.pk)
    assert only().state == "delivered"


def test_a_mail_server_that_is_away(mail: MailReceiver, set_env: SetEnv) -> None:
    delivery, _ = queued(kind="email", url=None, recipients=["ops@example.org"])
    set_env(smtp_address="127.0.0.1:1")
    attempt(delivery_id=delivery.pk)
    assert only().state == "queued"
    assert only().error.startswith("The mail server was not reached")
