"""Jobs that set how data is stored: what they concern, refuse, and survive."""

from collections.abc import Callable
from typing import Any

import pytest

from apps.accounts.models import Role
from apps.common.rights import Permission
from apps.jobs import services
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobError
from apps.jobs.selection import Selection
from apps.jobs.states import JobState
from apps.jobs.tests.test_resume import OLGA, die_at_store, work_past_death
from doubles.namenode import NamenodeDouble
from doubles.tree import Node
from doubles.world import ClientOf, SetEnv, Worker, give, make_user

pytestmark = pytest.mark.django_db(transaction=True)
FILES = 12
# Kind, parameters, what is read of a node, and how many inodes of the tree are changed.
Case = tuple[JobKind, dict[str, Any], Callable[[Node], Any], int]
REPLICATION: Case = (
    JobKind.SET_REPLICATION,
    {"replication": 3},
    lambda node: node.replication,
    FILES,
)
POLICY: Case = (
    JobKind.SET_STORAGE_POLICY,
    {"storage_policy": "COLD"},
    lambda node: node.storage_policy,
    FILES + 3,
)
CODING: Case = (
    JobKind.SET_ERASURE_CODING,
    {"erasure_coding": "RS-6-3-1024k"},
    lambda node: node.erasure_coding,
    3,
)
ACL: Case = (
    JobKind.SET_ACL,
    {"acl_change": "modify", "acl": "user:ana:r-x"},
    lambda node: node.acl,
    FILES + 3,
)
XATTR: Case = (
    JobKind.SET_XATTR,
    {"xattr": "user.team", "xattr_value": "0x626c7565"},
    lambda node: node.xattr["value"],
    FILES + 3,
)
CASES = [REPLICATION, POLICY, CODING, ACL, XATTR]


@pytest.fixture
def tree(
    namenode: NamenodeDouble, set_env: SetEnv, monkeypatch: pytest.MonkeyPatch
) -> NamenodeDouble:
    """/data/a and /data/b with 6 files each; steps and batches of 5 inodes."""
    set_env(job_step_inodes=5)
    monkeypatch.setattr("apps.jobs.choosing.INODES_PER_BATCH", 5)
    monkeypatch.setattr("apps.jobs.choosing._PATHS_PER_STEP", 5)
    for number in range(FILES):
        namenode.tree.add_file(f"/data/{'ab'[number % 2]}/file{number:02d}")
    return namenode


def paths(tree: NamenodeDouble) -> tuple[str, ...]:
    return tuple(path for path, _ in tree.tree.walk("/data"))


def values(tree: NamenodeDouble, read: Callable[[Node], Any]) -> dict[str, Any]:
    return {path: read(node) for path, node in tree.tree.walk("/data")}


def start(kind: JobKind, parameters: dict[str, Any], *chosen: str, dry_run: bool = False) -> int:
    return services.job_create_selected(
        actor=OLGA,
        kind=kind,
        selection=Selection(paths=chosen),
        parameters=parameters,
        dry_run=dry_run,
        idempotency_key=None,
    ).pk


def undo(job_id: int) -> int:
    return services.job_undo(actor=OLGA, job_id=job_id, dry_run=False, idempotency_key=None).pk


def told(job: Job) -> set[tuple[str, str]]:
    return set(JobError.objects.filter(job=job).values_list("code", "path"))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("after", [False, True])
def test_death_at_every_step_changes_and_counts_once(
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    case: Case,
    after: bool,
) -> None:
    kind, parameters, read, changed = case
    before = values(tree, read)
    died = True
    for call in range(1, 30):
        job_id = start(kind, parameters, *paths(tree))
        died = work_past_death(worker, die_at_store(monkeypatch, call, after=after))
        job = worker.finished(job_id)
        assert (job.state, job.changed) == (JobState.SUCCEEDED, changed), call
        assert (job.files, job.directories) == (FILES, 3), call
        undo_id = undo(job_id)
        died |= work_past_death(worker, die_at_store(monkeypatch, call, after=after))
        back = worker.finished(undo_id)
        assert (back.state, back.changed) == (JobState.SUCCEEDED, changed), call
        assert values(tree, read) == before
        if not died:
            break
    assert not died


def test_files_alone_have_a_replication_factor(tree: NamenodeDouble, worker: Worker) -> None:
    tree.tree.find("/data/a/file00").erasure_coded = True
    plan = worker.finished(start(*REPLICATION[:2], *paths(tree), dry_run=True))
    assert (plan.state, plan.changed) == (JobState.SUCCEEDED_WITH_ERRORS, FILES - 1)
    assert (plan.files, plan.directories) == (FILES, 3)
    assert told(plan) == {("erasure_coded", "/data/a/file00")}
    tree.tree.find("/data/a/file02").logical_time += 1
    done = worker.finished(services.job_promote(actor=OLGA, job_id=plan.pk).pk)
    assert done.changed == FILES - 2
    assert told(done) == {
        ("erasure_coded", "/data/a/file00"),
        ("changed_since", "/data/a/file02"),
    }
    assert tree.tree.find("/data/a").replication == 0


