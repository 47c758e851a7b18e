"""Jobs over the API, driven step by step against a namenode that keeps the contract."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from prometheus_client import Counter
from warren_namenode.generated.admin_api import Entry

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.jobs import metrics, services
from apps.jobs.keeper import wake_idle
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"


def counted(counter: Counter) -> float:
    return float(counter._value.get())


@pytest.fixture
def api(client_of: ClientOf, operator: User) -> CheckedClient:
    return client_of(operator)


@pytest.fixture
def tree(namenode: NamenodeDouble, set_env: SetEnv) -> NamenodeDouble:
    """/data with 3 directories and 7 files of 10 bytes; steps of 4 inodes."""
    set_env(job_step_inodes=4)
    for folder in ("/data/a", "/data/b"):
        for number in range(3):
            namenode.tree.add_file(f"{folder}/file{number}")
    namenode.tree.add_file("/data/last", replication=3)
    return namenode


def test_a_worker_counts_steps_changes_and_ends(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    figures = (
        metrics.STEPS.labels("set_owner"),
        metrics.CHANGED.labels("set_owner"),
        metrics.ENDED.labels("set_owner", "succeeded"),
    )
    before = [counted(figure) for figure in figures]
    start(api, CHOWN)
    worker.run()
    steps, changed, ended = (counted(each) - was for each, was in zip(figures, before, strict=True))
    assert (changed, ended) == (10, 1)
    assert steps >= 3


def start(api: CheckedClient, body: dict[str, Any], **headers: str) -> dict[str, Any]:
    response = api.post(JOBS, body, format="json", headers=headers)
    assert response.status_code == 202, response.content
    job: dict[str, Any] = response.json()
    return job


def get(api: CheckedClient, job_id: int) -> dict[str, Any]:
    job: dict[str, Any] = api.get(f"{JOBS}/{job_id}").json()
    return job


CHOWN = {"kind": "set_owner", "path": "/data", "parameters": {"owner": "ann", "group": "staff"}}


def test_recursive_chown_changes_all_and_counts_exactly(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, operator: User
) -> None:
    job = start(api, CHOWN)
    assert (job["state"], job["progress"]["total"]) == ("queued", None)
    worker.run()
    job = get(api, job["id"])
    assert job["state"] == "succeeded"
    assert job["progress"] == {
        "files": 7,
        "directories": 3,
        "length_bytes": 70,
        "space_consumed_bytes": 90,
        "changed": 10,
        "errors": 0,
        "total": 10,
        "at_path": "/data/last",
        "inodes_per_s": None,
        "remaining_s": None,
    }
    assert job["commit_sequence"] == tree.tree.sequence == 10
    assert {node.owner for _, node in tree.tree.walk("/data")} == {"ann"}
    assert tree.tree.find("/").owner == "hdfs"
    assert all(
        step["inode_id"] and step["limit"] == 4 and "path" not in step
        for step in tree.calls("subtree/steps")
    )
    asked = [
        name
        for (_, resource, _), name in zip(tree.requests, tree.actors, strict=True)
        if resource == "subtree/steps"
    ]
    assert set(asked) == {operator.username}


def test_dry_run_counts_and_changes_nothing_then_is_promoted(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    tree.tree.find("/data/a").owner = "ann"
    tree.tree.find("/data/a").group = "staff"
    dry = start(api, {**CHOWN, "dry_run": True})
    worker.run()
    dry = get(api, dry["id"])
    assert (dry["state"], dry["progress"]["changed"], dry["progress"]["total"]) == (
        "succeeded",
        9,
        10,
    )
    assert tree.tree.sequence == 0

    first = api.post(f"{JOBS}/{dry['id']}/promote")
    again = api.post(f"{JOBS}/{dry['id']}/promote")
    assert api.get(f"{JOBS}/{dry['id']}").json()["became"] == first.json()["id"]
    assert first.json()["became"] is None
    assert first.status_code == again.status_code == 202
    assert first.json()["id"] == again.json()["id"]
    assert (first.json()["dry_run_of"], first.json()["progress"]["total"]) == (dry["id"], 10)
    worker.run()
    real = get(api, first.json()["id"])
    assert (real["state"], real["progress"]["changed"]) == ("succeeded", 9)
    assert not [step for step in tree.calls("subtree/steps") if step["operation"] == "count"]


def test_promotion_is_refused_when_the_path_names_another_inode(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    dry = start(api, {**CHOWN, "dry_run": True})
    worker.run()
    tree.tree.move_to_trash("/data", "olga")
    tree.tree.mkdirs("/data")
    response = api.post(f"{JOBS}/{dry['id']}/promote")
    assert (response.status_code, response.json()["code"]) == (409, "target_replaced")


def test_a_dry_run_is_promoted_until_it_is_too_old(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    dry = start(api, {**CHOWN, "dry_run": True})
    assert dry["promotable_until"] is None
    other = start(api, {**CHOWN, "dry_run": True})
    worker.run()
    for id_ in (dry["id"], other["id"]):
        assert get(api, id_)["promotable_until"] is not None
    real = api.post(f"{JOBS}/{dry['id']}/promote").json()
    assert real["promotable_until"] is None
    day_ago = timezone.now() - timedelta(hours=24, seconds=1)
    Job.objects.filter(dry_run=True).update(finished_at=day_ago)

    refused = api.post(f"{JOBS}/{other['id']}/promote")
    assert (refused.status_code, refused.json()["code"]) == (409, "plan_expired")
    assert not Job.objects.filter(dry_run_of=other["id"]).exists()
    repeated = api.post(f"{JOBS}/{dry['id']}/promote")
    assert (repeated.status_code, repeated.json()["id"]) == (202, real["id"])


def test_only_finished_dry_runs_are_promoted(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api, CHOWN)
    response = api.post(f"{JOBS}/{job['id']}/promote")
    assert (response.status_code, response.json()["code"]) == (409, "not_promotable")


@pytest.mark.parametrize(
    ("parameters", "file_mode", "directory_mode"),
    [
        ({"mode": "750"}, 0o750, 0o750),
        ({"file_mode": "0640"}, 0o640, 0o755),
        ({"file_mode": "0600", "directory_mode": "1777"}, 0o600, 0o1777),
    ],
)
def test_recursive_chmod(
    api: CheckedClient,
    tree: NamenodeDouble,
    worker: Worker,
    parameters: dict[str, str],
    file_mode: int,
    directory_mode: int,
) -> None:
    job = start(api, {"kind": "set_permission", "path": "/data", "parameters": parameters})
    worker.run()
    assert get(api, job["id"])["state"] == "succeeded"
    assert tree.tree.find("/data/a/file0").mode == file_mode
    assert tree.tree.find("/data/a").mode == directory_mode


def test_delete_moves_to_the_trash_of_the_actor(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api, {"kind": "delete", "path": "/data/a"})
    assert job["parameters"] == {"skip_trash": False}
    worker.run()
    job = get(api, job["id"])
    assert job["state"] == "succeeded"
    assert job["result"] == {"trash_path": "/user/olga/.Trash/Current/data/a"}
    assert (job["progress"]["changed"], job["progress"]["files"]) == (4, 3)
    assert not tree.tree.exists("/data/a")
    assert tree.tree.exists("/user/olga/.Trash/Current/data/a/file2")


def test_delete_without_trash_destroys_bottom_up(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api, {"kind": "delete", "path": "/data", "parameters": {"skip_trash": True}})
    worker.run()
    job = get(api, job["id"])
    assert (job["state"], job["progress"]["changed"], job["progress"]["total"]) == (
        "succeeded",
        10,
        10,
    )
    assert not tree.tree.exists("/data")
    assert not tree.tree.exists("/user")


@pytest.mark.parametrize("skip_trash", [True, False])
def test_dry_run_of_a_delete(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, skip_trash: bool
) -> None:
    body = {"kind": "delete", "path": "/data", "dry_run": True}
    job = start(api, {**body, "parameters": {"skip_trash": skip_trash}})
    worker.run()
    job = get(api, job["id"])
    assert (job["progress"]["changed"], job["progress"]["length_bytes"]) == (10, 70)
    assert tree.tree.exists("/data/a/file0")


def test_set_quota_and_its_dry_run(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    tree.tree.find("/data").space_quota_bytes = 500
    body = {"kind": "set_quota", "path": "/data", "parameters": {"namespace_quota": 5}}
    dry = start(api, {**body, "dry_run": True})
    worker.run()
    before = {"namespace_quota": None, "space_quota_bytes": 500}
    after = {"namespace_quota": 5, "space_quota_bytes": 500}
    assert get(api, dry["id"])["result"] == {
        "quota_before": before,
        "quota_after": after,
        "exceeds_quota": True,
    }
    assert tree.tree.find("/data").namespace_quota is None
    job = start(api, body)
    worker.run()
    job = get(api, job["id"])
    assert (job["state"], job["result"]) == (
        "succeeded",
        {"quota_before": before, "quota_after": after},
    )
    clear = start(
        api, {"kind": "set_quota", "path": "/data", "parameters": {"space_quota_bytes": None}}
    )
    worker.run()
    assert get(api, clear["id"])["result"]["quota_after"] == {
        "namespace_quota": 5,
        "space_quota_bytes": None,
    }


def test_limits_by_type_are_set_and_cleared(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    none = {"namespace_quota": None, "space_quota_bytes": None}
    body = {
        "kind": "set_quota",
        "path": "/data",
        "parameters": {"ssd_quota_bytes": 50, "disk_quota_bytes": 1},
    }
    dry = start(api, {**body, "dry_run": True})
    worker.run()
    limited = {**none, "ssd_quota_bytes": 50, "disk_quota_bytes": 1}
    # What is there is on disks.
    assert get(api, dry["id"])["result"] == {
        "quota_before": none,
        "quota_after": limited,
        "exceeds_quota": True,
    }
    job = start(api, body)
    worker.run()
    assert get(api, job["id"])["result"] == {"quota_before": none, "quota_after": limited}
    assert tree.tree.find("/data").ssd_quota_bytes == 50
    cleared = {"kind": "set_quota", "path": "/data", "parameters": {"disk_quota_bytes": None}}
    clear = start(api, {**cleared, "dry_run": True})
    worker.run()
    assert get(api, clear["id"])["result"] == {
        "quota_before": limited,
        "quota_after": {**none, "ssd_quota_bytes": 50},
        "exceeds_quota": False,
    }


def test_item_errors_are_all_counted_and_kept_up_to_the_limit(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    set_env(job_errors_kept_max=2, job_step_inodes=4)
    tree.tree.denied = {"/data/a/file0", "/data/a/file1", "/data/b/file2"}
    job = start(api, CHOWN)
    worker.run()
    done = get(api, job["id"])
    assert (done["state"], done["progress"]["errors"], done["progress"]["changed"]) == (
        "succeeded_with_errors",
        3,
        7,
    )
    first = api.get(f"{JOBS}/{job['id']}/errors", {"limit": 1}).json()
    second = api.get(
        f"{JOBS}/{job['id']}/errors", {"limit": 1, "cursor": first["next_cursor"]}
    ).json()
    paths = [page["items"][0]["path"] for page in (first, second)]
    assert paths == ["/data/a/file0", "/data/a/file1"]
    assert second["next_cursor"] is None


def test_cancel_between_steps(api: CheckedClient, tree: NamenodeDouble, worker: Worker) -> None:
    job = start(api, CHOWN)

    def cancel_in_second_act_step(resource: str, body: dict[str, Any]) -> None:
        if body.get("operation") == "set_owner" and body.get("cursor"):
            tree.on_request = lambda _resource, _body: None
            Job.objects.filter(pk=job["id"]).update(state="cancelling")

    tree.on_request = cancel_in_second_act_step
    worker.run()
    done = get(api, job["id"])
    assert (done["state"], done["progress"]["changed"]) == ("cancelled", 8)
    assert sum(node.owner == "ann" for _, node in tree.tree.walk("/data")) == 8


def test_cancel_of_a_queued_job_is_immediate_and_of_a_finished_one_a_conflict(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api, CHOWN)
    assert api.post(f"{JOBS}/{job['id']}/cancel").json()["state"] == "cancelled"
    worker.run()
    assert tree.tree.sequence == 0
    response = api.post(f"{JOBS}/{job['id']}/cancel")
    assert (response.status_code, response.json()["code"]) == (409, "job_finished")


def pause_in_second_act_step(tree: NamenodeDouble, api: CheckedClient, job_id: int) -> None:
    """Whoever pauses does so while a step is under way."""

    def pause(_resource: str, body: dict[str, Any]) -> None:
        if body.get("operation") == "set_owner" and body.get("cursor"):
            tree.on_request = lambda _resource, _body: None
            assert api.post(f"{JOBS}/{job_id}/pause").json()["state"] == "pausing"

    tree.on_request = pause


def test_a_paused_job_stands_still_until_it_is_resumed(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api, CHOWN)
    pause_in_second_act_step(tree, api, job["id"])
    worker.run()
    paused = get(api, job["id"])
    assert (paused["state"], paused["progress"]["changed"]) == ("paused", 8)
    assert api.post(f"{JOBS}/{job['id']}/pause").json()["state"] == "paused"
    assert wake_idle(at_start=True) == 0
    worker.run()
    assert sum(node.owner == "ann" for _, node in tree.tree.walk("/data")) == 8

    assert api.post(f"{JOBS}/{job['id']}/resume").json()["state"] == "queued"
    worker.run()
    done = get(api, job["id"])
    assert (done["state"], done["progress"]["changed"]) == ("succeeded", 10)
    assert done["started_at"] == paused["started_at"]
    assert all(node.owner == "ann" for _, node in tree.tree.walk("/data"))


def test_a_paused_job_is_cancelled_where_it_stands(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api, CHOWN)
    pause_in_second_act_step(tree, api, job["id"])
    worker.run()
    assert api.post(f"{JOBS}/{job['id']}/cancel").json()["state"] == "cancelling"
    worker.run()
    done = get(api, job["id"])
    assert (done["state"], done["progress"]["changed"]) == ("cancelled", 8)
    response = api.post(f"{JOBS}/{job['id']}/resume")
    assert (response.status_code, response.json()["code"]) == (409, "job_finished")


def test_a_job_is_paused_before_it_begins(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api, CHOWN)
    assert api.post(f"{JOBS}/{job['id']}/pause").json()["state"] == "paused"
    worker.run()
    assert tree.tree.sequence == 0
    assert api.post(f"{JOBS}/{job['id']}/resume").json()["state"] == "queued"
    assert api.post(f"{JOBS}/{job['id']}/resume").json()["state"] == "queued"
    worker.run()
    assert get(api, job["id"])["state"] == "succeeded"
    response = api.post(f"{JOBS}/{job['id']}/pause")
    assert (response.status_code, response.json()["code"]) == (409, "job_finished")


def test_idempotency_key(api: CheckedClient, tree: NamenodeDouble, worker: Worker) -> None:
    first = start(api, CHOWN, **{"Idempotency-Key": "k-1"})
    again = start(api, CHOWN, **{"Idempotency-Key": "k-1"})
    assert first["id"] == again["id"]
    assert Job.objects.count() == 1
    other = api.post(
        JOBS, {**CHOWN, "path": "/data/a"}, format="json", headers={"Idempotency-Key": "k-1"}
    )
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    bad = api.post(JOBS, CHOWN, format="json", headers={"Idempotency-Key": "k" * 201})
    assert bad.status_code == 400


def test_the_same_request_at_the_same_time_makes_one_job(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other request comes between this one's look-up and its insert."""
    real = services._check_target

    def other_comes_first(kind: JobKind, target: Entry) -> None:
        monkeypatch.setattr(services, "_check_target", real)
        start(api, CHOWN, **{"Idempotency-Key": "k-1"})

    monkeypatch.setattr(services, "_check_target", other_comes_first)
    job = start(api, CHOWN, **{"Idempotency-Key": "k-1"})
    assert [job["id"]] == list(Job.objects.values_list("pk", flat=True))
    assert AuditEntry.objects.filter(action="job.create").count() == 1


