"""Whose turn it is among the jobs that wait."""

import itertools
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.common.actor import Actor
from apps.common.rights import EVERYTHING
from apps.jobs import control, keeper, lease, runner, services, turns
from apps.jobs.kinds import JobKind, Priority
from apps.jobs.models import Job
from apps.jobs.pace import Pace
from apps.jobs.states import JobState
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"
OLGA = Actor(name="olga", user_id=None, hdfs_user="olga", rights=EVERYTHING)
CHOWN: dict[str, Any] = {"kind": "set_owner", "path": "/data", "parameters": {"owner": "ann"}}
LOW, NORMAL, HIGH = Priority.LOW, Priority.NORMAL, Priority.HIGH


@pytest.fixture(autouse=True)
def _first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_turns", itertools.count(1))


@pytest.fixture
def tree(namenode: NamenodeDouble, set_env: SetEnv) -> NamenodeDouble:
    """/data with 19 files. A turn is one step of one inode."""
    set_env(job_step_inodes=1, job_slice_ms=1)
    for number in range(19):
        namenode.tree.add_file(f"/data/file{number:02d}")
    return namenode


@pytest.fixture
def api(client_of: ClientOf, operator: User) -> CheckedClient:
    return client_of(operator)


@pytest.fixture
def turns_of(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Will have the job of each turn."""
    taken: list[int] = []
    real = runner.advance

    def advance(*, job_id: int) -> bool:
        worked = real(job_id=job_id)
        if worked:
            taken.append(job_id)
        return worked

    monkeypatch.setattr(runner, "advance", advance)
    return taken


def make_job(priority: Priority = NORMAL) -> int:
    return services.job_create(
        actor=OLGA,
        kind=JobKind.SET_OWNER,
        path="/data",
        parameters={"owner": "ann"},
        dry_run=False,
        idempotency_key=None,
        pace=Pace(priority=priority),
    ).pk


def take_turns(worker: Worker, count: int) -> None:
    for _ in range(count):
        turns.take_turn(named=worker.woken.pop(0))


def test_the_urgent_job_is_next_however_many_wait(
    tree: NamenodeDouble, worker: Worker, turns_of: list[int]
) -> None:
    others = [make_job(LOW), *(make_job() for _ in range(5))]
    urgent = make_job(HIGH)
    take_turns(worker, 3)
    assert turns_of == [urgent, urgent, urgent]
    assert all(Job.objects.get(pk=each).state == JobState.QUEUED for each in others)


def test_no_job_starves_beside_urgent_ones(
    tree: NamenodeDouble, worker: Worker, turns_of: list[int]
) -> None:
    low, normal = make_job(LOW), make_job()
    high = [make_job(HIGH), make_job(HIGH)]
    take_turns(worker, 80)
    had = Counter(turns_of)
    # One turn in four goes round among all four jobs.
    assert had[low] >= 80 // turns.BY_WAITING_EVERY // 4
    assert had[normal] >= 80 // turns.BY_WAITING_EVERY // 4
    assert had[high[0]] + had[high[1]] >= 60
    assert abs(had[high[0]] - had[high[1]]) <= 2
    first = turns_of.index(low) + 1
    assert first <= turns.BY_WAITING_EVERY, "it has waited the longest"


def test_jobs_of_the_same_priority_take_turns(
    tree: NamenodeDouble, worker: Worker, turns_of: list[int]
) -> None:
    jobs = [make_job() for _ in range(3)]
    take_turns(worker, 9)
    assert turns_of == jobs * 3


def test_all_come_to_their_end_and_no_message_is_left(
    tree: NamenodeDouble, worker: Worker, turns_of: list[int]
) -> None:
    jobs = [make_job(priority) for priority in (LOW, HIGH, NORMAL, HIGH, LOW)]
    worker.run()
    states = {Job.objects.get(pk=each).state for each in jobs}
    assert states == {JobState.SUCCEEDED}
    ended = [turns_of[::-1].index(each) for each in jobs]
    assert max(ended[1], ended[3]) > max(ended[0], ended[2], ended[4]), "the urgent ones first"


def test_as_many_messages_are_under_way_as_jobs_wait(tree: NamenodeDouble, worker: Worker) -> None:
    for priority in (LOW, HIGH, NORMAL):
        make_job(priority)
    for _ in range(30):
        take_turns(worker, 1)
        assert len(worker.woken) == 3


def test_a_job_is_made_urgent_while_it_waits(
    tree: NamenodeDouble, worker: Worker, turns_of: list[int], api: CheckedClient
) -> None:
    first, second = make_job(), make_job()
    response = api.post(f"{JOBS}/{second}/priority", {"priority": "high"}, format="json")
    assert (response.status_code, response.json()["priority"]) == (202, "high")
    take_turns(worker, 2)
    assert turns_of == [second, second]
    api.post(f"{JOBS}/{second}/priority", {"priority": "low"}, format="json")
    take_turns(worker, 1)
    assert turns_of[-1] == first


def test_what_is_to_stop_stops_before_anything_is_worked_on(
    tree: NamenodeDouble, worker: Worker
) -> None:
    low = make_job(LOW)
    turns.take_turn(named=low)
    make_job(HIGH)
    control.job_cancel(actor=OLGA, job_id=low)
    take_turns(worker, 1)
    assert Job.objects.get(pk=low).state == JobState.CANCELLED


def test_a_job_that_another_worker_takes_meanwhile_is_passed_over(
    tree: NamenodeDouble,
    worker: Worker,
    turns_of: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    urgent, other = make_job(HIGH), make_job()
    noted = runner.advance
    held: list[Any] = []

    def too_late(*, job_id: int) -> bool:
        if not held:
            held.append(lease._acquire(urgent))
        return noted(job_id=job_id)

    monkeypatch.setattr(runner, "advance", too_late)
    turns.take_turn(named=urgent)
    assert turns_of == [other]


def test_a_job_that_waits_for_its_bound_takes_no_turn_of_others(
    tree: NamenodeDouble, worker: Worker, turns_of: list[int]
) -> None:
    """When its wait is over it is woken by a message of its own."""
    urgent, other = make_job(HIGH), make_job()
    past = timezone.now() - timedelta(seconds=1)
    Job.objects.filter(pk=urgent).update(not_before=past, woken_at=None)
    worker.woken.remove(urgent)
    take_turns(worker, 1)
    assert turns_of == [other]
    keeper.keep(name="test:1", at_start=False)
    assert worker.woken == [other, urgent]
    take_turns(worker, 1)
    assert turns_of[-1] == urgent


def test_a_crowd_that_waits_long_is_not_woken_again_and_again(
    tree: NamenodeDouble, worker: Worker
) -> None:
    jobs = [make_job() for _ in range(6)]
    Job.objects.update(woken_at=timezone.now() - timedelta(minutes=5))
    for _ in range(3):
        keeper.keep(name="test:1", at_start=False)
    assert worker.woken == jobs
    del worker.woken[:2]
    keeper.keep(name="test:1", at_start=False)
    assert len(worker.woken) == 6, "as many as got lost"


def test_what_is_due_now_is_not_taken_for_lost(tree: NamenodeDouble, worker: Worker) -> None:
    old, due = make_job(), make_job()
    Job.objects.filter(pk=old).update(woken_at=timezone.now() - timedelta(minutes=5))
    Job.objects.filter(pk=due).update(woken_at=None)
    worker.woken.remove(due)
    keeper.keep(name="test:1", at_start=False)
    assert worker.woken == [old, due]


def test_a_paused_job_waits_from_its_resumption_on(tree: NamenodeDouble, worker: Worker) -> None:
    job_id = make_job()
    control.job_pause(actor=OLGA, job_id=job_id)
    later = timezone.now() + timedelta(hours=1)
    Job.objects.update(woken_at=None, not_before=later)
    control.job_resume(actor=OLGA, job_id=job_id)
    worker.run()
    assert Job.objects.get(pk=job_id).state == JobState.SUCCEEDED


def test_the_api_takes_a_priority(
    api: CheckedClient, client_of: ClientOf, viewer: User, tree: NamenodeDouble, worker: Worker
) -> None:
    plain = api.post(JOBS, CHOWN, format="json").json()
    assert plain["priority"] == "normal"
    dry = api.post(JOBS, {**CHOWN, "dry_run": True, "priority": "low"}, format="json").json()
    assert dry["priority"] == "low"
    at = f"{JOBS}/{plain['id']}/priority"
    assert client_of(viewer).post(at, {"priority": "high"}, "json").status_code == 403
    assert api.post(at, {"priority": "urgent"}, format="json").status_code == 400
    assert api.post(JOBS, {**CHOWN, "priority": 2}, format="json").status_code == 400
    assert api.post(at, {"priority": "high"}, format="json").json()["priority"] == "high"
    assert api.post(at, {"priority": "high"}, format="json").status_code == 202
    entry = AuditEntry.objects.get(action="job.priority")
    assert (entry.before, entry.after) == ({"priority": "normal"}, {"priority": "high"})
    Job.objects.filter(pk__in=(plain["id"], dry["id"])).update(woken_at=timezone.now())
    worker.run()
    ended = api.post(at, {"priority": "low"}, format="json")
    assert (ended.status_code, ended.json()["code"]) == (409, "job_finished")
    real = api.post(f"{JOBS}/{dry['id']}/promote").json()
    assert real["priority"] == "low", "that of its plan"
