"""What a rule marks begins when a second person said so, by whichever way it is asked for."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.accounts.services import token_create, user_update
from apps.audit.models import AuditEntry
from apps.common.actor import SYSTEM, Actor
from apps.common.problems import AccessDenied
from apps.guard.models import GuardRule
from apps.jobs import approvals, control
from apps.jobs.models import Job, JobApproval
from apps.jobs.states import JobState
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, Worker, make_user

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"
RULES = "/api/v1/guard/rules"
CHOWN = {"kind": "set_owner", "path": "/data/a", "parameters": {"owner": "zoe"}}
FILES = 6
Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def tree(namenode: NamenodeDouble, worker: Worker) -> NamenodeDouble:
    """/data/a and /data/b with 3 files of 10 bytes each."""
    for number in range(FILES):
        namenode.tree.add_file(f"/data/{'ab'[number % 2]}/file{number}", owner="ann")
    return namenode


@pytest.fixture
def olga(client_of: ClientOf, operator: User, tree: NamenodeDouble) -> CheckedClient:
    """Asks for jobs."""
    return client_of(operator)


@pytest.fixture
def root(client_of: ClientOf, admin: User) -> CheckedClient:
    """Makes rules and approves."""
    return client_of(admin)


def rule(root: CheckedClient, **values: Any) -> int:
    response = root.post(RULES, {"name": "owners", **values}, format="json")
    assert response.status_code == 201, response.content
    made: int = response.json()["id"]
    return made


def post(client: CheckedClient, path: str, body: Any = None, status: int = 202) -> dict[str, Any]:
    response = client.post(f"{JOBS}{path}", body or {}, format="json")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def approve(client: CheckedClient, job: dict[str, Any], status: int = 202) -> dict[str, Any]:
    body = {"content_sha256": job["approval"]["content_sha256"], "comment": "looks right"}
    return post(client, f"/{job['id']}/approve", body, status)


def planned(client: CheckedClient, worker: Worker, body: dict[str, Any]) -> int:
    plan = post(client, "", {**body, "dry_run": True})
    assert plan["approval"] is None
    assert worker.finished(plan["id"]).state in {"succeeded", "succeeded_with_errors"}
    number: int = plan["id"]
    return number


def zoes(tree: NamenodeDouble) -> int:
    return sum(node.owner == "zoe" for _, node in tree.tree.walk("/"))


def waits(job: dict[str, Any], tree: NamenodeDouble, worker: Worker) -> None:
    """It stands still whatever is woken, also by the keeper of a fresh worker."""
    assert job["state"] == "waiting_for_approval"
    before = [(path, node.owner) for path, node in tree.tree.walk("/")]
    worker.start()
    worker.woken.append(job["id"])
    worker.run()
    assert Job.objects.get(pk=job["id"]).state == JobState.WAITING_FOR_APPROVAL
    assert [(path, node.owner) for path, node in tree.tree.walk("/")] == before


def test_a_direct_run_waits_until_another_approves_it(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    number = rule(root, kinds=["set_owner"], path_prefix="/data/a/file0")
    job = post(olga, "", {**CHOWN, "reason": "zoe took over"})
    waits(job, tree, worker)
    approval = job["approval"]
    assert (approval["state"], approval["reason"], approval["not_by"]) == (
        "waiting",
        "zoe took over",
        ["olga"],
    )
    assert [(each["id"], each["name"]) for each in approval["rules"]] == [(number, "owners")]

    done = approve(root, job)
    assert (done["state"], done["approval"]["decided_by"]) == ("queued", "admin")
    assert worker.finished(job["id"]).state == JobState.SUCCEEDED
    assert zoes(tree) == 4
    entries = AuditEntry.objects.filter(job_id=job["id"]).order_by("pk")
    assert [(each.action, each.actor) for each in entries] == [
        ("job.create", "olga"),
        ("job.approval_ask", "olga"),
        ("job.approval_give", "admin"),
        ("namespace.set_owner", "olga"),
    ]
    assert entries[2].after is not None
    assert entries[2].after["comment"] == "looks right"


def test_what_no_rule_marks_begins_at_once(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    rule(root, kinds=["delete"])
    rule(root, path_prefix="/data/b")
    rule(root, path_prefix="/data/aa")
    rule(root, enabled=False)
    assert post(olga, "", CHOWN)["approval"] is None
    worker.run()
    assert zoes(tree) == 4


def test_a_promoted_plan_waits_for_somebody_who_had_no_part_in_it(
    olga: CheckedClient,
    root: CheckedClient,
    client_of: ClientOf,
    tree: NamenodeDouble,
    worker: Worker,
) -> None:
    rule(root, inodes_min=4, approver="operator")
    plan = planned(olga, worker, CHOWN)
    hans = client_of(make_user("hans", Role.OPERATOR))
    job = post(hans, f"/{plan}/promote", {"reason": "hans had a look"})
    waits(job, tree, worker)
    assert job["approval"]["not_by"] == ["hans", "olga"]
    for own in (olga, hans):
        assert approve(own, job, 403)["code"] == "own_job"
        assert post(own, f"/{job['id']}/refuse", {"comment": "no"}, 403)["code"] == "own_job"
    assert post(olga, f"/{plan}/promote")["id"] == job["id"], "it is not promoted once more"
    waits(job, tree, worker)
    approve(root, job)
    worker.run()
    assert zoes(tree) == 4


def test_a_plan_below_the_bounds_begins_at_once(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    rule(root, inodes_min=5, size_bytes_min=31)
    assert post(olga, f"/{planned(olga, worker, CHOWN)}/promote")["state"] == "queued"
    rule(root, size_bytes_min=30)
    assert post(olga, f"/{planned(olga, worker, CHOWN)}/promote")["state"] == "waiting_for_approval"


@pytest.mark.parametrize(
    "body",
    [
        CHOWN,
        {**CHOWN, "kind": "delete", "parameters": {"skip_trash": True}},
        {"kind": "set_quota", "path": "/data", "parameters": {"namespace_quota": 9}},
    ],
    ids=lambda body: body["kind"],
)
def test_a_rule_by_size_wants_a_plan_first(
    olga: CheckedClient, root: CheckedClient, worker: Worker, body: dict[str, Any]
) -> None:
    rule(root, inodes_min=1_000_000)
    refused = post(olga, "", body, 409)
    assert (refused["code"], refused["facts"]) == ("plan_required", {"rules": ["owners"]})
    assert not Job.objects.exists()
    planned(olga, worker, body)


def test_inodes_that_nobody_knows_yet_are_planned_first(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    """Who approves must know what: a search could find something else afterwards."""
    rule(root, path_prefix="/data/b")
    for selection in (
        {"search": "owner:ann"},
        {"paths": ["/data/a/file0"]},
        {"inode_ids": [tree.tree.find("/data/b/file1").inode_id]},
    ):
        body = {"kind": "set_owner", "parameters": {"owner": "zoe"}, "selection": selection}
        assert post(olga, "", body, 409)["code"] == "plan_required"


def test_a_chosen_path_below_the_rules_tree_is_enough(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    rule(root, path_prefix="/data/b")

    def asked(*paths: str) -> dict[str, Any]:
        return {
            "kind": "set_owner",
            "parameters": {"owner": "zoe"},
            "selection": {"inode_ids": [tree.tree.find(path).inode_id for path in paths]},
        }

    free = planned(olga, worker, asked("/data/a/file0", "/data/a/file2"))
    assert post(olga, f"/{free}/promote")["state"] == "queued"
    worker.run()
    marked = planned(olga, worker, asked("/data/a/file0", "/data/b/file1"))
    job = post(olga, f"/{marked}/promote", {"if_changed": "act"})
    waits(job, tree, worker)
    assert job["selection"]["if_changed"] == "act"
    # Where it is now counts as well, by whichever path it was chosen.
    moved = planned(olga, worker, asked("/data/a/file2"))
    folder = tree.tree.find("/data/a").children
    tree.tree.find("/data/b").children["moved"] = folder.pop("file2")
    waits(post(olga, f"/{moved}/promote"), tree, worker)


def test_a_job_is_about_where_its_inode_is_whatever_it_is_called(
    olga: CheckedClient,
    root: CheckedClient,
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As by the path of a snapshot, in which it lies where it was once."""
    rule(root, path_prefix="/secret")
    node = tree.tree.find("/data/a/file0")
    tree.tree.mkdirs("/secret").children["file0"] = node
    monkeypatch.setattr(tree.tree, "find_inode", lambda _: ("/secret/file0", node))
    waits(post(olga, "", {**CHOWN, "path": "/data/a/file0"}), tree, worker)


