"""Restores of a selection, each to its own place, and deletes for good of what lies in trashes."""

from collections.abc import Callable
from typing import Any

import pytest

from apps.accounts.models import Role
from apps.common.actor import Actor
from apps.common.problems import AccessDenied, Conflict, InvalidInput
from apps.common.rights import Grant, Permission, Rights
from apps.jobs import services
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.selection import IfChanged, Selection
from apps.jobs.states import JobState
from apps.jobs.tests.test_resume import Killed, die_at_store, expire_leases, work_past_death
from apps.jobs.tests.test_selections import OLGA, promote, start, told, undo
from apps.search import selectors as search
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, make_user
from warren_search import AsOf

pytestmark = pytest.mark.django_db(transaction=True)
ANN = "/user/ann/.Trash/Current"
BOB = "/user/bob/.Trash/251124101500"
# Two files, and a directory with three of them.
ENTRIES = (f"{ANN}/data/a/file", f"{BOB}/logs/old", f"{BOB}/data/b")
PLACES = ("/data/a/file", "/logs/old", "/data/b")
INODES = 6


@pytest.fixture
def tree(namenode: NamenodeDouble, set_env: SetEnv) -> NamenodeDouble:
    """What ann and bob deleted; deletes go two inodes a step."""
    set_env(job_step_inodes=2)
    for path in ENTRIES[:2]:
        namenode.tree.add_file(path)
    for number in range(3):
        namenode.tree.add_file(f"{ENTRIES[2]}/file{number}")
    namenode.tree.mkdirs("/data/a")
    return namenode


def restore(*paths: str, dry_run: bool = False, **selection: Any) -> int:
    chosen = Selection(paths=paths, **selection)
    return services.job_create_selected(
        actor=OLGA,
        kind=JobKind.RESTORE,
        selection=chosen,
        parameters={},
        dry_run=dry_run,
        idempotency_key=None,
    ).pk


def purge(*paths: str, dry_run: bool = False, **parameters: Any) -> int:
    return start(
        Selection(paths=paths),
        kind=JobKind.DELETE,
        dry_run=dry_run,
        skip_trash=True,
        **parameters,
    )


def everything(tree: NamenodeDouble) -> list[str]:
    return sorted(path for path, _ in tree.tree.walk("/"))


def test_each_goes_back_to_its_own_place_and_to_the_trash_again(
    tree: NamenodeDouble, worker: Worker
) -> None:
    before = everything(tree)
    plan = worker.finished(restore(*ENTRIES, f"{ENTRIES[2]}/file1", dry_run=True))
    assert (plan.state, plan.changed) == (JobState.SUCCEEDED, INODES)
    assert (plan.files, plan.directories, plan.length_bytes) == (5, 1, 50)
    assert everything(tree) == before

    done = worker.finished(promote(plan.pk))
    assert (done.state, done.changed, done.error_count) == (JobState.SUCCEEDED, INODES, 0)
    after = everything(tree)
    assert {*PLACES, "/data/b/file1"} <= set(after)
    assert not any(tree.tree.exists(path) for path in ENTRIES)

    back = worker.finished(undo(done.pk))
    assert (back.state, back.changed) == (JobState.SUCCEEDED, INODES)
    assert not any(tree.tree.exists(path) for path in PLACES)
    assert tree.tree.exists("/user/olga/.Trash/Current/data/b/file1")
    again = worker.finished(undo(back.pk))
    assert (again.state, again.changed) == (JobState.SUCCEEDED, INODES)
    assert all(tree.tree.exists(path) for path in PLACES)


@pytest.mark.parametrize("dry_run", [True, False])
def test_what_can_not_go_back_is_left_and_listed(
    tree: NamenodeDouble, worker: Worker, dry_run: bool
) -> None:
    tree.tree.add_file("/logs")
    tree.tree.add_file("/data/a/file", owner="bob")
    other = f"{ANN}/data/b"
    tree.tree.mkdirs(other)
    job_id = restore(*ENTRIES, other, "/data/a", ANN, f"{ANN}/none", dry_run=dry_run)
    job = worker.finished(job_id)
    assert (job.state, job.changed) == (JobState.SUCCEEDED_WITH_ERRORS, 0)
    assert told(job) == {
        ("already_exists", ENTRIES[0]),
        ("not_a_directory", ENTRIES[1]),
        # Both were at /data/b: nobody said which one is meant.
        ("same_place", ENTRIES[2]),
        ("same_place", other),
        ("not_in_trash", "/data/a"),
        ("not_in_trash", ANN),
        ("not_found", f"{ANN}/none"),
    }
    assert tree.tree.find("/data/a/file").owner == "bob"
    assert all(tree.tree.exists(path) for path in ENTRIES)


