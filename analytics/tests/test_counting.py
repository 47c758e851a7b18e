"""Counts of matches: what is a match, who sees it, and what cannot be told from the replica."""

from __future__ import annotations

import threading
from dataclasses import replace

import duckdb
import pytest
from warren_analytics import asking as asking_module
from warren_analytics import counting as counting_module
from warren_analytics import database, matching
from warren_analytics.classes import SIZE_LOWS
from warren_analytics.counting import CountReader
from warren_analytics.counting_values import (
    All,
    AnyOf,
    Between,
    Condition,
    CountAsked,
    Counts,
    Holds,
    HoldsWhole,
    InDatabase,
    Like,
    Not,
    Number,
    OneOf,
    PolicyOf,
    Text,
    Valued,
    Viewer,
    asked_body,
    asked_of,
    counts_body,
    counts_of,
)
from warren_analytics.errors import CountTimedOut, CountUndecided, ReplicaNotReady
from warren_analytics.limits import Limits
from warren_analytics.testkit.replica import ReplicaUnderTest, Row, deleted, directory

EVERYTHING = All(())
HAS_ACL, IN_DATABASE = 1, 512


def asked(condition: Condition = EVERYTHING, **changes: object) -> CountAsked:
    whole = CountAsked(condition, None, None, (1_000, 2_000), 20)
    return replace(whole, **changes)  # type: ignore[arg-type]


def total(counts: Counts) -> int:
    return sum(each.count for each in counts.mixed)


@pytest.fixture
def counting(replica: ReplicaUnderTest) -> CountReader:
    return _filled(replica)


@pytest.fixture(scope="module")
def shared_counting(shared_replica: ReplicaUnderTest) -> CountReader:
    return _filled(shared_replica)


def _filled(replica: ReplicaUnderTest) -> CountReader:
    replica.apply(
        replace(directory(2, 1, "Data"), storage_policy=2, mtime_ms=1_500),
        directory(3, 2, "inner"),
        Row(10, 3, "Größe.csv", size_bytes=500, mtime_ms=4_000),
        Row(11, 2, "b.CSV", size_bytes=100, mtime_ms=2_000, owner="bob", storage_policy=5),
        Row(12, 1, "c_%\\", size_bytes=0, mtime_ms=1, group="wheel", features=IN_DATABASE),
        replace(Row(13, 2, "日本.txt", size_bytes=0), kind="symlink"),
        # Its directory is not known yet: it is no match of anything.
        Row(14, 99, "lost.csv", size_bytes=7),
    )
    return CountReader(Limits(), lambda: replica.database)


@pytest.mark.parametrize(
    ("condition", "matches"),
    [
        (EVERYTHING, 7),
        (AnyOf(()), 0),
        (Holds("große"), 0),
        (Holds("grosse"), 1),
        (HoldsWhole(("grosse",)), 1),
        (HoldsWhole(("gross", "data")), 1),
        (HoldsWhole(("c",)), 1),
        (HoldsWhole(("日本",)), 1),
        (HoldsWhole(("本", "sv")), 0),
        (HoldsWhole(("csv", "inner", "txt", "a", "x")), 4),
        (HoldsWhole(()), 0),
        (Like("*.csv"), 2),
        (Like("?.csv"), 1),
        (Like("??.txt"), 1),
        (Like("c_%\\"), 1),
        (Like("c?%?"), 1),
        (Like("_.csv"), 0),
        (Not(Like("*.csv")), 5),
        (OneOf(Text.OWNER, ("bob",)), 1),
        (OneOf(Text.OWNER, ("bob", "ann")), 7),
        (Not(OneOf(Text.OWNER, ("bob", "eve"))), 6),
        (OneOf(Text.EXTENSION, ("csv", "txt")), 3),
        (Not(OneOf(Text.EXTENSION, ("csv",))), 5),
        (OneOf(Text.KIND, ("directory",)), 3),
        (Between(Number.SIZE, 100, None), 2),
        (All((Between(Number.SIZE, 0, 0), OneOf(Text.KIND, ("file",)))), 1),
        (Between(Number.MTIME, 2_000, 4_000), 2),
        (Between(Number.REPLICATION, None, 0), 3),
        (InDatabase(stored=True), 1),
        (InDatabase(stored=False), 2),
        (PolicyOf((2,)), 3),
        (PolicyOf((5, 7)), 3),
        (Not(PolicyOf((2,))), 4),
        (AnyOf((Holds("inner"), All((Holds("b"), Not(OneOf(Text.KIND, ("symlink",))))))), 2),
    ],
)
def test_conditions_say_what_matches(
    shared_counting: CountReader, condition: Condition, matches: int
) -> None:
    question = asked(condition)
    assert asked_of(asked_body(question)) == question
    assert total(shared_counting.counts(question)) == matches


