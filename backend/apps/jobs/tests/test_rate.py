"""Jobs that are bounded to so many inodes a second."""

from datetime import timedelta
from typing import Any

import pytest

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.common.actor import Actor
from apps.common.rights import EVERYTHING
from apps.jobs import control, keeper, lease, pace, pace_control, runner, services
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.states import JobState
from doubles.checked_client import CheckedClient
from doubles.clock import Clock
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"
OLGA = Actor(name="olga", user_id=None, hdfs_user="olga", rights=EVERYTHING)
CHOWN: dict[str, Any] = {"kind": "set_owner", "path": "/data", "parameters": {"owner": "ann"}}
INODES = 100


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def tree(namenode: NamenodeDouble, set_env: SetEnv) -> NamenodeDouble:
    """/data with 99 files."""
    for number in range(INODES - 1):
        namenode.tree.add_file(f"/data/file{number:03d}")
    return namenode


@pytest.fixture
def api(client_of: ClientOf, operator: User) -> CheckedClient:
    return client_of(operator)


def make_job(rate: int | None, *, path: str = "/data", dry_run: bool = False) -> int:
    return services.job_create(
        actor=OLGA,
        kind=JobKind.SET_OWNER,
        path=path,
        parameters={"owner": "ann"},
        dry_run=dry_run,
        idempotency_key=None,
        pace=pace.Pace(inodes_per_s_max=rate),
    ).pk


def steps_of(tree: NamenodeDouble, clock: Clock) -> list[tuple[float, int]]:
    """Will have when each step was asked for, and how many inodes it may visit."""
    seen: list[tuple[float, int]] = []

    def note(resource: str, body: dict[str, Any]) -> None:
        if resource == "subtree/steps":
            seen.append((clock.passed_s, body["limit"]))

    tree.on_request = note
    return seen


def run(job_id: int, worker: Worker, clock: Clock, *, beat_s: float = 2.0) -> Job:
    """Works on jobs as a process does whose keeper beats, until this one has ended."""
    for _ in range(1000):
        worker.run()
        job = Job.objects.get(pk=job_id)
        if job.finished_at is not None:
            return job
        clock.passed_s += beat_s
        keeper.keep(name="test:1", at_start=False)
    raise AssertionError("The job does not come to an end")


@pytest.mark.parametrize("rate", [1, 7, 60])
def test_a_job_keeps_to_its_bound(
    tree: NamenodeDouble, worker: Worker, clock: Clock, rate: int
) -> None:
    seen = steps_of(tree, clock)
    job = run(make_job(rate), worker, clock)
    assert (job.state, job.files, job.changed) == (JobState.SUCCEEDED, INODES - 1, INODES)
    assert max(limit for _, limit in seen) == rate, "a step visits what a second allows"
    for number, (began_s, _) in enumerate(seen):
        for ended_s, _ in seen[number:]:
            visited = sum(most for at_s, most in seen if began_s <= at_s <= ended_s)
            assert visited <= rate * (ended_s - began_s + pace.CREDIT_S + 1)
    # Both passes, counting and acting, less what the last steps may owe.
    needed_s = 2 * INODES / rate - pace.CREDIT_S
    assert needed_s - 2 <= clock.passed_s <= 2 * needed_s + 4


def test_the_bound_of_all_jobs_holds_where_a_job_has_none(
    tree: NamenodeDouble, worker: Worker, clock: Clock, set_env: SetEnv
) -> None:
    set_env(job_inodes_per_s_max=10)
    run(make_job(None), worker, clock)
    assert clock.passed_s >= 2 * INODES / 10 - pace.CREDIT_S
    before_s = clock.passed_s
    run(make_job(1_000), worker, clock)
    assert clock.passed_s - before_s <= 2, "its own one holds in its place"


def test_a_worker_that_was_away_long_does_not_rush(
    tree: NamenodeDouble, worker: Worker, clock: Clock
) -> None:
    job_id = make_job(5)
    runner.advance(job_id=worker.woken.pop(0))
    clock.passed_s += 3_600
    seen = steps_of(tree, clock)
    worker.start()
    runner.advance(job_id=job_id)
    at_once = sum(limit for at_s, limit in seen if at_s == seen[0][0])
    assert 0 < at_once <= 5 * (pace.CREDIT_S + 1)


def test_a_worker_takes_the_debt_over(tree: NamenodeDouble, worker: Worker, clock: Clock) -> None:
    """The one before it died right after a step: the next one waits for what that has cost."""
    job_id = make_job(10)
    Job.objects.update(
        owed_inodes=100, owed_at=clock.now(), lease_token="dead", lease_expires_at=clock.now()
    )
    seen = steps_of(tree, clock)
    run(job_id, worker, clock)
    assert 10 <= seen[0][0] <= 14
    assert Job.objects.get(pk=job_id).takeovers == 1


