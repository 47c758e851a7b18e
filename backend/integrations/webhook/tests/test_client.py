"""Signatures that others compute alike, and connections that stay within bounds."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from integrations.webhook.client import NotReached, post
from integrations.webhook.signing import new_secret, signature


def test_the_signature_is_that_of_the_specification() -> None:
    """The example that libraries for Standard Webhooks are tested with."""
    found = signature(
        secret="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        message_id="msg_p5jXN8AQM9LWM0D4loKWxJek",
        at_s=1614265330,
        body=b'{"test": 2432232314}',
    )
    assert found == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_secrets_differ_and_others_are_refused() -> None:
    assert new_secret() != new_secret()
    with pytest.raises(ValueError, match="Not a webhook secret"):
        signature(secret="whsec_!", message_id="msg_1", at_s=0, body=b"")


def test_one_private_address_among_others_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is asked for once, and nothing is connected to."""
    asked: list[str] = []

    def resolve(host: str, port: int, **_: object) -> list[object]:
        asked.append(host)
        return [(0, 0, 0, "", (each, port)) for each in ("93.184.216.34", "169.254.169.254")]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(NotReached, match="private address"):
        post("http://two.example/", body=b"", headers={}, timeout_s=1, allow_private=False)
    assert asked == ["two.example"]


@pytest.fixture
def trickle() -> Iterator[int]:
    """The port of a server that sends a byte of its answer's head every 50 ms, for ever."""
    server = socket.create_server(("127.0.0.1", 0))
    stopped = threading.Event()

    def serve() -> None:
        with suppress(OSError):
            client, _ = server.accept()
            with client:
                client.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                while not stopped.wait(0.05):
                    client.sendall(b"x")

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield server.getsockname()[1]
    stopped.set()
    server.close()
    thread.join(5)


def test_an_answer_that_trickles_ends_at_the_deadline(trickle: int) -> None:
    started_s = time.monotonic()
    with pytest.raises(NotReached, match=r"No answer within 0\.5 s"):
        post(
            f"http://127.0.0.1:{trickle}/",
            body=b"{}",
            headers={},
            timeout_s=0.5,
            allow_private=True,
        )
    assert time.monotonic() - started_s < 5
