"""Undo: what a job changed is set back exactly, through deaths, lost answers and later changes."""

import gzip
import json
import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role
from apps.audit.models import AuditEntry
from apps.common.actor import Actor
from apps.common.problems import Conflict
from apps.common.rights import EVERYTHING
from apps.jobs import control, former_values, progress, retention, runner, services
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobError
from apps.jobs.states import JobState
from apps.jobs.tests.test_resume import Killed, die_at_store, expire_leases
from config.env import env
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, make_user

pytestmark = pytest.mark.django_db(transaction=True)
OLGA = Actor(name="olga", user_id=None, hdfs_user="olga", rights=EVERYTHING)
FILES = 24


@pytest.fixture
def tree(namenode: NamenodeDouble, set_env: SetEnv) -> NamenodeDouble:
    """/data with files of three owners and two modes; steps of 5 inodes."""
    set_env(job_step_inodes=5)
    for number in range(FILES):
        namenode.tree.add_file(
            f"/data/sub/file{number:02d}",
            owner=("ann", "bob", "carol")[number % 3],
            mode=(0o644, 0o600)[number % 2],
        )
    return namenode


def attributes(tree: NamenodeDouble) -> dict[int, tuple[Any, ...]]:
    return {
        node.inode_id: (
            node.owner,
            node.group,
            node.mode,
            node.replication,
            node.storage_policy,
            node.erasure_coding,
            node.acl,
            node.xattr["value"],
            node.namespace_quota,
            node.space_quota_bytes,
            node.ssd_quota_bytes,
            node.disk_quota_bytes,
        )
        for _, node in tree.tree.walk("/")
    }


def start(kind: JobKind, parameters: dict[str, Any]) -> int:
    return services.job_create(
        actor=OLGA,
        kind=kind,
        path="/data",
        parameters=parameters,
        dry_run=False,
        idempotency_key=None,
    ).pk


def undo(job_id: int, *, dry_run: bool = False) -> int:
    return services.job_undo(actor=OLGA, job_id=job_id, dry_run=dry_run, idempotency_key=None).pk