@pytest.mark.parametrize("command", [control.job_pause, control.job_cancel])
def test_it_stops_while_it_waits_in_its_worker(
    tree: NamenodeDouble, worker: Worker, clock: Clock, command: Any
) -> None:
    job_id = make_job(5)
    told_s: list[float] = []

    def once() -> None:
        if not told_s:
            told_s.append(clock.passed_s)
            command(actor=OLGA, job_id=job_id)

    clock.on_sleep = once
    runner.advance(job_id=worker.woken.pop(0))
    assert Job.objects.get(pk=job_id).state in {JobState.PAUSED, JobState.CANCELLED}
    assert clock.passed_s - told_s[0] <= 1


@pytest.mark.parametrize("command", [control.job_pause, control.job_cancel])
def test_it_stops_while_it_was_given_back(
    tree: NamenodeDouble, worker: Worker, clock: Clock, command: Any
) -> None:
    job_id = make_job(1)
    Job.objects.update(owed_inodes=500, owed_at=clock.now())
    worker.run()
    resting = Job.objects.get(pk=job_id)
    assert (resting.lease_token, resting.retries) == (None, 0)
    assert resting.not_before == clock.now() + timedelta(seconds=500)
    command(actor=OLGA, job_id=job_id)
    worker.run()
    assert Job.objects.get(pk=job_id).state in {JobState.PAUSED, JobState.CANCELLED}


def test_a_lease_is_kept_while_its_worker_waits(
    tree: NamenodeDouble, worker: Worker, clock: Clock, set_env: SetEnv
) -> None:
    set_env(job_lease_ms=600)
    job_id = make_job(5)
    left: list[timedelta] = []

    def beat() -> None:
        keeper.keep(name="test:1", at_start=False)
        until = Job.objects.get(pk=job_id).lease_expires_at
        left.append(until - clock.now() if until else timedelta())

    clock.on_sleep = beat
    runner.advance(job_id=worker.woken.pop(0))
    assert len(left) > 3
    assert set(left) == {timedelta(milliseconds=600)}
    assert lease._held == set()


def test_it_makes_room_where_others_wait(
    tree: NamenodeDouble, worker: Worker, clock: Clock
) -> None:
    slow, other = make_job(5), make_job(None)
    runner.advance(job_id=slow)
    assert clock.passed_s == 0, "its worker did not wait"
    assert Job.objects.get(pk=slow).lease_token is None
    runner.advance(job_id=other)
    assert Job.objects.get(pk=other).state == JobState.SUCCEEDED
    assert run(slow, worker, clock).state == JobState.SUCCEEDED


def test_another_bound_holds_at_once(tree: NamenodeDouble, worker: Worker, clock: Clock) -> None:
    job_id = make_job(1)
    Job.objects.update(owed_inodes=500, owed_at=clock.now())
    worker.run()
    clock.passed_s += 100
    pace_control.job_rate(actor=OLGA, job_id=job_id, inodes_per_s_max=1_000)
    assert Job.objects.get(pk=job_id).owed_inodes == 400
    worker.run()
    assert Job.objects.get(pk=job_id).state == JobState.SUCCEEDED
    assert clock.passed_s < 102


def test_a_bound_is_heard_of_by_a_worker_that_waits(
    tree: NamenodeDouble, worker: Worker, clock: Clock
) -> None:
    job_id = make_job(1)

    def lift() -> None:
        pace_control.job_rate(actor=OLGA, job_id=job_id, inodes_per_s_max=None)

    clock.on_sleep = lift
    worker.run()
    assert Job.objects.get(pk=job_id).state == JobState.SUCCEEDED
    assert clock.passed_s <= 1


def test_another_bound_ends_no_wait_for_a_namenode(
    tree: NamenodeDouble, worker: Worker, clock: Clock, set_env: SetEnv
) -> None:
    job_id = make_job(1)
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    worker.run()
    pace_control.job_rate(actor=OLGA, job_id=job_id, inodes_per_s_max=5)
    job = Job.objects.get(pk=job_id)
    assert job.not_before is not None
    assert job.retries == 1


def test_a_move_costs_one_inode_however_much_moves(
    tree: NamenodeDouble, worker: Worker, clock: Clock
) -> None:
    job_id = services.job_create(
        actor=OLGA,
        kind=JobKind.DELETE,
        path="/data",
        parameters={"skip_trash": False},
        dry_run=False,
        idempotency_key=None,
        pace=pace.Pace(inodes_per_s_max=50),
    ).pk
    job = run(job_id, worker, clock)
    assert job.changed == INODES
    assert job.owed_inodes <= 50


def test_a_clock_that_was_set_back_keeps_nobody_waiting(
    tree: NamenodeDouble, worker: Worker, clock: Clock
) -> None:
    job_id = make_job(10)
    Job.objects.update(owed_inodes=100, owed_at=clock.now() + timedelta(hours=1))
    assert run(job_id, worker, clock).state == JobState.SUCCEEDED
    assert clock.passed_s < 60


