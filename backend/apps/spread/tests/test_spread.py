"""Spreading children: what it would do, asked for, followed, watched."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import Role, User
from apps.audit.models import AuditEntry
from apps.cluster.values import StoreKind
from apps.guard.models import FreezeWindow
from apps.heat.watching import POINT_S
from apps.jobs import progress, repartition
from apps.jobs.keeper import wake_idle
from apps.jobs.models import Job
from apps.shards.sampler import keep
from apps.shards.values import Load, Sample, TableShard
from apps.spread import record
from apps.spread.models import SpreadChange
from apps.spread.rounds import one_round
from apps.spread.watching import POINTS_MAX, SETTLED_AFTER, WATCHED_FOR
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, give_operator, make_user

pytestmark = pytest.mark.django_db(transaction=True)

URL = "/api/v1/spread"
BUSY = "/data/busy"
CHILDREN = 40
HASHED = {"path": BUSY, "children": "hashed", "reason": "its shard is hot"}


@pytest.fixture
def client(operator: User, client_of: ClientOf, namenode: NamenodeDouble) -> APIClient:
    for number in range(CHILDREN):
        namenode.tree.add_file(f"{BUSY}/f{number}")
    return client_of(operator)


def measured(store: StoreKind = StoreKind.NDB) -> None:
    """All of shard 3 is what the busy directory is asked for."""
    loads = {
        TableShard("inodes", 3): Load(reads=10, scans=90, rows=3_600),
        TableShard("inodes", 2): Load(reads=80),
    }
    keep(Sample(store, 4, loads), at=timezone.now() - timedelta(seconds=POINT_S))


def ask(client: APIClient, **change: Any) -> dict[str, Any]:
    answer = client.post(URL, HASHED | change, format="json")
    assert answer.status_code == 202, answer.json()
    found: dict[str, Any] = answer.json()
    return found


def details(client: APIClient, change: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{URL}/changes/{change['id']}").json()
    return found


def work(worker: Worker) -> None:
    """All that jobs have to do, those that rest as if they had rested."""
    Job.objects.update(not_before=None)
    wake_idle(at_start=True)
    worker.run()


def puts(namenode: NamenodeDouble) -> list[dict[str, Any]]:
    return [body for method, _, body in namenode.requests if method == "PUT"]


def busy_id(namenode: NamenodeDouble) -> int:
    return namenode.tree.find(BUSY).inode_id


def outcomes() -> list[tuple[str, str, str, str]]:
    actions = ("job.create", "namespace.repartition")
    rows = AuditEntry.objects.filter(action__in=actions).order_by("pk")
    return [(row.action, row.actor, row.path, row.outcome) for row in rows]


def test_what_a_change_would_do(client: APIClient) -> None:
    measured()
    found = client.get(f"{URL}?path={BUSY}").json()
    assert (found["children"], found["other"], found["changing"]) == ("by_parent", "hashed", False)
    assert (found["counted"], found["count_complete"], found["moved"]) == (CHILDREN, True, None)
    assert found["now"] == {
        "shard": 3,
        "operations_per_s": 100.0,
        "rows_per_s": 3610.0,
        "imbalance": 3.913,
    }
    # Four fifths of the shard are this directory's: of the rest, a quarter of what /data has in all
    # four. Half of it goes to each of two shards, where a listing reads eight places.
    assert (found["after"]["shard"], found["after"]["rows_per_s"]) == (0, 1444.0)
    assert found["after"]["operations_per_s"] == 580.0
    assert [
        (each["shard"], each["children"], each["children_after"]) for each in found["shards"]
    ] == [
        (0, 0, 20),
        (1, 0, 20),
        (3, 40, 0),
    ]
    assert [each["rows_per_s_after"] for each in found["shards"]] == [1444.0, 1444.0, 722.0]
    assert found["notes"] == ["more_scans"]


def test_what_cannot_be_told_is_null_and_said(client: APIClient, namenode: NamenodeDouble) -> None:
    found = client.get(f"{URL}?path={BUSY}").json()
    assert (found["now"], found["after"], found["notes"]) == (None, None, ["not_measured"])
    assert {each["rows_per_s"] for each in found["shards"]} == {None}
    measured(StoreKind.EMBEDDED)
    namenode.tree.mkdirs("/quiet")
    quiet = client.get(f"{URL}?path=/quiet").json()
    assert (quiet["now"]["shard"], quiet["after"]) == (3, None)
    assert quiet["notes"] == ["not_seen", "few_children", "one_process"]


def test_it_says_when_the_busiest_shard_gets_no_rest(
    client: APIClient, namenode: NamenodeDouble
) -> None:
    load = Load(reads=10, rows=100)
    loads = {TableShard("inodes", 3): load, TableShard("blocks", 2): load.times(9)}
    keep(Sample(StoreKind.NDB, 4, loads), at=timezone.now() - timedelta(seconds=POINT_S))
    assert client.get(f"{URL}?path={BUSY}").json()["notes"] == ["no_less"]


def test_children_are_moved_by_a_job_and_what_comes_of_it_is_kept(
    client: APIClient, namenode: NamenodeDouble, operator: User, worker: Worker
) -> None:
    measured()
    asked = ask(client)
    assert (asked["state"], asked["begun_at"], asked["counted"]) == ("waiting", None, CHILDREN)
    work(worker)
    assert puts(namenode) == [{"path": BUSY, "children": "hashed"}]
    assert operator.username in namenode.actors
    moving = details(client, asked)
    assert (moving["state"], moving["moved"], moving["done_at"]) == ("moving", 0, None)
    assert client.get(f"{URL}?path={BUSY}").json()["notes"] == ["moving"]
    # The rest of all, of the minute, and the last ten seconds: the double tells the same of each.
    assert [point["calls_per_s"] for point in moving["before"]] == [0.0, 0.0, 40.0]
    assert [bool(point["busiest"]) for point in moving["before"]] == [False, True, True]
    namenode.spread.left[busy_id(namenode)] = 15
    work(worker)
    assert details(client, asked)["moved"] == 25
    namenode.spread.left.clear()
    work(worker)
    done = details(client, asked)
    assert (done["state"], done["moved"], done["after"]) == ("done", CHILDREN, [])
    assert done["expected"]["now"]["shard"] == 3
    assert done["expected"]["after"]["rows_per_s"] == 1444.0
    assert outcomes() == [
        ("job.create", operator.username, BUSY, "accepted"),
        ("namespace.repartition", operator.username, BUSY, "succeeded"),
    ]
    job = client.get(f"/api/v1/jobs/{asked['job_id']}").json()
    assert (job["kind"], job["parameters"]) == ("repartition", {"children": "hashed"})
    assert (job["progress"]["files"], job["progress"]["total"]) == (CHILDREN, CHILDREN)
    entry = AuditEntry.objects.get(action="job.create")
    assert entry.after is not None
    assert entry.after["reason"] == HASHED["reason"]


def test_a_job_that_was_begun_elsewhere_is_kept_as_well(
    client: APIClient, namenode: NamenodeDouble, worker: Worker
) -> None:
    body = {"kind": "repartition", "path": BUSY, "parameters": {"children": "hashed"}}
    answer = client.post("/api/v1/jobs", body, format="json")
    assert answer.status_code == 202
    for asked, code in (({"dry_run": True}, "no_dry_run"), ({"path": f"{BUSY}/f1"}, "")):
        refused = client.post("/api/v1/jobs", body | asked, format="json")
        assert (refused.status_code, refused.json()["code"]) == (400, code or "not_a_directory")
    work(worker)
    (change,) = client.get(f"{URL}/changes").json()["items"]
    assert (change["job_id"], change["state"]) == (answer.json()["id"], "moving")


def test_a_point_every_ten_seconds_for_ten_minutes(
    client: APIClient, namenode: NamenodeDouble, worker: Worker
) -> None:
    asked = ask(client)
    work(worker)
    namenode.spread.left.clear()
    work(worker)
    assert one_round() == 0
    _let_pass(int(SETTLED_AFTER.total_seconds()) + POINT_S)
    measured()
    assert one_round() == 1
    (point,) = details(client, asked)["after"]
    assert (point["calls_per_s"], point["mean_ms"]) == (40.0, 2.0)
    assert point["busiest"]["rows_per_s"] == 3610.0
    row = SpreadChange.objects.get()
    row.after = [row.after[0]] * POINTS_MAX
    row.save()
    _let_pass(POINT_S)
    assert one_round() == 1
    assert len(SpreadChange.objects.get().after) == POINTS_MAX
    _let_pass(int(WATCHED_FOR.total_seconds()))
    assert one_round() == 0


def _let_pass(seconds: int) -> None:
    """Everything that was noted happened so much earlier."""
    by = timedelta(seconds=seconds)
    Job.objects.update(finished_at=F("finished_at") - by)
    SpreadChange.objects.update(watched_at=F("watched_at") - by)


def test_a_move_is_turned_round(
    client: APIClient, namenode: NamenodeDouble, worker: Worker
) -> None:
    first = ask(client)
    work(worker)
    back = ask(client, children="by_parent", reason="it was a mistake")
    work(worker)
    assert details(client, first)["state"] == "superseded"
    assert "sent the other way" in details(client, first)["failed_why"]
    namenode.spread.left.clear()
    work(worker)
    assert details(client, back)["state"] == "done"
    assert [outcome for *_, outcome in outcomes()] == [
        "accepted",
        "accepted",
        "failed",
        "succeeded",
    ]


def test_only_the_last_of_several_wishes_is_done(
    client: APIClient, namenode: NamenodeDouble, worker: Worker
) -> None:
    first, last = ask(client), ask(client)
    work(worker)
    assert [details(client, each)["state"] for each in (first, last)] == ["superseded", "moving"]
    assert len(puts(namenode)) == 1
    told = {
        state: [each["id"] for each in client.get(f"{URL}/changes?state={state}").json()["items"]]
        for state in ("waiting", "moving", "done", "failed", "superseded")
    }
    assert told == {
        "waiting": [],
        "moving": [last["id"]],
        "done": [],
        "failed": [],
        "superseded": [first["id"]],
    }


@pytest.mark.parametrize("sort", ["path", "state", "moved"])
def test_changes_are_listed_by_what_their_jobs_are(client: APIClient, sort: str) -> None:
    asked = [ask(client)["id"] for _ in range(5)]
    Job.objects.filter(spread_change__in=asked[:2]).update(files=9, state="failed")
    query = f"{URL}/changes?sort={sort}&direction=asc&limit=2"
    met: list[int] = []
    cursor: str | None = ""
    while cursor is not None:
        page = client.get(f"{query}&cursor={cursor}" if cursor else query).json()
        met += [each["id"] for each in page["items"]]
        cursor = page["next_cursor"]
    assert met == (asked[2:] + asked[:2] if sort == "moved" else asked)


def test_a_cancelled_move_goes_back(
    client: APIClient, namenode: NamenodeDouble, worker: Worker
) -> None:
    asked = ask(client)
    work(worker)
    assert client.post(f"/api/v1/jobs/{asked['job_id']}/cancel").status_code == 202
    worker.run()
    assert [body["children"] for body in puts(namenode)] == ["hashed", "by_parent"]
    assert details(client, asked)["state"] == "superseded"
    assert outcomes()[-1][-1] == "cancelled"


def test_one_that_is_all_moved_stays_when_it_is_cancelled(
    client: APIClient, namenode: NamenodeDouble, worker: Worker
) -> None:
    asked = ask(client)
    work(worker)
    namenode.spread.left.clear()
    assert client.post(f"/api/v1/jobs/{asked['job_id']}/cancel").status_code == 202
    worker.run()
    assert (Job.objects.get().state, len(puts(namenode))) == ("cancelled", 1)


def test_a_worker_that_dies_after_asking_has_it_asked_again(
    client: APIClient, namenode: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ask(client)
    with monkeypatch.context() as broken:

        def dies(**_: object) -> None:
            raise SystemExit

        broken.setattr(progress, "store", dies)
        with pytest.raises(SystemExit):
            worker.run()
    Job.objects.update(lease_expires_at=timezone.now())
    work(worker)
    assert [body["children"] for body in puts(namenode)] == ["hashed", "hashed"]
    moving = details(client, asked)
    assert (moving["state"], len(moving["before"])) == ("moving", 3)
    assert Job.objects.get().takeovers == 1


def test_a_window_holds_it(client: APIClient, namenode: NamenodeDouble, worker: Worker) -> None:
    ask(client)
    now = timezone.now()
    FreezeWindow.objects.create(
        name="release",
        path_prefix="/data",
        starts_at=now - timedelta(hours=1),
        ends_at=now + timedelta(hours=1),
        changed_at=now,
        changed_by="test",
    )
    work(worker)
    assert Job.objects.get().held is not None
    assert puts(namenode) == []


def test_what_is_so_already_is_refused(client: APIClient, worker: Worker) -> None:
    answer = client.post(URL, HASHED | {"children": "by_parent"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_so")
    ask(client)
    work(worker)
    answer = client.post(URL, HASHED, format="json")
    assert (answer.status_code, answer.json()["detail"]) == (409, "They are being moved there now.")


@pytest.mark.parametrize("begun", [False, True])
def test_a_directory_that_goes(
    client: APIClient, namenode: NamenodeDouble, worker: Worker, begun: bool
) -> None:
    asked = ask(client)
    if begun:
        work(worker)
    namenode.tree.find("/data").children.pop("busy")
    namenode.tree.add_file(f"{BUSY}/other")
    work(worker)
    failed = details(client, asked)
    assert failed["state"] == "failed"
    assert "not in the namespace" in failed["failed_why"]
    assert len(puts(namenode)) == int(begun)
    assert outcomes()[-1][-1] == "failed"


def test_it_waits_for_namenodes_that_are_silent(
    client: APIClient, namenode: NamenodeDouble, set_env: SetEnv, worker: Worker
) -> None:
    asked = ask(client)
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    work(worker)
    waiting = details(client, asked)
    assert (waiting["state"], waiting["failed_why"]) == ("waiting", "No namenode answered.")
    set_env(admin_urls=namenode.url)
    work(worker)
    moving = details(client, asked)
    assert (moving["state"], moving["failed_why"]) == ("moving", "")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"path": "data"}, "path"),
        ({"children": "sideways"}, "children"),
        ({"reason": ""}, "reason"),
        ({"reason": "r" * 201}, "reason"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_no_change_is_refused(
    client: APIClient, change: dict[str, Any], field: str
) -> None:
    answer = client.post(URL, HASHED | change, format="json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert not SpreadChange.objects.exists()


def test_an_unknown_directory_and_change(client: APIClient) -> None:
    assert client.get(f"{URL}?path=/none").status_code == 404
    assert client.post(URL, HASHED | {"path": "/none"}, format="json").status_code == 404
    assert client.get(f"{URL}/changes/7").status_code == 404


def test_viewers_may_not(client: APIClient, viewer: User, client_of: ClientOf) -> None:
    theirs = client_of(viewer)
    assert theirs.get(f"{URL}?path={BUSY}").status_code == 403
    assert theirs.post(URL, HASHED, format="json").status_code == 403
    assert theirs.get(f"{URL}/changes").status_code == 403


def test_there_is_a_bound_to_what_is_open_and_to_what_is_kept(
    client: APIClient, namenode: NamenodeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repartition, "OPEN_MAX", 2)
    ask(client), ask(client)
    refused = client.post(URL, HASHED, format="json")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")
    Job.objects.update(state="succeeded")
    monkeypatch.setattr(record, "CHANGES_KEPT_MAX", 2)
    newest = ask(client)
    kept = [each["id"] for each in client.get(f"{URL}/changes").json()["items"]]
    assert kept == [newest["id"], newest["id"] - 1]


def test_below_some_directories_alone(client: APIClient, client_of: ClientOf) -> None:
    measured()
    change = ask(client)
    sam = make_user("sam", Role.VIEWER)
    give_operator(sam, "/data/busy2", "/data/bus")
    other = client_of(sam)
    assert other.get(URL, {"path": BUSY}).status_code == 403
    assert other.post(URL, HASHED, format="json").status_code == 403
    assert other.get(f"{URL}/changes").json()["items"] == []
    assert other.get(f"{URL}/changes/{change['id']}").status_code == 404
    give_operator(sam, BUSY)
    assert other.get(URL, {"path": BUSY}).status_code == 200
    assert len(other.get(f"{URL}/changes").json()["items"]) == 1
    assert other.get(f"{URL}/changes/{change['id']}").status_code == 200
