"""Spreading children: what it would do, asked for, followed, watched."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import Role, User
from apps.audit.models import AuditEntry
from apps.cluster.values import StoreKind
from apps.heat.watching import POINT_S
from apps.shards.sampler import keep
from apps.shards.values import Load, Sample, TableShard
from apps.spread import actions
from apps.spread.models import SpreadChange
from apps.spread.rounds import GIVEN_UP_AFTER, one_round
from apps.spread.values import SpreadState
from apps.spread.watching import POINTS_MAX, SETTLED_AFTER, WATCHED_FOR
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, give_operator, make_user

pytestmark = pytest.mark.django_db

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


def busy_id(namenode: NamenodeDouble) -> int:
    return namenode.tree.find(BUSY).inode_id


def outcomes() -> list[tuple[str, str, str, str]]:
    rows = AuditEntry.objects.filter(action="directory.spread").order_by("pk")
    return [(row.actor, row.path, row.outcome, row.after["children"]) for row in rows if row.after]


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


def test_children_are_moved_by_the_worker_and_what_comes_of_it_is_kept(
    client: APIClient, namenode: NamenodeDouble, operator: User
) -> None:
    measured()
    asked = ask(client)
    assert (asked["state"], asked["begun_at"], asked["counted"]) == ("waiting", None, CHILDREN)
    assert one_round() == 2
    (sent,) = [body for method, name, body in namenode.requests if method == "PUT"]
    assert sent == {"path": BUSY, "children": "hashed"}
    assert operator.username in namenode.actors
    moving = details(client, asked)
    assert (moving["state"], moving["moved"], moving["done_at"]) == ("moving", 0, None)
    assert client.get(f"{URL}?path={BUSY}").json()["notes"] == ["moving"]
    # The rest of all, of the minute, and the last ten seconds: the double tells the same of each.
    assert [point["calls_per_s"] for point in moving["before"]] == [0.0, 0.0, 40.0]
    assert [bool(point["busiest"]) for point in moving["before"]] == [False, True, True]
    namenode.spread.left[busy_id(namenode)] = 15
    one_round()
    assert details(client, asked)["moved"] == 25
    namenode.spread.left.clear()
    one_round()
    done = details(client, asked)
    assert (done["state"], done["moved"], done["after"]) == ("done", CHILDREN, [])
    assert done["expected"]["now"]["shard"] == 3
    assert done["expected"]["after"]["rows_per_s"] == 1444.0
    assert outcomes() == [
        (operator.username, BUSY, "accepted", "hashed"),
        (operator.username, BUSY, "succeeded", "hashed"),
    ]


def test_a_point_every_ten_seconds_for_ten_minutes(
    client: APIClient, namenode: NamenodeDouble
) -> None:
    asked = ask(client)
    one_round()
    namenode.spread.left.clear()
    one_round()
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
    for row in SpreadChange.objects.all():
        assert isinstance(row.done_at, datetime)
        assert isinstance(row.watched_at, datetime)
        row.done_at -= by
        row.watched_at -= by
        row.save()


def test_a_move_is_turned_round(client: APIClient, namenode: NamenodeDouble) -> None:
    first = ask(client)
    one_round()
    back = ask(client, children="by_parent", reason="it was a mistake")
    one_round()
    assert details(client, first)["state"] == "superseded"
    assert "sent the other way" in details(client, first)["failed_why"]
    namenode.spread.left.clear()
    one_round()
    assert details(client, back)["state"] == "done"
    assert [outcome for _, _, outcome, _ in outcomes()] == [
        "accepted",
        "accepted",
        "cancelled",
        "succeeded",
    ]


def test_only_the_last_of_several_wishes_is_done(
    client: APIClient, namenode: NamenodeDouble
) -> None:
    first, last = ask(client), ask(client)
    one_round()
    assert [details(client, each)["state"] for each in (first, last)] == ["superseded", "moving"]
    assert len([method for method, _, _ in namenode.requests if method == "PUT"]) == 1


def test_what_is_so_already_is_refused(client: APIClient) -> None:
    answer = client.post(URL, HASHED | {"children": "by_parent"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_so")
    ask(client)
    one_round()
    answer = client.post(URL, HASHED, format="json")
    assert (answer.status_code, answer.json()["detail"]) == (409, "They are being moved there now.")


def test_another_directory_at_the_path_is_left_alone(
    client: APIClient, namenode: NamenodeDouble
) -> None:
    asked = ask(client)
    namenode.tree.find("/data").children.pop("busy")
    namenode.tree.add_file(f"{BUSY}/other")
    one_round()
    failed = details(client, asked)
    assert (failed["state"], failed["failed_why"]) == (
        "failed",
        "Something else is at this path now.",
    )
    assert not [method for method, _, _ in namenode.requests if method == "PUT"]


def test_a_directory_that_goes_while_it_is_followed(
    client: APIClient, namenode: NamenodeDouble
) -> None:
    asked = ask(client)
    one_round()
    namenode.tree.find("/data").children.pop("busy")
    one_round()
    failed = details(client, asked)
    assert failed["state"] == "failed"
    assert failed["failed_why"]
    assert outcomes()[-1][2] == "failed"


def test_what_no_namenode_takes_waits_and_then_fails(
    client: APIClient, namenode: NamenodeDouble, set_env: SetEnv
) -> None:
    asked = ask(client)
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    one_round()
    row = SpreadChange.objects.get()
    assert (row.state, row.failed_why) == (SpreadState.WAITING, "No namenode answered.")
    SpreadChange.objects.update(asked_at=timezone.now() - GIVEN_UP_AFTER)
    one_round()
    assert details(client, asked)["state"] == "failed"


def test_a_move_is_not_given_up_while_namenodes_are_silent(
    client: APIClient, namenode: NamenodeDouble, set_env: SetEnv
) -> None:
    asked = ask(client)
    one_round()
    SpreadChange.objects.update(asked_at=timezone.now() - GIVEN_UP_AFTER)
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    one_round()
    moving = details(client, asked)
    assert (moving["state"], moving["failed_why"]) == ("moving", "No namenode answered.")
    set_env(admin_urls=namenode.url)
    one_round()
    assert details(client, asked)["failed_why"] == ""


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
    monkeypatch.setattr(actions, "OPEN_MAX", 2)
    ask(client), ask(client)
    refused = client.post(URL, HASHED, format="json")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")
    SpreadChange.objects.update(state=SpreadState.DONE)
    monkeypatch.setattr(actions, "CHANGES_KEPT_MAX", 2)
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
