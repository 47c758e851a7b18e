"""Jobs on selections act on what was chosen and is still as it was, once, and can be undone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role
from apps.common.actor import Actor
from apps.common.problems import Conflict, InvalidInput
from apps.common.rights import EVERYTHING
from apps.jobs import retention, selections, services
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobError
from apps.jobs.selection import IfChanged, Selection
from apps.jobs.states import JobState
from apps.jobs.tests.test_resume import die_at_store, work_past_death
from apps.search import selectors as search
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, make_user
from warren_search import AsOf

pytestmark = pytest.mark.django_db(transaction=True)
OLGA = Actor(name="olga", user_id=None, hdfs_user="olga", rights=EVERYTHING)
FILES = 12
Start = Callable[..., int]


@pytest.fixture
def tree(namenode: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> NamenodeDouble:
    """/data/a and /data/b with 6 files each; batches of 5 inodes."""
    monkeypatch.setattr("apps.jobs.choosing.INODES_PER_BATCH", 5)
    monkeypatch.setattr("apps.jobs.selections.INODES_PER_BATCH", 5)
    monkeypatch.setattr("apps.jobs.choosing._PATHS_PER_STEP", 5)
    for number in range(FILES):
        owner = ("ann", "bob")[number % 2]
        namenode.tree.add_file(f"/data/{'ab'[number % 2]}/file{number:02d}", owner=owner)
    return namenode


def all_files(tree: NamenodeDouble) -> list[str]:
    return [path for path, node in tree.tree.walk("/data") if node.kind == "file"]


def owners(tree: NamenodeDouble) -> dict[str, str]:
    return {path: node.owner for path, node in tree.tree.walk("/data")}


def start(
    selection: Selection,
    *,
    kind: JobKind = JobKind.SET_OWNER,
    dry_run: bool = False,
    **parameters: Any,
) -> int:
    return services.job_create_selected(
        actor=OLGA,
        kind=kind,
        selection=selection,
        parameters=parameters or ({} if kind == JobKind.DELETE else {"owner": "zoe"}),
        dry_run=dry_run,
        idempotency_key=None,
    ).pk


def undo(job_id: int, *, dry_run: bool = False) -> int:
    return services.job_undo(actor=OLGA, job_id=job_id, dry_run=dry_run, idempotency_key=None).pk


def promote(job_id: int, if_changed: IfChanged | None = None) -> int:
    return services.job_promote(actor=OLGA, job_id=job_id, if_changed=if_changed).pk


def told(job: Job) -> set[tuple[str, str]]:
    return set(JobError.objects.filter(job=job).values_list("code", "path"))


def test_several_paths_are_planned_changed_and_taken_back(
    tree: NamenodeDouble, worker: Worker
) -> None:
    before = owners(tree)
    paths = (*all_files(tree), "/data/a", "/data/a", "/data/none")
    plan = worker.finished(start(Selection(paths=paths), dry_run=True))
    assert (plan.state, plan.changed) == (JobState.SUCCEEDED_WITH_ERRORS, FILES + 1)
    assert told(plan) == {("not_found", "/data/none")}
    assert (plan.files, plan.directories, plan.length_bytes) == (FILES, 1, FILES * 10)
    shown = plan.told_selection
    assert shown is not None
    assert (plan.path, plan.target_inode_id) == ("/data", None)
    assert (shown["chosen"], shown["asked"], shown["by"]) == (FILES + 1, FILES + 2, "paths")
    assert {each["owner"]: each["files"] for each in shown["owners"]} == {
        "ann": 6,
        "bob": 6,
        "hdfs": 0,
    }
    assert owners(tree) == before

    done = worker.finished(promote(plan.pk))
    assert (done.state, done.changed, done.error_count) == (JobState.SUCCEEDED, FILES + 1, 0)
    after = owners(tree)
    assert {path for path, owner in after.items() if owner != "zoe"} == {"/data", "/data/b"}

    taken_back = worker.finished(undo(done.pk))
    assert (taken_back.state, taken_back.changed) == (JobState.SUCCEEDED, FILES + 1)
    assert owners(tree) == before
    assert worker.finished(undo(taken_back.pk)).changed == FILES + 1
    assert owners(tree) == after


def test_the_set_is_fixed_and_what_changed_since_is_left(
    tree: NamenodeDouble, worker: Worker
) -> None:
    ids = tuple(tree.tree.find(path).inode_id for path in all_files(tree))
    plan = worker.finished(start(Selection(inode_ids=(*ids, 999_999)), dry_run=True))
    assert told(plan) == {("gone", "/.reserved/.inodes/999999")}
    tree.tree.add_file("/data/a/joined")
    changed = tree.tree.find("/data/a/file00")
    changed.mode, changed.logical_time = 0o600, changed.logical_time + 1
    del tree.tree.find("/data/a").children["file02"]
    gone = f"/.reserved/.inodes/{ids[1]}"
    moved = tree.tree.find("/data/b").children.pop("file01")
    tree.tree.mkdirs("/elsewhere").children["file01"] = moved

    done = worker.finished(promote(plan.pk))
    assert (done.state, done.changed) == (JobState.SUCCEEDED_WITH_ERRORS, FILES - 2)
    assert told(done) == {("changed_since", "/data/a/file00"), ("gone", gone)}
    assert (changed.owner, moved.owner) == ("ann", "zoe")
    assert tree.tree.find("/data/a/joined").owner == "hdfs"


def test_the_operator_may_act_on_what_changed_since(tree: NamenodeDouble, worker: Worker) -> None:
    plan = worker.finished(start(Selection(paths=("/data/a/file00",)), dry_run=True))
    tree.tree.find("/data/a/file00").logical_time += 1
    done = worker.finished(promote(plan.pk, IfChanged.ACT))
    assert (done.state, done.changed) == (JobState.SUCCEEDED, 1)
    assert tree.tree.find("/data/a/file00").owner == "zoe"


def test_a_search_is_followed_to_its_end(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [tree.tree.find(path).inode_id for path in all_files(tree)]
    asked: list[tuple[str, str | None]] = []

    def matches(q: str, *, cursor: str | None, limit: int, **_: object) -> search.Matches:
        asked.append((q, cursor))
        first = int(cursor or 0)
        end = first + limit
        following = str(end) if end < len(ids) else None
        return search.Matches(ids[first:end], following, AsOf(sequence=42, time_ms=1))

    monkeypatch.setattr("apps.jobs.choosing.matches", matches)
    plan = worker.finished(start(Selection(q="file"), dry_run=True))
    assert (plan.state, plan.changed, plan.total) == (JobState.SUCCEEDED, FILES, FILES)
    assert asked == [("file", None), ("file", "5"), ("file", "10")]
    assert plan.told_selection is not None
    assert plan.told_selection["as_of_sequence"] == 42
    done = worker.finished(promote(plan.pk))
    assert (done.changed, done.told_selection) == (FILES, plan.told_selection)
    assert len(asked) == 3


def test_deletes_of_a_selection_come_back(tree: NamenodeDouble, worker: Worker) -> None:
    tree.tree.add_file("/data/a-b/file")
    before = sorted(path for path, _ in tree.tree.walk("/data"))
    # What lies in a chosen directory goes with it, whatever the order.
    paths = ("/data/a/file00", "/data/a-b/file", "/data/b/file01", "/data/a", "/data/b/file03")
    plan = worker.finished(start(Selection(paths=paths), kind=JobKind.DELETE, dry_run=True))
    assert (plan.state, plan.files, plan.directories) == (JobState.SUCCEEDED, 9, 1)
    assert plan.changed == 10
    changed = tree.tree.find("/data/b/file03")
    changed.logical_time += 1
    done = worker.finished(promote(plan.pk))
    assert (done.files, done.directories, done.changed) == (8, 1, 9)
    assert told(done) == {("changed_since", "/data/b/file03")}
    trash = "/user/olga/.Trash/Current/data"
    assert tree.tree.exists(f"{trash}/a/file00")
    assert tree.tree.exists(f"{trash}/b/file01")
    assert not tree.tree.exists("/data/a")

    tree.tree.add_file("/data/b/file01")
    dry = worker.finished(undo(done.pk, dry_run=True))
    assert (dry.changed, told(dry)) == (8, {("already_exists", "/data/b/file01")})
    del tree.tree.find("/data/b").children["file01"]
    back = worker.finished(undo(done.pk))
    assert (back.state, back.changed) == (JobState.SUCCEEDED, 9)
    assert sorted(path for path, _ in tree.tree.walk("/data")) == before
    again = worker.finished(undo(back.pk))
    assert (again.state, again.changed) == (JobState.SUCCEEDED, 9)
    assert not tree.tree.exists("/data/a")


@pytest.mark.parametrize("kind", [JobKind.SET_OWNER, JobKind.DELETE])
@pytest.mark.parametrize("after", [False, True])
def test_death_at_every_step_changes_and_counts_once(
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    kind: JobKind,
    after: bool,
) -> None:
    paths = tuple(all_files(tree))
    died = True
    for call in range(1, 60):
        job_id = start(Selection(paths=paths), kind=kind, **_fresh(kind, call))
        revive = die_at_store(monkeypatch, call, after=after)
        died = work_past_death(worker, revive)
        job = worker.finished(job_id)
        assert (job.state, job.changed, job.files) == (JobState.SUCCEEDED, FILES, FILES), call
        if kind == JobKind.DELETE:
            back = worker.finished(undo(job_id))
            assert (back.state, back.changed) == (JobState.SUCCEEDED, FILES), call
        if not died:
            break
    assert not died


def _fresh(kind: JobKind, call: int) -> dict[str, Any]:
    return {} if kind == JobKind.DELETE else {"owner": f"zoe{call}"}


def test_an_empty_selection_does_nothing(tree: NamenodeDouble, worker: Worker) -> None:
    plan = worker.finished(start(Selection(paths=("/none",)), dry_run=True))
    assert (plan.state, plan.changed, plan.total) == (JobState.SUCCEEDED_WITH_ERRORS, 0, 0)
    done = worker.finished(promote(plan.pk))
    assert (done.state, done.changed) == (JobState.SUCCEEDED, 0)


def test_too_many_inodes_are_refused(tree: NamenodeDouble, worker: Worker, set_env: SetEnv) -> None:
    set_env(job_selection_inodes_max=7, job_selected_deletes_max=3)
    for kind in (JobKind.SET_OWNER, JobKind.DELETE):
        job = worker.finished(start(Selection(paths=tuple(all_files(tree))), kind=kind))
        assert job.state == JobState.FAILED
        assert job.problem is not None
        assert job.problem["code"] == "selection_too_large"


def test_what_is_not_for_selections_is_refused(tree: NamenodeDouble) -> None:
    with pytest.raises(InvalidInput):
        start(Selection(paths=("/data",)), kind=JobKind.SET_QUOTA, namespace_quota=1)
    with pytest.raises(InvalidInput):
        start(Selection(q="size:nonsense"))


def test_a_lost_file_fails_the_job(tree: NamenodeDouble, worker: Worker) -> None:
    plan = worker.finished(start(Selection(paths=("/data/a",)), dry_run=True))
    selections.remove(job=plan.key)
    done = worker.finished(promote(plan.pk))
    assert done.state == JobState.FAILED
    assert done.problem is not None
    assert done.problem["code"] == "selection_incomplete"


def test_files_are_kept_while_a_plan_can_be_promoted(tree: NamenodeDouble, worker: Worker) -> None:
    plan = worker.finished(start(Selection(paths=("/data/a",)), dry_run=True))
    done = worker.finished(start(Selection(paths=("/data/b",))))
    retention.sweep()
    assert list(selections.jobs()) == [plan.key]
    Job.objects.filter(pk=plan.pk).update(finished_at=timezone.now() - timedelta(days=30))
    promoted = Job.objects.create(
        **{
            field: getattr(done, field)
            for field in ("kind", "path", "inode_id", "parameters", "selection", "actor")
        },
        dry_run=False,
        dry_run_of=plan,
        phase="acting",
        hdfs_user="olga",
        request_sha256="",
        created_at=timezone.now(),
    )
    retention.sweep()
    assert list(selections.jobs()) == [plan.key]
    Job.objects.filter(pk=promoted.pk).update(state=JobState.SUCCEEDED)
    retention.sweep()
    assert list(selections.jobs()) == []


def test_over_the_api(tree: NamenodeDouble, worker: Worker, client_of: ClientOf) -> None:
    client = client_of(make_user("olga", Role.OPERATOR))

    def post(**body: Any) -> Any:
        return client.post("/api/v1/jobs", body, content_type="application/json")

    selection = {"paths": ["/data/a", "/data/b"]}
    wanted = {"kind": "set_owner", "parameters": {"owner": "zoe"}, "dry_run": True}
    made = post(**wanted, selection=selection)
    assert made.status_code == 202
    assert made.json()["selection"]["paths"] == ["/data/a", "/data/b"]
    assert made.json()["inode_id"] is None
    worker.run()
    plan = client.get(f"/api/v1/jobs/{made.json()['id']}").json()
    assert plan["progress"]["changed"] == 2
    assert [each["owner"] for each in plan["selection"]["owners"]] == ["hdfs"]
    done = client.post(
        f"/api/v1/jobs/{plan['id']}/promote",
        {"if_changed": "act"},
        content_type="application/json",
    )
    assert done.json()["selection"]["if_changed"] == "act"
    viewer = client_of(make_user("vic", Role.VIEWER))
    tree.tree.groups["vic"] = []
    seen = viewer.get(f"/api/v1/jobs/{plan['id']}").json()["selection"]
    assert (seen["chosen"], seen["paths"], seen["owners"], seen["groups"]) == (2, [], [], [])
    wrongs: tuple[dict[str, Any], ...] = (
        {},
        {"path": "/data", "selection": selection},
        {"selection": {}},
        {"selection": {"paths": []}},
        {"selection": {"paths": ["/data"], "search": "x"}},
        {"selection": {"paths": ["/x"] * 1001}},
        {"selection": {"inode_ids": [0]}},
    )
    for wrong in wrongs:
        assert post(**wanted, **wrong).status_code == 400, wrong
    quota = {"kind": "set_quota", "parameters": {"namespace_quota": 1}}
    assert post(**quota, selection=selection).status_code == 400


def test_one_key_is_one_job(tree: NamenodeDouble) -> None:
    def make(*paths: str) -> int:
        return services.job_create_selected(
            actor=OLGA,
            kind=JobKind.DELETE,
            selection=Selection(paths=paths),
            parameters={},
            dry_run=True,
            idempotency_key="k",
        ).pk

    assert make("/data/a", "/data/b") == make("/data/a", "/data/b")
    with pytest.raises(Conflict):
        make("/data/a")