def test_a_selection_too_large_to_look_at_is_marked_by_any_tree(
    olga: CheckedClient,
    root: CheckedClient,
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("apps.jobs.gate._BATCHES_MAX", 0)
    rule(root, path_prefix="/data/b")
    body = {
        "kind": "set_owner",
        "parameters": {"owner": "zoe"},
        "selection": {"inode_ids": [tree.tree.find("/data/a/file0").inode_id]},
    }
    waits(post(olga, f"/{planned(olga, worker, body)}/promote"), tree, worker)


def test_an_undo_and_the_undo_of_that_wait_too(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = post(olga, "", CHOWN)
    worker.run()
    number = rule(root, kinds=["set_owner"])
    undo = post(olga, f"/{job['id']}/undo")
    waits(undo, tree, worker)
    approve(root, undo)
    worker.run()
    assert zoes(tree) == 0
    waits(post(olga, f"/{undo['id']}/undo"), tree, worker)

    root.delete(f"{RULES}/{number}")
    rule(root, kinds=["set_owner"], inodes_min=4)
    plan = post(olga, f"/{job['id']}/undo", {"dry_run": True})
    assert plan["approval"] is None


def test_a_restore_and_the_undo_of_it_are_moves_of_either_kind(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    gone = post(olga, "", {"kind": "delete", "path": "/data/a"})
    assert worker.finished(gone["id"]).state == JobState.SUCCEEDED
    in_trash = (Job.objects.get(pk=gone["id"]).result or {})["trash_path"]
    rule(root, kinds=["restore"], path_prefix="/secret")
    body = {"kind": "restore", "path": in_trash, "parameters": {"to": "/secret/x"}}
    waits(post(olga, "", body), tree, worker)
    free = post(olga, "", {**body, "parameters": {"to": "/data/free"}})
    assert worker.finished(free["id"]).state == JobState.SUCCEEDED
    rule(root, kinds=["delete"])
    # It moves into the trash again what was restored: that is a delete.
    waits(post(olga, f"/{free['id']}/undo"), tree, worker)


def test_changing_the_rules_releases_nothing_of_ones_own(
    client_of: ClientOf, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    number = rule(root, kinds=["set_owner"])
    job = post(root, "", CHOWN)
    weaker = {"name": "owners", "kinds": ["delete"], "approver": "operator"}
    assert root.put(f"{RULES}/{number}", weaker, format="json").status_code == 200
    waits(job, tree, worker)
    assert post(root, f"/{job['id']}/resume", status=409)["code"] == "waits_for_approval"
    assert post(root, f"/{job['id']}/pause", status=409)["code"] == "waits_for_approval"
    assert approve(root, job, 403)["code"] == "own_job"
    # Nor by asking anew: what he took out of force holds on for him, and for nobody else.
    assert root.delete(f"{RULES}/{number}").status_code == 204
    waits(post(root, "", CHOWN), tree, worker)
    other = client_of(make_user("hans", Role.OPERATOR))
    assert post(other, "", CHOWN)["state"] == "queued"
    GuardRule.objects.update(retired_at=timezone.now() - timedelta(hours=25))
    assert post(root, "", CHOWN)["state"] == "queued"


def test_who_approves_has_the_role_when_he_does(
    olga: CheckedClient,
    root: CheckedClient,
    client_of: ClientOf,
    tree: NamenodeDouble,
    worker: Worker,
) -> None:
    rule(root)
    job = post(olga, "", CHOWN)
    hans = make_user("hans", Role.OPERATOR)
    assert approve(client_of(hans), job, 403)["code"] == "not_an_approver"
    vera = make_user("vera", Role.ADMIN)
    actor = Actor(name="vera", user_id=vera.pk, hdfs_user="vera", rights=vera.rights())
    seen = job["approval"]["content_sha256"]
    # Her request was let in as an administrator's; her role went while it was under way.
    user_update(actor=SYSTEM, user_id=vera.pk, changes={"role": Role.OPERATOR})
    with pytest.raises(AccessDenied) as denied:
        approvals.job_approve(actor=actor, job_id=job["id"], seen=seen, comment="")
    assert denied.value.code == "not_an_approver"
    waits(job, tree, worker)


def test_tokens_act_as_their_user_with_what_they_allow(
    olga: CheckedClient, root: CheckedClient, admin: User, operator: User, tree: NamenodeDouble
) -> None:
    rule(root)
    own = by_token(operator, "operate")
    job = post(own, "", CHOWN)
    assert job["state"] == "waiting_for_approval"
    assert approve(own, job, 403)["code"] == "not_an_approver"
    assert approve(by_token(admin, "operate"), job, 403)["code"] == "not_an_approver"
    assert approve(by_token(admin, "read"), job, 403)["code"] == "access_denied"
    asked_by_token = post(by_token(admin, "admin"), "", CHOWN)
    assert approve(root, asked_by_token, 403)["code"] == "own_job"
    assert approve(by_token(admin, "admin"), job)["state"] == "queued"


def by_token(user: User, scope: str) -> CheckedClient:
    actor = Actor(name=user.username, user_id=user.pk, hdfs_user=user.hdfs_user)
    _, secret = token_create(
        actor=actor,
        access=user.rights().level,
        name=scope,
        scopes=[scope],
        expires_at=timezone.now() + timedelta(days=1),
    )
    client = CheckedClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def test_what_was_not_looked_at_is_not_approved(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    rule(root)
    job = post(olga, "", CHOWN)
    other = post(olga, "", {**CHOWN, "path": "/data/b"})
    stale = {**job, "approval": other["approval"]}
    assert approve(root, stale, 409)["code"] == "content_changed"
    Job.objects.filter(pk=job["id"]).update(parameters={"owner": "mallory"})
    assert approve(root, job, 409)["code"] == "content_changed"
    del tree.tree.find("/data").children["b"]
    assert approve(root, other, 404)["code"] == "not_found"
    tree.tree.add_file("/data/b/another")
    assert approve(root, other, 409)["code"] == "target_replaced"
    waits(other, tree, worker)


def test_who_asked_may_still_do_it(
    olga: CheckedClient, root: CheckedClient, operator: User, tree: NamenodeDouble, worker: Worker
) -> None:
    rule(root)
    job = post(olga, "", CHOWN)
    user_update(actor=SYSTEM, user_id=operator.pk, changes={"role": Role.VIEWER})
    assert approve(root, job, 409)["code"] == "asker_lost_rights"
    waits(job, tree, worker)
    refused = post(root, f"/{job['id']}/refuse", {"comment": "left us"}, 200)
    assert (refused["state"], refused["approval"]["comment"]) == ("refused", "left us")


def test_a_refusal_and_a_cancel_are_final(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    rule(root)
    refused = post(olga, "", CHOWN)
    post(root, f"/{refused['id']}/refuse", {"comment": "not now"}, 200)
    cancelled = post(olga, "", CHOWN)
    answer = post(olga, f"/{cancelled['id']}/cancel")
    assert (answer["state"], answer["approval"]["state"]) == ("cancelled", "withdrawn")
    for job in (refused, cancelled):
        assert approve(root, job, 409)["code"] == "not_waiting_for_approval"
        worker.woken.append(job["id"])
        worker.run()
    assert zoes(tree) == 0
    assert post(olga, f"/{refused['id']}/cancel", status=409)["code"] == "job_finished"


def test_a_cancel_that_comes_between_the_look_and_the_decision_wins(
    olga: CheckedClient,
    root: CheckedClient,
    operator: User,
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As does an approval that comes before a cancel; never both."""
    rule(root)
    job = post(olga, "", CHOWN)
    look = approvals._check_target
    olga_again = Actor("olga", operator.pk, "olga", rights=operator.rights())

    def cancel_meanwhile(row: Job) -> None:
        look(row)
        control.job_cancel(actor=olga_again, job_id=row.pk)

    monkeypatch.setattr(approvals, "_check_target", cancel_meanwhile)
    assert approve(root, job, 409)["code"] == "not_waiting_for_approval"
    assert Job.objects.get(pk=job["id"]).state == JobState.CANCELLED
    monkeypatch.undo()

    second = post(olga, "", CHOWN)
    approve(root, second)
    assert post(olga, f"/{second['id']}/cancel")["approval"]["state"] == "approved"
    worker.run()
    assert zoes(tree) == 0


def test_approvals_end_after_a_while(
    olga: CheckedClient, root: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    rule(root)
    first, second = post(olga, "", CHOWN), post(olga, "", CHOWN)
    past = timezone.now() - timedelta(seconds=1)
    JobApproval.objects.filter(job_id=first["id"]).update(expires_at=past)
    assert approve(root, first, 409)["code"] == "not_waiting_for_approval"
    over = olga.get(f"{JOBS}/{first['id']}").json()
    assert (over["state"], over["problem"]["code"]) == ("refused", "approval_expired")
    assert over["approval"]["state"] == "expired"
    JobApproval.objects.filter(job_id=second["id"]).update(expires_at=past)
    worker.start()
    assert Job.objects.get(pk=second["id"]).state == JobState.REFUSED


def test_the_list_has_what_one_may_decide(
    olga: CheckedClient,
    root: CheckedClient,
    client_of: ClientOf,
    viewer: User,
    tree: NamenodeDouble,
) -> None:
    rule(root, kinds=["set_owner"], approver="operator")
    rule(root, kinds=["delete"])
    owner = post(olga, "", CHOWN)["id"]
    delete = post(root, "", {"kind": "delete", "path": "/data/b"})["id"]
    hans = client_of(make_user("hans", Role.OPERATOR))

    def listed(client: CheckedClient, query: str = "") -> tuple[list[int], int]:
        page = client.get(f"/api/v1/approvals{query}").json()
        return [each["id"] for each in page["items"]], page["for_me"]

    assert listed(olga) == ([], 0)
    assert listed(hans) == ([owner], 1)
    assert listed(root) == ([owner], 1)
    assert listed(olga, "?all=true") == ([delete, owner], 0)
    assert client_of(viewer).get("/api/v1/approvals").status_code == 403
