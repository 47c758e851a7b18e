"""A job's second person, where roles hold below some paths and programs have accounts."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.accounts.service_accounts import service_token_create
from apps.accounts.services import token_create
from apps.common.actor import SYSTEM, Actor
from apps.common.rights import OPERATORS, Permission
from apps.jobs.models import Job
from apps.jobs.second_person import decidable
from apps.jobs.states import JobState
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, Worker, give, give_operator, make_user

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"
GUARD = "/api/v1/guard"
CHOWN = {"kind": "set_owner", "path": "/data/a", "parameters": {"owner": "zoe"}}
FILES = ("/data/a/one", "/data/b/two")


@pytest.fixture
def tree(namenode: NamenodeDouble, worker: Worker) -> NamenodeDouble:
    for path in FILES:
        namenode.tree.add_file(path, owner="ann")
    return namenode


@pytest.fixture
def olga(client_of: ClientOf, operator: User, tree: NamenodeDouble) -> CheckedClient:
    """Asks for jobs, anywhere."""
    return client_of(operator)


@pytest.fixture
def root(client_of: ClientOf, admin: User) -> CheckedClient:
    return client_of(admin)


@pytest.fixture(autouse=True)
def marked(root: CheckedClient) -> int:
    """A rule that marks every job, for whoever may approve."""
    body = {"name": "all", "approver": "operator"}
    answer = root.post(f"{GUARD}/rules", body, format="json")
    assert answer.status_code == 201, answer.content
    number: int = answer.json()["id"]
    return number


def post(client: CheckedClient, path: str, body: Any = None, status: int = 202) -> dict[str, Any]:
    response = client.post(f"{JOBS}{path}", body or {}, format="json")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def approve(client: CheckedClient, job: dict[str, Any], status: int = 202) -> dict[str, Any]:
    body = {"content_sha256": job["approval"]["content_sha256"]}
    return post(client, f"/{job['id']}/approve", body, status)


def refuse(client: CheckedClient, job: dict[str, Any], status: int) -> dict[str, Any]:
    return post(client, f"/{job['id']}/refuse", {"comment": "no"}, status)


def approver(name: str, *paths: str) -> User:
    """A viewer who may approve, everywhere or at and below some paths, and nothing else."""
    user = make_user(name, Role.VIEWER)
    give(user, [Permission.APPROVE], paths=list(paths) or None)
    return user


def service(name: str, owner: User) -> User:
    """A program's account, an operator everywhere."""
    user = User(username=name, role=Role.VIEWER, hdfs_user=name, is_service=True, owner=owner)
    user.set_unusable_password()
    user.save()
    give(user, OPERATORS)
    return user


def by_token(user: User, scope: str = "operate") -> CheckedClient:
    _, secret = token_create(
        actor=Actor(name=user.username, user_id=user.pk, hdfs_user=user.hdfs_user),
        access=user.rights().level,
        name=scope,
        scopes=[scope],
        expires_at=_tomorrow(),
    )
    return bearer(secret)


def program(user: User) -> CheckedClient:
    """Requests of a service account, by a token that an administrator made."""
    _, secret = service_token_create(
        actor=SYSTEM, user_id=user.pk, name="jobs", scopes=["operate"], expires_at=_tomorrow()
    )
    return bearer(secret)


def _tomorrow() -> datetime:
    return timezone.now() + timedelta(days=1)


def bearer(secret: str) -> CheckedClient:
    client = CheckedClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def waiting(client: CheckedClient, **query: Any) -> tuple[list[int], int]:
    """The numbers of the jobs that wait for this user, and how many those are."""
    answer = client.get("/api/v1/approvals", query)
    assert answer.status_code == 200, answer.content
    return [job["id"] for job in answer.json()["items"]], answer.json()["for_me"]


