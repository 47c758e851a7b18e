"""Who may act below some directories alone acts nowhere else, whichever way he asks."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import Role, User
from apps.common.rights import Permission
from apps.jobs.models import Job, JobError
from apps.jobs.states import JobState
from apps.search import selectors as search
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, Worker, give, give_operator, make_user
from warren_search import AsOf

pytestmark = pytest.mark.django_db(transaction=True)
FILES = ("/data/a/one", "/data/a/two", "/data/ab/three", "/data/b/four")
INSIDE = FILES[:2]


@pytest.fixture
def tree(namenode: NamenodeDouble) -> NamenodeDouble:
    for path in FILES:
        namenode.tree.add_file(path, owner="bob")
    return namenode


@pytest.fixture
def user(db: None) -> User:
    """Operator at and below /data/a, and nothing elsewhere."""
    made = make_user("sam", Role.VIEWER)
    give_operator(made, "/data/a")
    return made


@pytest.fixture
def scoped(user: User, client_of: ClientOf) -> APIClient:
    return client_of(user)


@pytest.fixture
def whole(client_of: ClientOf) -> APIClient:
    return client_of(make_user("olga", Role.OPERATOR))


def ask(client: APIClient, kind: str = "set_owner", **wanted: Any) -> Any:
    parameters = {"set_owner": {"owner": "zoe"}, "set_quota": {"namespace_quota": 9}}
    body = {"kind": kind, "parameters": parameters.get(kind, {}), **wanted}
    return client.post("/api/v1/jobs", body, format="json")


def act(client: APIClient, job_id: int, what: str, **body: Any) -> Any:
    return client.post(f"/api/v1/jobs/{job_id}/{what}", body or None, format="json")


def owners(tree: NamenodeDouble) -> dict[str, str]:
    return {path: tree.tree.find(path).owner for path in FILES}


def move(tree: NamenodeDouble, path: str, to: str) -> None:
    """As somebody does who may in HDFS."""
    folder, _, name = path.rpartition("/")
    node = tree.tree.find(folder).children.pop(name)
    into, _, node.name = to.rpartition("/")
    tree.tree.mkdirs(into).children[node.name] = node


def ids(tree: NamenodeDouble) -> list[int]:
    return [tree.tree.find(path).inode_id for path in FILES]


def codes(job: Job) -> set[tuple[str, str]]:
    return set(JobError.objects.filter(job=job).values_list("code", "path"))


@pytest.mark.parametrize("kind", ["set_owner", "set_quota", "delete"])
def test_inside_and_outside(
    tree: NamenodeDouble, scoped: APIClient, worker: Worker, kind: str
) -> None:
    for path in ("/", "/data", "/data/ab", "/data/b", "/data/b/four", "/nowhere"):
        answer = ask(scoped, kind, path=path)
        assert answer.status_code == 403, path
        # Nothing tells whether there is something.
        assert answer.json()["code"] == "not_permitted"
        assert answer.json()["facts"]["allowed_below"] == ["/data/a"]
    made = ask(scoped, kind, path="/data/a")
    assert made.status_code == 202
    assert made.json()["scope"] == ["/data/a"]
    assert worker.finished(made.json()["id"]).state == JobState.SUCCEEDED
    assert not Job.objects.exclude(path="/data/a").exists()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        # Normal forms are taken before anybody judges; what has none is no path.
        ("/data/a//one", 202),
        ("//data/a/one/", 202),
        ("/data/a/../b/four", 400),
        ("/data/a/./one", 400),
        ("/data/a/..", 400),
        ("data/a", 400),
        ("/data//ab", 403),
        ("/data/ab/", 403),
        ("/DATA/a", 403),
        ("/.reserved/raw/data/a/one", 403),
        ("/.reserved/.inodes/16387", 403),
    ],
)
def test_tricks_with_paths(
    tree: NamenodeDouble, scoped: APIClient, worker: Worker, path: str, status: int
) -> None:
    assert ask(scoped, path=path).status_code == status
    assert ask(scoped, selection={"paths": ["/data/a/one", path]}).status_code == status


def test_a_link_is_followed_by_nobody(
    tree: NamenodeDouble, scoped: APIClient, worker: Worker
) -> None:
    """What a path inside leads to is judged by where that is, when the step comes."""
    tree.tree.find("/data/a").children["link"] = tree.tree.find("/data/b")
    made = ask(scoped, path="/data/a/link").json()
    job = worker.finished(made["id"])
    # The namenode tells the directory's own place first or last; either way no file outside moved.
    assert job.state in {JobState.FAILED, JobState.SUCCEEDED}
    if job.state == JobState.FAILED:
        assert job.problem is not None
        assert job.problem["code"] == "out_of_scope"
        assert owners(tree)["/data/b/four"] == "bob"


def test_chosen_paths_are_all_judged(tree: NamenodeDouble, scoped: APIClient) -> None:
    answer = ask(scoped, selection={"paths": list(FILES)})
    assert answer.status_code == 403
    assert answer.json()["facts"]["path"] == "/data/ab/three"
    assert not Job.objects.exists()


def test_ids_are_judged_when_their_paths_are_known(
    tree: NamenodeDouble, scoped: APIClient, worker: Worker
) -> None:
    plan = ask(scoped, selection={"inode_ids": [*ids(tree), 999_999]}, dry_run=True).json()
    tried = worker.finished(plan["id"])
    outside = [f"/.reserved/.inodes/{each}" for each in ids(tree)[2:]]
    assert codes(tried) == {
        *(("out_of_scope", each) for each in outside),
        ("gone", "/.reserved/.inodes/999999"),
    }
    assert tried.changed == 2
    done = worker.finished(act(scoped, plan["id"], "promote").json()["id"])
    assert (done.changed, done.scope) == (2, ["/data/a"])
    assert owners(tree) == dict(zip(FILES, ["zoe", "zoe", "bob", "bob"], strict=True))


def test_a_search_is_narrowed(
    tree: NamenodeDouble,
    scoped: APIClient,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = search.Matches(ids(tree), None, AsOf(7, 1))
    monkeypatch.setattr("apps.jobs.choosing.matches", lambda *_args, **_named: found)
    made = ask(scoped, selection={"search": "owner:bob"}).json()
    assert (made["path"], made["scope"]) == ("/", ["/data/a"])
    done = worker.finished(made["id"])
    assert (done.state, done.changed, done.error_count) == (JobState.SUCCEEDED, 2, 0)
    assert done.told_selection is not None
    assert done.told_selection["chosen"] == 2
    assert owners(tree)["/data/b/four"] == "bob"


@pytest.mark.parametrize("kind", ["set_owner", "delete"])
def test_what_leaves_the_directory_meanwhile_is_left_alone(
    tree: NamenodeDouble, scoped: APIClient, worker: Worker, kind: str
) -> None:
    plan = ask(scoped, kind, selection={"paths": list(INSIDE)}, dry_run=True).json()
    assert worker.finished(plan["id"]).changed == 2
    left = tree.tree.find("/data/a/two")
    # By its parent's rename: its own logical time stays.
    move(tree, "/data/a/two", "/data/b/two")
    done = worker.finished(act(scoped, plan["id"], "promote").json()["id"])
    assert codes(done) == {("out_of_scope", f"/.reserved/.inodes/{left.inode_id}")}
    assert done.changed == 1
    assert left.owner == "bob"
    assert tree.tree.exists("/data/b/two")


@pytest.mark.parametrize("kind", ["set_owner", "set_quota", "delete"])
def test_a_tree_that_leaves_ends_the_job(
    tree: NamenodeDouble, scoped: APIClient, worker: Worker, kind: str
) -> None:
    tree.tree.add_file("/data/a/sub/five", owner="bob")
    made = ask(scoped, kind, path="/data/a/sub").json()
    move(tree, "/data/a/sub", "/data/b/sub")
    job = worker.finished(made["id"])
    assert job.state == JobState.FAILED
    assert job.problem is not None
    assert job.problem["code"] == "out_of_scope"
    assert tree.tree.find("/data/b/sub/five").owner == "bob"


def test_jobs_of_others_are_judged_by_what_they_are_about(
    tree: NamenodeDouble, scoped: APIClient, whole: APIClient, worker: Worker
) -> None:
    inside = ask(whole, path="/data/a", dry_run=True).json()["id"]
    outside = ask(whole, path="/data/b", dry_run=True).json()["id"]
    by_ids = ask(whole, selection={"inode_ids": ids(tree)[:1]}, dry_run=True).json()["id"]
    for job_id in (inside, outside, by_ids):
        worker.finished(job_id)
    # Of ids nobody knows the paths before the job does: it is about everything.
    for job_id in (outside, by_ids):
        assert act(scoped, job_id, "promote").status_code == 403
    made = act(scoped, inside, "promote").json()
    assert made["scope"] == ["/data/a"]
    done = worker.finished(made["id"])
    assert done.changed == 3

    elsewhere = worker.finished(ask(whole, path="/data/b").json()["id"])
    assert act(scoped, elsewhere.pk, "undo").status_code == 403
    assert worker.finished(act(scoped, done.pk, "undo").json()["id"]).changed == 3
    for what in ("pause", "resume", "cancel"):
        waiting = ask(whole, path="/data/b").json()["id"]
        assert act(scoped, waiting, what).status_code == 403
        allowed = ask(whole, path="/data/a/one").json()["id"]
        assert act(scoped, allowed, what).status_code == 202


def test_who_may_act_everywhere_does_not_widen_a_plan(
    tree: NamenodeDouble, scoped: APIClient, whole: APIClient, worker: Worker
) -> None:
    plan = ask(scoped, selection={"inode_ids": ids(tree)}, dry_run=True).json()["id"]
    worker.finished(plan)
    made = act(whole, plan, "promote").json()
    assert made["scope"] == ["/data/a"]
    assert worker.finished(made["id"]).changed == 2


def test_an_undo_reaches_no_farther(
    tree: NamenodeDouble, scoped: APIClient, whole: APIClient, worker: Worker
) -> None:
    done = worker.finished(ask(whole, path="/data/a").json()["id"])
    assert done.changed == 3
    gone = tree.tree.find("/data/a/two")
    move(tree, "/data/a/two", "/data/b/two")
    undone = worker.finished(act(scoped, done.pk, "undo").json()["id"])
    assert undone.state == JobState.SUCCEEDED_WITH_ERRORS
    assert codes(undone) == {("out_of_scope", f"/.reserved/.inodes/{gone.inode_id}")}
    assert gone.owner == "zoe"
    assert tree.tree.find("/data/a/one").owner == "bob"


def test_an_undo_takes_the_permission_for_the_way_back(
    tree: NamenodeDouble, whole: APIClient, client_of: ClientOf, worker: Worker
) -> None:
    deleter, restorer = make_user("del", Role.VIEWER), make_user("res", Role.VIEWER)
    give(deleter, {Permission.DELETE}, paths=["/data/a"])
    give(restorer, {Permission.RESTORE}, paths=["/data/a"])
    deleting, restoring = client_of(deleter), client_of(restorer)
    assert ask(restoring, "delete", path="/data/a/one").status_code == 403
    done = worker.finished(ask(deleting, "delete", path="/data/a/one").json()["id"])
    assert act(deleting, done.pk, "undo").status_code == 403
    back = worker.finished(act(restoring, done.pk, "undo").json()["id"])
    assert back.result == {"restored_path": "/data/a/one"}
    # The undo of the undo deletes again.
    assert act(restoring, back.pk, "undo").status_code == 403
    again = worker.finished(act(deleting, back.pk, "undo").json()["id"])
    assert again.state == JobState.SUCCEEDED
    assert not tree.tree.exists("/data/a/one")


def test_deleting_for_good_is_a_permission_of_its_own(
    tree: NamenodeDouble, client_of: ClientOf, worker: Worker
) -> None:
    user = make_user("del", Role.VIEWER)
    give(user, {Permission.DELETE})
    for_good = {"path": "/data/a/one", "parameters": {"skip_trash": True}}
    assert ask(client_of(user), "delete", **for_good).status_code == 403
    give(user, {Permission.DELETE_FOR_GOOD}, paths=["/data/a"])
    made = ask(client_of(user), "delete", **for_good)
    assert worker.finished(made.json()["id"]).state == JobState.SUCCEEDED
    assert not tree.tree.exists("/data/a/one")


def test_restores_come_from_and_go_to_the_directory(
    tree: NamenodeDouble, scoped: APIClient, worker: Worker
) -> None:
    trash = "/user/ann/.Trash/Current"
    tree.tree.add_file(f"{trash}/data/a/lost")
    tree.tree.add_file(f"{trash}/data/b/secret")
    assert ask(scoped, "restore", path=f"{trash}/data/b/secret").status_code == 403
    brought = {"path": f"{trash}/data/b/secret", "parameters": {"to": "/data/a/mine"}}
    assert ask(scoped, "restore", **brought).status_code == 403
    taken = {"path": f"{trash}/data/a/lost", "parameters": {"to": "/data/b/lost"}}
    assert ask(scoped, "restore", **taken).status_code == 403
    made = ask(scoped, "restore", path=f"{trash}/data/a/lost").json()
    assert worker.finished(made["id"]).result == {"restored_path": "/data/a/lost"}


def test_a_move_that_is_asked_for_again_is_no_move_away(
    tree: NamenodeDouble, scoped: APIClient, worker: Worker
) -> None:
    """The answer of the move was lost: by then the inode lies in the trash, beyond the scope."""
    made = ask(scoped, "delete", path="/data/a/one").json()

    def lose(resource: str, _body: Any) -> None:
        if resource == "namespace/trash":
            tree.on_request = lambda _resource, _body: None
            tree.lose_answers = 1

    tree.on_request = lose
    job = worker.finished(made["id"])
    assert (job.state, job.changed) == (JobState.SUCCEEDED, 1)


def test_what_is_shown_of_jobs(
    tree: NamenodeDouble, scoped: APIClient, whole: APIClient, worker: Worker
) -> None:
    tree.tree.find("/data").mode = 0o700
    inside = worker.finished(ask(whole, path="/data/a").json()["id"])
    outside = worker.finished(ask(whole, path="/data/b").json()["id"])
    listed = scoped.get("/api/v1/jobs").json()["items"]
    assert [each["id"] for each in listed] == [inside.pk]
    assert scoped.get(f"/api/v1/jobs/{inside.pk}").json()["progress"]["at_path"] is not None
    assert scoped.get(f"/api/v1/jobs/{outside.pk}").status_code == 404
    JobError.objects.create(job=inside, path="/data/a/one", code="x", message="")
    JobError.objects.create(job=inside, path="/data/b/four", code="x", message="")
    errors = scoped.get(f"/api/v1/jobs/{inside.pk}/errors").json()["items"]
    assert [each["path"] for each in errors] == ["/data/a/one", ""]
    assert scoped.get(f"/api/v1/jobs/{outside.pk}/errors").status_code == 403


def test_whoever_may_act_but_not_see_follows_his_own_job(
    tree: NamenodeDouble, client_of: ClientOf, worker: Worker
) -> None:
    tree.tree.find("/data").mode = 0o700
    user = make_user("del", Role.VIEWER)
    give(user, {Permission.CHANGE_OWNERS}, paths=["/data/a"])
    client = client_of(user)
    made = ask(client, path="/data/a").json()["id"]
    worker.finished(made)
    told = client.get(f"/api/v1/jobs/{made}").json()
    assert (told["state"], told["progress"]["at_path"]) == ("succeeded", None)
    assert client.get(f"/api/v1/jobs/{made}/errors").status_code == 403


def test_a_role_that_is_taken_stops_what_comes_next(
    tree: NamenodeDouble, user: User, scoped: APIClient, client_of: ClientOf, worker: Worker
) -> None:
    plan = ask(scoped, path="/data/a", dry_run=True).json()["id"]
    worker.finished(plan)
    user.assignments.all().delete()
    assert act(client_of(user), plan, "promote").status_code == 403
    assert ask(client_of(user), path="/data/a").status_code == 403
