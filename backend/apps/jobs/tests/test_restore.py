"""Restores from the trash: what anybody deleted, to its place or elsewhere."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import Role
from apps.jobs.models import Job, JobError
from apps.jobs.states import JobState
from apps.jobs.tests.test_plans import found
from apps.jobs.tests.test_resume import die_at_store
from apps.jobs.tests.test_undo import finish_by_another, undo
from apps.jobs.trash import former_path
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, Worker, make_user

pytestmark = pytest.mark.django_db(transaction=True)
TRASH = "/user/ann/.Trash/251124101500"
LOST = f"{TRASH}/data/sub"
FILES = 3


@pytest.fixture
def tree(namenode: NamenodeDouble) -> NamenodeDouble:
    """What a stock client of ann's deleted, and a checkpoint took."""
    for number in range(FILES):
        namenode.tree.add_file(f"{LOST}/file{number}", owner="ann")
    return namenode


@pytest.fixture
def operator(client_of: ClientOf) -> APIClient:
    return client_of(make_user("olga", Role.OPERATOR))


def ask(client: APIClient, **wanted: Any) -> Any:
    return client.post("/api/v1/jobs", {"kind": "restore", **wanted}, format="json")


def paths(tree: NamenodeDouble, root: str) -> list[str]:
    return sorted(path for path, _ in tree.tree.walk(root))


def test_to_its_place_and_back_again(
    tree: NamenodeDouble, operator: APIClient, worker: Worker
) -> None:
    dry = ask(operator, path=LOST, dry_run=True).json()
    assert dry["parameters"] == {"to": "/data/sub"}
    tried = worker.finished(dry["id"])
    assert (tried.state, tried.changed) == (JobState.SUCCEEDED, FILES + 1)
    assert found(tried) == {"missing_parents": ["/data"]}
    assert not tree.tree.exists("/data")

    made = operator.post(f"/api/v1/jobs/{dry['id']}/promote").json()
    done = worker.finished(made["id"])
    assert (done.state, done.changed) == (JobState.SUCCEEDED, FILES + 1)
    assert done.result == {"restored_path": "/data/sub"}
    assert paths(tree, "/data/sub") == [
        "/data/sub",
        *(f"/data/sub/file{number}" for number in range(FILES)),
    ]

    back = worker.finished(undo(done.pk))
    assert back.result == {"trash_path": "/user/olga/.Trash/Current/data/sub"}
    assert not tree.tree.exists("/data/sub")
    again = worker.finished(undo(back.pk))
    assert again.result == {"restored_path": "/data/sub"}
    assert tree.tree.exists("/data/sub/file0")


def test_elsewhere(tree: NamenodeDouble, operator: APIClient, worker: Worker) -> None:
    asked = ask(operator, path=f"{LOST}/file1", parameters={"to": "/rescued/by/olga"}).json()
    job = worker.finished(asked["id"])
    assert (job.state, job.files, job.changed) == (JobState.SUCCEEDED, 1, 1)
    assert tree.tree.exists("/rescued/by/olga")
    assert paths(tree, LOST) == [LOST, f"{LOST}/file0", f"{LOST}/file2"]


@pytest.mark.parametrize("dry_run", [False, True])
def test_nothing_is_replaced(
    tree: NamenodeDouble, operator: APIClient, worker: Worker, dry_run: bool
) -> None:
    tree.tree.add_file("/data/sub", owner="bob")
    job = worker.finished(ask(operator, path=LOST, dry_run=dry_run).json()["id"])
    assert (job.state, job.changed) == (JobState.SUCCEEDED_WITH_ERRORS, 0)
    assert JobError.objects.get(job=job).code == "already_exists"
    assert tree.tree.find("/data/sub").owner == "bob"
    assert tree.tree.exists(f"{LOST}/file0")


def test_a_plan_tells_of_a_file_above_the_place(
    tree: NamenodeDouble, operator: APIClient, worker: Worker
) -> None:
    tree.tree.add_file("/data")
    job = worker.finished(ask(operator, path=LOST, dry_run=True).json()["id"])
    assert (job.state, job.changed) == (JobState.SUCCEEDED_WITH_ERRORS, 0)
    assert JobError.objects.get(job=job).code == "not_a_directory"


@pytest.mark.parametrize("after", [False, True])
def test_a_worker_dies_as_it_restores(
    tree: NamenodeDouble,
    operator: APIClient,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    after: bool,
) -> None:
    job_id = ask(operator, path=LOST).json()["id"]
    # The first stores are those of the count and of the beginning.
    revive = die_at_store(monkeypatch, 3 - after, after=after)
    job = finish_by_another(worker, job_id, revive)
    assert (job.state, job.changed, job.takeovers) == (JobState.SUCCEEDED, FILES + 1, 1)
    assert tree.tree.exists("/data/sub/file0")


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"path": "/user/ann/.Trash"}, "path"),
        ({"path": TRASH}, "path"),
        ({"path": "/user/ann"}, "path"),
        ({"path": LOST, "parameters": {"to": "/"}}, "to"),
        ({"path": LOST, "parameters": {"to": f"{TRASH}/other"}}, "to"),
        ({"path": LOST, "parameters": {"to": "/user/bob/.Trash"}}, "to"),
    ],
)
def test_refusals(
    tree: NamenodeDouble, operator: APIClient, wanted: dict[str, Any], field: str
) -> None:
    answer = ask(operator, **wanted)
    assert answer.status_code == 400
    assert field in answer.json()["fields"]
    assert not Job.objects.exists()


def test_what_is_not_there_is_not_restored(tree: NamenodeDouble, operator: APIClient) -> None:
    assert ask(operator, path=f"{TRASH}/data/other").status_code == 404


def test_viewers_restore_nothing(tree: NamenodeDouble, client_of: ClientOf) -> None:
    viewer = client_of(make_user("vera", Role.VIEWER))
    assert ask(viewer, path=LOST).status_code == 403


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/user/ann/.Trash/Current/data/x", "/data/x"),
        ("/user/ann/.Trash/251124101500/x", "/x"),
        ("/user/ann/.Trash/Current", None),
        ("/user/ann/.Trash", None),
        ("/data/x", None),
        ("/", None),
    ],
)
def test_where_it_was(path: str, place: str | None) -> None:
    assert former_path(path) == place