def move(tree: NamenodeDouble, path: str, to: str) -> None:
    """As somebody does who may in HDFS."""
    folder, _, name = path.rpartition("/")
    node = tree.tree.find(folder).children.pop(name)
    into, _, node.name = to.rpartition("/")
    tree.tree.mkdirs(into).children[node.name] = node


@pytest.mark.parametrize("paths", [("/data/b",), ("/data/ab", "/data/a/one"), ("/dat",)])
def test_a_right_below_other_paths_approves_nothing_here(
    olga: CheckedClient, client_of: ClientOf, tree: NamenodeDouble, paths: Sequence[str]
) -> None:
    job = post(olga, "", CHOWN)
    client = client_of(approver("lea", *paths))
    assert approve(client, job, 403)["code"] == "not_an_approver"
    assert refuse(client, job, 403)["code"] == "not_an_approver"
    assert waiting(client) == ([], 0)
    assert Job.objects.get(pk=job["id"]).state == JobState.WAITING_FOR_APPROVAL
    move(tree, "/data/a", "/data/c")
    assert approve(client, job, 403)["code"] == "not_an_approver"


def test_a_right_below_these_paths_lets_the_job_act_there(
    olga: CheckedClient, client_of: ClientOf, tree: NamenodeDouble, worker: Worker
) -> None:
    # Nobody but the owner may list it in HDFS: who approves sees it all the same.
    tree.tree.find("/data").mode = 0o700
    job = post(olga, "", CHOWN)
    client = client_of(approver("lea", "/data/a"))
    assert waiting(client) == ([job["id"]], 1)
    shown = client.get(f"{JOBS}/{job['id']}").json()
    assert shown["approval"]["rules"][0]["name"] == "all"
    approved = approve(client, job)
    assert (approved["state"], approved["approval"]["decided_by"]) == ("queued", "lea")
    assert Job.objects.get(pk=job["id"]).scope == ["/data/a"]
    assert worker.finished(job["id"]).state == JobState.SUCCEEDED
    assert tree.tree.find("/data/a/one").owner == "zoe"


def test_what_was_moved_to_where_the_approver_has_no_say_is_left(
    olga: CheckedClient, client_of: ClientOf, tree: NamenodeDouble, worker: Worker
) -> None:
    job = post(olga, "", CHOWN)
    approve(client_of(approver("lea", "/data/a")), job)
    move(tree, "/data/a", "/data/c")
    ended = worker.finished(job["id"])
    assert (ended.state, ended.problem and ended.problem["code"]) == ("failed", "out_of_scope")
    assert tree.tree.find("/data/c/one").owner == "ann"


def test_what_nobody_knows_the_paths_of_takes_the_right_everywhere(
    olga: CheckedClient, client_of: ClientOf, tree: NamenodeDouble, worker: Worker, marked: int
) -> None:
    ids = [tree.tree.find(path).inode_id for path in FILES]
    body = {"kind": "set_owner", "parameters": {"owner": "zoe"}}
    plan = post(olga, "", {**body, "selection": {"inode_ids": ids}, "dry_run": True})
    worker.run()
    job = post(olga, f"/{plan['id']}/promote")
    assert job["state"] == "waiting_for_approval"
    assert approve(client_of(approver("lea", "/data")), job, 403)["code"] == "not_an_approver"
    assert approve(client_of(approver("mia")), job)["state"] == "queued"
    assert Job.objects.get(pk=job["id"]).scope is None


def test_a_job_reaches_no_farther_than_both_may_act(
    client_of: ClientOf, tree: NamenodeDouble, worker: Worker
) -> None:
    sam = make_user("sam", Role.VIEWER)
    give_operator(sam, "/data/a", "/logs")
    job = post(client_of(sam), "", CHOWN)
    assert job["scope"] == ["/data/a", "/logs"]
    approve(client_of(approver("lea", "/data")), job)
    assert Job.objects.get(pk=job["id"]).scope == ["/data/a"]
    assert worker.finished(job["id"]).state == JobState.SUCCEEDED


