"""Moves of a selection of which one goes to the place that another one leaves."""

from itertools import permutations
from random import Random

import pytest

from apps.jobs import services
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.move_order import Move, Stays, in_order
from apps.jobs.states import JobState
from apps.jobs.tests.test_moves import places, start, told, undo
from apps.jobs.tests.test_plans import found, plan
from apps.jobs.tests.test_resume import OLGA, die_at_store, work_past_death
from doubles.namenode import NamenodeDouble
from doubles.world import Worker

pytestmark = pytest.mark.django_db(transaction=True)
TO = "/data/{owner}"


@pytest.fixture
def tree(namenode: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> NamenodeDouble:
    """/data/ann belongs to bob, /data/bob to cat, and /data/cat to dan. A step looks at one."""
    monkeypatch.setattr("apps.jobs.looking._ENTRIES_PER_STEP", 1)
    for name, owner in (("ann", "bob"), ("bob", "cat"), ("cat", "dan")):
        namenode.tree.add_file(f"/data/{name}", owner=owner)
    return namenode


def planned(worker: Worker, *paths: str, to: str = TO) -> Job:
    return worker.finished(plan(JobKind.MOVE, *paths, to=to))


def promoted(worker: Worker, job: Job) -> Job:
    return worker.finished(services.job_promote(actor=OLGA, job_id=job.pk).pk)


def looked_back(worker: Worker, job_id: int) -> Job:
    looks = services.job_undo(actor=OLGA, job_id=job_id, dry_run=True, idempotency_key=None)
    return worker.finished(looks.pk)


@pytest.mark.parametrize("names", list(permutations(["ann", "bob", "cat"])))
def test_what_leaves_a_place_goes_before_what_comes_there(
    tree: NamenodeDouble, worker: Worker, names: tuple[str, ...]
) -> None:
    before = places(tree)
    job = planned(worker, *(f"/data/{name}" for name in names))
    assert (job.state, job.changed, found(job)) == (JobState.SUCCEEDED, 3, None)
    done = promoted(worker, job)
    assert (done.state, done.changed) == (JobState.SUCCEEDED, 3)
    moved = places(tree)
    assert sorted(moved.values()) == ["/data/bob", "/data/cat", "/data/dan"]
    assert all(tree.tree.find(path).owner == path.rpartition("/")[2] for path in moved.values())

    looks = looked_back(worker, done.pk)
    assert (looks.state, looks.changed, places(tree)) == (JobState.SUCCEEDED, 3, moved)
    back = worker.finished(undo(done.pk))
    assert (back.state, back.changed, places(tree)) == (JobState.SUCCEEDED, 3, before)
    looks = looked_back(worker, back.pk)
    assert (looks.state, looks.changed) == (JobState.SUCCEEDED, 3)
    again = worker.finished(undo(back.pk))
    assert (again.state, places(tree)) == (JobState.SUCCEEDED, moved)


def test_a_job_without_a_plan_counts_and_moves_the_same(
    tree: NamenodeDouble, worker: Worker
) -> None:
    job = worker.finished(start("/data/ann", "/data/bob", "/data/cat", to=TO))
    assert (job.state, job.changed, job.total) == (JobState.SUCCEEDED, 3, 3)


def test_a_chain_whose_end_is_taken_stays_in_plan_and_job(
    tree: NamenodeDouble, worker: Worker
) -> None:
    tree.tree.add_file("/data/dan")
    before = places(tree)
    job = planned(worker, "/data/ann", "/data/bob", "/data/cat")
    names = ("ann", "bob", "cat")
    assert told(job) == {("already_exists", f"/data/{name}") for name in names}
    assert found(job) == {
        "taken": [
            {"path": "/data/cat", "place": "/data/dan"},
            {"path": "/data/bob", "place": "/data/cat"},
            {"path": "/data/ann", "place": "/data/bob"},
        ],
        "taken_count": 3,
    }
    done = promoted(worker, job)
    assert (told(done), places(tree)) == (told(job), before)


def test_what_waits_for_one_that_changed_stays(tree: NamenodeDouble, worker: Worker) -> None:
    job = planned(worker, "/data/ann", "/data/bob", "/data/cat")
    tree.tree.find("/data/bob").logical_time += 1
    done = promoted(worker, job)
    assert told(done) == {("changed_since", "/data/bob"), ("already_exists", "/data/ann")}
    assert done.changed == 1
    # One that can't go back keeps its former place for nobody, and stays where it is.
    tree.tree.add_file("/data/cat")
    looks = looked_back(worker, done.pk)
    back = worker.finished(undo(done.pk))
    assert {code for code, _ in told(looks)} == {code for code, _ in told(back)}
    assert (looks.changed, back.changed) == (0, 0)


def test_a_circle_stays_and_the_others_go(tree: NamenodeDouble, worker: Worker) -> None:
    tree.tree.add_file("/data/eve", owner="fay")
    tree.tree.add_file("/data/fay", owner="eve")
    paths = [f"/data/{name}" for name in ("ann", "bob", "cat", "eve", "fay")]
    job = planned(worker, *paths)
    circle = {("in_a_circle", "/data/eve"), ("in_a_circle", "/data/fay")}
    assert (job.state, job.changed, told(job)) == (JobState.SUCCEEDED_WITH_ERRORS, 3, circle)
    done = promoted(worker, job)
    assert (done.state, done.changed) == (JobState.SUCCEEDED, 3)
    assert {"/data/eve", "/data/fay", "/data/dan"} <= set(places(tree).values())
    real = worker.finished(start("/data/eve", "/data/fay", to=TO))
    assert (real.changed, told(real)) == (0, circle)


def test_nothing_goes_into_a_directory_that_goes_elsewhere(
    tree: NamenodeDouble, worker: Worker
) -> None:
    tree.tree.add_file("/data/sub/file")
    tree.tree.add_file("/data/new", owner="sub")
    job = planned(worker, "/data/sub", "/data/new", to="/data/{owner}/{name}")
    assert told(job) == {("place_moves", "/data/new")}
    assert promoted(worker, job).changed == 2
    assert "/data/hdfs/sub/file" in places(tree).values()


@pytest.mark.parametrize("after", [False, True])
def test_death_at_every_step_moves_a_chain_once(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    before = places(tree)
    died = True
    for call in range(1, 20):
        job_id = plan(JobKind.MOVE, "/data/ann", "/data/bob", "/data/cat", to=TO)
        died = work_past_death(worker, die_at_store(monkeypatch, call, after=after))
        job = worker.finished(job_id)
        assert (job.state, job.changed) == (JobState.SUCCEEDED, 3), call
        done_id = services.job_promote(actor=OLGA, job_id=job.pk).pk
        died |= work_past_death(worker, die_at_store(monkeypatch, call, after=after))
        done = worker.finished(done_id)
        assert (done.state, done.changed) == (JobState.SUCCEEDED, 3), call
        looks = services.job_undo(actor=OLGA, job_id=done_id, dry_run=True, idempotency_key=None)
        died |= work_past_death(worker, die_at_store(monkeypatch, call, after=after))
        looked = worker.finished(looks.pk)
        assert (looked.state, looked.changed) == (JobState.SUCCEEDED, 3), call
        back = worker.finished(undo(done_id))
        assert (back.state, places(tree)) == (JobState.SUCCEEDED, before), call
        if not died:
            break
    assert not died


@pytest.mark.parametrize("seed", range(60))
def test_in_the_order_every_place_is_free(seed: int) -> None:
    """Moves between few names and directories of them, played in their order."""
    random = Random(seed)
    names = [f"/{top}{below}" for top in "abcdef" for below in ("", "/x", "/y")]
    paths = random.sample([name for name in names if len(name) == 2], 5)
    wanted = [(path, random.choice(names)) for path in paths]
    moves = [
        Move(number, path, place)
        for number, (path, place) in enumerate(wanted)
        if place != path and not place.startswith(f"{path}/")
    ]
    ordered = in_order(moves)
    assert sorted([*ordered.going, *ordered.staying]) == [move.inode_id for move in moves]
    there = set(paths)
    by_id = {move.inode_id: move for move in moves}
    stuck = set(paths) - {by_id[each].path for each in ordered.going}
    for move in (by_id[each] for each in ordered.going):
        # What stays is in the way of what comes, whatever the order is; nothing else is.
        assert (move.place in there) == (move.place in stuck)
        if move.place in stuck:
            stuck.add(move.path)
        else:
            there = (there - {move.path}) | {move.place}


def test_why_something_stays() -> None:
    moves = [
        *(Move(1, "/a", "/b"), Move(2, "/b", "/c"), Move(3, "/c", "/a")),
        *(Move(4, "/d", "/same"), Move(5, "/e", "/same")),
        *(Move(6, "/f", "/g"), Move(7, "/h", "/f/in"), Move(8, "/i", "/f")),
    ]
    ordered = in_order(moves)
    assert ordered.going == [6, 8]
    assert ordered.staying == {
        **dict.fromkeys((4, 5), Stays.SAME_PLACE),
        **dict.fromkeys((1, 2, 3), Stays.CIRCLE),
        7: Stays.WITHIN,
    }


def test_a_long_chain_is_put_in_order() -> None:
    count = 10_000
    ordered = in_order(Move(each, f"/{each}", f"/{each + 1}") for each in range(count))
    assert ordered.going == list(reversed(range(count)))