def test_a_checkpoint_may_take_it_meanwhile_but_nobody_else(
    tree: NamenodeDouble, worker: Worker
) -> None:
    plan = worker.finished(restore(*ENTRIES, dry_run=True))
    trash = tree.tree.find("/user/ann/.Trash").children
    trash["261126000000"] = trash.pop("Current")
    tree.tree.find(ENTRIES[1]).logical_time += 1
    tree.tree.mkdirs("/mine").children["b"] = tree.tree.find(f"{BOB}/data").children.pop("b")
    done = worker.finished(promote(plan.pk))
    assert (done.changed, tree.tree.exists("/data/a/file")) == (1, True)
    assert told(done) == {("changed_since", ENTRIES[1]), ("changed_since", ENTRIES[2])}
    again = worker.finished(restore(ENTRIES[1], if_changed=IfChanged.ACT))
    assert (again.state, tree.tree.exists("/logs/old")) == (JobState.SUCCEEDED, True)


def test_what_lies_in_trashes_is_deleted_for_good(tree: NamenodeDouble, worker: Worker) -> None:
    tree.tree.add_file("/data/kept")
    plan = worker.finished(purge(*ENTRIES, "/data/kept", dry_run=True))
    assert (plan.state, plan.changed) == (JobState.SUCCEEDED_WITH_ERRORS, INODES)
    assert (plan.files, plan.directories) == (5, 1)
    assert told(plan) == {("not_in_trash", "/data/kept")}
    assert all(tree.tree.exists(path) for path in ENTRIES)
    done = worker.finished(promote(plan.pk))
    assert (done.state, done.files, done.directories) == (JobState.SUCCEEDED, 5, 1)
    assert (done.changed, done.total) == (INODES, INODES)
    assert not any(tree.tree.exists(path) for path in ENTRIES)
    assert tree.tree.exists("/data/kept")
    with pytest.raises(Conflict, match="can't be undone"):
        undo(done.pk)


def test_what_left_the_trash_or_changed_is_not_deleted(
    tree: NamenodeDouble, worker: Worker
) -> None:
    plan = worker.finished(purge(*ENTRIES, dry_run=True))
    tree.tree.find(ENTRIES[0]).logical_time += 1
    steps = 0

    def take_back(resource: str, _body: dict[str, Any]) -> None:
        """Once half of bob's directory is gone, he has the rest of it again."""
        nonlocal steps
        steps += resource == "subtree/steps"
        data = tree.tree.find(f"{BOB}/data").children
        if steps == 3 and "b" in data:
            tree.tree.mkdirs("/saved").children["b"] = data.pop("b")

    tree.on_request = take_back
    done = worker.finished(promote(plan.pk))
    assert told(done) == {("changed_since", ENTRIES[0]), ("changed_since", ENTRIES[2])}
    assert (done.changed, tree.tree.exists(ENTRIES[0])) == (3, True)
    assert sorted(path for path, _ in tree.tree.walk("/saved/b")) == ["/saved/b", "/saved/b/file0"]


def test_outside_the_trash_only_what_is_asked_for(tree: NamenodeDouble, worker: Worker) -> None:
    tree.tree.add_file("/data/x/file")
    job = worker.finished(purge("/data/x", ENTRIES[0], outside_trash=True))
    assert (job.state, job.changed) == (JobState.SUCCEEDED, 3)
    assert not tree.tree.exists("/data/x")


@pytest.mark.parametrize("kind", [JobKind.RESTORE, JobKind.DELETE])
def test_of_a_search(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch, kind: JobKind
) -> None:
    ids = [tree.tree.find(path).inode_id for path in (*ENTRIES, "/data/a")]

    def matches(_q: str, **_: object) -> search.Matches:
        return search.Matches(ids, None, AsOf(sequence=1, time_ms=1))

    monkeypatch.setattr("apps.jobs.choosing.matches", matches)
    job_id = services.job_create_selected(
        actor=OLGA,
        kind=kind,
        selection=Selection(q="x"),
        parameters={} if kind == JobKind.RESTORE else {"skip_trash": True},
        dry_run=False,
        idempotency_key=None,
    ).pk
    job = worker.finished(job_id)
    assert (job.changed, told(job)) == (INODES, {("not_in_trash", "/data/a")})
    assert tree.tree.exists("/data/b") == (kind == JobKind.RESTORE)


@pytest.mark.parametrize("work", [restore, purge])
@pytest.mark.parametrize("after", [False, True])
def test_death_at_every_step_acts_and_counts_once(
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    work: Callable[..., int],
    after: bool,
) -> None:
    died = True
    for call in range(1, 40):
        job_id = work(*ENTRIES)
        revive = die_at_store(monkeypatch, call, after=after)
        died = work_past_death(worker, revive)
        job = worker.finished(job_id)
        assert (job.state, job.changed) == (JobState.SUCCEEDED, INODES), (call, told(job))
        assert (job.files, job.directories) == (5, 1), call
        if work is restore:
            assert worker.finished(undo(job_id)).changed == INODES
        # The next round finds them as this one did.
        for path in PLACES:
            folder, _, name = path.rpartition("/")
            tree.tree.mkdirs(folder).children.pop(name, None)
        for path in ENTRIES[:2]:
            tree.tree.add_file(path)
        for number in range(3):
            tree.tree.add_file(f"{ENTRIES[2]}/file{number}")
        if not died:
            break
    assert not died


