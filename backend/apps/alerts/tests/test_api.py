"""Channels, tests, the log and the bell, through the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.alerts.deliveries import attempt
from apps.alerts.models import AlertChannel
from apps.alerts.rounds import tell_changes
from apps.alerts.tests.conftest import changed, only, values
from apps.audit.models import AuditEntry
from apps.health.models import HealthChange, HealthMute
from apps.health.verdicts import CheckKey
from doubles.receiver import MailReceiver, WebhookReceiver
from doubles.world import ClientOf, SetEnv
from integrations.webhook.targets import is_public

pytestmark = pytest.mark.django_db
CHANNELS = "/api/v1/alerts/channels"
DELIVERIES = "/api/v1/alerts/deliveries"
BELL = "/api/v1/alerts/bell"


def made(client: Any, **changes: Any) -> dict[str, Any]:
    response = client.post(CHANNELS, values(**changes), format="json")
    assert response.status_code == 201, response.json()
    found: dict[str, Any] = response.json()
    return found


def test_the_secret_is_told_once_and_kept_encrypted(admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    created = made(client)
    assert created["secret"].startswith("whsec_")
    row = AlertChannel.objects.get()
    assert created["secret"] not in row.secret_sealed
    assert "hidden" not in row.url_sealed
    assert created["secret"] not in client.get(CHANNELS).content.decode()
    renewed = client.post(f"{CHANNELS}/{row.pk}/secret").json()["secret"]
    assert renewed != created["secret"]
    audited = str(list(AuditEntry.objects.values_list("after", flat=True)))
    assert "hidden" not in audited
    assert "whsec" not in audited
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == [
        "alert.channel_create",
        "alert.channel_secret",
    ]


def test_operators_see_channels_without_their_addresses(
    admin: User, operator: User, viewer: User, client_of: ClientOf
) -> None:
    made(client_of(admin))
    (shown,) = client_of(operator).get(CHANNELS).json()["items"]
    assert (shown["target"], shown["url"]) == ("hooks.example.org", None)
    assert client_of(operator).post(CHANNELS, values(), format="json").status_code == 403
    assert client_of(viewer).get(CHANNELS).status_code == 403
    assert client_of(admin).get(CHANNELS).json()["items"][0]["url"].endswith("/hidden")


def test_a_channel_is_changed_and_deleted(admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    one = f"{CHANNELS}/{made(client)['channel']['id']}"
    body = values(name="night", checks=["leader"], quiet_from="22:00", quiet_until="06:30")
    changed_to = client.put(one, body, format="json").json()
    assert changed_to == client.get(one).json()
    assert (changed_to["quiet_from"], changed_to["quiet_until"]) == ("22:00", "06:30")
    assert client.put(one, values(kind="email"), format="json").status_code == 409
    assert client.delete(one).status_code == 204
    assert client.get(one).status_code == 404
    assert AuditEntry.objects.filter(action="alert.channel_delete").count() == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"url": "ftp://example.org/"}, "url"),
        ({"url": "https://user:word@example.org/"}, "url"),
        ({"url": "https:///path"}, "url"),
        ({"url": "https://example.org/ x"}, "url"),
        ({"url": "https://example.org/#part"}, "url"),
        ({"url": None}, "url"),
        ({"verdicts": []}, "verdicts"),
        ({"verdicts": ["ok"]}, "verdicts.0"),
        ({"name": "two\nlines"}, "name"),
        ({"quiet_from": "22:00"}, "quiet_until"),
        ({"quiet_from": "22:00", "quiet_until": "22:00"}, "quiet_until"),
        ({"quiet_from": "24:00", "quiet_until": "06:00"}, "quiet_from"),
        ({"messages_per_hour_max": 0}, "messages_per_hour_max"),
        ({"kind": "email", "url": None, "recipients": ["ops@example.org"]}, "kind"),
        ({"kind": "email", "url": None}, "recipients"),
        ({"recipients": ["ops@example.org"]}, "recipients"),
    ],
)
def test_what_is_refused(
    changes: dict[str, Any], field: str, admin: User, client_of: ClientOf
) -> None:
    response = client_of(admin).post(CHANNELS, values(**changes), format="json")
    assert response.status_code == 400
    assert field in response.json()["fields"]


def test_a_name_is_taken_once(admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    made(client)
    assert client.post(CHANNELS, values(), format="json").status_code == 409


def test_a_test_answers_with_what_happened(
    admin: User, operator: User, client_of: ClientOf, receiver: WebhookReceiver
) -> None:
    created = made(client_of(admin), url=receiver.url, enabled=False)
    client = client_of(operator)
    test = f"{CHANNELS}/{created['channel']['id']}/test"
    first = client.post(test).json()
    assert (first["state"], first["status"], first["kind"]) == ("delivered", 200, "test")
    assert receiver.got[0].signed_with(created["secret"])
    receiver.status, receiver.answer = 403, b"who are you?"
    second = client.post(test).json()
    assert (second["state"], second["next_at"]) == ("given_up", None)
    assert (second["error"], second["answer"]) == ("The receiver answered 403.", "who are you?")
    for _ in range(3):
        client.post(test)
    assert client.post(test).status_code == 429
    assert AuditEntry.objects.filter(action="alert.channel_test").count() == 5
    assert client.post(f"{CHANNELS}/4711/test").status_code == 404


def test_mail_is_tested(admin: User, client_of: ClientOf, mail: MailReceiver) -> None:
    client = client_of(admin)
    assert client.get(CHANNELS).json()["mail"] is True
    created = made(client, kind="email", url=None, recipients=["ops@example.org"])
    assert created["secret"] is None
    test = client.post(f"{CHANNELS}/{created['channel']['id']}/test").json()
    assert test["state"] == "delivered"
    assert "asked for by admin" in mail.got[0]["Subject"]


def test_the_log_is_paged_and_filtered(
    admin: User, client_of: ClientOf, receiver: WebhookReceiver
) -> None:
    client = client_of(admin)
    channel_id = made(client, url=receiver.url)["channel"]["id"]
    for _ in range(3):
        client.post(f"{CHANNELS}/{channel_id}/test")
    receiver.status = 500
    client.post(f"{CHANNELS}/{channel_id}/test")
    page = client.get(f"{DELIVERIES}?limit=3").json()
    assert [row["state"] for row in page["items"]] == ["given_up", "delivered", "delivered"]
    rest = client.get(f"{DELIVERIES}?limit=3&cursor={page['next_cursor']}").json()
    assert (len(rest["items"]), rest["next_cursor"]) == (1, None)
    failed = client.get(f"{DELIVERIES}?state=given_up&channel={channel_id}").json()
    assert len(failed["items"]) == 1
    assert client.get(f"{DELIVERIES}?channel=4711").json()["items"] == []


def test_metrics_count_what_ended(
    admin: User, client_of: ClientOf, receiver: WebhookReceiver
) -> None:
    created = made(client_of(admin), url=receiver.url)
    changed("error")
    tell_changes()
    waiting = Client().get("/metrics").content.decode()
    assert "warren_platform_alerts_waiting 1.0" in waiting
    attempt(delivery_id=only().pk)
    text = Client().get("/metrics").content.decode()
    assert "warren_platform_alerts_waiting 0.0" in text
    assert 'warren_platform_alerts_total{kind="webhook",state="delivered"} 1.0' in text
    assert created["channel"]["name"] not in text


def test_the_bell_tells_each_check_once(viewer: User, client_of: ClientOf) -> None:
    User.objects.update(created_at=timezone.now() - timedelta(hours=1))
    client = client_of(viewer)
    assert client.get(BELL).json() == {"unread": 0, "up_to": 0, "items": []}
    changed("ok", before="unknown", key=CheckKey.LEADER)
    assert client.get(BELL).json()["items"] == []
    changed("error")
    changed("ok", before="error")
    changed("warning")
    shown = client.get(BELL).json()
    assert shown["unread"] == 1
    (notice,) = shown["items"]
    assert (notice["verdict"], notice["changes"], notice["unread"]) == ("warning", 3, True)
    assert notice["page"] == "/datanodes"
    assert client.post(f"{BELL}/read", {"up_to": shown["up_to"]}, format="json").status_code == 204
    after = client.get(BELL).json()
    assert (after["unread"], after["items"][0]["unread"]) == (0, False)
    client.post(f"{BELL}/read", {"up_to": 0}, format="json")
    assert client.get(BELL).json()["unread"] == 0
    ahead = client.post(f"{BELL}/read", {"up_to": shown["up_to"] + 1}, format="json")
    assert ahead.status_code == 400


def test_each_user_reads_for_himself(viewer: User, operator: User, client_of: ClientOf) -> None:
    User.objects.update(created_at=timezone.now() - timedelta(hours=1))
    up_to = changed("error").pk
    client_of(viewer).post(f"{BELL}/read", {"up_to": up_to}, format="json")
    assert client_of(viewer).get(BELL).json()["unread"] == 0
    assert client_of(operator).get(BELL).json()["unread"] == 1


def test_what_was_before_a_user_or_is_muted_is_no_news(viewer: User, client_of: ClientOf) -> None:
    changed("error")
    assert client_of(viewer).get(BELL).json()["unread"] == 0
    HealthChange.objects.update(at=timezone.now() + timedelta(seconds=1))
    assert client_of(viewer).get(BELL).json()["unread"] == 1
    now = timezone.now()
    HealthMute.objects.create(
        key="datanodes", reason="-", until=now + timedelta(hours=1), muted_by="a", muted_at=now
    )
    assert client_of(viewer).get(BELL).json()["items"] == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("10.0.0.7", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.7", False),
        ("64:ff9b::a00:7", False),
        ("2002:a00:7::1", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_settings_have_their_defaults(set_env: SetEnv, admin: User, client_of: ClientOf) -> None:
    assert client_of(admin).get(CHANNELS).json() == {"mail": False, "items": []}