def test_it_tells_how_fast_it_goes_and_how_long_it_needs(
    tree: NamenodeDouble, worker: Worker, clock: Clock, api: CheckedClient, set_env: SetEnv
) -> None:
    set_env(job_slice_ms=1_000)
    job_id = make_job(2, dry_run=True)
    Job.objects.filter(pk=job_id).update(total=INODES)
    for _ in range(100):
        runner.advance(job_id=job_id)
        clock.passed_s += 0.25
        job = Job.objects.get(pk=job_id)
        if job.inodes_per_s is not None:
            break
    assert job.started_at is not None
    assert 10 <= (clock.now() - job.started_at).total_seconds() <= 13
    progress = api.get(f"{JOBS}/{job_id}").json()["progress"]
    assert progress["inodes_per_s"] == pytest.approx(2, abs=0.3)
    left = INODES - progress["files"] - progress["directories"]
    assert progress["remaining_s"] == pytest.approx(left / 2, rel=0.2)

    control.job_pause(actor=OLGA, job_id=job_id)
    runner.advance(job_id=job_id)
    progress = api.get(f"{JOBS}/{job_id}").json()["progress"]
    assert (progress["inodes_per_s"], progress["remaining_s"]) == (None, None)
    clock.passed_s += 3_600
    control.job_resume(actor=OLGA, job_id=job_id)
    runner.advance(job_id=job_id)
    assert Job.objects.get(pk=job_id).inodes_per_s is None, "the hour is no part of its rate"


def test_the_api_bounds_a_job(api: CheckedClient, tree: NamenodeDouble, worker: Worker) -> None:
    body = {**CHOWN, "dry_run": True, "inodes_per_s_max": 500}
    job = api.post(JOBS, body, format="json").json()
    assert job["rate_limit"] == {"inodes_per_s": 500, "of_all_jobs": False}
    created = AuditEntry.objects.get(action="job.create").after
    assert created is not None
    assert created["inodes_per_s_max"] == 500
    changed = api.post(f"{JOBS}/{job['id']}/rate", {"inodes_per_s_max": 5_000}, format="json")
    assert changed.status_code == 202, changed.content
    assert changed.json()["rate_limit"] == {"inodes_per_s": 5_000, "of_all_jobs": False}
    entry = AuditEntry.objects.get(action="job.rate")
    assert (entry.actor, entry.before, entry.after) == (
        "olga",
        {"inodes_per_s_max": 500},
        {"inodes_per_s_max": 5_000},
    )
    worker.run()
    real = api.post(f"{JOBS}/{job['id']}/promote").json()
    assert real["rate_limit"] == {"inodes_per_s": 5_000, "of_all_jobs": False}, "that of its plan"
    lifted = api.post(f"{JOBS}/{real['id']}/rate", {"inodes_per_s_max": None}, format="json")
    assert lifted.json()["rate_limit"] is None
    worker.run()
    ended = api.post(f"{JOBS}/{real['id']}/rate", {"inodes_per_s_max": 1}, format="json")
    assert (ended.status_code, ended.json()["code"]) == (409, "job_finished")


def test_the_api_says_when_the_bound_is_that_of_all_jobs(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    set_env(job_inodes_per_s_max=300)
    job = api.post(JOBS, CHOWN, format="json").json()
    assert job["rate_limit"] == {"inodes_per_s": 300, "of_all_jobs": True}


@pytest.mark.parametrize("rate", [0, -1, 1_000_001, "fast", 1.5])
def test_a_bound_that_makes_no_sense_is_refused(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, rate: object
) -> None:
    made = api.post(JOBS, {**CHOWN, "inodes_per_s_max": rate}, format="json")
    assert (made.status_code, "inodes_per_s_max" in made.json()["fields"]) == (400, True)
    job_id = make_job(None)
    changed = api.post(f"{JOBS}/{job_id}/rate", {"inodes_per_s_max": rate}, format="json")
    assert changed.status_code == 400
    assert api.post(f"{JOBS}/{job_id}/rate", {}, format="json").status_code == 400


def test_who_may_not_pause_a_job_may_not_bound_it(
    client_of: ClientOf, viewer: User, tree: NamenodeDouble, worker: Worker
) -> None:
    job_id = make_job(None)
    response = client_of(viewer).post(f"{JOBS}/{job_id}/rate", {"inodes_per_s_max": 1}, "json")
    assert response.status_code == 403


def test_a_key_stands_for_a_job_with_its_bound(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    def send(rate: int) -> Any:
        body = {**CHOWN, "inodes_per_s_max": rate}
        return api.post(JOBS, body, format="json", headers={"Idempotency-Key": "k"})

    assert send(5).json()["id"] == send(5).json()["id"]
    assert send(6).json()["code"] == "idempotency_key_reused"
