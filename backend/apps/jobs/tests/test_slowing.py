"""Jobs that slow down by themselves while calls of clients wait."""

from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.common.actor import Actor
from apps.common.rights import EVERYTHING
from apps.jobs import calls, pace, runner, services, slowing
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.states import JobState
from doubles.clock import Clock
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker

pytestmark = pytest.mark.django_db(transaction=True)
OLGA = Actor(name="olga", user_id=None, hdfs_user="olga", rights=EVERYTHING)
STEP_S = 0.5
BUSY, CALM = 180.0, 3.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(monkeypatch)
    monkeypatch.setattr(calls, "monotonic", lambda: clock.passed_s)
    return clock


@pytest.fixture
def tree(namenode: NamenodeDouble, set_env: SetEnv, clock: Clock) -> NamenodeDouble:
    """/data with 399 files; a step of at most 10 inodes takes half a second."""
    set_env(job_step_inodes=10, job_slice_ms=1_000_000)
    for number in range(399):
        namenode.tree.add_file(f"/data/file{number:03d}")

    def takes_time(resource: str, _body: dict[str, Any]) -> None:
        if resource == "subtree/steps":
            clock.passed_s += STEP_S

    namenode.on_request = takes_time
    return namenode


def wait(tree: NamenodeDouble, wait_ms: float, *, of_calls: int = 1_000) -> None:
    tree.heat = {"calls": of_calls, "waited_ms": wait_ms * of_calls}


def make_job(rate: int | None = None, *, dry_run: bool = True) -> int:
    return services.job_create(
        actor=OLGA,
        kind=JobKind.SET_OWNER,
        path="/data",
        parameters={"owner": "ann"},
        dry_run=dry_run,
        idempotency_key=None,
        pace=pace.Pace(inodes_per_s_max=rate),
    ).pk


class Course:
    """The ceilings of a job, as they were from time to time, and what happens at some times."""

    def __init__(self, clock: Clock, job_id: int) -> None:
        self._clock, self._job_id = clock, job_id
        self.ceilings: list[float | None] = []

    def run(self, tree: NamenodeDouble, events: dict[float, Any]) -> Job:
        pending = dict(events)
        takes_time = tree.on_request

        def note(resource: str, body: dict[str, Any]) -> None:
            takes_time(resource, body)
            for at_s in [each for each in pending if each <= self._clock.passed_s]:
                pending.pop(at_s)()
            slowed = self._job().slowed
            now = None if slowed is None else slowed["inodes_per_s"]
            if not self.ceilings or self.ceilings[-1] != now:
                self.ceilings.append(now)

        tree.on_request = note
        while not runner.advance(job_id=self._job_id) or self._job().finished_at is None:
            # It was given back for a while.
            self._clock.passed_s += 0.25
        return self._job()

    def _job(self) -> Job:
        return Job.objects.get(pk=self._job_id)


def test_a_job_goes_slower_step_by_step_and_faster_again(
    tree: NamenodeDouble, worker: Worker, clock: Clock
) -> None:
    for number in range(399, 1_000):
        tree.tree.add_file(f"/data/file{number:04d}")
    wait(tree, CALM)
    job_id = make_job()
    course = Course(clock, job_id)
    job = course.run(tree, {5: lambda: wait(tree, BUSY), 35: lambda: wait(tree, CALM)})
    assert job.state == JobState.SUCCEEDED
    assert job.slowed is None
    halves = [each for each in course.ceilings if each is not None]
    assert course.ceilings[0] is None
    assert course.ceilings[-1] is None, "at full speed again"
    # Of its 20 a second, half as many for every ten seconds, and back in as many steps.
    assert halves == [pytest.approx(each, rel=0.15) for each in (10, 5, 2.5, 5, 10)]


def test_it_never_stops_entirely(tree: NamenodeDouble, worker: Worker, clock: Clock) -> None:
    wait(tree, BUSY)
    job_id = make_job()
    course = Course(clock, job_id)
    job = course.run(tree, {})
    assert job.state == JobState.SUCCEEDED
    least = min(each for each in course.ceilings if each is not None)
    assert least == slowing.LEAST_INODES_PER_S


def test_a_fast_job_stays_faster_than_others() -> None:
    job, now = Job(), timezone.now()
    for _ in range(20):
        slowing.look(job, inodes_per_s=3_200, wait_ms=BUSY, now=now)
    assert job.slowed is not None
    assert job.slowed["inodes_per_s"] == 3_200 / slowing.LEAST_PART