CASES: list[tuple[JobKind, dict[str, Any], int]] = [
    (JobKind.SET_OWNER, {"owner": "zoe"}, FILES + 2),
    (JobKind.SET_OWNER, {"owner": "ann", "group": "staff"}, FILES + 2),
    (JobKind.SET_PERMISSION, {"file_mode": "0600"}, FILES // 2),
    (JobKind.SET_REPLICATION, {"replication": 2}, FILES),
    (JobKind.SET_STORAGE_POLICY, {"storage_policy": "COLD"}, FILES + 2),
    (JobKind.SET_ERASURE_CODING, {"erasure_coding": "replication"}, 2),
    (JobKind.SET_ACL, {"acl_change": "modify", "acl": "user:ana:r-x"}, FILES + 2),
    (JobKind.SET_ACL, {"acl_change": "remove_default"}, 2),
    (JobKind.SET_XATTR, {"xattr": "user.team", "xattr_value": "blue"}, FILES + 2),
    (JobKind.SET_QUOTA, {"namespace_quota": 100}, 1),
    (JobKind.SET_QUOTA, {"ssd_quota_bytes": 500, "disk_quota_bytes": 9, "namespace_quota": 3}, 1),
]


@pytest.mark.parametrize(("kind", "parameters", "changed"), CASES)
def test_undo_and_its_undo(
    tree: NamenodeDouble,
    worker: Worker,
    kind: JobKind,
    parameters: dict[str, Any],
    changed: int,
) -> None:
    before = attributes(tree)
    job_id = start(kind, parameters)
    assert worker.finished(job_id).changed == changed
    after = attributes(tree)
    dry = worker.finished(undo(job_id, dry_run=True))
    assert (dry.state, dry.changed) == (JobState.SUCCEEDED, changed)
    assert attributes(tree) == after

    first = worker.finished(services.job_promote(actor=OLGA, job_id=dry.pk).pk)
    assert (first.state, first.changed, first.error_count) == (JobState.SUCCEEDED, changed, 0)
    assert attributes(tree) == before
    assert Job.objects.get(pk=job_id).undone_by == first.pk

    second = worker.finished(undo(first.pk))
    assert (second.state, second.changed) == (JobState.SUCCEEDED, changed)
    assert attributes(tree) == after

    again = worker.finished(undo(job_id))
    assert again.changed == changed
    assert attributes(tree) == before
    none = worker.finished(undo(job_id))
    assert (none.state, none.changed, none.error_count) == (JobState.SUCCEEDED, 0, 0)
    assert {"job.undo", "namespace.undo"} <= set(
        AuditEntry.objects.values_list("action", flat=True)
    )


def test_what_changed_since_is_left_and_listed(tree: NamenodeDouble, worker: Worker) -> None:
    job_id = start(JobKind.SET_OWNER, {"owner": "zoe"})
    worker.finished(job_id)
    tree.tree.find("/data/sub/file03").owner = "yves"
    del tree.tree.find("/data/sub").children["file04"]
    moved = tree.tree.find("/data/sub").children.pop("file05")
    tree.tree.mkdirs("/elsewhere").children["file05"] = moved
    # Another attribute, and a new file in the directory, are no reasons to leave it.
    tree.tree.find("/data/sub/file06").mode = 0o777
    tree.tree.add_file("/data/sub/new", owner="zoe")
    dry = worker.finished(undo(job_id, dry_run=True))
    done = worker.finished(undo(job_id))
    for job in (dry, done):
        assert (job.state, job.changed, job.error_count) == (
            JobState.SUCCEEDED_WITH_ERRORS,
            FILES,
            2,
        )
        told = dict(JobError.objects.filter(job=job).values_list("code", "path"))
        assert told["changed_since"] == "/data/sub/file03"
        assert told["gone"].startswith("/.reserved/.inodes/")
    assert tree.tree.find("/data/sub/file03").owner == "yves"
    assert tree.tree.find("/elsewhere/file05").owner == "carol"
    assert tree.tree.find("/data/sub/new").owner == "zoe"
    assert (tree.tree.find("/data/sub/file06").owner, moved.owner) == ("ann", "carol")


def test_a_quota_that_was_changed_since_stays(tree: NamenodeDouble, worker: Worker) -> None:
    job_id = start(JobKind.SET_QUOTA, {"namespace_quota": 100})
    worker.finished(job_id)
    tree.tree.find("/data").space_quota_bytes = 5_000
    assert worker.finished(undo(job_id, dry_run=True)).changed == 1
    tree.tree.find("/data").namespace_quota = 200
    for dry_run in (True, False):
        job = worker.finished(undo(job_id, dry_run=dry_run))
        assert (job.changed, job.error_count) == (0, 1)
        assert JobError.objects.get(job=job).code == "changed_since"
    assert tree.tree.find("/data").namespace_quota == 200
    del tree.tree.root.children["data"]
    assert JobError.objects.get(job=worker.finished(undo(job_id))).code == "gone"


def test_a_limit_by_type_that_was_changed_since_stays(tree: NamenodeDouble, worker: Worker) -> None:
    data = tree.tree.find("/data")
    data.ssd_quota_bytes = 700
    job_id = start(JobKind.SET_QUOTA, {"ssd_quota_bytes": None})
    worker.finished(job_id)
    data.disk_quota_bytes = 5_000
    assert worker.finished(undo(job_id, dry_run=True)).changed == 1
    data.ssd_quota_bytes = 600
    for dry_run in (True, False):
        job = worker.finished(undo(job_id, dry_run=dry_run))
        assert (job.changed, job.error_count) == (0, 1)
        assert JobError.objects.get(job=job).code == "changed_since"
    data.ssd_quota_bytes = None
    assert worker.finished(undo(job_id)).changed == 1
    restored = tree.tree.find("/data")
    assert (restored.ssd_quota_bytes, restored.disk_quota_bytes) == (700, 5_000)


def die_at(monkeypatch: pytest.MonkeyPatch, call: int, where: str) -> Callable[[], None]:
    """Kill the worker at its n-th step: before its former values are kept, or once they are, or
    right after the step was stored."""
    calls = 0
    write, store = former_values.write, progress.store

    def dying_write(**arguments: Any) -> int:
        nonlocal calls
        calls += 1
        if calls == call and where == "before":
            raise Killed
        length = write(**arguments)
        if calls == call and where == "kept":
            raise Killed
        return length

    def dying_store(**arguments: Any) -> Job | None:
        stored = store(**arguments)
        if calls == call and where == "stored":
            raise Killed
        return stored

    monkeypatch.setattr(former_values, "write", dying_write)
    monkeypatch.setattr(progress, "store", dying_store)

    def revive() -> None:
        monkeypatch.setattr(former_values, "write", write)
        monkeypatch.setattr(progress, "store", store)

    return revive


def finish_by_another(worker: Worker, job_id: int, revive: Callable[[], None]) -> Job:
    try:
        worker.run()
    except Killed:
        worker.woken.clear()
        revive()
        expire_leases()
        worker.start()
    return worker.finished(job_id)


@pytest.mark.parametrize("where", ["before", "kept", "stored"])
@pytest.mark.parametrize("call", [1, 2, 4, 5])
@pytest.mark.parametrize("dies_in_undo", [False, True])
def test_a_worker_dies(
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    call: int,
    dies_in_undo: bool,
) -> None:
    monkeypatch.setattr("apps.jobs.undo._INODES_PER_STEP", 4)
    before = attributes(tree)
    job_id = start(JobKind.SET_OWNER, {"owner": "ann", "group": "staff"})
    if dies_in_undo:
        worker.finished(job_id)
    else:
        job = finish_by_another(worker, job_id, die_at(monkeypatch, call, where))
        assert job.takeovers == 1
        assert job.changed == FILES + 2
    after = attributes(tree)
    undo_id = undo(job_id)
    if dies_in_undo:
        job = finish_by_another(worker, undo_id, die_at(monkeypatch, call, where))
        assert job.takeovers == 1
    job = worker.finished(undo_id)
    assert (job.state, job.changed, job.error_count) == (JobState.SUCCEEDED, FILES + 2, 0)
    assert attributes(tree) == before
    assert {node.logical_time for _, node in tree.tree.walk("/data")} == {3}
    assert worker.finished(undo(undo_id)).changed == FILES + 2
    assert attributes(tree) == after


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_answers_get_lost_and_steps_stop_halfway(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv, seed: int
) -> None:
    set_env(job_retry_max=1000, job_step_inodes=5)
    chance = random.Random(seed)
    before = attributes(tree)

    def disturb(resource: str, body: dict[str, Any]) -> None:
        if resource in ("subtree/steps", "subtree/restores") and "job" in body:
            tree.lose_answers = chance.randrange(2)
            if resource == "subtree/steps" and chance.randrange(3) == 0:
                tree.tree.interrupt_after = chance.randrange(1, 5)

    tree.on_request = disturb

    def finished(job_id: int) -> Job:
        for _ in range(1000):
            worker.run()
            if Job.objects.get(pk=job_id).finished_at:
                break
            Job.objects.update(not_before=None)
            worker.start()
        return Job.objects.get(pk=job_id)

    job = finished(start(JobKind.SET_OWNER, {"owner": "zoe"}))
    assert (job.state, job.changed) == (JobState.SUCCEEDED, FILES + 2)
    back = finished(undo(job.pk))
    assert (back.state, back.changed) == (JobState.SUCCEEDED, FILES + 2)
    assert attributes(tree) == before


def test_a_cancelled_job_is_undone_as_far_as_it_came(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    set_env(job_slice_ms=1, job_step_inodes=5)
    before = attributes(tree)
    job_id = start(JobKind.SET_OWNER, {"owner": "zoe"})
    while Job.objects.get(pk=job_id).changed < 10:
        runner.advance(job_id=worker.woken.pop(0))
    control.job_cancel(actor=OLGA, job_id=job_id)
    cancelled = worker.finished(job_id)
    assert cancelled.state == JobState.CANCELLED
    assert 10 <= cancelled.changed < FILES
    assert worker.finished(undo(job_id)).changed == cancelled.changed
    assert attributes(tree) == before


def test_the_step_that_a_failed_job_never_heard_of_is_undone(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    set_env(job_retry_max=0, job_step_inodes=5, admin_attempts_max=1)
    before = attributes(tree)
    seen = 0

    def lose(resource: str, body: dict[str, Any]) -> None:
        nonlocal seen
        seen += resource == "subtree/steps" and "job" in body
        tree.lose_answers = int(seen >= 3)

    tree.on_request = lose
    job_id = start(JobKind.SET_OWNER, {"owner": "zoe"})
    failed = worker.finished(job_id)
    assert (failed.state, failed.changed) == (JobState.FAILED, 10)
    tree.on_request = lambda _resource, _body: None
    tree.lose_answers = 0
    assert sum(after != before[key] for key, after in attributes(tree).items()) == 15
    done = worker.finished(undo(job_id))
    assert (done.state, done.changed) == (JobState.SUCCEEDED, 15)
    assert attributes(tree) == before
    assert Job.objects.get(pk=job_id).changed == 15


def test_a_full_disk_makes_the_job_wait(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = attributes(tree)
    real = former_values.write
    left = 3

    def write(**arguments: Any) -> int:
        nonlocal left
        left -= 1
        if left in (0, 1):
            raise OSError(28, "No space left on device")
        return real(**arguments)

    monkeypatch.setattr(former_values, "write", write)
    job_id = start(JobKind.SET_OWNER, {"owner": "zoe"})
    worker.run()
    waiting = Job.objects.get(pk=job_id)
    assert (waiting.state, waiting.retries, waiting.steps_made) == (JobState.RUNNING, 1, 1)
    left = 0
    Job.objects.update(not_before=None)
    worker.start()
    assert worker.finished(job_id).changed == FILES + 2
    worker.finished(undo(job_id))
    assert attributes(tree) == before


def test_refusals(tree: NamenodeDouble, worker: Worker) -> None:
    def refused(job_id: int, code: str, reason: str | None = None) -> None:
        with pytest.raises(Conflict) as caught:
            undo(job_id)
        assert caught.value.code == code
        assert reason is None or caught.value.facts["reason"] == reason

    job_id = start(JobKind.SET_OWNER, {"owner": "zoe"})
    refused(job_id, "not_undoable", "unfinished")
    worker.finished(job_id)
    unchanged = start(JobKind.SET_OWNER, {"owner": "zoe"})
    worker.finished(unchanged)
    refused(unchanged, "not_undoable", "nothing_changed")
    dry = undo(job_id, dry_run=True)
    worker.finished(dry)
    refused(dry, "not_undoable", "dry_run")
    running = undo(job_id)
    refused(job_id, "undo_under_way")
    worker.finished(running)
    Job.objects.filter(pk=job_id).update(keeps_former=False)
    refused(job_id, "not_undoable", "not_kept")
    deleted = start(JobKind.DELETE, {"skip_trash": True})
    worker.finished(deleted)
    refused(deleted, "not_undoable", "no_way_back")


@pytest.mark.parametrize("damage", ["missing", "torn", "another"])
def test_damaged_files_are_told(tree: NamenodeDouble, worker: Worker, damage: str) -> None:
    job_id = start(JobKind.SET_OWNER, {"owner": "zoe"})
    job = worker.finished(job_id)
    after = attributes(tree)
    files = sorted((env().job_undo_path / job.key).glob("*/*.json.gz"))
    assert len(files) == job.steps_made
    if damage == "missing":
        files[0].unlink()
    elif damage == "torn":
        files[-1].write_bytes(files[-1].read_bytes()[:-9])
    else:
        files[-1].write_bytes(files[0].read_bytes())
    failed = worker.finished(undo(job_id))
    assert failed.problem is not None
    assert (failed.state, failed.problem["code"]) == (JobState.FAILED, "former_values_incomplete")
    assert attributes(tree) == after


def test_the_files(tree: NamenodeDouble, worker: Worker) -> None:
    job = worker.finished(start(JobKind.SET_OWNER, {"owner": "ann"}))
    files = sorted((env().job_undo_path / job.key).glob("*/*"))
    assert sum(file.stat().st_size for file in files) == job.former_bytes
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)
    stored = json.loads(gzip.decompress(files[0].read_bytes()))
    assert stored["version"] == 1
    assert [change["from"]["owner"] for change in stored["changes"]] == ["hdfs", "bob", "carol"]


def test_old_values_are_dropped(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv, tmp_path: Path
) -> None:
    jobs = [
        worker.finished(start(JobKind.SET_OWNER, {"owner": owner})) for owner in ("x", "y", "z")
    ]
    assert retention.sweep() == 0
    Job.objects.filter(pk=jobs[0].pk).update(finished_at=timezone.now() - timedelta(days=31))
    held = undo(jobs[0].pk)
    assert retention.sweep() == 0, "an undo goes by them"
    control.job_cancel(actor=OLGA, job_id=held)
    assert retention.sweep() == 1
    assert set(former_values.jobs()) == {jobs[1].key, jobs[2].key}
    Job.objects.filter(pk=jobs[1].pk).update(former_bytes=5_000_000_000)
    assert retention.sweep() == 1
    assert set(former_values.jobs()) == {jobs[2].key}
    Job.objects.filter(pk=jobs[2].pk).update(keeps_former=False)
    retention.sweep()
    assert set(former_values.jobs()) == set()


def test_over_the_api(tree: NamenodeDouble, worker: Worker, client_of: ClientOf) -> None:
    operator = client_of(make_user("olga", Role.OPERATOR))
    job_id = start(JobKind.SET_OWNER, {"owner": "zoe"})
    worker.finished(job_id)
    assert operator.get(f"/api/v1/jobs/{job_id}").json()["undo"] == "possible"
    headers = {"Idempotency-Key": "once"}
    made = operator.post(
        f"/api/v1/jobs/{job_id}/undo", {"dry_run": True}, format="json", headers=headers
    )
    assert made.status_code == 202
    told = made.json()
    assert (told["kind"], told["undo_of"], told["changes"]) == ("undo", job_id, "set_owner")
    again = operator.post(
        f"/api/v1/jobs/{job_id}/undo", {"dry_run": True}, format="json", headers=headers
    )
    assert again.json()["id"] == told["id"]
    worker.finished(told["id"])
    other = operator.post(f"/api/v1/jobs/{job_id}/undo", {}, format="json", headers=headers)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    refused = operator.post(f"/api/v1/jobs/{told['id']}/undo", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_undoable")
    assert operator.post("/api/v1/jobs/999/undo", {}, format="json").status_code == 404
    viewer = client_of(make_user("vera", Role.VIEWER))
    assert viewer.post(f"/api/v1/jobs/{job_id}/undo", {}, format="json").status_code == 403
    promoted = operator.post(f"/api/v1/jobs/{told['id']}/promote").json()
    worker.finished(promoted["id"])
    assert operator.get(f"/api/v1/jobs/{job_id}").json()["undone_by"] == promoted["id"]
    undone = operator.get("/api/v1/jobs?kind=undo").json()["items"]
    assert [job["id"] for job in undone] == [promoted["id"], told["id"]]


def test_a_delete_to_the_trash_and_back(tree: NamenodeDouble, worker: Worker) -> None:
    before = sorted(path for path, _ in tree.tree.walk("/data"))
    job_id = start(JobKind.DELETE, {"skip_trash": False})
    worker.finished(job_id)
    assert not tree.tree.exists("/data")
    dry = worker.finished(undo(job_id, dry_run=True))
    assert (dry.state, dry.changed) == (JobState.SUCCEEDED, FILES + 2)
    assert not tree.tree.exists("/data")
    back = worker.finished(services.job_promote(actor=OLGA, job_id=dry.pk).pk)
    assert (back.state, back.changed) == (JobState.SUCCEEDED, FILES + 2)
    assert back.result == {"restored_path": "/data"}
    assert sorted(path for path, _ in tree.tree.walk("/data")) == before
    again = worker.finished(undo(back.pk))
    assert again.result == {"trash_path": "/user/olga/.Trash/Current/data"}
    assert not tree.tree.exists("/data")
    assert worker.finished(undo(again.pk)).state == JobState.SUCCEEDED
    assert sorted(path for path, _ in tree.tree.walk("/data")) == before


@pytest.mark.parametrize("after", [False, True])
def test_a_worker_dies_as_it_restores(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    job_id = start(JobKind.DELETE, {"skip_trash": False})
    worker.finished(job_id)
    undo_id = undo(job_id)
    # The first store is that of the beginning.
    job = finish_by_another(worker, undo_id, die_at_store(monkeypatch, 2 - after, after=after))
    assert (job.state, job.changed, job.takeovers) == (JobState.SUCCEEDED, FILES + 2, 1)
    assert tree.tree.exists("/data/sub/file00")


def test_what_can_not_be_restored_is_told(tree: NamenodeDouble, worker: Worker) -> None:
    job_id = start(JobKind.DELETE, {"skip_trash": False})
    worker.finished(job_id)

    def told(code: str) -> None:
        for dry_run in (True, False):
            job = worker.finished(undo(job_id, dry_run=dry_run))
            assert (job.state, job.changed) == (JobState.SUCCEEDED_WITH_ERRORS, 0)
            assert JobError.objects.get(job=job).code == code

    tree.tree.mkdirs("/data")
    told("already_exists")
    trash = tree.tree.find("/user/olga/.Trash/Current")
    tree.tree.root.children["mine"] = trash.children.pop("data")
    told("changed_since")
    del tree.tree.root.children["mine"]
    told("gone")