def test_matches_are_told_by_what_they_have_in_common(counting: CountReader) -> None:
    counts = counting.counts(asked(OneOf(Text.KIND, ("file", "symlink"))))
    assert counts_of(counts_body(counts)) == counts
    assert counts.owners == (Valued("ann", 3, 500), Valued("bob", 1, 100))
    assert counts.groups == (Valued("staff", 3, 600), Valued("wheel", 1, 0))
    # Links have none, although their names end like one.
    assert counts.extensions == (Valued("csv", 2, 600),)
    mixed = {(each.kind, each.size_class, each.mtime_class, each.policy) for each in counts.mixed}
    assert mixed == {
        ("file", 1, 2, 2),
        ("file", 1, 2, 5),
        ("file", 0, 0, 7),
        ("symlink", None, 2, None),
    }
    assert [each.in_database for each in counts.mixed if each.size_class == 0] == [True]
    fewer = counting.counts(asked(groups_max=1))
    assert [each.value for each in fewer.owners] == ["ann"]
    assert total(fewer) == 7


@pytest.mark.parametrize("size_bytes", [0, *(each + by for each in SIZE_LOWS for by in (-1, 0))])
def test_files_are_of_the_class_of_their_size(replica: ReplicaUnderTest, size_bytes: int) -> None:
    replica.apply(Row(10, 1, "f", size_bytes=size_bytes, features=IN_DATABASE))
    (mixed,) = (
        CountReader(Limits(), lambda: replica.database)
        .counts(asked(OneOf(Text.KIND, ("file",))))
        .mixed
    )
    assert mixed.size_class == sum(each <= size_bytes for each in SIZE_LOWS)
    assert (mixed.kind, mixed.in_database) == ("file", True)


def test_a_policy_is_one_wherever_it_comes_from(replica: ReplicaUnderTest) -> None:
    replica.apply(
        replace(directory(2, 1, "cold"), storage_policy=2),
        Row(10, 2, "inherits"),
        Row(11, 2, "says it", storage_policy=2),
        Row(12, 1, "is elsewhere", storage_policy=2),
        Row(13, 1, "has none"),
        Row(14, 1, "says the default", storage_policy=7),
    )
    counts = CountReader(Limits(), lambda: replica.database).counts(
        asked(OneOf(Text.KIND, ("file",)))
    )
    assert {each.policy: each.count for each in counts.mixed} == {2: 3, 7: 2}
    assert len(counts.mixed) == 2