@pytest.mark.parametrize("fate", ["moved", "gone"])
def test_a_step_that_was_made_is_told_whatever_became_of_its_inode(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch, fate: str
) -> None:
    """The worker dies after its first restore; before the next one comes, somebody moves that."""
    actor = Actor(name="olga", user_id=None, hdfs_user="olga", rights=below("/data", "/logs"))
    job_id = services.job_create_selected(
        actor=actor,
        kind=JobKind.RESTORE,
        selection=Selection(paths=ENTRIES),
        parameters={},
        dry_run=False,
        idempotency_key=None,
    ).pk
    # Chosen, ordered, counted, taken, and then the first one.
    revive = die_at_store(monkeypatch, 5, after=False)
    with pytest.raises(Killed):
        worker.run()
    worker.woken.clear()
    revive()
    folder = tree.tree.find("/data/a").children
    moved = folder.pop("file")
    if fate == "moved":
        tree.tree.mkdirs("/user/ann/.Trash/Current/private").children["file"] = moved
    expire_leases()
    worker.start()
    job = worker.finished(job_id)
    assert (job.state, job.changed, told(job)) == (JobState.SUCCEEDED, INODES, set())
    assert tree.tree.exists("/logs/old")
    assert tree.tree.exists("/data/b/file2")


def below(*paths: str) -> Rights:
    return Rights((Grant(frozenset(Permission), paths),))


def test_a_role_below_paths_restores_what_was_there(tree: NamenodeDouble, worker: Worker) -> None:
    actor = Actor(name="olga", user_id=None, hdfs_user="olga", rights=below("/data"))

    def ask(selection: Selection, kind: JobKind = JobKind.RESTORE, **parameters: Any) -> int:
        return services.job_create_selected(
            actor=actor,
            kind=kind,
            selection=selection,
            parameters=parameters,
            dry_run=False,
            idempotency_key=None,
        ).pk

    with pytest.raises(AccessDenied):
        ask(Selection(paths=ENTRIES))
    with pytest.raises(AccessDenied):
        ask(Selection(paths=(ENTRIES[0],)), JobKind.DELETE, skip_trash=True)
    ids = tuple(tree.tree.find(path).inode_id for path in ENTRIES)
    job = worker.finished(ask(Selection(inode_ids=ids)))
    assert (job.changed, tree.tree.exists("/data/b")) == (5, True)
    assert {code for code, _ in told(job)} == {"out_of_scope"}
    assert tree.tree.exists(ENTRIES[1])
    purged = worker.finished(ask(Selection(inode_ids=ids), JobKind.DELETE, skip_trash=True))
    assert (purged.changed, purged.error_count) == (0, 3)


def test_over_the_api(tree: NamenodeDouble, worker: Worker, client_of: ClientOf) -> None:
    client = client_of(make_user("olga", Role.ADMIN))

    def post(**body: Any) -> Any:
        return client.post("/api/v1/jobs", body, content_type="application/json")

    selection = {"selection": {"paths": list(ENTRIES)}}
    made = post(kind="restore", dry_run=True, **selection)
    assert made.status_code == 202, made.json()
    assert made.json()["parameters"] == {}
    plan = worker.finished(made.json()["id"])
    assert plan.changed == INODES
    checked = client.post(f"/api/v1/jobs/{plan.pk}/check")
    assert checked.status_code == 202
    worker.run()
    check = client.get(f"/api/v1/jobs/{plan.pk}").json()["check"]
    assert check["selection"]["same"] == len(ENTRIES)
    wanted = {"skip_trash": True, "outside_trash": True}
    assert post(kind="delete", parameters=wanted, dry_run=True, **selection).status_code == 202
    wrongs: tuple[dict[str, Any], ...] = (
        {"kind": "restore", "parameters": {"to": "/x"}, **selection},
        {"kind": "restore", "path": ENTRIES[0], **selection},
        {"kind": "delete", "parameters": {"outside_trash": True}, **selection},
        {"kind": "delete", "parameters": wanted, "path": ENTRIES[0]},
    )
    for wrong in wrongs:
        assert post(**wrong).status_code == 400, wrong
    assert Job.objects.filter(dry_run=False).count() == 0


def test_elsewhere_is_for_one_path(tree: NamenodeDouble) -> None:
    with pytest.raises(InvalidInput):
        start(Selection(paths=ENTRIES), kind=JobKind.RESTORE, to="/elsewhere")
