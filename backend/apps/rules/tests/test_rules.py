"""Rules run when they are due, once, in their owner's name, and stop at what is unusual."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.accounts.services import user_update
from apps.audit.models import AuditEntry
from apps.common.actor import SYSTEM
from apps.common.rights import Permission
from apps.health.checks.platform import LifecycleRules
from apps.health.readings import Readings
from apps.health.verdicts import Verdict
from apps.jobs.kinds import OF_SELECTIONS, JobKind
from apps.jobs.models import Job
from apps.jobs.states import JobState
from apps.rules import actions, rounds
from apps.rules.models import LifecycleRule, RuleRun, RuleTurn
from apps.rules.schedule import Schedule
from apps.rules.values import Every, RuleKind, RunState
from apps.search import selectors as search
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, give, give_operator, make_user
from warren_search import AsOf

pytestmark = pytest.mark.django_db(transaction=True)
RULES = "/api/v1/rules"
RULE = {
    "name": "old logs",
    "q": "ext:log",
    "kind": "set_owner",
    "parameters": {"owner": "archive"},
    "every": "day",
    "hour": 3,
}


class Found:
    """Which files a search finds."""

    def __init__(self, tree: NamenodeDouble) -> None:
        self._tree = tree
        self.number = 3

    def matches(self, q: str, *, cursor: str | None, limit: int, **_: object) -> search.Matches:
        names = [f"/logs/file{number:02d}" for number in range(self.number)]
        ids = [self._tree.tree.find(name).inode_id for name in names]
        return search.Matches(ids, None, AsOf(sequence=7, time_ms=1))


@pytest.fixture
def found(
    namenode: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch, set_env: SetEnv
) -> Found:
    """/logs with 20 files of 10 bytes; 5 inodes are never unusual."""
    set_env(rule_usual_inodes_min=5)
    for number in range(20):
        namenode.tree.add_file(f"/logs/file{number:02d}")
    double = Found(namenode)
    monkeypatch.setattr("apps.jobs.choosing.matches", double.matches)
    return double


@pytest.fixture
def olga(client_of: ClientOf, operator: User, found: Found) -> CheckedClient:
    return client_of(operator)


def post(client: CheckedClient, path: str, body: Any = None, status: int = 200) -> dict[str, Any]:
    response = client.post(f"{RULES}{path}", body or {}, format="json")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def made(client: CheckedClient, **values: Any) -> int:
    number: int = post(client, "", {**RULE, **values}, 201)["id"]
    return number


def rounds_until_idle(worker: Worker) -> None:
    for _ in range(10):
        rounds.one_round()
        worker.run()


def run(client: CheckedClient, rule: int, worker: Worker) -> RuleRun:
    """A run by hand, followed to its end."""
    number = post(client, f"/{rule}/run", status=202)["id"]
    rounds_until_idle(worker)
    return RuleRun.objects.get(pk=number)


def due(rule: int) -> datetime:
    """Have it be due since a moment ago."""
    at = timezone.now() - timedelta(seconds=5)
    LifecycleRule.objects.filter(pk=rule).update(next_due_at=at)
    return at


def archived(namenode: NamenodeDouble) -> int:
    return sum(node.owner == "archive" for _, node in namenode.tree.walk("/logs"))


def test_a_rule_runs_dry_until_it_is_armed(
    olga: CheckedClient, worker: Worker, namenode: NamenodeDouble
) -> None:
    rule = made(olga)
    assert post(olga, f"/{rule}/arm", status=409)["code"] == "not_tried"
    first = run(olga, rule, worker)
    assert (first.state, first.inodes, first.size_bytes, first.changed) == (
        RunState.PLANNED,
        3,
        30,
        3,
    )
    assert (first.job_id, archived(namenode)) == (None, 0)
    plan = Job.objects.get(pk=first.plan_id or 0)
    assert (plan.dry_run, plan.actor, plan.rule_id) == (True, "olga", rule)

    assert post(olga, f"/{rule}/arm")["armed"] is True
    second = run(olga, rule, worker)
    assert (second.state, second.changed, second.errors) == (RunState.DONE, 3, 0)
    assert archived(namenode) == 3
    job = olga.get(f"/api/v1/jobs/{second.job_id}").json()
    assert (job["rule_id"], job["dry_run_of"]) == (rule, second.plan_id)
    # Nothing is left to do: no job begins for that.
    third = run(olga, rule, worker)
    assert (third.state, third.changed, third.job_id) == (RunState.PLANNED, 0, None)
    listed = olga.get(f"{RULES}/{rule}/runs").json()["items"]
    assert [each["id"] for each in listed] == [third.pk, second.pk, first.pk]


def test_what_is_cold_is_stored_so_once_somebody_saw_the_plan(
    olga: CheckedClient, worker: Worker, namenode: NamenodeDouble
) -> None:
    cold = {"kind": "set_storage_policy", "parameters": {"storage_policy": "COLD"}}
    rule = made(olga, q="ext:log mtime:<now-1y", every="week", weekday=0, **cold)
    files = [node for _, node in namenode.tree.walk("/logs") if node.kind == "file"]
    assert run(olga, rule, worker).changed == 3
    assert {node.storage_policy for node in files} == {0}
    assert post(olga, f"/{rule}/arm")["parameters"] == {"storage_policy": "COLD"}
    assert (run(olga, rule, worker).state, files[0].storage_policy) == (RunState.DONE, 2)
    assert sum(node.storage_policy for node in files) == 6


def test_a_run_whose_plan_exceeds_quotas_begins_nothing(
    olga: CheckedClient, worker: Worker, namenode: NamenodeDouble
) -> None:
    rule = made(olga, kind="set_replication", parameters={"replication": 3})
    run(olga, rule, worker)
    post(olga, f"/{rule}/arm")
    namenode.tree.find("/logs").space_quota_bytes = 220
    refused = run(olga, rule, worker)
    assert (refused.state, refused.job_id) == (RunState.FAILED, None)
    assert refused.why.startswith("Quotas would be exceeded. Raise them")
    namenode.tree.find("/logs").space_quota_bytes = 260
    assert run(olga, rule, worker).state == RunState.DONE


def test_what_is_due_runs_once_whoever_looks(
    olga: CheckedClient, worker: Worker, namenode: NamenodeDouble
) -> None:
    rule = made(olga)
    run(olga, rule, worker)
    post(olga, f"/{rule}/arm")
    at = due(rule)
    now = timezone.now()
    rounds.begin_due(rule, now)
    # Another worker had read that it is due before.
    LifecycleRule.objects.filter(pk=rule).update(next_due_at=at)
    rounds.begin_due(rule, now)
    rounds.begin_due(rule, now)
    run_ = RuleRun.objects.get(rule=rule, due_at=at)
    # One dies after it has made the plan, and before it could write that down.
    rounds.follow(run_)
    RuleRun.objects.filter(pk=run_.pk).update(plan_id=None)
    rounds_until_idle(worker)
    run_.refresh_from_db()
    assert (run_.state, run_.asked_by) == (RunState.DONE, "")
    assert Job.objects.filter(rule_id=rule, dry_run=True).count() == 2
    assert Job.objects.filter(rule_id=rule, dry_run=False).count() == 1
    # The same between the promotion and the note of it.
    RuleRun.objects.filter(pk=run_.pk).update(state=RunState.PLANNING, job_id=None)
    rounds_until_idle(worker)
    assert Job.objects.filter(rule_id=rule, dry_run=False).count() == 1
    following = LifecycleRule.objects.get(pk=rule).next_due_at
    assert following is not None
    assert (following > now, following.hour) == (True, 3)


def test_only_one_worker_makes_a_round(olga: CheckedClient, worker: Worker) -> None:
    rule = made(olga)
    due(rule)
    RuleTurn.objects.create(pk=1, held_until=timezone.now() + timedelta(minutes=1))
    assert rounds.one_round() == 0
    assert not RuleRun.objects.exists()


def test_a_run_that_is_due_while_one_is_under_way_is_skipped(
    olga: CheckedClient, worker: Worker
) -> None:
    rule = made(olga)
    post(olga, f"/{rule}/run", status=202)
    assert post(olga, f"/{rule}/run", status=409)["code"] == "run_under_way"
    at = due(rule)
    rounds.one_round()
    assert RuleRun.objects.get(rule=rule, due_at=at).state == RunState.SKIPPED


def test_a_run_that_would_touch_much_more_than_usual_stops_and_disarms(
    olga: CheckedClient, worker: Worker, namenode: NamenodeDouble, found: Found
) -> None:
    rule = made(olga)
    run(olga, rule, worker)
    post(olga, f"/{rule}/arm")
    found.number = 9
    assert run(olga, rule, worker).state == RunState.DONE, "three times as much is not unusual"
    found.number = 20
    stopped = run(olga, rule, worker)
    assert (stopped.state, stopped.job_id, archived(namenode)) == (RunState.STOPPED, None, 9)
    shown = olga.get(f"{RULES}/{rule}").json()
    assert shown["armed"] is False
    assert shown["disarmed_why"] == "It would touch 20 inodes; usual are 6."
    assert LifecycleRules().look(Readings()).reason == (
        "1 rule was disarmed by a run that would do too much."
    )
    entry = AuditEntry.objects.get(action="rule.stop")
    assert (entry.actor, (entry.after or {})["armed"]) == ("SYSTEM", False)
    # Whoever arms it after that has seen it: it is what is usual now.
    post(olga, f"/{rule}/arm")
    assert LifecycleRules().look(Readings()).verdict == Verdict.OK
    assert run(olga, rule, worker).state == RunState.DONE
    assert archived(namenode) == 20


def test_a_run_touches_no_more_than_the_rule_may(
    olga: CheckedClient, worker: Worker, namenode: NamenodeDouble, found: Found
) -> None:
    by_inodes = made(olga, inodes_max=3)
    run(olga, by_inodes, worker)
    post(olga, f"/{by_inodes}/arm")
    found.number = 4
    assert run(olga, by_inodes, worker).why == "It would touch 4 inodes, and may touch 3."
    by_bytes = made(olga, name="bytes", size_bytes_max=39)
    stopped = run(olga, by_bytes, worker)
    assert (stopped.state, archived(namenode)) == (RunState.STOPPED, 0)
    assert LifecycleRule.objects.get(pk=by_inodes).armed is False


def test_it_acts_with_the_rights_that_its_owner_has_at_each_run(
    olga: CheckedClient, worker: Worker, namenode: NamenodeDouble, operator: User, admin: User
) -> None:
    rule = made(olga)
    run(olga, rule, worker)
    post(olga, f"/{rule}/arm")
    at = due(rule)
    rounds.one_round()
    worker.run()
    # Between the plan and the promotion.
    user_update(actor=SYSTEM, user_id=operator.pk, changes={"role": Role.VIEWER})
    rounds_until_idle(worker)
    failed = RuleRun.objects.get(rule=rule, due_at=at)
    assert (failed.state, failed.why) == (
        RunState.FAILED,
        "Its owner may not do any more what the rule does.",
    )
    rights = {"role": Role.OPERATOR, "is_active": False}
    user_update(actor=SYSTEM, user_id=operator.pk, changes=rights)
    at = due(rule)
    rounds_until_idle(worker)
    assert RuleRun.objects.get(rule=rule, due_at=at).plan_id is None
    assert archived(namenode) == 0


@pytest.fixture
def sam(db: None) -> User:
    """Operator at and below one file of /logs, and nothing elsewhere."""
    user = make_user("sam", Role.VIEWER)
    give_operator(user, "/logs/file00")
    return user


def armed(client: CheckedClient, worker: Worker, **values: Any) -> int:
    rule = made(client, **values)
    run(client, rule, worker)
    post(client, f"/{rule}/arm")
    return rule


def test_a_run_reaches_no_farther_than_its_owner(
    found: Found, sam: User, client_of: ClientOf, worker: Worker, namenode: NamenodeDouble
) -> None:
    client = client_of(sam)
    done = run(client, armed(client, worker), worker)
    assert (done.state, done.changed, done.errors) == (RunState.DONE, 1, 0)
    for number in (done.plan_id, done.job_id):
        assert Job.objects.get(pk=number or 0).scope == ["/logs/file00"]
    assert archived(namenode) == 1
    assert namenode.tree.find("/logs/file00").owner == "archive"


def test_a_run_has_the_scope_that_its_owner_has_then(
    found: Found, sam: User, client_of: ClientOf, worker: Worker, namenode: NamenodeDouble
) -> None:
    client = client_of(sam)
    rule = armed(client, worker)
    sam.assignments.update(paths=["/logs/file01"])
    assert run(client, rule, worker).state == RunState.DONE
    assert namenode.tree.find("/logs/file01").owner == "archive"
    assert archived(namenode) == 1
    # Between the plan and the promotion: nothing of the plan is left to him.
    sam.assignments.update(paths=["/logs/file02"])
    at = due(rule)
    rounds.one_round()
    worker.run()
    sam.assignments.update(paths=["/logs/file00"])
    rounds_until_idle(worker)
    assert RuleRun.objects.get(rule=rule, due_at=at).state == RunState.FAILED
    assert archived(namenode) == 1


def test_a_rule_acts_where_its_owner_may_have_rules(
    found: Found, client_of: ClientOf, worker: Worker, namenode: NamenodeDouble
) -> None:
    user = make_user("mia", Role.VIEWER)
    give(user, [Permission.CHANGE_OWNERS, Permission.DELETE_FOR_GOOD])
    give(user, [Permission.RULES], paths=["/logs/file02"])
    client = client_of(user)
    assert run(client, armed(client, worker), worker).state == RunState.DONE
    assert archived(namenode) == 1
    assert namenode.tree.find("/logs/file02").owner == "archive"
    # What he may not do himself is no rule, and one that he had does nothing.
    delete = {"name": "gone", "kind": "delete", "parameters": {}}
    assert post(client, "", {**RULE, **delete}, 403)["code"] == "not_permitted"
    rule = LifecycleRule.objects.get().pk
    user.assignments.filter(paths__isnull=True).delete()
    assert post(client, f"/{rule}/run", status=403)["code"] == "not_permitted"
    at = due(rule)
    rounds_until_idle(worker)
    assert RuleRun.objects.get(rule=rule, due_at=at).state == RunState.FAILED
    assert archived(namenode) == 1


def test_who_has_rules_below_some_paths_sees_his_own(
    olga: CheckedClient, sam: User, client_of: ClientOf, admin: User
) -> None:
    others = made(olga)
    client = client_of(sam)
    own = made(client)
    assert [each["id"] for each in client.get(RULES).json()["items"]] == [own]
    assert len(olga.get(RULES).json()["items"]) == 2
    for path in (f"{RULES}/{others}", f"{RULES}/{others}/runs"):
        assert client.get(path).status_code == 404
    assert client.get(f"{RULES}/{own}").status_code == 200
    for what in ("arm", "disarm", "run"):
        post(client, f"/{others}/{what}", status=404)
    assert client.delete(f"{RULES}/{others}").status_code == 404
    guards = make_user("gus", Role.VIEWER)
    give(guards, [Permission.MANAGE_GUARD])
    assert client_of(guards).delete(f"{RULES}/{others}").status_code == 204


def test_runs_pass_the_guard(
    olga: CheckedClient,
    worker: Worker,
    namenode: NamenodeDouble,
    client_of: ClientOf,
    admin: User,
) -> None:
    root = client_of(admin)
    root.post("/api/v1/guard/rules", {"name": "all", "inodes_min": 2}, format="json")
    rule = made(olga)
    run(olga, rule, worker)
    post(olga, f"/{rule}/arm")
    waiting = run(olga, rule, worker)
    assert (waiting.state, waiting.why) == (RunState.ACTING, "It waits for an approval.")
    assert archived(namenode) == 0
    job = root.get(f"/api/v1/jobs/{waiting.job_id}").json()
    assert job["approval"]["reason"] == "Run of the rule old logs"
    seen = {"content_sha256": job["approval"]["content_sha256"]}
    own = olga.post(f"/api/v1/jobs/{job['id']}/approve", seen, format="json")
    assert own.status_code == 403
    root.post(f"/api/v1/jobs/{job['id']}/approve", seen, format="json")
    worker.run()
    rounds_until_idle(worker)
    waiting.refresh_from_db()
    assert (waiting.state, archived(namenode)) == (RunState.DONE, 3)


def test_a_frozen_run_waits_and_a_refused_one_fails(
    olga: CheckedClient, worker: Worker, client_of: ClientOf, admin: User
) -> None:
    root = client_of(admin)
    rule = made(olga)
    run(olga, rule, worker)
    post(olga, f"/{rule}/arm")
    now = timezone.now()
    window = {
        "name": "audit",
        "starts_at": now.isoformat(),
        "ends_at": (now + timedelta(hours=1)).isoformat(),
    }
    number = root.post("/api/v1/guard/windows", window, format="json").json()["id"]
    held = run(olga, rule, worker)
    assert held.state == RunState.PLANNING
    assert held.why.startswith("Waits. Jobs like this one are frozen now.")
    root.delete(f"/api/v1/guard/windows/{number}")
    root.post("/api/v1/guard/rules", {"name": "all"}, format="json")
    rounds_until_idle(worker)
    held.refresh_from_db()
    root.post(f"/api/v1/jobs/{held.job_id}/refuse", {"comment": "no"}, format="json")
    assert Job.objects.get(pk=held.job_id or 0).state == JobState.REFUSED
    rounds_until_idle(worker)
    held.refresh_from_db()
    assert (held.state, held.why) == (RunState.FAILED, "Its job is refused.")


def test_a_change_disarms_and_the_change_is_tried_first(
    olga: CheckedClient, worker: Worker, client_of: ClientOf, admin: User
) -> None:
    rule = made(olga)
    run(olga, rule, worker)
    post(olga, f"/{rule}/arm")
    changed = olga.put(f"{RULES}/{rule}", {**RULE, "q": "ext:tmp"}, format="json").json()
    assert (changed["armed"], changed["q"]) == (False, "ext:tmp")
    assert post(olga, f"/{rule}/arm", status=409)["code"] == "not_tried"
    root = client_of(admin)
    for path in ("arm", "run"):
        assert post(root, f"/{rule}/{path}", status=403)["code"] == "not_the_owner"
    assert root.put(f"{RULES}/{rule}", RULE, format="json").status_code == 403
    hans = client_of(make_user("hans", Role.OPERATOR))
    assert post(hans, f"/{rule}/disarm", status=403)["code"] == "not_the_owner"
    assert post(root, f"/{rule}/disarm")["armed"] is False
    assert root.delete(f"{RULES}/{rule}").status_code == 204


def test_a_rule_armed_while_its_plan_was_made_does_not_act_on_that(
    olga: CheckedClient, worker: Worker, namenode: NamenodeDouble
) -> None:
    rule = made(olga)
    run(olga, rule, worker)
    number = post(olga, f"/{rule}/run", status=202)["id"]
    rounds.one_round()
    post(olga, f"/{rule}/arm")
    worker.run()
    rounds_until_idle(worker)
    assert RuleRun.objects.get(pk=number).state == RunState.PLANNED
    assert archived(namenode) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"q": "size:>>"},
        {"q": " "},
        {"kind": "set_quota"},
        {"parameters": {"mode": "0755"}},
        {"parameters": {}},
        {"kind": "delete"},
        {"kind": "set_replication", "parameters": {"replication": 0}},
        {"kind": "set_storage_policy", "parameters": {"storage_policy": "LUKEWARM"}},
        {"kind": "set_storage_policy", "parameters": {}},
        {"every": "week"},
        {"every": "month"},
        {"hour": 24},
    ],
    ids=str,
)
def test_what_can_not_be_is_refused(olga: CheckedClient, wrong: dict[str, Any]) -> None:
    post(olga, "", {**RULE, **wrong}, 400)
    assert not LifecycleRule.objects.exists()


def test_names_are_once_and_reports_are_few(
    olga: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = LifecycleRule.objects.get(pk=made(olga))
    assert post(olga, "", RULE, 409)["code"] == "already_exists"
    monkeypatch.setattr(actions, "RUNS_KEPT_MAX", 3)
    for minute in range(6):
        at = timezone.now() + timedelta(minutes=minute)
        run_ = actions.add_run(rule, due_at=at, state=RunState.PLANNED)
    assert list(rule.runs.order_by("-pk").values_list("pk", flat=True)) == [
        run_.pk - back for back in range(3)
    ]


def test_rules_do_what_selections_may() -> None:
    # Nobody brings back again and again what was deleted.
    assert set(RuleKind.values) == {kind.value for kind in OF_SELECTIONS - {JobKind.RESTORE}}


@pytest.mark.parametrize(
    ("schedule", "after", "expected"),
    [
        (Schedule(Every.HAND), datetime(2026, 1, 1, tzinfo=UTC), None),
        (
            Schedule(Every.DAY, 3),
            datetime(2026, 1, 1, 2, 59, tzinfo=UTC),
            datetime(2026, 1, 1, 3, tzinfo=UTC),
        ),
        (
            Schedule(Every.DAY, 3),
            datetime(2026, 1, 1, 3, tzinfo=UTC),
            datetime(2026, 1, 2, 3, tzinfo=UTC),
        ),
        (
            Schedule(Every.WEEK, 0, weekday=0),
            datetime(2026, 11, 23, 0, tzinfo=UTC),
            datetime(2026, 11, 30, tzinfo=UTC),
        ),
        (
            Schedule(Every.MONTH, 5, day=31),
            datetime(2026, 1, 31, 5, tzinfo=UTC),
            datetime(2026, 2, 28, 5, tzinfo=UTC),
        ),
        (
            Schedule(Every.MONTH, 5, day=1),
            datetime(2026, 12, 1, 6, tzinfo=UTC),
            datetime(2027, 1, 1, 5, tzinfo=UTC),
        ),
    ],
)
def test_when_a_rule_is_due(schedule: Schedule, after: datetime, expected: datetime | None) -> None:
    assert schedule.next_after(after) == expected
