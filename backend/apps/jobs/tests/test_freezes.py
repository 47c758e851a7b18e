"""What a freeze window covers neither begins nor, if it says so, goes on; roles have limits."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.audit.models import AuditEntry
from apps.guard.models import FreezeWindow
from apps.guard.times import holds_until
from apps.jobs import runner
from apps.jobs.keeper import wake_idle
from apps.jobs.models import Job
from apps.jobs.states import JobState
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, make_user

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"
GUARD = "/api/v1/guard"
CHOWN = {"kind": "set_owner", "path": "/data", "parameters": {"owner": "zoe"}}
Clock = Callable[[timedelta], None]


@pytest.fixture
def tree(namenode: NamenodeDouble, worker: Worker, set_env: SetEnv) -> NamenodeDouble:
    """/data with 9 files; steps of 2 inodes, of which a slice makes one."""
    set_env(job_step_inodes=2, job_slice_ms=1)
    for number in range(9):
        namenode.tree.add_file(f"/data/file{number}")
    return namenode


@pytest.fixture
def olga(client_of: ClientOf, operator: User, tree: NamenodeDouble) -> CheckedClient:
    return client_of(operator)


@pytest.fixture
def root(client_of: ClientOf, admin: User) -> CheckedClient:
    return client_of(admin)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Moves all clocks of the platform on."""

    def move(by: timedelta) -> None:
        moved = timezone.now() + by
        monkeypatch.setattr(timezone, "now", lambda: moved)

    return move


def ask(client: CheckedClient, path: str, body: Any = None, status: int = 202) -> dict[str, Any]:
    response = client.post(f"{JOBS}{path}", body or {}, format="json")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def freeze(root: CheckedClient, status: int = 201, **values: Any) -> dict[str, Any]:
    now = timezone.now()
    body: dict[str, Any] = {"name": "closing of the books", **values}
    if "weekdays" not in values:
        body |= {"starts_at": now.isoformat(), "ends_at": (now + timedelta(hours=2)).isoformat()}
    response = root.post(f"{GUARD}/windows", body, format="json")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def zoes(tree: NamenodeDouble) -> int:
    return sum(node.owner == "zoe" for _, node in tree.tree.walk("/data"))


def test_what_is_covered_is_refused_and_dry_runs_are_not(
    olga: CheckedClient, root: CheckedClient, worker: Worker, tree: NamenodeDouble
) -> None:
    done = ask(olga, "", CHOWN)
    worker.run()
    plan = ask(olga, "", {**CHOWN, "dry_run": True})
    window = freeze(root, kinds=["set_owner"], path_prefix="/data/file1")
    assert window["holds_until"] == window["ends_at"]
    assert worker.finished(plan["id"]).state == JobState.SUCCEEDED
    for path, body in (
        ("", CHOWN),
        (f"/{plan['id']}/promote", {}),
        (f"/{done['id']}/undo", {}),
    ):
        refused = ask(olga, path, body, 409)
        assert refused["code"] == "frozen"
        assert refused["facts"]["window"] == "closing of the books"
    quota = {"kind": "set_quota", "path": "/data", "parameters": {"namespace_quota": 90}}
    assert ask(olga, "", quota)["state"] == "queued"


def test_what_was_asked_for_before_waits_for_the_end(
    olga: CheckedClient,
    root: CheckedClient,
    worker: Worker,
    tree: NamenodeDouble,
    later: Clock,
) -> None:
    job = ask(olga, "", CHOWN)
    window = freeze(root)
    worker.run()
    held = olga.get(f"{JOBS}/{job['id']}").json()
    assert (held["state"], held["held"]) == (
        "running",
        {
            "window": "closing of the books",
            "until": window["ends_at"],
        },
    )
    assert (zoes(tree), held["progress"]["total"]) == (0, 10)
    assert wake_idle(at_start=False) == 0
    later(timedelta(hours=3))
    wake_idle(at_start=False)
    assert worker.finished(job["id"]).state == JobState.SUCCEEDED
    assert zoes(tree) == 10
    assert Job.objects.get(pk=job["id"]).held is None


