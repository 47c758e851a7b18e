"""Whose certificates are watched, and what is said of them."""

from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from apps.alerts.models import AlertChannel
from apps.alerts.sealing import seal
from apps.alerts.values import ChannelKind
from apps.health.checks import certificates
from apps.health.checks.certificates import Certificates, Server, servers_with_tls
from apps.health.readings import Readings
from apps.health.verdicts import Finding, error, ok, unknown, warning
from config.env import env
from doubles.tls import tls_server
from doubles.world import SetEnv
from integrations.tls.certificates import NotSeen

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def channel(name: str, url: str, *, enabled: bool = True) -> None:
    now = timezone.now()
    AlertChannel.objects.create(
        name=name,
        kind=ChannelKind.WEBHOOK,
        enabled=enabled,
        url_sealed=seal(url),
        verdicts=["error"],
        messages_per_hour_max=10,
        told_up_to=0,
        created_at=now,
        updated_at=now,
    )


def at(moment: datetime) -> Readings:
    read = Readings()
    read.now = moment
    return read


def test_nothing_is_said_where_nobody_speaks_tls(set_env: SetEnv) -> None:
    channel("plain", "http://hooks.example/x")
    assert Certificates().look(Readings()) is None


def test_who_is_watched(set_env: SetEnv) -> None:
    set_env(
        admin_urls="https://nn1.example,http://nn2.example:9870",
        tls_servers="console.example:8443",
        smtp_address="mail.example:587",
    )
    channel("one", "https://hooks.example/secret")
    channel("two", "https://hooks.example/other")
    channel("off", "https://off.example/x", enabled=False)
    assert servers_with_tls() == [
        Server("nn1.example:443", "nn1.example", 443),
        Server("console.example:8443", "console.example", 8443),
        Server("mail.example:587", "mail.example", 587, mail=True),
        # Their addresses may be secrets: they have no name.
        Server("a webhook's receiver", "hooks.example", 443, allow_private=False),
    ]


@pytest.mark.parametrize("address", ["console.example", ":443", "console.example:0"])
def test_an_address_without_a_port_is_refused(set_env: SetEnv, address: str) -> None:
    set_env(tls_servers=address)
    with pytest.raises(ValueError, match="is not HOST:PORT"):
        env()


def test_the_worst_certificate_decides(tmp_path: Path, set_env: SetEnv) -> None:
    now = timezone.now()
    with ExitStack() as stack:
        late, soon, well = (
            stack.enter_context(tls_server(tmp_path, now + days * DAY)) for days in (-1, 13, 15)
        )

        def judged(*ports: int) -> Finding | None:
            set_env(tls_servers=",".join(f"127.0.0.1:{port}" for port in ports))
            return Certificates().look(Readings())

        assert judged(well) == ok("None expires within 14 days.")
        assert judged(well, soon) == warning(
            f"1 certificate expires within 14 days: 127.0.0.1:{soon}."
        )
        assert judged(soon, late) == error(f"1 certificate has expired: 127.0.0.1:{late}.")


def test_servers_are_looked_at_a_few_at_a_time_and_seldom(
    set_env: SetEnv, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    ends: dict[str, datetime | None] = {"a": now + 99 * DAY, "b": now + 99 * DAY, "c": None}
    asked: list[str] = []

    def expiry(host: str, port: int, *, timeout_s: float, allow_private: bool) -> datetime:
        asked.append(host)
        if (end := ends[host]) is None:
            raise NotSeen("It is down")
        return end

    monkeypatch.setattr(certificates, "expiry_of", expiry)
    set_env(tls_servers="a:443,b:443,c:443")
    check = Certificates()
    assert check.look(at(now)) == unknown("Not all certificates have been looked at yet.")
    assert asked == ["a", "b"]
    assert check.look(at(now)) == unknown("1 server shows no certificate: c:443.")
    assert check.look(at(now)) == unknown("1 server shows no certificate: c:443.")
    assert asked == ["a", "b", "c"]
    # Who failed is asked again soon, the others later.
    ends["c"] = now + 99 * DAY
    assert check.look(at(now + timedelta(minutes=6))) == ok("None expires within 14 days.")
    assert asked == ["a", "b", "c", "c"]
    # What was seen holds while a server is down for a while.
    ends["a"] = None
    assert check.look(at(now + timedelta(minutes=61))) == ok("None expires within 14 days.")
    assert asked[4:] == ["a", "b"]
    assert check.look(at(now + 90 * DAY)) == warning(
        "3 certificates expire within 14 days: a:443, b:443, c:443."
    )