def test_what_a_namenode_refuses_ends_the_plan(tree: NamenodeDouble, worker: Worker) -> None:
    wrong: list[tuple[JobKind, dict[str, Any]]] = [
        (JobKind.SET_REPLICATION, {"replication": 513}),
        (JobKind.SET_STORAGE_POLICY, {"storage_policy": "DB"}),
        (JobKind.SET_ERASURE_CODING, {"erasure_coding": "XOR-2-1-1024k"}),
    ]
    for kind, parameters in wrong:
        plan = worker.finished(start(kind, parameters, "/data/a/file00", "/data/b", dry_run=True))
        assert plan.state == JobState.FAILED
        assert plan.problem is not None
        assert plan.problem["code"] == "invalid_argument"
    assert tree.tree.find("/data/a/file00").replication == 1


def test_policies_are_set_and_taken_away(tree: NamenodeDouble, worker: Worker) -> None:
    tree.tree.find("/data/a").storage_policy = 7
    tree.tree.find("/data/a/file00").storage_policy = 15
    cold = worker.finished(start(*POLICY[:2], "/data/a", "/data/a/file00", "/data/a/file02"))
    assert (cold.state, cold.changed) == (JobState.SUCCEEDED_WITH_ERRORS, 2)
    assert told(cold) == {("conflict", "/data/a/file00")}
    assert tree.tree.find("/data/a/file02").storage_policy == 2
    none = {"storage_policy": None}
    unset = worker.finished(start(JobKind.SET_STORAGE_POLICY, none, "/data/a", "/data/b"))
    # That of the directory above holds for the other one already.
    assert (unset.state, unset.changed) == (JobState.SUCCEEDED, 1)
    assert worker.finished(undo(unset.pk)).changed == 1
    assert worker.finished(undo(cold.pk)).changed == 2
    assert tree.tree.find("/data/a").storage_policy == 7
    assert tree.tree.find("/data/a/file02").storage_policy == 0


def test_over_the_api(tree: NamenodeDouble, worker: Worker, client_of: ClientOf) -> None:
    user = make_user("sam", Role.VIEWER)
    client = client_of(user)
    wanted = {"kind": "set_replication", "path": "/data", "parameters": {"replication": 2}}
    assert client.post("/api/v1/jobs", wanted, format="json").status_code == 403
    give(user, [Permission.CHANGE_OWNERS])
    assert client_of(user).post("/api/v1/jobs", wanted, format="json").status_code == 403
    give(user, [Permission.CHANGE_STORAGE], paths=["/data"])
    client = client_of(user)
    for wrong in (0, 32_768, "two", None):
        body = wanted | {"parameters": {"replication": wrong}}
        assert client.post("/api/v1/jobs", body, format="json").status_code == 400, wrong
    policies: tuple[dict[str, Any], ...] = ({}, {"storage_policy": "TEPID"}, {"storage_policy": 2})
    for policy in policies:
        body = wanted | {"kind": "set_storage_policy", "parameters": policy}
        assert client.post("/api/v1/jobs", body, format="json").status_code == 400, policy
    made = client.post("/api/v1/jobs", wanted, format="json")
    assert made.status_code == 202
    assert made.json()["parameters"] == {"replication": 2}
    done = worker.finished(made.json()["id"])
    assert (done.state, done.changed, done.files, done.directories) == (
        JobState.SUCCEEDED,
        FILES,
        FILES,
        3,
    )


@pytest.mark.parametrize("undone", [False, True])
def test_what_left_the_scope_after_a_step_that_was_made_is_counted_once(
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    client_of: ClientOf,
    undone: bool,
) -> None:
    """The step was made, its worker died, and the inode is elsewhere before the next one asks."""
    user = make_user("sam", Role.VIEWER)
    give(user, [Permission.CHANGE_STORAGE], paths=["/data"])
    client = client_of(user)
    wanted = {
        "kind": "set_replication",
        "selection": {"paths": ["/data/a/file00", "/data/a/file02"]},
        "parameters": {"replication": 2},
    }
    job_id = client.post("/api/v1/jobs", wanted, format="json").json()["id"]
    steps = 4
    if undone:
        worker.finished(job_id)
        job_id = client.post(f"/api/v1/jobs/{job_id}/undo", format="json").json()["id"]
        steps = 2
    revive = die_at_store(monkeypatch, steps, after=False)

    def revived() -> None:
        revive()
        assert tree.tree.find("/data/a/file00").replication == (1 if undone else 2)
        moved = tree.tree.find("/data/a").children.pop("file00")
        tree.tree.mkdirs("/elsewhere").children["file00"] = moved

    assert work_past_death(worker, revived)
    done = worker.finished(job_id)
    assert (done.state, done.changed, done.error_count) == (JobState.SUCCEEDED, 2, 0)