@pytest.mark.parametrize("holds_running", [True, False])
def test_running_jobs_stand_still_if_the_window_says_so(
    olga: CheckedClient,
    root: CheckedClient,
    worker: Worker,
    tree: NamenodeDouble,
    later: Clock,
    holds_running: bool,
) -> None:
    job_id = ask(olga, "", CHOWN)["id"]
    while not zoes(tree):
        runner.advance(job_id=worker.woken.pop(0))
    freeze(root, holds_running=holds_running)
    changed = zoes(tree)
    worker.run()
    if not holds_running:
        assert zoes(tree) == 10
        return
    assert zoes(tree) == changed < 10
    # It is looked at again, in case that the window is lifted, and is no retry that could end it.
    for _ in range(30):
        later(timedelta(minutes=1))
        wake_idle(at_start=False)
        worker.run()
    assert (zoes(tree), Job.objects.get(pk=job_id).retries) == (changed, 0)
    number = FreezeWindow.objects.get().pk
    assert root.post(f"{GUARD}/windows/{number}/lift").status_code == 200
    later(timedelta(minutes=1))
    wake_idle(at_start=False)
    assert worker.finished(job_id).state == JobState.SUCCEEDED
    assert zoes(tree) == 10


def test_a_held_job_can_be_paused_and_cancelled(
    olga: CheckedClient, root: CheckedClient, worker: Worker, tree: NamenodeDouble
) -> None:
    paused, cancelled = ask(olga, "", CHOWN)["id"], ask(olga, "", CHOWN)["id"]
    freeze(root)
    worker.run()
    ask(olga, f"/{paused}/pause")
    ask(olga, f"/{cancelled}/cancel")
    worker.run()
    assert Job.objects.get(pk=paused).state == JobState.PAUSED
    assert Job.objects.get(pk=cancelled).state == JobState.CANCELLED
    ask(olga, f"/{paused}/resume")
    worker.run()
    assert zoes(tree) == 0


def test_an_approval_in_a_window_begins_after_it(
    olga: CheckedClient, root: CheckedClient, worker: Worker, tree: NamenodeDouble, later: Clock
) -> None:
    root.post(f"{GUARD}/rules", {"name": "all"}, format="json")
    job = ask(olga, "", CHOWN)
    freeze(root)
    ask(root, f"/{job['id']}/approve", {"content_sha256": job["approval"]["content_sha256"]})
    worker.run()
    assert zoes(tree) == 0
    later(timedelta(hours=3))
    wake_idle(at_start=False)
    worker.run()
    assert zoes(tree) == 10


def test_weekly_windows() -> None:
    # 2026-11-27 is a Friday. From Friday 22:00 for 56 hours: to Monday 06:00.
    window = FreezeWindow(weekdays=[4], start_minute=22 * 60, duration_minutes=56 * 60)
    monday = datetime(2026, 11, 30, 6, tzinfo=UTC)
    assert holds_until(window, datetime(2026, 11, 27, 21, 59, tzinfo=UTC)) is None
    assert holds_until(window, datetime(2026, 11, 27, 22, tzinfo=UTC)) == monday
    assert holds_until(window, datetime(2026, 11, 29, 12, tzinfo=UTC)) == monday
    assert holds_until(window, monday) is None
    # All days, with an overlap: the end that is last.
    always = FreezeWindow(weekdays=[0, 1, 2, 3, 4, 5, 6], start_minute=0, duration_minutes=2000)
    assert holds_until(always, datetime(2026, 11, 27, 1, tzinfo=UTC)) == datetime(
        2026, 11, 28, 9, 20, tzinfo=UTC
    )
    window.lifted_until = monday
    assert holds_until(window, datetime(2026, 11, 29, 12, tzinfo=UTC)) is None
    assert holds_until(window, datetime(2026, 12, 4, 23, tzinfo=UTC)) is not None


