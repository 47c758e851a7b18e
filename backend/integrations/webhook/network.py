"""Connections of webhooks: to addresses that were looked at, and never longer than a deadline.

The name is resolved once, and the connection goes to that very address: a name that is answered
otherwise a moment later leads nowhere else.
"""

import socket
import ssl
import time
from collections.abc import Iterable
from typing import Any

import httpcore

from integrations.webhook.targets import is_public


class PrivateAddress(httpcore.ConnectError):
    """The name leads to an address that a webhook may not reach."""


class Deadline:
    """An end for the whole of a call, whatever its parts may take."""

    def __init__(self, seconds: float) -> None:
        self._end_s = time.monotonic() + seconds

    def left_s(self, asked_s: float | None) -> float:
        """What is left, at most what was asked for. httpcore.ReadTimeout when nothing is."""
        left_s = self._end_s - time.monotonic()
        if left_s <= 0:
            raise httpcore.ReadTimeout("The deadline has passed")
        return left_s if asked_s is None else min(left_s, asked_s)


class TimedStream(httpcore.NetworkStream):
    """A stream of which every part has to end before the deadline."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left_s(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left_s(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(
            ssl_context, server_hostname, self._deadline.left_s(timeout)
        )
        return TimedStream(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class CheckedNetwork(httpcore.NetworkBackend):
    """Connects to public addresses, to others only when `allow_private`."""

    def __init__(self, *, allow_private: bool, deadline: Deadline) -> None:
        self._network = httpcore.SyncBackend()
        self._allow_private = allow_private
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        failed: httpcore.ConnectError | httpcore.ConnectTimeout | None = None
        for address in self._addresses(host, port):
            try:
                stream = self._network.connect_tcp(
                    address,
                    port,
                    self._deadline.left_s(timeout),
                    local_address,
                    socket_options,
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
            else:
                return TimedStream(stream, self._deadline)
        raise failed or httpcore.ConnectError("The name has no address")

    def _addresses(self, host: str, port: int) -> list[str]:
        try:
            found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError("The name can't be resolved") from error
        addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
        if not self._allow_private and not all(is_public(each) for each in addresses):
            raise PrivateAddress("The name leads to a private address")
        return addresses