def test_a_bounded_job_goes_slower_than_its_bound(
    tree: NamenodeDouble, worker: Worker, clock: Clock
) -> None:
    wait(tree, BUSY)
    job_id = make_job(10)
    course = Course(clock, job_id)
    job = course.run(tree, {})
    assert job.state == JobState.SUCCEEDED
    assert course.ceilings[1] == pytest.approx(5, rel=0.2)


def test_a_figure_that_is_missing_changes_nothing(
    tree: NamenodeDouble, worker: Worker, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait(tree, BUSY)
    job_id = make_job(10)
    course = Course(clock, job_id)
    silent = lambda: monkeypatch.setattr(calls, "_asked", lambda: None)  # noqa: E731
    course.run(tree, {14: silent})
    assert len(course.ceilings) == 2
    assert course.ceilings[1] is not None


def test_few_calls_slow_nobody_down(tree: NamenodeDouble, worker: Worker, clock: Clock) -> None:
    wait(tree, BUSY, of_calls=calls.CALLS_MIN - 1)
    course = Course(clock, make_job(10))
    course.run(tree, {})
    assert course.ceilings == [None]


def test_it_can_be_switched_off(
    tree: NamenodeDouble, worker: Worker, clock: Clock, set_env: SetEnv
) -> None:
    set_env(job_slow_down_wait_ms=0)
    wait(tree, BUSY)
    course = Course(clock, make_job(10))
    course.run(tree, {})
    assert course.ceilings == [None]
    assert not [each for each in tree.requests if each[1] == "heat"]


def test_the_namenodes_are_asked_now_and_then(
    tree: NamenodeDouble, worker: Worker, clock: Clock
) -> None:
    wait(tree, CALM)
    course = Course(clock, make_job(10))
    course.run(tree, {})
    asked = len([each for each in tree.requests if each[1] == "heat"])
    assert 1 <= asked <= clock.passed_s / 10


def test_jobs_of_a_process_share_what_it_asked(tree: NamenodeDouble, clock: Clock) -> None:
    wait(tree, BUSY)
    assert [calls.wait_ms(), calls.wait_ms()] == [BUSY, BUSY]
    wait(tree, CALM)
    clock.passed_s += calls.ASKED_EVERY_S - 0.1
    assert calls.wait_ms() == BUSY
    clock.passed_s += 0.2
    assert calls.wait_ms() == CALM
    assert len([each for each in tree.requests if each[1] == "heat"]) == 2


def test_silent_namenodes_tell_nothing(clock: Clock, set_env: SetEnv) -> None:
    set_env(admin_urls="http://127.0.0.1:1")
    assert calls.wait_ms() is None


def test_the_namenode_with_the_longest_waiting_counts(
    tree: NamenodeDouble, clock: Clock, set_env: SetEnv
) -> None:
    other = NamenodeDouble()
    try:
        set_env(admin_urls=f"{tree.url},{other.url}")
        wait(tree, CALM)
        wait(other, BUSY)
        assert calls.wait_ms() == BUSY
    finally:
        other.close()


def test_in_between_a_job_stays_as_slow_as_it_is() -> None:
    job, now = Job(), timezone.now()
    slowing.look(job, inodes_per_s=100, wait_ms=BUSY, now=now)
    slowing.look(job, inodes_per_s=50, wait_ms=80, now=now)
    assert job.slowed is not None
    assert (job.slowed["inodes_per_s"], job.slowed["calls_wait_ms"]) == (50, 80)
    slowing.look(job, inodes_per_s=50, wait_ms=None, now=now)
    assert job.slowed["calls_wait_ms"] == 80
    slowing.look(job, inodes_per_s=5, wait_ms=CALM, now=now)
    assert job.slowed is None, "its ceiling held nothing back"


def test_the_api_says_why_and_since_when(
    tree: NamenodeDouble, worker: Worker, clock: Clock, client_of: ClientOf, operator: User
) -> None:
    wait(tree, BUSY)
    job_id = make_job(10)
    api = client_of(operator)
    assert api.get(f"/api/v1/jobs/{job_id}").json()["slowed"] is None
    told: list[dict[str, Any]] = []

    def look() -> None:
        told.append(api.get(f"/api/v1/jobs/{job_id}").json()["slowed"])

    Course(clock, job_id).run(tree, {15: look})
    (slowed,) = told
    assert slowed["calls_wait_ms"] == 180
    assert slowed["inodes_per_s"] == pytest.approx(5, rel=0.2)
    assert slowed["since"].startswith("20")
    assert api.get(f"/api/v1/jobs/{job_id}").json()["slowed"] is None, "it has ended"
