"""What plans of selections tell of the places that they bring their inodes to."""

from typing import Any

import pytest

from apps.accounts.models import Role
from apps.jobs import services
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobError
from apps.jobs.planned import NAMED_MAX, Places
from apps.jobs.selection import Selection
from apps.jobs.states import JobState
from apps.jobs.tests.test_resume import OLGA, die_at_store, work_past_death
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, Worker, make_user

pytestmark = pytest.mark.django_db(transaction=True)
TRASH = "/user/ann/.Trash/Current"


def plan(kind: JobKind, *paths: str, **parameters: Any) -> int:
    return services.job_create_selected(
        actor=OLGA,
        kind=kind,
        selection=Selection(paths=paths),
        parameters=parameters,
        dry_run=True,
        idempotency_key=None,
    ).pk


def plan_of_path(kind: JobKind, path: str, **parameters: Any) -> int:
    made = services.job_create(
        actor=OLGA,
        kind=kind,
        path=path,
        parameters=parameters,
        dry_run=True,
        idempotency_key=None,
    )
    return made.pk


def found(job: Job) -> dict[str, Any] | None:
    """What a plan found of places and quotas; None for nothing."""
    apart = ("concerns", "estimate", "totals")
    left = {name: each for name, each in (job.result or {}).items() if name not in apart}
    return left or None


def test_a_plan_of_restores_tells_what_is_made_and_what_is_taken(
    namenode: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.jobs.looking._ENTRIES_PER_STEP", 2)
    tree = namenode.tree
    for path in ("/a/b/one", "/a/b/two", "/a/c/three", "/kept/four", "/d/e/five"):
        tree.add_file(f"{TRASH}{path}")
    # This comes back itself, so nothing is made for what was deleted from it before.
    tree.mkdirs("/user/bob/.Trash/251124101500/d")
    tree.add_file("/kept/four")
    job = worker.finished(
        plan(
            JobKind.RESTORE,
            *(f"{TRASH}{path}" for path in ("/a/b/one", "/a/b/two", "/a/c/three", "/kept/four")),
            "/user/bob/.Trash/251124101500/d",
            f"{TRASH}/d/e/five",
        )
    )
    assert job.state == JobState.SUCCEEDED_WITH_ERRORS
    assert found(job) == {
        "missing_parents": ["/a", "/a/b", "/a/c", "/d/e"],
        "missing_parents_count": 4,
        "taken": [{"path": f"{TRASH}/kept/four", "place": "/kept/four"}],
        "taken_count": 1,
    }
    (error,) = JobError.objects.filter(job=job)
    assert (error.code, error.path) == ("already_exists", f"{TRASH}/kept/four")
    assert error.message.endswith(": /kept/four")

    before = {path for path, _ in tree.walk("/")}
    done = worker.finished(services.job_promote(actor=OLGA, job_id=job.pk).pk)
    assert done.result is None
    made = {path for path, _ in tree.walk("/")} - before
    assert made == {
        *("/a", "/a/b", "/a/c", "/d/e"),
        *("/d", "/a/b/one", "/a/b/two", "/a/c/three", "/d/e/five"),
    }


def test_a_plan_of_moves_tells_the_same(namenode: NamenodeDouble, worker: Worker) -> None:
    for name in ("a", "b", "c"):
        namenode.tree.add_file(f"/data/{name}", owner="ann")
    namenode.tree.add_file("/old/2023/ann/b")
    job = worker.finished(
        plan(JobKind.MOVE, "/data/a", "/data/b", "/data/c", to="/old/{year}/{owner}/{name}")
    )
    assert found(job) == {
        "taken": [{"path": "/data/b", "place": "/old/2023/ann/b"}],
        "taken_count": 1,
    }
    job = worker.finished(plan(JobKind.MOVE, "/data/a", "/data/c", to="/new/{owner}/"))
    assert found(job) == {"missing_parents": ["/new", "/new/ann"], "missing_parents_count": 2}


@pytest.mark.parametrize("after", [False, True])
def test_a_worker_that_dies_counts_nothing_twice(
    namenode: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    monkeypatch.setattr("apps.jobs.looking._ENTRIES_PER_STEP", 1)
    for name in ("a", "b", "c"):
        namenode.tree.add_file(f"/data/{name}")
    namenode.tree.add_file("/new/deep/b")
    died = True
    for call in range(1, 20):
        job_id = plan(JobKind.MOVE, "/data/a", "/data/b", "/data/c", to="/new/deep/er/{name}")
        died = work_past_death(worker, die_at_store(monkeypatch, call, after=after))
        job = worker.finished(job_id)
        assert found(job) == {"missing_parents": ["/new/deep/er"], "missing_parents_count": 1}
        if not died:
            break
    assert not died


def test_so_many_are_named_and_all_are_counted(namenode: NamenodeDouble, worker: Worker) -> None:
    count = NAMED_MAX + 20
    job = Job.objects.get(pk=plan(JobKind.MOVE, "/data", to="/new/"))
    found = Places()
    for number in range(count):
        found.goes(f"/new/{number}/x", ["/new", f"/new/{number}"])
        found.is_taken(f"/data/{number}", f"/old/{number}")
    job.result = found.added(job, found.made(job, step=1))
    assert (job.result["missing_parents_count"], job.result["taken_count"]) == (count + 1, count)
    assert len(job.result["missing_parents"]) == len(job.result["taken"]) == NAMED_MAX
    # Asked for again, the step finds the same; the next one finds nothing that is new.
    assert len(found.made(job, step=1)) == count + 1
    assert found.made(job, step=2) == []


def test_viewers_are_told_no_paths_of_it(
    namenode: NamenodeDouble, worker: Worker, client_of: ClientOf
) -> None:
    namenode.tree.add_file("/data/a")
    job = worker.finished(plan(JobKind.MOVE, "/data/a", to="/new/"))
    url = f"/api/v1/jobs/{job.pk}"
    told = client_of(make_user("olga", Role.OPERATOR)).get(url).json()["result"]
    shown = {"missing_parents_count", "estimate"}
    assert set(told) == shown | {"missing_parents", "totals"}
    vera = client_of(make_user("vera", Role.VIEWER))
    assert set(vera.get(url).json()["result"]) == shown