def test_a_page_of_jobs_costs_two_queries(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, django_assert_num_queries: Any
) -> None:
    for _ in range(10):
        dry = start(api, {**CHOWN, "dry_run": True})
        worker.run()
        api.post(f"{JOBS}/{dry['id']}/promote")
    with django_assert_num_queries(5):  # session, user, what he is assigned, page, undos
        assert len(api.get(JOBS).json()["items"]) == 20


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "explode", "path": "/data"}, "kind"),
        ({"path": "/data"}, "kind"),
        ({"kind": ["set_owner"], "path": "/data"}, "kind"),
        ({**CHOWN, "path": "data"}, "path"),
        ({**CHOWN, "path": "/data/../etc"}, "path"),
        ({**CHOWN, "path": "/" + "n" * 256}, "path"),
        ({**CHOWN, "path": "/d" * 1001}, "path"),
        ({**CHOWN, "parameters": {}}, "parameters"),
        ({**CHOWN, "parameters": {"owner": "ann", "onwer": "x"}}, "parameters.onwer"),
        ({**CHOWN, "parameters": {"owner": "two words"}}, "parameters.owner"),
        ({**CHOWN, "surplus": 1}, "surplus"),
        ({"kind": "delete", "path": "/"}, "path"),
        (
            {"kind": "set_quota", "path": "/data", "parameters": {"namespace_quota": 0}},
            "parameters.namespace_quota",
        ),
        (
            {"kind": "set_quota", "path": "/data", "parameters": {"namespace_quota": "many"}},
            "parameters.namespace_quota",
        ),
        ({"kind": "set_quota", "path": "/data", "parameters": {}}, "parameters"),
        (
            {"kind": "set_quota", "path": "/data/last", "parameters": {"namespace_quota": 1}},
            "path",
        ),
        (
            {"kind": "set_permission", "path": "/data", "parameters": {"mode": "999"}},
            "parameters.mode",
        ),
        (
            {
                "kind": "set_permission",
                "path": "/data",
                "parameters": {"mode": "755", "file_mode": "644"},
            },
            "parameters",
        ),
        ([], "body"),
    ],
)
def test_bad_requests_name_the_field(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, body: Any, field: str
) -> None:
    response = api.post(JOBS, body, format="json")
    assert response.status_code == 400
    assert field in response.json()["fields"], response.json()
    assert Job.objects.count() == 0


