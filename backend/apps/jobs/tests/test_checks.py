"""A check of a plan tells what is still as it was, changes nothing, and survives its workers."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role
from apps.audit.models import AuditEntry
from apps.common.actor import Actor
from apps.common.problems import AccessDenied, Conflict
from apps.common.rights import EVERYTHING, Permission
from apps.jobs import check_runner, checks, id_sets, keeper, retention, selections, services, wake
from apps.jobs.checking import Found
from apps.jobs.kinds import JobKind
from apps.jobs.lease import LeaseLost
from apps.jobs.models import Job, JobCheck
from apps.jobs.selection import Selection
from apps.jobs.states import CheckState
from apps.jobs.tests.test_plans import plan_of_path
from apps.jobs.tests.test_resume import Killed, die_at_store, expire_leases
from apps.search import selectors as search
from config.celery import app
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, give, give_operator, make_user
from warren_search import AsOf

pytestmark = pytest.mark.django_db(transaction=True)
OLGA = Actor(name="olga", user_id=None, hdfs_user="olga", rights=EVERYTHING)
FILES = 12


@pytest.fixture
def tree(namenode: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> NamenodeDouble:
    """/data/a and /data/b with 6 files each; batches and pages of 5 inodes, steps of 4."""
    for module in ("choosing", "selections", "checking"):
        monkeypatch.setattr(f"apps.jobs.{module}.INODES_PER_BATCH", 5)
    monkeypatch.setattr("apps.jobs.choosing._PATHS_PER_STEP", 5)
    monkeypatch.setenv("WARREN_JOB_STEP_INODES", "4")
    for number in range(FILES):
        namenode.tree.add_file(f"/data/{'ab'[number % 2]}/file{number:02d}", owner="ann")
    return namenode


Finds = Callable[[], list[int]]


@pytest.fixture
def finds(tree: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> Finds:
    """A search that finds all files below /data, as choosing and checks ask it."""

    def found() -> list[int]:
        return [node.inode_id for _, node in tree.tree.walk("/data") if node.kind == "file"]

    def matches(_q: str, *, cursor: str | None, limit: int, **_: object) -> search.Matches:
        ids, first = found(), int(cursor or 0)
        following = str(first + limit) if first + limit < len(ids) else None
        return search.Matches(ids[first : first + limit], following, AsOf(sequence=42, time_ms=1))

    monkeypatch.setattr("apps.jobs.choosing.matches", matches)
    monkeypatch.setattr("apps.jobs.checking.matches", matches)
    return found


def all_files(tree: NamenodeDouble) -> tuple[str, ...]:
    return tuple(path for path, node in tree.tree.walk("/data") if node.kind == "file")


def plan_of(
    worker: Worker, selection: Selection, kind: JobKind = JobKind.SET_OWNER, actor: Actor = OLGA
) -> Job:
    return worker.finished(
        services.job_create_selected(
            actor=actor,
            kind=kind,
            selection=selection,
            parameters={} if kind == JobKind.DELETE else {"owner": "zoe"},
            dry_run=True,
            idempotency_key=None,
        ).pk
    )


def checked(worker: Worker, plan: Job) -> JobCheck:
    checks.check_begin(actor=OLGA, job_id=plan.pk)
    worker.run()
    return JobCheck.objects.get(job=plan)


def told(check: JobCheck) -> set[tuple[str, str]]:
    return {(each["what"], each["path"]) for each in check.named}


def disturb(tree: NamenodeDouble) -> None:
    """One file changes, one goes, one moves with its directory, and one joins."""
    tree.tree.find("/data/a/file00").logical_time += 1
    del tree.tree.find("/data/a").children["file02"]
    tree.tree.mkdirs("/data/c").children["file01"] = tree.tree.find("/data/b").children.pop(
        "file01"
    )
    tree.tree.add_file("/data/a/joined")


@pytest.mark.parametrize("kind", [JobKind.SET_OWNER, JobKind.DELETE])
def test_of_paths_it_tells_what_changed_and_what_is_gone(
    tree: NamenodeDouble, worker: Worker, kind: JobKind
) -> None:
    plan = plan_of(worker, Selection(paths=all_files(tree)), kind)
    untouched = checked(worker, plan)
    assert untouched.state == CheckState.SUCCEEDED
    assert untouched.found == {
        "same": FILES,
        "changed": 0,
        "gone": 0,
        "out_of_scope": 0,
        "joined": None,
        "joined_is_exact": True,
        "index_sequence": None,
    }
    disturb(tree)
    owners = {path: node.owner for path, node in tree.tree.walk("/data")}
    check = checked(worker, plan)
    assert check.pk != untouched.pk
    assert check.found is not None
    assert (check.found["same"], check.found["changed"], check.found["gone"]) == (FILES - 2, 1, 1)
    assert check.found["joined"] is None
    assert told(check) == {("changed", "/data/a/file00"), ("gone", "/data/a/file02")}
    assert {path: node.owner for path, node in tree.tree.walk("/data")} == owners


def test_of_a_search_it_tells_who_joined(
    tree: NamenodeDouble, worker: Worker, finds: Finds
) -> None:
    plan = plan_of(worker, Selection(q="file"))
    disturb(tree)
    for number in range(6):
        tree.tree.add_file(f"/data/d/more{number}")
    check = checked(worker, plan)
    assert check.state == CheckState.SUCCEEDED
    assert check.found is not None
    assert (check.found["same"], check.found["changed"], check.found["gone"]) == (FILES - 2, 1, 1)
    assert (check.found["joined"], check.found["joined_is_exact"]) == (7, True)
    assert check.found["index_sequence"] == 42
    assert ("joined", "/data/a/joined") in told(check)
    assert sum(1 for what, _ in told(check) if what == "joined") == 7
    # What the check kept of ids went with its end.
    assert list((selections.folder(plan.key) / "ids").iterdir()) == []


def test_one_that_the_search_tells_twice_joined_once(
    tree: NamenodeDouble, worker: Worker, finds: Finds, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of(worker, Selection(q="file"))
    joined = tree.tree.add_file("/data/a/joined").inode_id
    pages = [[joined, joined], [joined, 999_999]]

    def matches(_q: str, *, cursor: str | None, **_: object) -> search.Matches:
        return search.Matches(
            pages[int(cursor or 0)], None if cursor else "1", AsOf(sequence=43, time_ms=2)
        )

    monkeypatch.setattr("apps.jobs.checking.matches", matches)
    check = checked(worker, plan)
    assert check.found is not None
    assert check.found["joined"] == 1


def test_more_than_a_job_may_be_about_are_not_counted(
    tree: NamenodeDouble, worker: Worker, finds: Finds, set_env: SetEnv
) -> None:
    plan = plan_of(worker, Selection(q="file"))
    for number in range(40):
        tree.tree.add_file(f"/data/d/more{number}")
    set_env(job_selection_inodes_max=FILES)
    check = checked(worker, plan)
    assert check.found is not None
    assert check.found["joined_is_exact"] is False
    assert FILES < check.found["joined"] < 40


def test_only_the_first_hundred_are_named(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.jobs.checking.NAMED_MAX", 3)
    plan = plan_of(worker, Selection(paths=all_files(tree)))
    for path in all_files(tree):
        tree.tree.find(path).logical_time += 1
    check = checked(worker, plan)
    assert check.found is not None
    assert (check.found["changed"], len(check.named)) == (FILES, 3)


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        (JobKind.SET_OWNER, {"owner": "zoe"}),
        (JobKind.DELETE, {"skip_trash": False}),
        (JobKind.DELETE, {"skip_trash": True}),
        (JobKind.SET_QUOTA, {"namespace_quota": 100}),
    ],
)
def test_at_a_path_it_tells_the_difference_of_counts(
    tree: NamenodeDouble, worker: Worker, kind: JobKind, parameters: dict[str, Any]
) -> None:
    plan = worker.finished(plan_of_path(kind, "/data", **parameters))
    told_check = checked(worker, plan).told(plan.counts())
    assert told_check["selection"] is None
    assert told_check["tree"]["target"] == "there"
    assert set(told_check["tree"]["difference"].values()) == {0}
    tree.tree.add_file("/data/new/joined", replication=2)
    del tree.tree.find("/data/a").children["file02"]
    del tree.tree.find("/data/a").children["file04"]
    again = checked(worker, plan).told(plan.counts())["tree"]
    assert again["difference"] == {
        "files": -1,
        "directories": 1,
        "length_bytes": -10,
        "space_consumed_bytes": again["difference"]["space_consumed_bytes"],
    }
    assert again["now"]["files"] == FILES - 1


def test_a_target_that_is_replaced_or_gone_is_told(tree: NamenodeDouble, worker: Worker) -> None:
    plan = worker.finished(plan_of_path(JobKind.SET_OWNER, "/data/a", owner="zoe"))
    moved = tree.tree.find("/data").children.pop("a")
    tree.tree.mkdirs("/elsewhere").children["a"] = moved
    tree.tree.add_file("/data/a/other")
    replaced = checked(worker, plan)
    assert replaced.found is not None
    assert (replaced.found["target"], replaced.found["now"]["files"]) == ("replaced", FILES // 2)
    del tree.tree.find("/elsewhere").children["a"]
    gone = checked(worker, plan).told(plan.counts())["tree"]
    assert gone == {"target": "gone", "now": None, "difference": None}


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("of", ["search", "tree"])
def test_death_at_every_step_counts_once(
    tree: NamenodeDouble,
    worker: Worker,
    finds: Finds,
    monkeypatch: pytest.MonkeyPatch,
    of: str,
    after: bool,
) -> None:
    searched = plan_of(worker, Selection(q="file"))
    plan = (
        searched
        if of == "search"
        else worker.finished(plan_of_path(JobKind.SET_OWNER, "/data", owner="zoe"))
    )
    disturb(tree)
    expected = checked(worker, plan)
    died = True
    for call in range(1, 30):
        revive = die_at_store(monkeypatch, call, after=after, of=check_runner)
        try:
            check = checked(worker, plan)
            died = False
        except Killed:
            worker.checks.clear()
            expire_leases()
            revive()
            worker.start()
            worker.run()
            check = JobCheck.objects.get(job=plan)
        assert check.state == CheckState.SUCCEEDED, call
        assert (check.found, told(check)) == (expected.found, told(expected)), call
        if not died:
            break
    assert not died


def test_what_is_woken_is_a_task_that_workers_have(tree: NamenodeDouble, worker: Worker) -> None:
    plan = plan_of(worker, Selection(paths=all_files(tree)))
    checks.check_begin(actor=OLGA, job_id=plan.pk)
    app.loader.import_default_modules()
    app.tasks[wake.CHECK_TASK](worker.checks.pop())
    assert JobCheck.objects.get(job=plan).state == CheckState.SUCCEEDED


def test_a_slice_that_is_over_wakes_the_next_one(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    plan = plan_of(worker, Selection(paths=all_files(tree)))
    set_env(job_slice_ms=1)
    started = checks.check_begin(actor=OLGA, job_id=plan.pk).checked
    assert started is not None
    slices = 0
    while worker.checks:
        check_runner.advance(check_id=worker.checks.pop())
        slices += 1
    check = JobCheck.objects.get(job=plan)
    assert (check.state, slices) == (CheckState.SUCCEEDED, 3)
    assert check.found is not None
    assert (check.found["same"], check.takeovers) == (FILES, 0)


def test_a_worker_that_lost_it_stores_nothing(tree: NamenodeDouble, worker: Worker) -> None:
    plan = plan_of(worker, Selection(paths=all_files(tree)))
    checks.check_begin(actor=OLGA, job_id=plan.pk)
    row = JobCheck.objects.get(job=plan)
    late = check_runner._acquire(row.pk)
    assert late is not None
    assert check_runner._acquire(row.pk) is None
    JobCheck.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    worker.run()
    done = JobCheck.objects.get(job=plan)
    assert (done.state, done.takeovers) == (CheckState.SUCCEEDED, 1)
    with pytest.raises(LeaseLost):
        check_runner.store(check=late, found=Found(None, {}, [], timezone.now()))


def test_it_waits_for_a_namenode_and_then_fails(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    plan = plan_of(worker, Selection(paths=all_files(tree)))
    set_env(job_retry_max=1, admin_urls="http://127.0.0.1:1")
    waiting = checked(worker, plan)
    assert (waiting.state, waiting.retries) == (CheckState.RUNNING, 1)
    assert waiting.not_before is not None
    assert keeper.wake_idle(at_start=True) == 0
    JobCheck.objects.update(not_before=timezone.now())
    assert keeper.wake_idle(at_start=False) == 1
    worker.run()
    failed = JobCheck.objects.get(job=plan)
    assert failed.state == CheckState.FAILED
    assert failed.problem is not None
    set_env(admin_urls=tree.url)
    assert checked(worker, plan).state == CheckState.SUCCEEDED


def test_lost_files_are_told(tree: NamenodeDouble, worker: Worker, finds: Finds) -> None:
    plan = plan_of(worker, Selection(q="file"))
    selections.remove(job=plan.key)
    failed = checked(worker, plan)
    assert failed.state == CheckState.FAILED
    assert failed.problem is not None
    assert failed.problem["code"] == "selection_incomplete"


def test_ids_that_were_lost_are_not_taken_for_new_ones(tree: NamenodeDouble) -> None:
    def add(step: int, *inode_ids: int) -> list[int]:
        return id_sets.add(job="1-1", name="some", step=step, inode_ids=inode_ids)

    assert add(1, 5, 3, 5) == [5, 3]
    assert add(2, 3, 7) == [7]
    assert add(2, 3, 7) == [7]
    assert add(1, 5, 3) == [5, 3]
    assert add(3) == []

    def before(step: int) -> set[int]:
        ids = [3, 5, 7, 9]
        return id_sets.brought_before(job="1-1", name="some", step=step, inode_ids=ids)

    assert [before(step) for step in (1, 2, 3, 4)] == [set(), {3, 5}, {3, 5, 7}, {3, 5, 7}]
    with pytest.raises(Conflict):
        before(5)
    id_sets.remove(job="1-1", name="some")
    with pytest.raises(Conflict):
        add(4, 5)
    path = selections.folder("1-1") / "ids" / "some.sqlite"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(Conflict):
        add(1, 5)


def test_what_is_no_plan_is_not_checked(tree: NamenodeDouble, worker: Worker) -> None:
    plan = plan_of(worker, Selection(paths=all_files(tree)))
    Job.objects.filter(pk=plan.pk).update(finished_at=timezone.now() - timedelta(days=30))
    with pytest.raises(Conflict, match="too old"):
        checks.check_begin(actor=OLGA, job_id=plan.pk)
    Job.objects.filter(pk=plan.pk).update(finished_at=timezone.now())
    done = worker.finished(services.job_promote(actor=OLGA, job_id=plan.pk).pk)
    undo = services.job_undo(actor=OLGA, job_id=done.pk, dry_run=True, idempotency_key=None)
    worker.run()
    for job in (plan, done, undo):
        with pytest.raises(Conflict, match="still be run"):
            checks.check_begin(actor=OLGA, job_id=job.pk)
    assert not JobCheck.objects.exists()


def test_one_runs_at_a_time_and_sweeps_keep_its_plan(tree: NamenodeDouble, worker: Worker) -> None:
    plan = plan_of(worker, Selection(paths=all_files(tree)))
    first = checks.check_begin(actor=OLGA, job_id=plan.pk).checked
    again = checks.check_begin(actor=OLGA, job_id=plan.pk).checked
    assert first is not None
    assert again == first
    assert worker.checks == [first.pk]
    retention.sweep()
    worker.run()
    assert JobCheck.objects.get(job=plan).state == CheckState.SUCCEEDED
    entry = AuditEntry.objects.get(action="job.check")
    assert (entry.job_id, entry.actor) == (plan.pk, "olga")


def test_a_scope_holds_for_checks(
    tree: NamenodeDouble, worker: Worker, finds: Finds, client_of: ClientOf
) -> None:
    sam = make_user("sam", Role.VIEWER)
    give_operator(sam, "/data/a")
    client = client_of(sam)
    body = {"kind": "set_owner", "parameters": {"owner": "zoe"}, "dry_run": True}
    made = client.post("/api/v1/jobs", {**body, "selection": {"search": "file"}}, format="json")
    worker.run()
    plan = Job.objects.get(pk=made.json()["id"])
    assert (plan.selection or {})["chosen"] == FILES // 2
    tree.tree.add_file("/data/a/joined")
    tree.tree.add_file("/data/b/joined")
    moved = tree.tree.find("/data/a").children.pop("file00")
    tree.tree.find("/data/b").children["file00"] = moved
    address = f"/api/v1/jobs/{plan.pk}/check"
    assert client.post(address).status_code == 202
    worker.run()
    check = JobCheck.objects.get(job=plan)
    assert check.found is not None
    assert (check.found["same"], check.found["out_of_scope"]) == (FILES // 2 - 1, 1)
    assert check.found["joined"] == 1
    assert told(check) == {("joined", "/data/a/joined")}
    elsewhere = worker.finished(plan_of_path(JobKind.SET_OWNER, "/data/b", owner="zoe"))
    assert client.post(f"/api/v1/jobs/{elsewhere.pk}/check").status_code == 403
    quiet = Actor(name="vic", user_id=None, hdfs_user="vic")
    with pytest.raises(AccessDenied):
        checks.check_begin(actor=quiet, job_id=plan.pk)


def test_over_the_api(tree: NamenodeDouble, worker: Worker, client_of: ClientOf) -> None:
    client = client_of(make_user("olga", Role.OPERATOR))
    plan = plan_of(worker, Selection(paths=all_files(tree)))
    address = f"/api/v1/jobs/{plan.pk}"
    assert client.get(address).json()["check"] is None
    assert client.get(f"{address}/check").json() == {"items": []}
    disturb(tree)
    begun = client.post(f"{address}/check").json()
    assert (begun["check"]["state"], begun["check"]["selection"]) == ("running", None)
    worker.run()
    check = client.get(address).json()["check"]
    assert (check["state"], check["asked_by"], check["tree"]) == ("succeeded", "olga", None)
    assert (check["selection"]["changed"], check["selection"]["gone"]) == (1, 1)
    assert check["as_of"] == "2023-11-14T22:13:20.000Z"
    assert client.get(f"{address}/check").json()["items"] == [
        {"path": "/data/a/file00", "what": "changed"},
        {"path": "/data/a/file02", "what": "gone"},
    ]
    (listed,) = client.get("/api/v1/jobs").json()["items"]
    assert listed["check"] == check
    viewer = client_of(make_user("vic", Role.VIEWER))
    assert viewer.post(f"{address}/check").status_code == 403
    assert viewer.get(f"{address}/check").status_code == 403
    assert client.post("/api/v1/jobs/99/check").status_code == 404
    # Who sees the paths below one directory alone is told of none elsewhere.
    below = make_user("bea", Role.VIEWER)
    give(below, {Permission.SEE_ALL}, paths=["/data"])
    JobCheck.objects.update(
        named=[{"path": "/data/a/x", "what": "gone"}, {"path": "/moved/y", "what": "changed"}]
    )
    assert client_of(below).get(f"{address}/check").json()["items"] == [
        {"path": "/data/a/x", "what": "gone"},
        {"path": "", "what": "changed"},
    ]