def test_rights_are_those_of_the_decision(
    client_of: ClientOf, tree: NamenodeDouble, operator: User
) -> None:
    sam, lea = make_user("sam", Role.VIEWER), approver("lea", "/data/a")
    give_operator(sam, "/data/a")
    job = post(client_of(sam), "", CHOWN)
    # Who approves has it no more.
    lea.assignments.update(paths=["/data/b"])
    assert approve(client_of(lea), job, 403)["code"] == "not_an_approver"
    # Who asked may act elsewhere only.
    sam.assignments.update(paths=["/data/b"])
    assert approve(client_of(operator), job, 409)["code"] == "asker_lost_rights"
    # Who may act there by another role is none who may change owners.
    sam.assignments.all().delete()
    give(sam, [Permission.DELETE, Permission.APPROVE])
    assert approve(client_of(operator), job, 409)["code"] == "asker_lost_rights"


def test_a_scope_is_part_of_what_is_looked_at(
    client_of: ClientOf, tree: NamenodeDouble, operator: User
) -> None:
    sam = make_user("sam", Role.VIEWER)
    give_operator(sam, "/data/a")
    job = post(client_of(sam), "", CHOWN)
    Job.objects.filter(pk=job["id"]).update(scope=None)
    assert approve(client_of(operator), job, 409)["code"] == "content_changed"


def test_who_may_do_it_himself_is_no_approver_by_that(
    olga: CheckedClient, client_of: ClientOf
) -> None:
    job = post(olga, "", CHOWN)
    mia = make_user("mia", Role.VIEWER)
    give(mia, set(Permission) - {Permission.APPROVE, Permission.APPROVE_AS_ADMIN})
    client = client_of(mia)
    assert approve(client, job, 403)["code"] == "access_denied"
    assert client.get("/api/v1/approvals").status_code == 403


def test_a_role_of_ones_own_is_no_administrator(
    olga: CheckedClient, client_of: ClientOf, root: CheckedClient, marked: int
) -> None:
    body = {"name": "all", "approver": "admin"}
    assert root.put(f"{GUARD}/rules/{marked}", body, format="json").status_code == 200
    job = post(olga, "", CHOWN)
    client = client_of(approver("lea"))
    assert waiting(client) == ([], 0)
    assert approve(client, job, 403)["code"] == "not_an_approver"
    for permission in ("approve_as_admin", "manage_guard"):
        role = {"name": permission, "description": "", "permissions": [permission]}
        assert root.post("/api/v1/roles", role, format="json").status_code == 400
    assert approve(root, job)["state"] == "queued"


@pytest.mark.parametrize("asks", ["owner", "service", "other service"])
def test_a_service_account_is_nobody_else_than_its_owner(
    asks: str, operator: User, client_of: ClientOf, tree: NamenodeDouble
) -> None:
    etl, sync = service("etl", operator), service("sync", operator)
    clients = {
        "owner": client_of(operator),
        "service": program(etl),
        "other service": program(sync),
    }
    job = post(clients[asks], "", CHOWN)
    for client in clients.values():
        assert waiting(client) == ([], 0)
        assert approve(client, job, 403)["code"] == "own_job"
        assert refuse(client, job, 403)["code"] == "own_job"
    hans = make_user("hans", Role.OPERATOR)
    foreign = program(service("nightly", hans))
    assert waiting(foreign) == ([job["id"]], 1)
    assert approve(foreign, job)["approval"]["decided_by"] == "nightly"


def test_another_owner_makes_nobody_a_second_person(
    operator: User, client_of: ClientOf, tree: NamenodeDouble
) -> None:
    etl = service("etl", operator)
    job = post(program(etl), "", CHOWN)
    hans = make_user("hans", Role.OPERATOR)
    User.objects.filter(pk=etl.pk).update(owner=hans)
    assert approve(client_of(operator), job, 403)["code"] == "own_job"
    assert approve(client_of(hans), job, 403)["code"] == "own_job"