def test_a_path_that_names_nothing_is_404(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    response = api.post(JOBS, {**CHOWN, "path": "/nowhere"}, format="json")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("job_id", ["7", "99999999999999999999", "seven"])
def test_unknown_job_is_404(api: CheckedClient, job_id: str) -> None:
    for response in (
        api.get(f"{JOBS}/{job_id}"),
        api.get(f"{JOBS}/{job_id}/errors"),
        api.post(f"{JOBS}/{job_id}/cancel"),
        api.post(f"{JOBS}/{job_id}/promote"),
    ):
        assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_viewers_watch_but_do_not_start(
    client_of: ClientOf, viewer: User, tree: NamenodeDouble, worker: Worker
) -> None:
    api = client_of(viewer)
    response = api.post(JOBS, CHOWN, format="json")
    assert (response.status_code, response.json()["code"]) == (403, "access_denied")
    assert api.get(JOBS).json() == {"items": [], "next_cursor": None}


def test_viewers_learn_no_names_below_a_jobs_path(
    api: CheckedClient, client_of: ClientOf, viewer: User, tree: NamenodeDouble, worker: Worker
) -> None:
    tree.tree.denied = {"/data/a/file0"}
    job_id = start(api, CHOWN)["id"]
    worker.run()
    seen = client_of(viewer)
    assert get(api, job_id)["progress"]["at_path"] == "/data/last"
    assert get(seen, job_id)["progress"]["at_path"] is None
    assert seen.get(JOBS).json()["items"][0]["progress"]["at_path"] is None
    assert seen.get(f"{JOBS}/{job_id}/errors").status_code == 403
    assert api.get(f"{JOBS}/{job_id}/errors").status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b'{"kind": NaN}', 400),
        (b'{"path": "\\ud800"}', 400),
        (b"\xff", 400),
        (b"[" * 100_000, 400),
        (b'{"path": "' + b"x" * (1 << 20) + b'"}', 413),
    ],
)
def test_bodies_that_can_not_be_read(api: CheckedClient, body: bytes, status: int) -> None:
    response = api.generic("POST", JOBS, body, "application/json")
    assert response.status_code == status
    other = api.generic("POST", JOBS, b"a=1", "application/x-www-form-urlencoded")
    assert other.status_code == 415


