"""One look for all streams of a process: what changed, and whose stream is over.

Each process looks by itself while it has streams; what it finds is the same everywhere, so none
has to tell another. A change is seen after its commit, for only then others see it.
"""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

import structlog
from django.db import close_old_connections, connections

from apps.common.problems import TooManyRequests, Unavailable
from apps.events.authority import Credential, topics_now
from apps.events.topics import SOURCES, Found, Source, Topic

log = structlog.get_logger(__name__)
PARTS_MAX = 20
RETRY_AFTER_S = 30
_AUTHORITY_EVERY_S = 2.0
_ROUND_S = 0.05
# Whoever reloads a page is back before; without streams there is nothing to look for.
_IDLE_S = 30.0


class End(StrEnum):
    """Why a stream ends. `closing` and `age`: it may be opened again at once."""

    REVOKED = "revoked"
    RIGHTS = "rights"
    CLOSING = "closing"
    AGE = "age"


@dataclass(frozen=True, slots=True)
class Changed:
    """A topic that changed; `parts`: ids of what of it did, None where that is not known."""

    topic: Topic
    version: str
    parts: tuple[int, ...] | None


@dataclass(eq=False)
class Subscription:
    """A stream as the hub knows it. The hub's lock guards it."""

    user_id: int
    credential: Credential
    topics: frozenset[Topic]
    # Versions that the client knows.
    told: dict[Topic, str]
    # Ids that changed since a topic was last told of; no entry: not known.
    parts: dict[Topic, set[int]] = field(default_factory=dict)
    end: End | None = None