def test_who_made_the_plan_is_meant_with_his_programs(
    operator: User, client_of: ClientOf, tree: NamenodeDouble, worker: Worker
) -> None:
    plan = post(program(service("etl", operator)), "", {**CHOWN, "dry_run": True})
    worker.run()
    hans = make_user("hans", Role.OPERATOR)
    job = post(client_of(hans), f"/{plan['id']}/promote")
    assert approve(client_of(operator), job, 403)["code"] == "own_job"
    assert approve(client_of(hans), job, 403)["code"] == "own_job"


def test_a_narrow_token_approves_nothing(olga: CheckedClient, tree: NamenodeDouble) -> None:
    job = post(olga, "", CHOWN)
    lea = approver("lea", "/data/a")
    assert approve(by_token(lea, "read"), job, 403)["code"] == "access_denied"
    assert approve(by_token(lea, "operate"), job)["state"] == "queued"


def test_the_former_rule_holds_for_programs_of_who_changed_it(
    admin: User, root: CheckedClient, tree: NamenodeDouble, marked: int, operator: User
) -> None:
    assert root.delete(f"{GUARD}/rules/{marked}").status_code == 204
    assert post(program(service("etl", admin)), "", CHOWN)["state"] == "waiting_for_approval"
    assert post(program(service("sync", operator)), "", CHOWN)["state"] == "queued"


def test_limits_of_operators_are_of_all_but_administrators(
    root: CheckedClient, client_of: ClientOf, tree: NamenodeDouble
) -> None:
    limit = {"inodes_max": None, "jobs_max": 1}
    assert root.put(f"{GUARD}/limits/operator", limit, format="json").status_code == 200
    sam = make_user("sam", Role.VIEWER)
    give_operator(sam, "/data/a")
    give(sam, [Permission.CHANGE_OWNERS])
    client = client_of(sam)
    post(client, "", CHOWN)
    assert post(client, "", CHOWN, 429)["code"] == "role_limit"
    post(root, "", CHOWN)
    post(root, "", CHOWN)


def test_nobody_asks_for_what_he_may_not_do(tree: NamenodeDouble, client_of: ClientOf) -> None:
    """The guard is asked nothing of it: a wait tells that there is something."""
    job = {"kind": "set_owner", "path": "/data/b", "parameters": {"owner": "zoe"}}
    sam = make_user("sam", Role.VIEWER)
    give_operator(sam, "/data/a")
    assert post(client_of(sam), "", job, 403)["code"] == "not_permitted"
    assert not Job.objects.exists()


def test_control_of_what_waits_takes_the_right_at_its_paths(
    olga: CheckedClient, client_of: ClientOf
) -> None:
    job = post(olga, "", CHOWN)
    sam = make_user("sam", Role.VIEWER)
    give_operator(sam, "/data/b")
    client = client_of(sam)
    for what in ("cancel", "pause", "resume"):
        refused = post(client, f"/{job['id']}/{what}", status=403)
        # Where the job is, is not told.
        assert (refused["code"], "/data/a" in str(refused)) == ("not_permitted", False)
    assert Job.objects.get(pk=job["id"]).state == JobState.WAITING_FOR_APPROVAL


def test_whatever_waits_is_counted_for_who_may_decide_it(
    olga: CheckedClient, client_of: ClientOf, operator: User
) -> None:
    here = post(olga, "", CHOWN)
    there = post(olga, "", {**CHOWN, "path": "/data/b"})
    lea = approver("lea", "/data/a")
    assert waiting(client_of(lea)) == ([here["id"]], 1)
    assert waiting(client_of(approver("mia"))) == ([there["id"], here["id"]], 2)
    assert waiting(olga) == ([], 0)
    named = Actor(name="lea", user_id=lea.pk, hdfs_user="lea")
    assert decidable(named) == []