def test_every_change_of_a_job_is_audited(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = start(api, {"kind": "set_quota", "path": "/data", "parameters": {"namespace_quota": 50}})
    worker.run()
    entries = list(AuditEntry.objects.order_by("pk").filter(job_id=job["id"]))
    assert [(e.actor, e.action, e.outcome, e.path) for e in entries] == [
        ("olga", "job.create", "accepted", "/data"),
        ("olga", "namespace.set_quota", "succeeded", "/data"),
    ]
    assert entries[1].before == {"namespace_quota": None, "space_quota_bytes": None}
    assert entries[1].after is not None
    assert entries[1].after["result"]["quota_after"]["namespace_quota"] == 50
    assert entries[0].request_id == entries[1].request_id != ""


def test_list_filters_and_pages(api: CheckedClient, tree: NamenodeDouble, worker: Worker) -> None:
    ids = [start(api, {**CHOWN, "path": f"/data/{name}"})["id"] for name in ("a", "b", "last")]
    worker.run()
    newest = start(api, {"kind": "delete", "path": "/data/a"})["id"]
    assert [job["id"] for job in api.get(JOBS, {"state": "queued"}).json()["items"]] == [newest]
    assert len(api.get(JOBS, {"kind": "set_owner"}).json()["items"]) == 3
    page = api.get(JOBS, {"limit": 2}).json()
    rest = api.get(JOBS, {"limit": 2, "cursor": page["next_cursor"]}).json()
    assert [job["id"] for job in page["items"] + rest["items"]] == [newest, *reversed(ids)]
    assert rest["next_cursor"] is None
    for query in ({"state": "odd"}, {"limit": 0}, {"cursor": "x"}, {"limit": 201}):
        assert api.get(JOBS, query).status_code == 400