def test_very_many_extensions_are_compared_apart(
    counting: CountReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = counting.counts(asked())
    monkeypatch.setattr(counting_module, "EXTENSIONS_MAX", 1)
    apart = counting.counts(asked())
    assert apart.extensions == whole.extensions == (Valued("csv", 2, 600),)
    assert (apart.owners, apart.groups) == (whole.owners, whole.groups)
    assert set(apart.mixed) == set(whole.mixed)


def test_extensions_that_take_too_long_are_left_out(
    replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    replica.database.writer.load([Row(1_000 + at, 1, f"f.{at}") for at in range(100_000)])
    monkeypatch.setattr(counting_module, "EXTENSIONS_MAX", 1)
    monkeypatch.setattr(counting_module, "EXTENSIONS_TIME_MS", 1)
    monkeypatch.setattr(asking_module, "INTERRUPT_AGAIN_S", 0.001)
    slow = All(tuple(Not(Like(f"*{at}*x*y*z*")) for at in range(60)))
    counts = CountReader(Limits(), lambda: replica.database).counts(asked(slow))
    assert counts.extensions is None
    assert counts_of(counts_body(counts)) == counts
    assert total(counts) == 100_001
    # The connection serves the next one.
    assert total(CountReader(Limits(), lambda: replica.database).counts(asked())) == 100_001


def test_only_what_is_below_a_path(counting: CountReader) -> None:
    assert total(counting.counts(asked(path="/Data/"))) == 4
    assert total(counting.counts(asked(path="/Data/inner"))) == 1
    # The root is not below itself.
    assert total(counting.counts(asked(path="/"))) == 6
    with pytest.raises(CountUndecided) as undecided:
        counting.counts(asked(path="/nowhere"))
    assert undecided.value.facts == {"because": "path"}


def test_below_most_directories_the_others_are_named(
    replica: ReplicaUnderTest, counting: CountReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rows would else be looked up among nearly all directories."""
    replica.apply(
        *[directory(100 + at, 2, f"d{at}") for at in range(5)],
        replace(directory(50, 1, "other"), storage_policy=5),
        Row(51, 50, "a.csv"),
        Row(52, 104, "b.csv", storage_policy=3),
        deleted(Row(14, 99, "lost.csv")),
    )
    below = asked(path="/Data")
    with replica.database.count() as connection:
        matched = matching.matching_of(connection, below, lambda _viewer: None)
        rows = connection.execute(matched.directories, matched.parameters).fetchall()
    assert matched.is_shown
    assert sorted(inode_id for inode_id, _, shown in rows if not shown) == [1, 50]
    few = counting.counts(below)
    monkeypatch.setattr(matching, "_is_most", lambda *_: False)
    many = counting.counts(below)
    assert set(few.mixed) == set(many.mixed)
    assert (few.owners, few.groups, few.extensions) == (many.owners, many.groups, many.extensions)
    assert total(few) == 4 + 5 + 1


@pytest.mark.parametrize(
    ("mode", "viewer", "seen"),
    [
        (0o755, Viewer("eve", ()), 4),
        (0o750, Viewer("eve", ()), 0),
        (0o750, Viewer("eve", ("staff",)), 4),
        (0o711, Viewer("eve", ()), 1),
        (0o744, Viewer("eve", ()), 0),
        (0o070, Viewer("ann", ("staff",)), 0),
        (0o1777, Viewer("eve", ()), 4),
    ],
)
def test_a_viewer_counts_what_hdfs_would_list(
    replica: ReplicaUnderTest,
    counting: CountReader,
    mode: int,
    viewer: Viewer,
    seen: int,
) -> None:
    guarded = replace(
        directory(2, 1, "Data", logical_time=2), mode=mode, storage_policy=2, mtime_ms=1_500
    )
    replica.apply(guarded)
    # The root, what is in it, and of the directory what is seen.
    assert total(counting.counts(asked(viewer=viewer))) == 3 + seen
    if seen == 0:
        with pytest.raises(CountUndecided):
            counting.counts(asked(path="/Data/inner", viewer=viewer))
    elif seen:
        assert total(counting.counts(asked(path="/Data/inner", viewer=viewer))) == 1


def test_what_is_cut_off_from_the_root_is_no_match(replica: ReplicaUnderTest) -> None:
    counting = CountReader(Limits(), lambda: replica.database)
    shut = replace(directory(2, 1, "shut"), mode=0o700, owner="bob")
    replica.apply(shut, Row(10, 2, "f"), Row(11, 1, "g"))
    eve = Viewer("eve", ())

    def seen() -> tuple[int, int]:
        return total(counting.counts(asked())), total(counting.counts(asked(viewer=eve)))

    assert seen() == (4, 3)
    # Nothing is counted of a link's directory but the link itself.
    link = replace(Row(12, 50, "link", size_bytes=0), kind="symlink")
    replica.apply(link)
    assert seen() == (4, 3)
    replica.apply(directory(50, 1, "late"))
    assert seen() == (6, 5)
    replica.apply(replace(directory(50, 60, "late", logical_time=2)))
    assert seen() == (4, 3)


def test_a_whole_tree_is_known_to_be_whole_at_once(
    replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The look for what is cut off takes as long as a count."""
    monkeypatch.setattr(matching, "_CUT_OFF", "SELECT looked_for")
    counting = CountReader(Limits(), lambda: replica.database)
    assert total(counting.counts(asked())) == 1
    replica.apply(directory(2, 1, "d"), directory(3, 2, "e"), Row(10, 3, "f"), Row(11, 1, "g"))
    assert total(counting.counts(asked())) == 5
    replica.apply(replace(directory(3, 1, "e", logical_time=2)), deleted(Row(11, 1, "g")))
    assert total(counting.counts(asked())) == 4
    replica.apply(directory(2, 3, "d", logical_time=2), directory(3, 2, "e", logical_time=3))
    with pytest.raises(duckdb.Error, match="looked_for"):
        counting.counts(asked())


def test_acls_leave_it_to_those_who_know_them(
    replica: ReplicaUnderTest, counting: CountReader
) -> None:
    replica.apply(replace(directory(3, 2, "inner", logical_time=2), features=HAS_ACL))
    with pytest.raises(CountUndecided) as undecided:
        counting.counts(asked(viewer=Viewer("eve", ())))
    assert undecided.value.facts == {"because": "acls"}
    # The owner is judged by the mode alone.
    assert total(counting.counts(asked(viewer=Viewer("ann", ())))) == 7
    assert total(counting.counts(asked())) == 7
    replica.apply(directory(3, 2, "inner", logical_time=3))
    assert total(counting.counts(asked(viewer=Viewer("eve", ())))) == 7


def test_counting_ends_in_time(replica: ReplicaUnderTest) -> None:
    replica.database.writer.load([Row(1_000 + at, 1, f"name{at}") for at in range(50_000)])
    slow = AnyOf(tuple(Like(f"*{at}*x*y*z*") for at in range(400)))
    hurried = CountReader(Limits(count_time_limit_ms=1), lambda: replica.database)
    with pytest.raises(CountTimedOut):
        hurried.counts(asked(slow))
    patient = CountReader(Limits(), lambda: replica.database)
    assert total(patient.counts(asked())) == 50_001


def test_nobody_waits_long_for_a_turn(
    replica: ReplicaUnderTest, counting: CountReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "COUNT_WAIT_MS", 20)
    with replica.database.count(), replica.database.count(), pytest.raises(CountTimedOut):
        counting.counts(asked())
    assert total(counting.counts(asked())) == 7


def test_statements_of_users_keep_no_count_waiting(
    replica: ReplicaUnderTest, counting: CountReader
) -> None:
    with replica.database.slot(), replica.database.slot(), replica.database.lookup():
        counted: list[int] = []
        asking = threading.Thread(target=lambda: counted.append(total(counting.counts(asked()))))
        asking.start()
        asking.join(timeout=20)
    assert counted == [7]


def test_without_a_replica_there_is_no_count() -> None:
    def none() -> database.Database:
        raise ReplicaNotReady(state="building", inodes_built=None)

    with pytest.raises(ReplicaNotReady):
        CountReader(Limits(), none).counts(asked())


@pytest.mark.parametrize(
    "body",
    [
        {"is": "Drop"},
        {"is": "OneOf", "text": "name; DROP TABLE", "values": []},
        {"is": "Between", "number": "1", "low": None, "high": None},
        {"is": "OneOf", "text": "owner", "values": ["x"] * 1_001},
        {"is": "All", "conditions": [{"is": "Holds", "text": "x"}] * 501},
    ],
)
def test_only_what_is_listed_can_be_asked(body: dict[str, object]) -> None:
    with pytest.raises((ValueError, KeyError)):
        asked_of({**asked_body(asked()), "condition": body})
    deep = {"is": "Holds", "text": "x"}
    for _ in range(51):
        deep = {"is": "Not", "condition": deep}  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="too deep"):
        asked_of({**asked_body(asked()), "condition": deep})
