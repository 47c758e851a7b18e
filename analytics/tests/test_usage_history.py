"""What directories held before: taken each hour, thinned out to days, and who gained most."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from warren_analytics import samples, writer
from warren_analytics.details import Detail
from warren_analytics.errors import DirectoryUnknown
from warren_analytics.limits import Limits
from warren_analytics.reports import REPORTS
from warren_analytics.samples import DAY_MS, HOUR_MS
from warren_analytics.testkit.replica import (
    QuotaRow,
    ReplicaUnderTest,
    Row,
    deleted,
    directory,
    now_ms,
)
from warren_analytics.usage import UsageReader
from warren_analytics.usage_values import (
    UsageSort,
    body_of,
    directories_of,
    growth_of,
    history_of,
    usage_of,
)
from warren_analytics.watched import WATCHED_MAX, WatchedDirectories

At = Callable[[int], None]
MIDNIGHT = now_ms() // DAY_MS * DAY_MS - 20 * DAY_MS


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Sets the writer's clock."""

    def set_clock(time_ms: int) -> None:
        clock = SimpleNamespace(time_ns=lambda: time_ms * 1_000_000)
        monkeypatch.setattr(writer, "time", clock)

    return set_clock


@pytest.fixture
def usage(replica: ReplicaUnderTest) -> UsageReader:
    return UsageReader(Limits(), lambda: replica.database)


def taken(usage: UsageReader, path: str, from_ms: int = 0) -> list[tuple[int, int]]:
    """Times and lengths, without the present."""
    found = usage.history(path, from_ms=from_ms)
    assert history_of(body_of(found)) == found
    return [(each.taken_ms, each.length_bytes) for each in found.points[:-1]]


def test_each_hour_is_taken_once(replica: ReplicaUnderTest, usage: UsageReader, at: At) -> None:
    at(MIDNIGHT)
    replica.apply(directory(2, 1, "d"), Row(10, 2, "f", size_bytes=5))
    at(MIDNIGHT + 2 * 60_000)
    replica.apply(Row(11, 2, "g", size_bytes=7))
    at(MIDNIGHT + HOUR_MS + 60_000)
    replica.apply(Row(12, 2, "h", size_bytes=1))
    hours = [(MIDNIGHT, 5), (MIDNIGHT + HOUR_MS, 13)]
    assert taken(usage, "/d") == hours
    assert taken(usage, "/d", MIDNIGHT + 1) == hours[1:]
    present = usage.history("/d", from_ms=0).points[-1]
    assert (present.files, present.length_bytes, present.space_bytes) == (3, 13, 39)


def test_hours_become_days(replica: ReplicaUnderTest, usage: UsageReader, at: At) -> None:
    at(MIDNIGHT)
    replica.apply(directory(2, 1, "d"), Row(10, 2, "f"))
    for hour in range(0, 12 * 24, 6):
        at(MIDNIGHT + hour * HOUR_MS)
        replica.apply(Row(10, 2, "f", size_bytes=hour, logical_time=hour + 2))
    last = MIDNIGHT + (12 * 24 - 6) * HOUR_MS
    times = [time for time, _ in taken(usage, "/d") if time < MIDNIGHT + 12 * DAY_MS]
    hourly = [time for time in times if time >= last - samples.HOURLY_MS]
    assert len(hourly) == 4 * 8 + 1
    assert [time for time in times if time not in hourly] == [
        MIDNIGHT + day * DAY_MS for day in range(4)
    ]


def test_who_gained_most(replica: ReplicaUnderTest, usage: UsageReader, at: At) -> None:
    at(MIDNIGHT)
    replica.apply(
        directory(2, 1, "grows"),
        directory(3, 2, "inner"),
        directory(4, 1, "stays"),
        directory(5, 1, "shrinks"),
        Row(10, 3, "a", size_bytes=10),
        Row(11, 4, "b", size_bytes=500),
        Row(12, 5, "c", size_bytes=50),
    )
    at(MIDNIGHT + 3 * DAY_MS)
    replica.apply(
        Row(13, 3, "d", size_bytes=100),
        Row(12, 5, "c", size_bytes=20, logical_time=2),
        directory(6, 1, "new"),
        Row(14, 6, "e", size_bytes=3),
    )
    at(MIDNIGHT + 3 * DAY_MS + HOUR_MS)
    replica.apply(Row(15, 6, "f", size_bytes=30))

    def gained(path: str, since_ms: int, sort: UsageSort = UsageSort.LENGTH) -> dict[str, int]:
        found = usage.growth(path, since_ms=since_ms, sort=sort, limit=10)
        assert growth_of(body_of(found)) == found
        return {each.path: each.length_bytes for each in found.items}

    assert gained("/", MIDNIGHT) == {"/": 103, "/grows": 100, "/grows/inner": 100, "/new": 30}
    assert list(gained("/", MIDNIGHT)) == ["/", "/grows", "/grows/inner", "/new"]
    assert gained("/grows", MIDNIGHT) == {"/grows": 100, "/grows/inner": 100}
    assert gained("/stays", MIDNIGHT) == {}
    # Nothing is known of before: counted from when it first was.
    assert gained("/", 0)["/grows"] == 100
    (new,) = (
        each
        for each in usage.growth("/", since_ms=0, sort=UsageSort.FILES, limit=10).items
        if each.path == "/new"
    )
    assert (new.since_ms, new.files) == (MIDNIGHT + 3 * DAY_MS, 1)
    assert new.directory.totals.length_bytes == 33