class Hub:
    """Thread-safe. background: whether threads look, one for each source, so that one which does
    not answer holds up no other; else whoever waits does."""

    def __init__(self, *, sources: Iterable[Source] = SOURCES, background: bool = True) -> None:
        self._sources = tuple(sources)
        self._background = background
        self._changed = threading.Condition()
        self._streams: set[Subscription] = set()
        self._found: dict[Topic, Found] = {}
        self._due_s: dict[int, float] = {}
        self._authority_due_s = 0.0
        self._silent: set[int] = set()
        # Numbers of the sources that have a thread.
        self._threads: set[int] = set()

    def open(self, subscription: Subscription, *, streams_max: int, of_user_max: int) -> None:
        """Take a stream in. Unavailable when the process has enough, TooManyRequests its user."""
        with self._changed:
            if len(self._streams) >= streams_max:
                raise Unavailable(
                    "This process has as many streams of events as it may have",
                    code="too_many_streams",
                    detail="Poll, and try again later.",
                    facts={"streams_max": streams_max},
                    retry_after_s=RETRY_AFTER_S,
                )
            of_user = sum(each.user_id == subscription.user_id for each in self._streams)
            if of_user >= of_user_max:
                raise TooManyRequests(
                    "You have as many streams of events as you may have",
                    code="too_many_streams",
                    detail="Close one, or poll.",
                    facts={"streams_max": of_user_max},
                    retry_after_s=RETRY_AFTER_S,
                )
            if not self._streams:
                # What was found when somebody last looked may be old.
                self._due_s.clear()
                self._found.clear()
            self._streams.add(subscription)
            if self._background:
                self._start()

    def _start(self) -> None:
        for number in range(len(self._sources)):
            if number not in self._threads:
                self._threads.add(number)
                threading.Thread(
                    target=self._run, args=(number,), name=f"events-{number}", daemon=True
                ).start()

    def close(self, subscription: Subscription) -> None:
        """Let a stream go; harmless for one that is gone."""
        with self._changed:
            self._streams.discard(subscription)

    def count(self) -> int:
        """How many streams there are."""
        with self._changed:
            return len(self._streams)

    def end_all(self, why: End) -> None:
        """End every stream."""
        with self._changed:
            for each in self._streams:
                each.end = each.end or why
            self._changed.notify_all()

    def wait(self, subscription: Subscription, timeout_s: float) -> list[Changed]:
        """What changed since the stream was last told; empty after the time, or at its end."""
        if not self._background:
            self.look()
        with self._changed:
            self._changed.wait_for(
                lambda: subscription.end is not None or self._news(subscription), timeout_s
            )
            return self._take(subscription)

    def _news(self, subscription: Subscription) -> list[Topic]:
        return [
            topic
            for topic, found in self._found.items()
            if topic in subscription.topics and subscription.told.get(topic) != found.version
        ]

    def _take(self, subscription: Subscription) -> list[Changed]:
        changes = []
        for topic in self._news(subscription):
            known = topic in subscription.told and topic in subscription.parts
            parts = subscription.parts.pop(topic, set())
            version = self._found[topic].version
            subscription.told[topic] = version
            exact = known and 0 < len(parts) <= PARTS_MAX
            changes.append(Changed(topic, version, tuple(sorted(parts)) if exact else None))
        return changes

    def look(self) -> None:
        """Look at all that is due."""
        for number in range(len(self._sources)):
            self._look(number)

    def _look(self, number: int) -> None:
        source = self._sources[number]
        if time.monotonic() >= self._due_s.get(number, 0.0) and self._is_heard(source):
            self._look_at(number, source)
            self._due_s[number] = time.monotonic() + source.every_s
        # With the first source, whichever that is: somebody has to.
        if number == 0 and time.monotonic() >= self._authority_due_s:
            self._authority_due_s = time.monotonic() + _AUTHORITY_EVERY_S
            self._judge()

    def _is_heard(self, source: Source) -> bool:
        with self._changed:
            return any(source.topics & each.topics for each in self._streams)

    def _look_at(self, number: int, source: Source) -> None:
        try:
            found = source.look()
        except Exception as error:  # noqa: BLE001
            # Who waits goes on with what is known; pages show by themselves what does not answer.
            if number not in self._silent:
                self._silent.add(number)
                log.warning("events_source_silent", topics=sorted(source.topics), error=str(error))
            return
        self._silent.discard(number)
        with self._changed:
            for topic, now in found.items():
                self._note(topic, now)
            self._changed.notify_all()

    def _note(self, topic: Topic, now: Found) -> None:
        before = self._found.get(topic)
        self._found[topic] = now
        if before is None or before.version == now.version:
            return
        ids = before.parts.keys() | now.parts.keys()
        differing = {each for each in ids if before.parts.get(each) != now.parts.get(each)}
        for stream in self._streams:
            if stream.told.get(topic) == before.version:
                stream.parts[topic] = set(differing)
            elif topic in stream.parts:
                stream.parts[topic] |= differing

    def _judge(self) -> None:
        """End the streams of those who may not hear any more what they hear."""
        with self._changed:
            streams = {each.credential: each.topics for each in self._streams}
        judged: dict[Credential, End] = {}
        for credential, topics in streams.items():
            allowed = self._guarded(partial(topics_now, credential), topics)
            if allowed is None:
                judged[credential] = End.REVOKED
            elif allowed != topics:
                judged[credential] = End.RIGHTS
        if not judged:
            return
        with self._changed:
            for each in self._streams:
                each.end = each.end or judged.get(each.credential)
            self._changed.notify_all()

    @staticmethod
    def _guarded(
        ask: Callable[[], frozenset[Topic] | None], otherwise: frozenset[Topic]
    ) -> frozenset[Topic] | None:
        try:
            return ask()
        except Exception:
            # The database does not answer now: it tells nothing of anybody either.
            log.exception("events_authority_unknown")
            return otherwise

    def _run(self, number: int) -> None:
        idle_since_s = time.monotonic()
        while True:
            if self.count():
                idle_since_s = time.monotonic()
                close_old_connections()
                self._look(number)
            with self._changed:
                if not self._streams and time.monotonic() - idle_since_s > _IDLE_S:
                    self._threads.discard(number)
                    break
            time.sleep(_ROUND_S)
        connections.close_all()


hub = Hub()
