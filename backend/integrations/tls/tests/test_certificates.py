"""Certificates are read from servers as they are, whatever they are worth."""

import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from doubles.tls import tls_server
from integrations.tls.certificates import NotSeen, expiry_of, expiry_of_mail_server

NOW = datetime.now(tz=UTC).replace(microsecond=0)
TIMEOUT_S = 10.0


@pytest.mark.parametrize("days", [-3, 5])
def test_the_end_of_a_certificate_is_told_also_when_it_is_past(tmp_path: Path, days: int) -> None:
    end = NOW + timedelta(days=days)
    with tls_server(tmp_path, end) as port:
        found = expiry_of("127.0.0.1", port, timeout_s=TIMEOUT_S, allow_private=True)
    assert found == end


def test_a_mail_server_is_asked_for_tls(tmp_path: Path) -> None:
    end = NOW + timedelta(days=5)
    with tls_server(tmp_path, end, mail=True) as port:
        assert expiry_of_mail_server("127.0.0.1", port, timeout_s=TIMEOUT_S) == end


def test_private_addresses_are_not_reached_unless_they_may(tmp_path: Path) -> None:
    with tls_server(tmp_path, NOW) as port, pytest.raises(NotSeen, match="private"):
        expiry_of("127.0.0.1", port, timeout_s=TIMEOUT_S, allow_private=False)


def test_who_shows_none_is_not_seen() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        listener.settimeout(TIMEOUT_S)
        with pytest.raises(NotSeen):
            # It takes the connection and says nothing.
            expiry_of("127.0.0.1", port, timeout_s=0.3, allow_private=True)
    with pytest.raises(NotSeen):
        expiry_of("127.0.0.1", port, timeout_s=TIMEOUT_S, allow_private=True)
    with pytest.raises(NotSeen):
        expiry_of_mail_server("127.0.0.1", port, timeout_s=TIMEOUT_S)
