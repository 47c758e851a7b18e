"""A worker dies at every possible moment of a job, and nothing is done or counted twice."""

import random
from collections.abc import Callable
from datetime import timedelta
from types import ModuleType
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.common.actor import Actor
from apps.common.rights import EVERYTHING
from apps.jobs import control, keeper, lease, progress, runner, services, undo
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobCheck
from apps.jobs.models import Worker as WorkerRow
from apps.jobs.states import JobState
from doubles.namenode import NamenodeDouble
from doubles.world import SetEnv, Worker
from integrations.namenode import NamenodeProblem

pytestmark = pytest.mark.django_db(transaction=True)
OLGA = Actor(name="olga", user_id=None, hdfs_user="olga", rights=EVERYTHING)


class Killed(BaseException):
    """Stands for the death of the process: nothing handles it."""


@pytest.fixture
def tree(namenode: NamenodeDouble, set_env: SetEnv) -> NamenodeDouble:
    """/data with 2 directories and 9 files; steps of 3 inodes."""
    set_env(job_step_inodes=3)
    for number in range(9):
        namenode.tree.add_file(f"/data/sub/file{number}")
    return namenode


def make_job(kind: JobKind, parameters: dict[str, Any], *, dry_run: bool = False) -> int:
    return services.job_create(
        actor=OLGA,
        kind=kind,
        path="/data",
        parameters=parameters,
        dry_run=dry_run,
        idempotency_key=None,
    ).pk


def expire_leases() -> None:
    past = timezone.now() - timedelta(seconds=1)
    for rows in (Job.objects, JobCheck.objects):
        rows.filter(lease_token__isnull=False).update(lease_expires_at=past)


