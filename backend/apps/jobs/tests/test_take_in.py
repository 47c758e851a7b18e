"""Jobs that take the bytes of small files into the database."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.guard.models import FreezeWindow, GuardRule
from apps.jobs import progress
from apps.jobs.models import Job
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"
TAKE_IN = {"kind": "take_in", "path": "/data"}


@pytest.fixture
def api(client_of: ClientOf, operator: User) -> CheckedClient:
    return client_of(operator)


@pytest.fixture
def tree(namenode: NamenodeDouble, set_env: SetEnv) -> NamenodeDouble:
    """/data with 2 directories, 6 small files of 10 bytes, and one that is open; steps of 4."""
    set_env(job_step_inodes=4)
    for folder in ("/data/a", "/data/b"):
        for number in range(3):
            namenode.tree.add_file(f"{folder}/file{number}")
    namenode.tree.add_file("/data/open")
    return namenode


def start(api: CheckedClient, **body: Any) -> Job:
    response = api.post(JOBS, TAKE_IN | body, format="json")
    assert response.status_code == 202, response.content
    return Job.objects.get(pk=response.json()["id"])


def inside(tree: NamenodeDouble) -> int:
    return sum(node.in_database for _, node in tree.tree.walk("/"))


def test_all_files_of_a_tree_are_taken_in_step_by_step(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, operator: User
) -> None:
    job = worker.finished(start(api).pk)
    told = api.get(f"{JOBS}/{job.pk}").json()
    assert told["state"] == "succeeded_with_errors"
    progress_told = told["progress"]
    names = ("files", "total", "changed", "length_bytes", "errors")
    assert [progress_told[name] for name in names] == [7, 7, 6, 60, 1]
    assert inside(tree) == 6
    steps = tree.calls("smallfiles/take-in")
    assert [step["limit"] for step in steps] == [4, 4, 4]
    (error,) = api.get(f"{JOBS}/{job.pk}/errors").json()["items"]
    assert (error["path"], error["code"]) == ("/data/open", "not_taken_in")
    entries = AuditEntry.objects.order_by("pk").values_list("action", "actor", "path")
    assert list(entries) == [
        ("job.create", operator.username, "/data"),
        ("namespace.take_in", operator.username, "/data"),
    ]
    # No namenode keeps a record of such a job.
    assert tree.calls("subtree/epochs") == []
    assert told["undo"] == "not_of_kind"


def test_a_worker_that_dies_after_a_step_has_it_made_again(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start(api)
    store, stored = progress.store, []

    def dies_at_the_second(**given: Any) -> Job | None:
        stored.append(given)
        if len(stored) == 2:
            raise SystemExit
        return store(**given)

    with monkeypatch.context() as broken:
        broken.setattr(progress, "store", dies_at_the_second)
        with pytest.raises(SystemExit):
            worker.run()
    assert inside(tree) > 0
    Job.objects.filter(pk=job.pk).update(lease_expires_at=timezone.now())
    worker.start()
    job = worker.finished(job.pk)
    assert (job.takeovers, job.files, inside(tree)) == (1, 7, 6)
    cursors = [step.get("cursor") for step in tree.calls("smallfiles/take-in")]
    assert cursors[:2] == [None, None]


def test_it_is_cancelled_and_paused_between_steps(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api)
    asked = iter(("pause", "cancel"))

    def interrupt(resource: str, _body: Any) -> None:
        if resource == "smallfiles/take-in":
            action = next(asked, None)
            if action is not None:
                assert api.post(f"{JOBS}/{job.pk}/{action}").status_code == 202

    tree.on_request = interrupt
    paused = worker.finished(job.pk)
    assert paused.state == "paused"
    before = inside(tree)
    assert api.post(f"{JOBS}/{job.pk}/resume").status_code == 202
    cancelled = worker.finished(job.pk)
    assert (cancelled.state, inside(tree) > before) == ("cancelled", True)
    assert inside(tree) < 6


def test_it_goes_on_where_its_tree_is_and_not_at_what_took_its_place(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api)
    moved: list[str] = []

    def move(resource: str, _body: Any) -> None:
        if resource == "smallfiles/take-in" and not moved:
            moved.append(resource)
            children = tree.tree.find("/").children
            children["moved"] = children.pop("data")
            children["moved"].name = "moved"
            tree.tree.add_file("/data/other")

    tree.on_request = move
    job = worker.finished(job.pk)
    assert job.at_path == "/moved"
    assert (job.state, job.files, inside(tree) >= 6) == ("succeeded_with_errors", 7, True)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"dry_run": True}, 400, "no_dry_run"),
        ({"path": "/nothing"}, 404, "not_found"),
        ({"path": "relative"}, 400, "invalid_argument"),
    ],
)
def test_what_can_not_be(
    api: CheckedClient, tree: NamenodeDouble, body: dict[str, Any], status: int, code: str
) -> None:
    answer = api.post(JOBS, TAKE_IN | body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_viewers_may_not(client_of: ClientOf, viewer: User, tree: NamenodeDouble) -> None:
    assert client_of(viewer).post(JOBS, TAKE_IN, format="json").status_code == 403
    assert not Job.objects.exists()


def test_a_rule_goes_by_how_much_is_there_as_no_plan_can_tell(
    api: CheckedClient, tree: NamenodeDouble
) -> None:
    now = timezone.now()
    rule = GuardRule.objects.create(
        name="big", kinds=[], inodes_min=10, approver="admin", changed_at=now, changed_by="test"
    )
    assert start(api).state == "waiting_for_approval"
    rule.inodes_min = 11
    rule.save()
    assert start(api).state == "queued"


def test_a_window_holds_it(api: CheckedClient, tree: NamenodeDouble, worker: Worker) -> None:
    job = start(api)
    now = timezone.now()
    FreezeWindow.objects.create(
        name="release",
        kinds=["take_in"],
        path_prefix="/data/a",
        starts_at=now - timedelta(hours=1),
        ends_at=now + timedelta(hours=1),
        changed_at=now,
        changed_by="test",
    )
    held = worker.finished(job.pk)
    assert held.held is not None
    assert tree.calls("smallfiles/take-in") == []
