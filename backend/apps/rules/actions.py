"""Making, changing, arming and deleting rules, and asking for a run."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import AccessDenied, Conflict
from apps.common.rights import Permission, require_somewhere
from apps.common.tags import WHICHEVER, Seen
from apps.jobs.authority import permission_for
from apps.jobs.kinds import JobKind
from apps.rules.models import LifecycleRule, RuleRun
from apps.rules.selectors import last_counted, no_such_rule, rule_by_id, sees_all
from apps.rules.values import UNFINISHED, RunState
from apps.search.selectors import check_query

RULES_MAX = 200
RUNS_KEPT_MAX = 200


def rule_create(*, actor: Actor, values: dict[str, Any]) -> LifecycleRule:
    """A rule of the actor's. It is not armed: its runs are dry runs.

    Raises InvalidInput for a search that can't be read.
    """
    if actor.user_id is None:
        raise AccessDenied("Only users have rules")
    _require(actor, values)
    check_query(values["q"])
    now = timezone.now()
    rule = LifecycleRule(owner=actor.name, user_id=actor.user_id, created_at=now)
    with transaction.atomic():
        if LifecycleRule.objects.count() >= RULES_MAX:
            raise Conflict(
                "There are as many rules as allowed",
                detail="Delete one first.",
                facts={"rules_max": RULES_MAX},
            )
        _set(rule, values)
        _record(actor, "rule.create", after=rule.described())
    return rule


def rule_update(
    *, actor: Actor, rule_id: int, values: dict[str, Any], seen: Seen = WHICHEVER
) -> LifecycleRule:
    """Change one's own rule, which disarms it: what it does now nobody has seen yet."""
    _require(actor, values)
    check_query(values["q"])
    with transaction.atomic():
        rule = rule_by_id(rule_id, lock=True)
        _check_owner(rule, actor)
        seen.require(rule)
        before = rule.described()
        _set(rule, values)
        _record(actor, "rule.update", before=before, after=rule.described())
    return rule


@transaction.atomic
def rule_delete(*, actor: Actor, rule_id: int, seen: Seen = WHICHEVER) -> None:
    """Delete one's own rule with its reports, not its jobs; who manages the guard anybody's."""
    rule = rule_by_id(rule_id, lock=True)
    _check_owner(rule, actor, or_guard=True)
    seen.require(rule)
    before = rule.described()
    rule.delete()
    _record(actor, "rule.delete", before=before)


@transaction.atomic
def rule_arm(*, actor: Actor, rule_id: int) -> LifecycleRule:
    """Have the runs of one's own rule act from now on.

    Raises Conflict as long as no dry run of the rule as it is now has ended. What that found is
    what is usual from now on.
    """
    rule = rule_by_id(rule_id, lock=True)
    _check_owner(rule, actor)
    _require(actor, rule.described())
    seen = last_counted(rule)
    if seen is None:
        raise Conflict(
            "No dry run of this rule has ended yet",
            code="not_tried",
            detail="Run it, look at what it would do, then arm it.",
            facts={"rule_id": rule.pk},
        )
    before = rule.described()
    rule.armed = True
    rule.armed_by = actor.name
    rule.disarmed_why = ""
    rule.usual_from_id = seen.pk
    rule.save()
    _record(actor, "rule.arm", before=before, after=rule.described() | {"seen_run": seen.pk})
    return rule


@transaction.atomic
def rule_disarm(*, actor: Actor, rule_id: int) -> LifecycleRule:
    """Have a rule's runs be dry runs again; who manages the guard may for anybody's."""
    rule = rule_by_id(rule_id, lock=True)
    _check_owner(rule, actor, or_guard=True)
    before = rule.described()
    rule.armed = False
    rule.disarmed_why = ""
    rule.save()
    _record(actor, "rule.disarm", before=before, after=rule.described())
    return rule


@transaction.atomic
def rule_run(*, actor: Actor, rule_id: int) -> RuleRun:
    """A run of one's own rule now, armed or not. Conflict while another one is under way."""
    rule = rule_by_id(rule_id, lock=True)
    _check_owner(rule, actor)
    _require(actor, rule.described())
    if rule.runs.filter(state__in=UNFINISHED).exists():
        raise Conflict(
            "A run of this rule is under way",
            code="run_under_way",
            detail="Wait for its end, or cancel its job.",
            facts={"rule_id": rule.pk},
        )
    run = add_run(rule, due_at=timezone.now(), asked_by=actor.name)
    _record(actor, "rule.run", after={"id": rule.pk, "name": rule.name, "run": run.pk})
    return run


def add_run(rule: LifecycleRule, **values: Any) -> RuleRun:
    """A run of a locked rule; the oldest ones go when there are too many."""
    now = timezone.now()
    run = RuleRun.objects.create(rule=rule, armed=rule.armed, started_at=now, **values)
    ended = rule.runs.exclude(state__in=UNFINISHED).order_by("-pk")
    oldest = list(ended.values_list("pk", flat=True)[RUNS_KEPT_MAX - 1 : RUNS_KEPT_MAX])
    if oldest:
        ended.filter(pk__lt=oldest[0]).delete()
    return run


def stop(rule_id: int, run: RuleRun, why: str, *, actor: Actor) -> None:
    """Disarm a rule whose run would have done too much; in the transaction that ends the run."""
    rule = rule_by_id(rule_id, lock=True)
    run.state = RunState.STOPPED
    if not rule.armed:
        return
    before = rule.described()
    rule.armed = False
    rule.disarmed_why = why
    rule.save()
    _record(actor, "rule.stop", before=before, after=rule.described() | {"why": why})


def _require(actor: Actor, values: Mapping[str, Any]) -> None:
    """Rules are for who may do what they do himself, somewhere; where, each run decides."""
    require_somewhere(actor, Permission.RULES)
    require_somewhere(actor, permission_for(JobKind(values["kind"]), values["parameters"]))


def _check_owner(rule: LifecycleRule, actor: Actor, *, or_guard: bool = False) -> None:
    """A rule acts in its owner's name: only he says what it does."""
    if or_guard and actor.rights.allows(Permission.MANAGE_GUARD):
        return
    require_somewhere(actor, Permission.RULES)
    if rule.user_id == actor.user_id:
        return
    if not sees_all(actor):
        raise no_such_rule(rule.pk)
    raise AccessDenied(
        "This is somebody else's rule",
        code="not_the_owner",
        detail="Its owner changes it. Who manages the guard may disarm and delete it.",
        facts={"owner": rule.owner},
    )


def _set(rule: LifecycleRule, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(rule, name, value)
    rule.armed = False
    rule.disarmed_why = ""
    rule.changed_at = timezone.now()
    rule.next_due_at = rule.schedule.next_after(rule.changed_at) if rule.enabled else None
    try:
        with transaction.atomic():
            rule.save()
    except IntegrityError as error:
        raise Conflict(
            "You have a rule of this name",
            code="already_exists",
            detail="Choose another name.",
            facts={"name": rule.name},
        ) from error


def _record(
    actor: Actor,
    action: str,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    audit_record(actor=actor, action=action, outcome=Outcome.SUCCEEDED, before=before, after=after)
