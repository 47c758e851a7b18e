"""Which messages are made of changed verdicts."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from apps.alerts import rounds
from apps.alerts.channels import channel_update
from apps.alerts.models import AlertChannel, AlertDelivery
from apps.alerts.quiet import clock_of, is_quiet
from apps.alerts.rounds import tell_changes
from apps.alerts.tests.conftest import ADA, changed, channel, only, values
from apps.health import rounds as health_rounds
from apps.health.models import HealthChange, HealthMute
from apps.health.verdicts import CheckKey, Verdict, error, ok

pytestmark = pytest.mark.django_db


def test_a_change_is_told_once(
    woken: list[int], django_capture_on_commit_callbacks: object
) -> None:
    channel()
    changed("error")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        assert tell_changes() == 1
    assert tell_changes() == 0
    delivery = only()
    assert woken == [delivery.pk]
    assert delivery.summary == "1 error: Datanodes live"
    (entry,) = delivery.content
    assert entry["verdict"] == "error"
    assert entry["reason"] == "b died"
    assert entry["remedy"]


def test_what_was_before_the_channel_is_not_told() -> None:
    changed("error")
    channel()
    assert tell_changes() == 0


def test_what_changes_together_is_one_message() -> None:
    channel()
    changed("error")
    changed("warning", key=CheckKey.DISK_SPACE)
    assert tell_changes() == 1
    assert only().summary == "1 error, 1 warning: Datanodes live, Disks have room"


def test_a_group_is_waited_for() -> None:
    channel()
    changed("error")
    HealthChange.objects.update(at=timezone.now())
    assert tell_changes() == 0
    HealthChange.objects.update(at=timezone.now() - timedelta(seconds=16))
    assert tell_changes() == 1


def test_that_it_is_well_again_is_told_to_those_who_were_told() -> None:
    row, _ = channel()
    changed("ok", before="unknown")
    assert tell_changes() == 0
    changed("error")
    tell_changes()
    row.refresh_from_db()
    assert row.open == {"datanodes": "error"}
    changed("unknown", before="error")
    changed("ok", before="unknown")
    assert tell_changes() == 1
    row.refresh_from_db()
    assert row.open == {}
    latest = AlertDelivery.objects.latest("pk")
    assert latest.summary == "1 resolved: Datanodes live"
    assert latest.content[0]["changes"] == 2


def test_only_chosen_verdicts_and_checks_are_told() -> None:
    channel(verdicts=["error"], checks=["disk_space"])
    changed("error")
    changed("warning", key=CheckKey.DISK_SPACE)
    assert tell_changes() == 0
    changed("error", key=CheckKey.DISK_SPACE)
    assert tell_changes() == 1


def test_muted_checks_are_silent() -> None:
    channel()
    HealthMute.objects.create(
        key=CheckKey.DATANODES,
        reason="on order",
        until=timezone.now() + timedelta(hours=1),
        muted_by="ada",
        muted_at=timezone.now(),
    )
    changed("error")
    assert tell_changes() == 0
    HealthMute.objects.all().delete()
    # It was silenced, not put off.
    assert tell_changes() == 0


def test_a_storm_makes_few_messages_and_loses_no_last_verdict() -> None:
    row, _ = channel(messages_per_hour_max=3)
    for number in range(1_000):
        verdict = ("error", "ok")[number % 2]
        changed(verdict, before=("ok", "error")[number % 2], key=list(CheckKey)[number // 2 % 20])
        if number % 10 == 0:
            tell_changes()
    assert AlertDelivery.objects.count() == 3
    row.refresh_from_db()
    assert row.told_up_to < HealthChange.objects.latest("pk").pk
    AlertDelivery.objects.update(created_at=timezone.now() - timedelta(hours=2))
    assert tell_changes() == 1
    summary = AlertDelivery.objects.latest("pk")
    assert len(summary.content) == 20
    assert sum(each["changes"] for each in summary.content) > 900
    assert len(summary.summary) <= 200


def test_quiet_hours_hold_everything_back_until_they_end(monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime.now(UTC)
    minute = now.hour * 60 + now.minute
    start, end = (minute - 10) % 1440, (minute + 10) % 1440
    channel(quiet_from=clock_of(start), quiet_until=clock_of(end))
    changed("error")
    changed("ok", before="error")
    assert tell_changes() == 0
    AlertChannel.objects.update(quiet_from_min=None, quiet_until_min=None)
    assert tell_changes() == 1
    assert only().content[0]["worst"] == "error"
    assert only().content[0]["verdict"] == "ok"


@pytest.mark.parametrize(
    ("hour", "quiet"), [(21, False), (22, True), (23, True), (0, True), (5, True), (6, False)]
)
def test_quiet_hours_may_go_over_midnight(hour: int, quiet: bool) -> None:
    at = datetime(2026, 11, 23, hour, 0, tzinfo=UTC)
    assert is_quiet(at, from_min=22 * 60, until_min=6 * 60) is quiet
    assert is_quiet(at, from_min=6 * 60, until_min=22 * 60) is not quiet


def test_a_channel_that_is_off_does_not_save_up() -> None:
    row, _ = channel(enabled=False)
    changed("error")
    assert tell_changes() == 0
    channel_update(actor=ADA, channel_id=row.pk, values=values())
    assert tell_changes() == 0


def test_the_log_is_bounded_and_keeps_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "DELIVERIES_KEPT_MAX", 2)
    channel(messages_per_hour_max=60)
    for state in ("queued", "delivered", "delivered", "delivered"):
        changed("error")
        tell_changes()
        AlertDelivery.objects.filter(pk=AlertDelivery.objects.latest("pk").pk).update(state=state)
    assert [row.state for row in AlertDelivery.objects.order_by("pk")] == [
        "queued",
        "delivered",
        "delivered",
    ]


def test_changes_of_real_rounds_are_followed() -> None:
    channel()
    at = timezone.now() - timedelta(minutes=2)
    health_rounds.keep({CheckKey.LEADER: ok("nn1 leads.")}, at=at)
    health_rounds.keep({CheckKey.LEADER: error("Nobody leads.")}, at=at + timedelta(seconds=10))
    assert tell_changes() == 1
    (entry,) = only().content
    assert (entry["before"], entry["verdict"]) == (Verdict.UNKNOWN, Verdict.ERROR)
    assert entry["reason"] == "Nobody leads."