def test_windows_are_once_or_weekly(root: CheckedClient, olga: CheckedClient) -> None:
    # Neither of the two days is today, whichever day that is.
    days = [(timezone.now().weekday() + ahead) % 7 for ahead in (3, 2)]
    weekly: dict[str, Any] = {
        "weekdays": [*days, days[0]],
        "start_minute": 60,
        "duration_minutes": 30,
    }
    made = freeze(root, **weekly)
    assert (made["weekdays"], made["starts_at"]) == (sorted(days), None)
    now = timezone.now().isoformat()
    impossible: list[dict[str, Any]] = [
        {"weekdays": [1]},
        {**weekly, "starts_at": now, "ends_at": now},
        {**weekly, "weekdays": []},
        {**weekly, "weekdays": [7]},
    ]
    for wrong in impossible:
        freeze(root, 400, **wrong)
    body = {"name": "x", "starts_at": now, "ends_at": now}
    assert root.post(f"{GUARD}/windows", body, format="json").status_code == 400
    number = made["id"]
    update = {"name": "nights", **weekly, "kinds": ["delete"]}
    assert root.put(f"{GUARD}/windows/{number}", update, format="json").json()["name"] == "nights"
    assert olga.post(f"{GUARD}/windows/{number}/lift").status_code == 403
    lifted = root.post(f"{GUARD}/windows/{number}/lift")
    assert lifted.json()["code"] == "not_frozen"
    assert root.delete(f"{GUARD}/windows/{number}").status_code == 204
    actions = AuditEntry.objects.filter(action__startswith="guard.").order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "guard.window_create",
        "guard.window_update",
        "guard.window_delete",
    ]


def limit(root: CheckedClient, role: str, **values: int | None) -> None:
    body = {"inodes_max": None, "jobs_max": None, **values}
    response = root.put(f"{GUARD}/limits/{role}", body, format="json")
    assert response.status_code == 200, response.content


def test_a_role_changes_so_many_inodes_at_once(
    olga: CheckedClient, root: CheckedClient, worker: Worker, tree: NamenodeDouble
) -> None:
    limit(root, "operator", inodes_max=9)
    assert ask(olga, "", CHOWN, 409)["code"] == "plan_required"
    plan = ask(olga, "", {**CHOWN, "dry_run": True})["id"]
    worker.run()
    refused = ask(olga, f"/{plan}/promote", status=409)
    assert (refused["code"], refused["facts"]) == (
        "role_limit",
        {"role": "operator", "inodes": 10, "inodes_max": 9},
    )
    small = ask(olga, "", {**CHOWN, "path": "/data/file1", "dry_run": True})["id"]
    worker.run()
    assert ask(olga, f"/{small}/promote")["state"] == "queued"
    assert ask(root, f"/{plan}/promote")["state"] == "queued", "another role has no limit"


def test_a_user_has_so_many_jobs_at_once(
    olga: CheckedClient,
    root: CheckedClient,
    client_of: ClientOf,
    worker: Worker,
    tree: NamenodeDouble,
) -> None:
    limit(root, "operator", jobs_max=2)
    ask(olga, "", CHOWN)
    ask(olga, "", {**CHOWN, "dry_run": True})
    refused = ask(olga, "", CHOWN, 429)
    assert (refused["code"], refused["facts"]["jobs_max"]) == ("role_limit", 2)
    ask(client_of(make_user("hans", Role.OPERATOR)), "", CHOWN)
    worker.run()
    ask(olga, "", CHOWN)
    limit(root, "operator", jobs_max=None)
    shown = olga.get(f"{GUARD}/limits").json()["items"]
    assert [(each["role"], each["jobs_max"]) for each in shown] == [
        ("operator", None),
        ("admin", None),
    ]
    wrong = root.put(f"{GUARD}/limits/viewer", {"inodes_max": None, "jobs_max": 1}, format="json")
    assert wrong.status_code == 404
