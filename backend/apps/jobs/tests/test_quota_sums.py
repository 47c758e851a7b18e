"""What plans say that all they would do adds up to, for directories with a quota."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import Role
from apps.audit.models import AuditEntry
from apps.common.problems import Conflict
from apps.jobs import services
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.quota_sums import IfQuotaExceeded
from apps.jobs.selection import Selection
from apps.jobs.states import JobState
from apps.jobs.tests.test_plans import TRASH, found, plan
from apps.jobs.tests.test_resume import OLGA, die_at_store, work_past_death
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, make_user

pytestmark = pytest.mark.django_db(transaction=True)
SIZE = 10


@pytest.fixture
def tree(namenode: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> NamenodeDouble:
    """/data with a quota and a file; two more in a trash. A step looks at one entry."""
    monkeypatch.setattr("apps.jobs.looking._ENTRIES_PER_STEP", 1)
    namenode.tree.add_file("/data/kept", SIZE)
    for name in ("one", "two"):
        namenode.tree.add_file(f"{TRASH}/data/new/{name}", SIZE)
    return namenode


@pytest.fixture
def operator(client_of: ClientOf) -> APIClient:
    return client_of(make_user("olga", Role.OPERATOR))


def limit(tree: NamenodeDouble, path: str, **limits: int) -> None:
    for name, value in limits.items():
        setattr(tree.tree.find(path), name, value)


def restores() -> int:
    return plan(JobKind.RESTORE, f"{TRASH}/data/new/one", f"{TRASH}/data/new/two")


def sums(job: Job) -> dict[str, Any]:
    told: dict[str, Any] = (job.result or {})["quotas"]
    return told


def amounts(job: Job) -> dict[tuple[str, str], tuple[int, int, int, bool]]:
    """Limit, use, use after, and whether that is too much, by path and amount."""
    return {
        (each["path"], one["amount"]): (one["limit"], one["used"], one["after"], one["exceeded"])
        for each in sums(job)["directories"]
        for one in each["amounts"]
    }


def test_what_fits_one_by_one_and_not_together_is_told_first(
    tree: NamenodeDouble, worker: Worker
) -> None:
    limit(tree, "/data", space_quota_bytes=25, namespace_quota=5)
    limit(tree, "/", namespace_quota=1000)
    limit(tree, "/user/ann", namespace_quota=1000)
    job = worker.finished(restores())
    # The plan itself is fine: each of both has its place.
    assert (job.state, job.changed, job.error_count) == (JobState.SUCCEEDED, 2, 0)
    assert amounts(job) == {
        ("/data", "space_bytes"): (25, SIZE, 3 * SIZE, True),
        # Itself and what is kept, and then two files and the directory made for them.
        ("/data", "names"): (5, 2, 5, False),
        # One directory is made; what is restored was below the root before.
        ("/", "names"): (1000, 11, 12, False),
        ("/user/ann", "names"): (1000, 7, 5, False),
    }
    assert [each["path"] for each in sums(job)["directories"]] == ["/data", "/", "/user/ann"]
    assert (sums(job)["exceeded"], sums(job)["more"]) == (1, False)
    (first, *_) = sums(job)["directories"]
    assert first["gains"] == {"names": 3, "space_bytes": 2 * SIZE, "disk_bytes": 2 * SIZE}
    ended = AuditEntry.objects.get(action="job.dry_run")
    assert set((ended.after or {})["result"]) == {"missing_parents_count", "estimate"}


def test_a_promotion_compares_with_the_quotas_of_then(tree: NamenodeDouble, worker: Worker) -> None:
    limit(tree, "/data", space_quota_bytes=25)
    job = worker.finished(restores())
    with pytest.raises(Conflict, match="exceeded") as refused:
        services.job_promote(actor=OLGA, job_id=job.pk)
    assert refused.value.code == "quotas_exceeded"
    assert refused.value.facts == {"exceeded": 1, "path": "/data"}

    limit(tree, "/data", space_quota_bytes=30)
    done = worker.finished(services.job_promote(actor=OLGA, job_id=job.pk).pk)
    assert (done.state, done.changed, done.result) == (JobState.SUCCEEDED, 2, None)
    # A repetition is answered, whatever became of the quota.
    limit(tree, "/data", space_quota_bytes=1)
    assert services.job_promote(actor=OLGA, job_id=job.pk).pk == done.pk


def test_what_was_written_since_counts(tree: NamenodeDouble, worker: Worker) -> None:
    limit(tree, "/data", space_quota_bytes=30)
    job = worker.finished(restores())
    assert sums(job)["exceeded"] == 0
    tree.tree.add_file("/data/since", 1)
    with pytest.raises(Conflict, match="exceeded"):
        services.job_promote(actor=OLGA, job_id=job.pk)
    act = IfQuotaExceeded.ACT
    done = services.job_promote(actor=OLGA, job_id=job.pk, if_quota_exceeded=act)
    assert worker.finished(done.pk).changed == 2


def test_over_the_api(tree: NamenodeDouble, worker: Worker, operator: APIClient) -> None:
    limit(tree, "/data", space_quota_bytes=25)
    body = {
        "kind": "restore",
        "selection": {"paths": [f"{TRASH}/data/new/one", f"{TRASH}/data/new/two"]},
        "dry_run": True,
    }
    made = operator.post("/api/v1/jobs", body, format="json").json()
    worker.run()
    url = f"/api/v1/jobs/{made['id']}"
    (told,) = operator.get(url).json()["result"]["quotas"]["directories"]
    assert (told["path"], told["exceeded"]) == ("/data", True)
    refused = operator.post(f"{url}/promote")
    assert (refused.status_code, refused.json()["code"]) == (409, "quotas_exceeded")
    went = operator.post(f"{url}/promote", {"if_quota_exceeded": "act"}, format="json")
    assert went.status_code == 202


def test_moves_count_at_both_ends(tree: NamenodeDouble, worker: Worker) -> None:
    for path in ("/data/a", "/data/b/c"):
        tree.tree.add_file(path, SIZE)
    tree.tree.mkdirs("/old")
    limit(tree, "/", namespace_quota=1000)
    limit(tree, "/data", space_quota_bytes=100, namespace_quota=100)
    limit(tree, "/old", space_quota_bytes=15, namespace_quota=100)
    job = worker.finished(plan(JobKind.MOVE, "/data/a", "/data/b", to="/old/"))
    assert amounts(job) == {
        ("/old", "names"): (100, 1, 4, False),
        ("/old", "space_bytes"): (15, 0, 2 * SIZE, True),
        ("/data", "names"): (100, 5, 2, False),
        ("/data", "space_bytes"): (100, 3 * SIZE, SIZE, False),
    }
    within = worker.finished(plan(JobKind.MOVE, "/data/a", "/data/b", to="/data/{name}2"))
    assert amounts(within) == {}
    assert sums(within)["exceeded"] == 0


def test_types_of_storage_follow_the_policy_of_the_place(
    tree: NamenodeDouble, worker: Worker
) -> None:
    for path in ("/data/a", "/data/b/c"):
        tree.tree.add_file(path, SIZE, replication=3)
    tree.tree.mkdirs("/cold").storage_policy = 2
    limit(tree, "/cold", archive_quota_bytes=20)
    job = worker.finished(plan(JobKind.MOVE, "/data/a", to="/cold/"))
    (told,) = sums(job)["directories"]
    assert told["gains"] == {"names": 1, "space_bytes": 30, "archive_bytes": 30}
    assert told["exceeded"]
    # What is in a directory is not known by policy.
    (told,) = sums(worker.finished(plan(JobKind.MOVE, "/data/b", to="/cold/")))["directories"]
    assert (told["types_exact"], told["exceeded"]) == (False, False)
    assert told["gains"] == {"names": 2, "space_bytes": 30}


@pytest.mark.parametrize("selected", [False, True])
def test_replication_and_policies(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv, selected: bool
) -> None:
    set_env(job_step_inodes=2)
    paths = [f"/data/sub/{number}" for number in range(4)]
    for path in paths:
        tree.tree.add_file(path, SIZE)
    limit(tree, "/data", space_quota_bytes=100)
    limit(tree, "/data/sub", archive_quota_bytes=30)

    def look(kind: JobKind, **parameters: Any) -> Job:
        if selected:
            return worker.finished(plan(kind, "/data/kept", *paths, **parameters))
        made = services.job_create(
            actor=OLGA,
            kind=kind,
            path="/data",
            parameters=parameters,
            dry_run=True,
            idempotency_key=None,
        )
        return worker.finished(made.pk)

    job = look(JobKind.SET_REPLICATION, replication=3)
    assert amounts(job) == {("/data", "space_bytes"): (100, 50, 150, True)}
    job = look(JobKind.SET_STORAGE_POLICY, storage_policy="COLD")
    assert amounts(job) == {("/data/sub", "archive_bytes"): (30, 0, 40, True)}
    job = look(JobKind.SET_OWNER, owner="ann")
    assert found(job) is None


def test_a_real_job_that_counts_keeps_no_sums(tree: NamenodeDouble, worker: Worker) -> None:
    limit(tree, "/data", space_quota_bytes=15)
    job = services.job_create_selected(
        actor=OLGA,
        kind=JobKind.SET_REPLICATION,
        selection=Selection(paths=("/data/kept",)),
        parameters={"replication": 2},
        dry_run=False,
        idempotency_key=None,
    )
    assert worker.finished(job.pk).result is None


def test_plans_of_one_restore_and_of_an_undo(
    tree: NamenodeDouble, worker: Worker, operator: APIClient
) -> None:
    limit(tree, "/data", space_quota_bytes=25)
    body = {"kind": "restore", "path": f"{TRASH}/data/new", "dry_run": True}
    made = operator.post("/api/v1/jobs", body, format="json").json()
    job = worker.finished(made["id"])
    assert amounts(job) == {("/data", "space_bytes"): (25, SIZE, 3 * SIZE, True)}
    moved = services.job_create_selected(
        actor=OLGA,
        kind=JobKind.MOVE,
        selection=Selection(paths=("/data/kept",)),
        parameters={"to": "/old/"},
        dry_run=False,
        idempotency_key=None,
    )
    assert worker.finished(moved.pk).changed == 1
    limit(tree, "/data", space_quota_bytes=5)
    back = services.job_undo(actor=OLGA, job_id=moved.pk, dry_run=True, idempotency_key=None)
    assert amounts(worker.finished(back.pk)) == {("/data", "space_bytes"): (5, 0, SIZE, True)}


def test_of_so_many_directories_there_are_sums(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.jobs.quota_sums.DIRECTORIES_MAX", 2)
    for number in range(3):
        tree.tree.mkdirs(f"/data/{number}")
        tree.tree.add_file(f"/in/{number}/file", SIZE)
        limit(tree, f"/data/{number}", space_quota_bytes=5)
    moved = [f"/in/{number}" for number in range(3)]
    job = worker.finished(plan(JobKind.MOVE, *moved, to="/data/{name}/within"))
    assert (len(sums(job)["directories"]), sums(job)["exceeded"], sums(job)["more"]) == (2, 2, True)


def test_a_directory_that_lost_its_quota_exceeds_none(tree: NamenodeDouble, worker: Worker) -> None:
    limit(tree, "/data", space_quota_bytes=25)
    job = worker.finished(restores())
    tree.tree.find("/data").space_quota_bytes = None
    assert worker.finished(services.job_promote(actor=OLGA, job_id=job.pk).pk).changed == 2


@pytest.mark.parametrize("after", [False, True])
def test_a_worker_that_dies_adds_nothing_twice(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    limit(tree, "/data", space_quota_bytes=25, namespace_quota=10)
    died = True
    for call in range(1, 20):
        job_id = restores()
        died = work_past_death(worker, die_at_store(monkeypatch, call, after=after))
        assert amounts(worker.finished(job_id)) == {
            ("/data", "names"): (10, 2, 5, False),
            ("/data", "space_bytes"): (25, SIZE, 3 * SIZE, True),
        }
        if not died:
            break
    assert not died


def deletion(*paths: str, **parameters: Any) -> int:
    """The plan of one of a path, or of one of several."""
    if len(paths) > 1:
        return plan(JobKind.DELETE, *paths, **parameters)
    job = services.job_create(
        actor=OLGA,
        kind=JobKind.DELETE,
        path=paths[0],
        parameters=parameters,
        dry_run=True,
        idempotency_key=None,
    )
    return job.pk


def test_what_goes_to_a_trash_counts_there(tree: NamenodeDouble, worker: Worker) -> None:
    for path in ("/data/a", "/data/b/c", "/data/b/d"):
        tree.tree.add_file(path, SIZE)
    limit(tree, "/data", space_quota_bytes=100, namespace_quota=100)
    limit(tree, "/user", namespace_quota=1000, space_quota_bytes=35)
    used = tree.tree.summary("/user")
    names = used["files"] + used["directories"]
    # The trash of whoever asks is made for it, with the directory that things lay in.
    made = len(["/user/olga", ".Trash", "Current", "data"])
    job = worker.finished(deletion("/data/a", "/data/b"))
    assert amounts(job) == {
        ("/user", "space_bytes"): (35, 2 * SIZE, 5 * SIZE, True),
        ("/user", "names"): (1000, names, names + 4 + made, False),
        ("/data", "space_bytes"): (100, 4 * SIZE, SIZE, False),
        ("/data", "names"): (100, 6, 2, False),
    }
    assert "missing_parents" not in (job.result or {})


def test_one_path_that_goes_to_a_trash_counts_there(tree: NamenodeDouble, worker: Worker) -> None:
    tree.tree.add_file("/data/b/c", SIZE)
    limit(tree, "/data", space_quota_bytes=100)
    limit(tree, "/user", space_quota_bytes=25, namespace_quota=1000)
    used = tree.tree.summary("/user")
    names = used["files"] + used["directories"]
    job = worker.finished(deletion("/data/b"))
    assert amounts(job) == {
        ("/user", "space_bytes"): (25, 2 * SIZE, 3 * SIZE, True),
        ("/user", "names"): (1000, names, names + 2 + 4, False),
        ("/data", "space_bytes"): (100, 2 * SIZE, SIZE, False),
    }
    with pytest.raises(Conflict, match="exceeded"):
        services.job_promote(actor=OLGA, job_id=job.pk)


def test_what_is_deleted_for_good_counts_nowhere(tree: NamenodeDouble, worker: Worker) -> None:
    limit(tree, "/data", space_quota_bytes=5)
    limit(tree, "/user", space_quota_bytes=5)
    job = worker.finished(deletion("/data", skip_trash=True))
    assert (job.changed, found(job)) == (2, None)


def test_files_below_no_quota_are_not_looked_into_for_a_trash(
    tree: NamenodeDouble, worker: Worker
) -> None:
    paths = [f"/data/{number}" for number in range(4)]
    for path in paths:
        tree.tree.add_file(path, SIZE)
    job = worker.finished(deletion(*paths))
    assert (job.changed, found(job)) == (4, None)
    # Of both ends, once.
    assert len(tree.calls("namespace/quotas")) == 2
    assert tree.calls("namespace/summary") == []
