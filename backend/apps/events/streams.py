"""A stream of server-sent events: its frames, and when it ends."""

import json
import socket
import time
from collections.abc import Callable, Generator, Iterator
from random import SystemRandom
from typing import Any

from django.db import connections

from apps.events.authority import Credential
from apps.events.hub import Changed, End, Hub, Subscription
from apps.events.topics import Topic
from config.env import env

# A client opens the stream again after this time when it broke (ms).
RETRY_MS = 2_000
# Proxies and clients take what is silent for longer as broken.
_HEARTBEAT_S = 15.0
# How soon a stream notices that its client or its process goes.
_TICK_S = 1.0
_FIRST_LOOK_S = 2.0
_AGE_SPREAD = 0.1
_jitter = SystemRandom()


class Stream(Iterator[bytes]):
    """The body of the answer. Whoever stops reading it closes it."""

    def __init__(
        self,
        hub: Hub,
        subscription: Subscription,
        *,
        lost: bool,
        is_gone: Callable[[], bool],
    ) -> None:
        """lost: whether the client said what it knows, and nobody knows what that is."""
        self._hub = hub
        self._subscription = subscription
        self._is_gone = is_gone
        self._frames = self._all(lost=lost)

    def __next__(self) -> bytes:
        return next(self._frames)

    def close(self) -> None:
        """Let the stream go."""
        self._frames.close()
        self._hub.close(self._subscription)

    def _all(self, *, lost: bool) -> Generator[bytes, None, None]:
        # A stream asks no database by itself: what its request had open would stay idle.
        for connection in connections.all(initialized_only=True):
            if not connection.in_atomic_block:
                connection.close()
        subscription = self._subscription
        age_max_s = env().event_stream_age_max_s
        ends_s = time.monotonic() + age_max_s * (1 - _jitter.uniform(0, _AGE_SPREAD))
        yield f"retry: {RETRY_MS}\n\n".encode()
        if not subscription.told:
            # All that is known now is what the client begins with, whatever it reads afterwards.
            self._hub.wait(subscription, _FIRST_LOOK_S)
        topics = {"topics": sorted(subscription.topics)}
        yield self._frame("reset" if lost else "ready", topics)
        silent_since_s = time.monotonic()
        while subscription.end is None and not self._is_gone():
            left_s = max(0.0, ends_s - time.monotonic())
            changes = self._hub.wait(subscription, min(_TICK_S, left_s))
            for each in changes:
                yield self._changed(each)
            now_s = time.monotonic()
            if changes:
                silent_since_s = now_s
            elif now_s - silent_since_s >= _HEARTBEAT_S:
                silent_since_s = now_s
                yield b":\n\n"
            if now_s >= ends_s:
                subscription.end = subscription.end or End.AGE
        if subscription.end is not None:
            yield self._frame("bye", {"why": subscription.end.value})

    def _changed(self, change: Changed) -> bytes:
        data: dict[str, Any] = {"topic": change.topic.value, "version": change.version}
        if change.parts is not None:
            data["ids"] = change.parts
        return self._frame("changed", data)

    def _frame(self, event: str, data: dict[str, Any]) -> bytes:
        # JSON has no line breaks, and versions and topics neither: nothing to escape.
        text = json.dumps(data, separators=(",", ":"))
        return f"id: {_id_of(self._subscription)}\nevent: {event}\ndata: {text}\n\n".encode()


def _id_of(subscription: Subscription) -> str:
    return ",".join(f"{topic}:{told}" for topic, told in sorted(subscription.told.items()))


def told_by(last_event_id: str) -> dict[Topic, str] | None:
    """The versions that a client knows by the id of the last event that it got; None: unknown."""
    told: dict[Topic, str] = {}
    for part in filter(None, last_event_id.split(",")):
        topic, colon, version = part.partition(":")
        if not colon or not version.isalnum():
            return None
        if topic in Topic.__members__.values():
            told[Topic(topic)] = version
    return told or None


def open_stream(
    hub: Hub,
    *,
    user_id: int,
    credential: Credential,
    topics: frozenset[Topic],
    last_event_id: str,
    is_gone: Callable[[], bool],
) -> Stream:
    """Open a stream; Unavailable or TooManyRequests where there are enough."""
    told = told_by(last_event_id)
    known = {topic: version for topic, version in (told or {}).items() if topic in topics}
    subscription = Subscription(user_id=user_id, credential=credential, topics=topics, told=known)
    hub.open(
        subscription,
        streams_max=env().event_streams_max,
        of_user_max=env().event_streams_per_user_max,
    )
    lost = told is None and last_event_id != ""
    return Stream(hub, subscription, lost=lost, is_gone=is_gone)


def is_closed(peer: socket.socket) -> bool:
    """Whether the other side of a connection has gone."""
    try:
        return peer.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