def test_what_children_gained(replica: ReplicaUnderTest, usage: UsageReader, at: At) -> None:
    at(MIDNIGHT)
    replica.apply(
        directory(2, 1, "grows"),
        directory(3, 1, "shrinks"),
        Row(10, 2, "a", size_bytes=10),
        Row(11, 3, "b", size_bytes=50),
    )
    at(MIDNIGHT + HOUR_MS)
    replica.apply(directory(4, 1, "new"), Row(12, 4, "c"), Row(13, 1, "file"))
    # Within the hour: what is there now is compared with its begin.
    at(MIDNIGHT + HOUR_MS + 1)
    replica.apply(
        Row(14, 2, "d", size_bytes=100),
        Row(11, 3, "b", size_bytes=20, logical_time=2),
        directory(5, 1, "unknown"),
    )

    def gained(since_ms: int | None) -> dict[str, tuple[int, int, int, int]]:
        found = usage.directory("/", sort=UsageSort.SPACE, limit=10, after=None, since_ms=since_ms)
        assert usage_of(body_of(found)) == found
        names = {each.inode_id: each.name for each in found.items}
        return {
            names[each.inode_id]: (each.since_ms, each.files, each.length_bytes, each.space_bytes)
            for each in found.gained
        }

    hour_ms = MIDNIGHT + HOUR_MS
    assert gained(MIDNIGHT + 1) == {
        "grows": (MIDNIGHT, 1, 100, 300),
        "shrinks": (MIDNIGHT, 0, -30, -90),
        "new": (hour_ms, 0, 0, 0),
    }
    assert gained(0)["grows"] == (MIDNIGHT, 1, 100, 300)
    assert gained(hour_ms)["grows"] == (hour_ms, 1, 100, 300)
    assert gained(None) == {}


def test_what_is_not_there_is_told(usage: UsageReader) -> None:
    with pytest.raises(DirectoryUnknown):
        usage.history("/none", from_ms=0)
    with pytest.raises(DirectoryUnknown):
        usage.growth("/none", since_ms=0, sort=UsageSort.SPACE, limit=1)


def test_the_past_is_in_sql(replica: ReplicaUnderTest, at: At) -> None:
    at(MIDNIGHT)
    replica.apply(directory(2, 1, "d"), Row(10, 2, "f", size_bytes=5))
    rows = replica.rows(
        "SELECT path, epoch_ms(taken_at), files, space_bytes FROM directory_usage_history"
        " WHERE path = '/d'"
    )
    assert rows == [["/d", MIDNIGHT, 1, 15]]


def test_a_build_takes_the_past_along(replica: ReplicaUnderTest, at: At) -> None:
    at(MIDNIGHT)
    replica.apply(directory(2, 1, "d"), Row(10, 2, "f"))
    past = replica.database.writer.history()
    assert set(past) == {"type_sample", "usage_day", "usage_sample"}
    assert past["usage_sample"].num_rows == 2


def test_when_a_quota_will_be_met(replica: ReplicaUnderTest, at: At) -> None:
    (statement,) = [each.statement for each in REPORTS if each.name == "quotas"]
    now = now_ms()
    at(now - 2 * DAY_MS)
    replica.apply(
        directory(2, 1, "grows"),
        directory(3, 1, "stays"),
        Row(8, 3, "only"),
        Row(9, 2, "first"),
    )
    at(now)
    replica.apply(*[Row(10 + each, 2, f"f{each}") for each in range(10)])
    limits = [QuotaRow(2, 32, 12), QuotaRow(3, 5, 2)]
    replica.database.details.replace([2, 3], {Detail.QUOTAS: limits})
    rows = {row[0]: row[-1] for row in replica.rows(statement)}
    # Ten in two days and up to an hour; twenty are left.
    soon = datetime.now(UTC).date() + timedelta(days=4)
    assert rows["/stays"] is None
    assert rows["/grows"] in {soon.isoformat(), (soon + timedelta(days=1)).isoformat()}


