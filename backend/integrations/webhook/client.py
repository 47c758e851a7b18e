"""One attempt to deliver a webhook."""

import ssl
from dataclasses import dataclass
from functools import cache

import httpcore

from integrations.webhook.network import CheckedNetwork, Deadline, PrivateAddress
from integrations.webhook.targets import BadTarget, checked_url

ANSWER_BYTES_MAX = 500


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the HTTP status, and the first bytes of the body as text."""

    status: int
    text: str


class NotReached(Exception):
    """Nothing useful came back. The message says why and is safe to show."""


def post(
    url: str, *, body: bytes, headers: dict[str, str], timeout_s: float, allow_private: bool
) -> Answer:
    """Send `body` once. No redirect is followed, no proxy used, at most 500 bytes are read.

    Raises NotReached.
    """
    network = CheckedNetwork(allow_private=allow_private, deadline=Deadline(timeout_s))
    timeouts = dict.fromkeys(("connect", "read", "write", "pool"), timeout_s)
    try:
        with (
            httpcore.ConnectionPool(ssl_context=_tls(), network_backend=network) as pool,
            pool.stream(
                "POST",
                checked_url(url),
                headers=[("Content-Type", "application/json"), *headers.items()],
                content=body,
                extensions={"timeout": timeouts},
            ) as response,
        ):
            return Answer(status=response.status, text=_beginning(response))
    except (BadTarget, PrivateAddress) as error:
        raise NotReached(str(error)) from error
    except httpcore.TimeoutException as error:
        raise NotReached(f"No answer within {timeout_s:g} s") from error
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        raise NotReached(str(error)[:ANSWER_BYTES_MAX] or type(error).__name__) from error


def _beginning(response: httpcore.Response) -> str:
    """The first bytes; what breaks off after the status is no reason to send it all again."""
    read = bytearray()
    try:
        for chunk in response.iter_stream():
            read += chunk
            if len(read) >= ANSWER_BYTES_MAX:
                break
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException):
        pass
    text = bytes(read[:ANSWER_BYTES_MAX]).decode("utf-8", "replace")
    return "".join(each if each.isprintable() or each == "\n" else "\ufffd" for each in text)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
