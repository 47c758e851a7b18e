"""Jobs that move what was chosen to a pattern, and their undo."""

from typing import Any

import pytest

from apps.accounts.models import Role
from apps.common.rights import Permission
from apps.jobs import services
from apps.jobs.create_serializers import MoveJobCreateSerializer
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobError
from apps.jobs.places import pattern_error
from apps.jobs.selection import Selection
from apps.jobs.states import JobState
from apps.jobs.tests.test_resume import OLGA, die_at_store, work_past_death
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, Worker, give, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tree(namenode: NamenodeDouble) -> NamenodeDouble:
    """/data with three files of two owners and a directory with two more."""
    for name, owner in (("a", "ann"), ("b", "bob"), ("c", "ann"), ("d/e", "ann"), ("d/f", "bob")):
        namenode.tree.add_file(f"/data/{name}", owner=owner)
    return namenode


def places(tree: NamenodeDouble) -> dict[int, str]:
    return {node.inode_id: path for path, node in tree.tree.walk("/") if node.kind == "file"}


def start(*paths: str, to: str, dry_run: bool = False) -> int:
    return services.job_create_selected(
        actor=OLGA,
        kind=JobKind.MOVE,
        selection=Selection(paths=paths),
        parameters={"to": to},
        dry_run=dry_run,
        idempotency_key=None,
    ).pk


def undo(job_id: int) -> int:
    return services.job_undo(actor=OLGA, job_id=job_id, dry_run=False, idempotency_key=None).pk


def told(job: Job) -> set[tuple[str, str]]:
    return set(JobError.objects.filter(job=job).values_list("code", "path"))


def test_each_goes_to_its_place_and_back(tree: NamenodeDouble, worker: Worker) -> None:
    before = places(tree)
    plan = worker.finished(
        start("/data/a", "/data/b", "/data/d", to="/old/{year}/{owner}/{name}", dry_run=True)
    )
    assert (plan.state, plan.changed) == (JobState.SUCCEEDED, 5)
    assert places(tree) == before
    done = worker.finished(services.job_promote(actor=OLGA, job_id=plan.pk).pk)
    assert (done.state, done.changed) == (JobState.SUCCEEDED, 5)
    assert set(places(tree).values()) == {
        "/old/2023/ann/a",
        "/old/2023/bob/b",
        "/data/c",
        "/old/2023/hdfs/d/e",
        "/old/2023/hdfs/d/f",
    }
    back = worker.finished(undo(done.pk))
    assert (back.state, back.changed) == (JobState.SUCCEEDED, 5)
    assert places(tree) == before
    again = worker.finished(undo(back.pk))
    assert again.changed == 5
    assert "/old/2023/ann/a" in places(tree).values()


def test_a_directory_as_its_end_keeps_names(tree: NamenodeDouble, worker: Worker) -> None:
    assert worker.finished(start("/data/a", "/data/d", to="/old/")).changed == 4
    assert {"/old/a", "/old/d/e", "/old/d/f"} <= set(places(tree).values())


def test_what_has_no_place_of_its_own_stays(tree: NamenodeDouble, worker: Worker) -> None:
    tree.tree.add_file("/old/c")
    job_id = start("/data/a", "/data/b", "/data/c", "/data/d", "/old/c", to="/old/{owner}")
    job = worker.finished(job_id)
    assert told(job) == {("same_place", "/data/a"), ("same_place", "/data/c")} | {
        ("same_place", "/data/d"),
        ("same_place", "/old/c"),
    }
    assert job.changed == 1

    job = worker.finished(start("/data/c", "/old/c", "/data", to="/old/{name}"))
    assert ("already_there", "/old/c") in told(job)
    job = worker.finished(start("/old", to="/old/within/{name}"))
    assert told(job) == {("into_itself", "/old")}


def test_what_is_taken_or_moved_meanwhile_stays(tree: NamenodeDouble, worker: Worker) -> None:
    plan = worker.finished(start("/data/a", "/data/b", "/data/c", to="/old/", dry_run=True))
    tree.tree.add_file("/old/a")
    tree.tree.find("/data/b").logical_time += 1
    done = worker.finished(services.job_promote(actor=OLGA, job_id=plan.pk).pk)
    assert told(done) == {("already_exists", "/data/a"), ("changed_since", "/data/b")}
    assert done.changed == 1
    tree.tree.add_file("/data/c")
    back = worker.finished(undo(done.pk))
    assert {code for code, _ in told(back)} == {"already_exists"}


@pytest.mark.parametrize("after", [False, True])
def test_death_at_every_step_moves_once(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    before = places(tree)
    died = True
    for call in range(1, 20):
        job_id = start("/data/a", "/data/b", "/data/d", to="/old/{owner}/{name}")
        died = work_past_death(worker, die_at_store(monkeypatch, call, after=after))
        job = worker.finished(job_id)
        assert (job.state, job.changed, job.error_count) == (JobState.SUCCEEDED, 5, 0), call
        undo_id = undo(job_id)
        died |= work_past_death(worker, die_at_store(monkeypatch, call, after=after))
        back = worker.finished(undo_id)
        assert (back.state, back.changed, back.error_count) == (JobState.SUCCEEDED, 5, 0), call
        assert places(tree) == before
        if not died:
            break
    assert not died


def test_a_role_below_a_directory_moves_nothing_out_of_it(
    tree: NamenodeDouble, worker: Worker, client_of: ClientOf
) -> None:
    mover = make_user("mover", Role.VIEWER)
    give(mover, {Permission.MOVE}, paths=["/data"])
    client = client_of(mover)

    def begin(path: str, to: str) -> Any:
        body = {"kind": "move", "path": path, "parameters": {"to": to}}
        return client.post("/api/v1/jobs", body, format="json")

    job = worker.finished(begin("/data/a", "/old/{name}").json()["id"])
    assert {code for code, _ in told(job)} == {"out_of_scope"}
    assert worker.finished(begin("/data/a", "/data/new/{name}").json()["id"]).changed == 1
    tree.tree.add_file("/other/a")
    assert begin("/other/a", "/data/{name}").status_code == 403


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("old/{name}", "absolute"),
        ("/old/{size}", "Braces hold one of"),
        ("/old/{name", "Braces hold one of"),
        ("/", None),
        ("/old", None),
        ("/old/{year}-{month}/{path}", None),
        ("/user/ann/.Trash/Current/{name}", "outside"),
        ("/.reserved/raw/{name}", "outside"),
        ("/old/../{name}", "component"),
    ],
)
def test_patterns(pattern: str, said: str | None) -> None:
    error = pattern_error(pattern)
    assert (error is None) if said is None else (said in (error or ""))


def test_one_path_is_a_selection_of_one() -> None:
    data: dict[str, Any] = {"kind": "move", "path": "/data/a", "parameters": {"to": "/old/"}}
    form = MoveJobCreateSerializer(data=data)
    assert form.is_valid(), form.errors
    assert "path" not in form.validated_data
    assert form.validated_data["selection"]["paths"] == ["/data/a"]