def test_watched_ones_are_sampled_whatever_their_size(
    replica: ReplicaUnderTest, usage: UsageReader, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "DIRECTORIES_MAX", 1)
    watched: set[int] = set()
    monkeypatch.setattr(replica.database.writer, "_watched", lambda: frozenset(watched))
    at(MIDNIGHT)
    replica.apply(directory(2, 1, "small"), directory(3, 1, "idle"), Row(10, 2, "f", size_bytes=5))
    assert taken(usage, "/small") == []
    # In the hour that has begun, too.
    watched |= {2, 3, 99}
    at(MIDNIGHT + 6 * 60_000)
    replica.apply(Row(11, 2, "g", size_bytes=7))
    at(MIDNIGHT + 12 * 60_000)
    replica.apply(Row(12, 2, "h", size_bytes=1))
    assert taken(usage, "/small") == [(MIDNIGHT, 12)]
    assert taken(usage, "/idle") == [(MIDNIGHT, 0)]
    watched.clear()
    at(MIDNIGHT + HOUR_MS)
    replica.apply(Row(13, 2, "i", size_bytes=1))
    assert taken(usage, "/small") == [(MIDNIGHT, 12)]


def test_all_with_a_limit_are_sampled_whatever_their_size(
    replica: ReplicaUnderTest, usage: UsageReader, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "DIRECTORIES_MAX", 1)
    at(MIDNIGHT)
    names = ["fuller", "emptier", "typed", "freed"]
    replica.apply(*[directory(2 + at, 1, name) for at, name in enumerate(names)])
    limits = [
        QuotaRow(2, 10, 9),
        QuotaRow(3, None, 1, 100, 1),
        QuotaRow(4, ssd_quota_bytes=9, ssd_used_bytes=5),
        QuotaRow(5),
    ]
    replica.database.details.replace([2, 3, 4, 5], {Detail.QUOTAS: limits})
    at(MIDNIGHT + 6 * 60_000)
    replica.apply(Row(10, 2, "f", size_bytes=7))
    # In the hour that has begun, though empty or limited by type alone.
    assert taken(usage, "/fuller") == [(MIDNIGHT, 7)]
    assert taken(usage, "/emptier") == taken(usage, "/typed") == [(MIDNIGHT, 0)]
    assert taken(usage, "/freed") == []
    # The fullest are taken where there are more than so many.
    monkeypatch.setattr(samples, "LIMITED_MAX", 1)
    at(MIDNIGHT + HOUR_MS)
    replica.apply(Row(11, 1, "g"))
    assert [len(taken(usage, f"/{name}")) for name in names] == [2, 1, 1, 0]


def test_what_is_watched_outlives_the_process(tmp_path: Path) -> None:
    watched = WatchedDirectories(tmp_path)
    assert watched.ids() == frozenset()
    watched.replace([7, 5])
    assert WatchedDirectories(tmp_path).ids() == {5, 7}
    with pytest.raises(ValueError, match="too many"):
        watched.replace(range(1, WATCHED_MAX + 2))
    with pytest.raises(ValueError, match="none"):
        watched.replace([0])
    watched.replace([])
    assert WatchedDirectories(tmp_path).ids() == frozenset()
    (tmp_path / "watched.json").write_text("[5")
    assert WatchedDirectories(tmp_path).ids() == frozenset()


def test_some_directories_where_they_are_now(replica: ReplicaUnderTest, usage: UsageReader) -> None:
    replica.apply(directory(2, 1, "a"), directory(3, 1, "b"), Row(10, 3, "f", size_bytes=5))
    replica.apply(directory(3, 2, "b", logical_time=2))
    found = usage.directories([3, 10, 99])
    assert directories_of(body_of(found)) == found
    (moved,) = found.items
    assert (moved.path, moved.directory.totals.length_bytes) == ("/a/b", 5)


def test_growth_below_one_of_many(replica: ReplicaUnderTest, usage: UsageReader, at: At) -> None:
    """Samples before the time and after it, of directories that are gone as well."""
    at(MIDNIGHT)
    replica.apply(directory(2, 1, "d"), directory(3, 1, "gone"), Row(10, 2, "f"), Row(11, 3, "g"))
    at(MIDNIGHT + HOUR_MS)
    replica.apply(deleted(Row(11, 3, "g")), deleted(directory(3, 1, "gone")), Row(12, 2, "h"))
    at(MIDNIGHT + 2 * HOUR_MS)
    replica.apply(Row(13, 2, "i"))
    for since_ms, files, taken_ms in (
        (MIDNIGHT, 2, MIDNIGHT),
        (MIDNIGHT + HOUR_MS + 1, 1, MIDNIGHT + HOUR_MS),
        (MIDNIGHT - 1, 2, MIDNIGHT),
    ):
        found = usage.growth("/d", since_ms=since_ms, sort=UsageSort.FILES, limit=10)
        (grown,) = found.items
        assert (grown.path, grown.files, grown.since_ms) == ("/d", files, taken_ms)
        assert grown.directory.totals.files == 3