def die_at_store(
    monkeypatch: pytest.MonkeyPatch, call: int, *, after: bool, of: ModuleType = progress
) -> Callable[[], None]:
    """Kill the worker at the n-th store of a step: before it, or right after its commit.

    of: the module whose `store` that is. Answers what lets later workers live.
    """
    calls = 0
    real = of.store

    def store(**arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call and not after:
            raise Killed
        stored = real(**arguments)
        if calls == call:
            raise Killed
        return stored

    monkeypatch.setattr(of, "store", store)
    return lambda: monkeypatch.setattr(of, "store", real)


def work_past_death(worker: Worker, revive: Callable[[], None]) -> bool:
    """Have the worker work until it dies or has nothing to do, then another; whether it died."""
    died = True
    try:
        worker.run()
        died = False
    except Killed:
        worker.woken.clear()
    revive()
    expire_leases()
    worker.start()
    return died


CASES: list[tuple[JobKind, dict[str, Any], bool]] = [
    (JobKind.SET_OWNER, {"owner": "ann"}, False),
    (JobKind.SET_OWNER, {"owner": "ann"}, True),
    (JobKind.SET_PERMISSION, {"mode": "0700"}, False),
    (JobKind.DELETE, {"skip_trash": True}, False),
    (JobKind.DELETE, {"skip_trash": False}, False),
    (JobKind.SET_QUOTA, {"namespace_quota": 100}, False),
]


@pytest.mark.parametrize(("kind", "parameters", "dry_run"), CASES)
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("call", [1, 2, 4, 6, 8])
def test_killed_at_a_step(
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    kind: JobKind,
    parameters: dict[str, Any],
    dry_run: bool,
    after: bool,
    call: int,
) -> None:
    job_id = make_job(kind, parameters, dry_run=dry_run)
    revive = die_at_store(monkeypatch, call, after=after)
    try:
        worker.run()
    except Killed:
        worker.woken.clear()
        revive()
        worker.start()
        assert worker.woken == [], "a lease that has not run out is respected"
        expire_leases()
        worker.start()
        assert worker.woken == [job_id] or Job.objects.get(pk=job_id).finished_at
    job = worker.finished(job_id)
    assert job.state == JobState.SUCCEEDED, job.problem
    assert (job.files, job.directories, job.length_bytes) == (9, 2, 90)
    assert job.total == 11
    assert job.changed == (1 if kind == JobKind.SET_QUOTA else 11)
    if kind == JobKind.DELETE:
        assert not tree.tree.exists("/data")
    if kind == JobKind.DELETE and not parameters["skip_trash"]:
        assert job.result == {"trash_path": "/user/olga/.Trash/Current/data"}
        assert tree.tree.sequence == 1
    if kind == JobKind.SET_QUOTA:
        assert job.result is not None
        assert job.result["quota_before"]["namespace_quota"] is None
    if kind == JobKind.SET_OWNER and not dry_run:
        assert {node.logical_time for _, node in tree.tree.walk("/data")} == {2}
    finish = "job.dry_run" if dry_run else f"namespace.{kind}"
    assert AuditEntry.objects.filter(job_id=job_id, action=finish).count() == 1


@pytest.mark.parametrize(("kind", "parameters", "dry_run"), CASES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_answers_get_lost(
    tree: NamenodeDouble,
    worker: Worker,
    set_env: SetEnv,
    kind: JobKind,
    parameters: dict[str, Any],
    dry_run: bool,
    seed: int,
) -> None:
    """The namenode works, but half of its answers never arrive, and steps stop halfway."""
    job_id = make_job(kind, parameters, dry_run=dry_run)
    set_env(admin_attempts_max=1, job_retry_max=1_000)
    chance = random.Random(seed)

    def lose_half(_resource: str, _body: dict[str, Any]) -> None:
        tree.lose_answers = chance.randrange(2)
        tree.tree.interrupt_after = 1 if chance.randrange(4) == 0 else None

    tree.on_request = lose_half
    for _ in range(500):
        Job.objects.filter(pk=job_id).update(not_before=None)
        worker.start()
        worker.run()
        if Job.objects.get(pk=job_id).finished_at:
            break
    job = Job.objects.get(pk=job_id)
    assert job.state == JobState.SUCCEEDED, job.problem
    assert job.total == 11
    assert job.changed == (1 if kind == JobKind.SET_QUOTA else 11)
    assert (job.files, job.directories, job.length_bytes) == (9, 2, 90)
    if kind == JobKind.DELETE:
        assert not tree.tree.exists("/data")
        if not parameters["skip_trash"]:
            assert tree.tree.exists("/user/olga/.Trash/Current/data/sub/file8")


def test_a_paused_worker_can_not_write_after_the_takeover(
    tree: NamenodeDouble, worker: Worker
) -> None:
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    with lease.leased(job_id=job_id) as paused:
        assert paused is not None
        expire_leases()
        job = worker.finished(job_id)
        assert (job.state, job.takeovers) == (JobState.SUCCEEDED, 1)
        with pytest.raises(lease.LeaseLost):
            progress.cancelled(lease=paused)
    again = Job.objects.get(pk=job_id)
    assert (again.state, again.files) == (JobState.SUCCEEDED, 9)
    assert AuditEntry.objects.get(action="job.takeover").actor == "SYSTEM"


def test_the_keeper_renews_the_leases_of_its_process(tree: NamenodeDouble, worker: Worker) -> None:
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    with lease.leased(job_id=job_id):
        expire_leases()
        keeper.keep(name="test:1", at_start=False)
        assert worker.woken == [job_id], "only the message of its creation"
        renewed = Job.objects.get(pk=job_id).lease_expires_at
        assert renewed is not None
        assert renewed > timezone.now()


def test_a_lost_message_delays_but_loses_nothing(tree: NamenodeDouble, worker: Worker) -> None:
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    worker.woken.clear()
    keeper.keep(name="test:1", at_start=False)
    assert worker.woken == [], "it was woken a moment ago"
    Job.objects.update(woken_at=timezone.now() - timedelta(minutes=1))
    keeper.keep(name="test:1", at_start=False)
    assert worker.finished(job_id).state == JobState.SUCCEEDED


def test_doubled_messages_do_nothing_twice(tree: NamenodeDouble, worker: Worker) -> None:
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    worker.woken += [job_id, job_id]
    assert worker.finished(job_id).files == 9


def test_a_long_job_gives_others_their_turn(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    set_env(job_slice_ms=1, job_step_inodes=1)
    first = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    second = make_job(JobKind.SET_PERMISSION, {"mode": "0700"})
    runner.advance(job_id=worker.woken.pop(0))
    assert worker.woken == [second, first]
    assert worker.finished(first).state == worker.finished(second).state == JobState.SUCCEEDED


def test_waits_for_an_unreachable_namenode_and_then_fails(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1, job_retry_max=1)
    worker.run()
    job = Job.objects.get(pk=job_id)
    assert (job.state, job.retries, worker.woken) == (JobState.RUNNING, 1, [])
    assert job.not_before is not None
    assert job.not_before > timezone.now()
    runner.advance(job_id=job_id)
    assert Job.objects.get(pk=job_id).retries == 1, "it does not start before its time"
    Job.objects.update(not_before=None)
    worker.start()
    job = worker.finished(job_id)
    assert (job.state, job.problem and job.problem["code"]) == (
        JobState.FAILED,
        "namenode_unavailable",
    )


def test_cancel_does_not_wait_for_the_namenode(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv, operator: User
) -> None:
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    worker.run()
    control.job_cancel(actor=OLGA, job_id=job_id)
    assert worker.finished(job_id).state == JobState.CANCELLED


@pytest.mark.parametrize(("kind", "parameters", "dry_run"), CASES)
@pytest.mark.parametrize("request_number", range(1, 10))
def test_a_target_is_followed_and_what_replaced_it_left_alone(
    tree: NamenodeDouble,
    worker: Worker,
    kind: JobKind,
    parameters: dict[str, Any],
    dry_run: bool,
    request_number: int,
) -> None:
    """Another user renames the target, and makes a directory in its place, before any request."""
    job_id = make_job(kind, parameters, dry_run=dry_run)
    chosen = tree.tree.find("/data").inode_id
    seen = 0

    def replace(_resource: str, _body: dict[str, Any]) -> None:
        nonlocal seen
        seen += 1
        if seen == request_number and tree.tree.exists("/data"):
            tree.tree.move_to_trash("/data", "someone")
            tree.tree.add_file("/data/precious", owner="other", mode=0o640)

    tree.on_request = replace
    job = worker.finished(job_id)
    assert job.state == JobState.SUCCEEDED, job.problem
    assert job.changed == (1 if kind == JobKind.SET_QUOTA else 11)
    if tree.tree.exists("/data/precious"):
        left = tree.tree.find("/data/precious")
        assert (left.owner, left.mode) == ("other", 0o640)
        assert tree.tree.find("/data").owner == "hdfs"
        assert tree.tree.find("/data").namespace_quota is None
    if kind == JobKind.DELETE and not dry_run and parameters["skip_trash"]:
        assert chosen not in {node.inode_id for _, node in tree.tree.walk("/")}


@pytest.mark.parametrize("request_number", range(1, 10))
def test_a_purge_whose_target_somebody_else_deletes_does_not_succeed(
    tree: NamenodeDouble, worker: Worker, request_number: int
) -> None:
    job_id = make_job(JobKind.DELETE, {"skip_trash": True})
    seen = 0
    removed = False

    def remove(_resource: str, _body: dict[str, Any]) -> None:
        nonlocal seen, removed
        seen += 1
        if seen == request_number and tree.tree.exists("/data"):
            del tree.tree.root.children["data"]
            removed = True

    tree.on_request = remove
    job = worker.finished(job_id)
    if removed:
        assert (job.state, job.problem and job.problem["code"]) == (
            JobState.FAILED,
            "target_gone",
        )
    assert job.changed == tree.tree.sequence


@pytest.mark.parametrize("calls", range(1, 6))
@pytest.mark.parametrize("kind", [JobKind.SET_OWNER, JobKind.DELETE])
def test_a_paused_worker_changes_nothing_once_its_job_was_taken(
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    kind: JobKind,
    calls: int,
) -> None:
    """It sleeps right before a call of the namenode until another worker is through."""
    parameters = {"skip_trash": True} if kind == JobKind.DELETE else {"owner": "ann"}
    job_id = make_job(kind, parameters)
    real = undo.next_step
    made = 0

    def sleepy(*arguments: Any) -> Any:
        nonlocal made
        made += 1
        if made == calls:
            monkeypatch.setattr(runner, "next_step", real)
            expire_leases()
            worker.woken.append(job_id)
            assert worker.finished(job_id).state == JobState.SUCCEEDED
            sequence = tree.tree.sequence
            try:
                return real(*arguments)
            finally:
                assert tree.tree.sequence == sequence
        return real(*arguments)

    monkeypatch.setattr(runner, "next_step", sleepy)
    runner.advance(job_id=worker.woken.pop(0))
    job = Job.objects.get(pk=job_id)
    assert (job.state, job.changed, job.takeovers) == (JobState.SUCCEEDED, 11, 1)


@pytest.mark.parametrize("lost", [False, True])
def test_a_cancelled_job_counts_the_step_that_was_under_way_and_makes_no_other(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    """Its worker died before, or after, the namenode made a step; then the job is cancelled."""
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    real = undo.next_step
    stale: list[tuple[Any, ...]] = []

    def dies_in_the_second_act(client: Any, job: Job) -> Any:
        if job.steps_made == 1:
            if lost:
                real(client, job)
            stale.append((client, job))
            raise Killed
        return real(client, job)

    monkeypatch.setattr(runner, "next_step", dies_in_the_second_act)
    with pytest.raises(Killed):
        worker.run()
    monkeypatch.setattr(runner, "next_step", real)
    control.job_cancel(actor=OLGA, job_id=job_id)
    expire_leases()
    worker.start()
    job = worker.finished(job_id)
    changed = sum(node.owner == "ann" for _, node in tree.tree.walk("/data"))
    assert (job.state, job.changed, changed) == (JobState.CANCELLED, *([6, 6] if lost else [3, 3]))
    with pytest.raises(NamenodeProblem, match="Another worker"):
        real(*stale[0])
    assert sum(node.owner == "ann" for _, node in tree.tree.walk("/data")) == changed


def test_a_job_whose_first_worker_acts_after_the_cancellation(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    """A job that has begun to act is not called cancelled before the namenodes know it."""
    set_env(job_slice_ms=1)
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    while not Job.objects.get(pk=job_id).steps_made:
        runner.advance(job_id=job_id)
    control.job_cancel(actor=OLGA, job_id=job_id)
    tree.refuse = [503] * 10
    set_env(admin_attempts_max=1)
    runner.advance(job_id=job_id)
    assert Job.objects.get(pk=job_id).state == JobState.CANCELLING
    tree.refuse = []
    runner.advance(job_id=job_id)
    assert Job.objects.get(pk=job_id).state == JobState.CANCELLED


def test_a_job_stands_still_in_safe_mode_and_goes_on_afterwards(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    set_env(job_slice_ms=1, job_retry_max=1)
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    while not Job.objects.get(pk=job_id).steps_made:
        runner.advance(job_id=job_id)
    tree.read_only = {"since_ms": 1_700_000_000_000, "by": "hdfs"}
    asked = len(tree.requests)
    for _ in range(5):
        Job.objects.filter(pk=job_id).update(not_before=None)
        runner.advance(job_id=job_id)
    job = Job.objects.get(pk=job_id)
    assert (job.state, job.retries, job.changed) == (JobState.RUNNING, 0, 3)
    assert job.not_before is not None
    assert len(tree.requests) == asked + 5, "each look asks one namenode once"
    tree.read_only = None
    Job.objects.filter(pk=job_id).update(not_before=None)
    worker.start()
    job = worker.finished(job_id)
    assert (job.state, job.changed) == (JobState.SUCCEEDED, 11)


def test_a_job_that_kills_its_workers_is_given_up(tree: NamenodeDouble, worker: Worker) -> None:
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})
    Job.objects.update(
        takeovers=20, state="running", lease_token="x", lease_expires_at=timezone.now()
    )
    job = worker.finished(job_id)
    assert (job.state, job.problem and job.problem["code"]) == (
        JobState.FAILED,
        "too_many_takeovers",
    )


def test_an_unexpected_error_fails_the_job_with_its_id(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_id = make_job(JobKind.SET_OWNER, {"owner": "ann"})

    def explode(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(runner, "next_step", explode)
    job = worker.finished(job_id)
    assert job.state == JobState.FAILED
    assert job.problem is not None
    assert (job.problem["code"], job.problem["facts"]) == ("internal", {"job_id": job_id})


def test_workers_come_and_go(db: None) -> None:
    keeper.keep(name="old", at_start=True)
    WorkerRow.objects.update(beat_at=timezone.now() - timedelta(days=2))
    keeper.keep(name="new", at_start=True)
    assert [row.name for row in WorkerRow.objects.all()] == ["new"]
    keeper.worker_gone(name="new")
    assert not WorkerRow.objects.exists()
