"""Reads of rules and their runs."""

from apps.common.actor import Actor
from apps.common.paging import NEWEST_FIRST, Order, Page, narrowed, ordered
from apps.common.problems import NotFound
from apps.common.rights import Permission, require_somewhere
from apps.rules.models import LifecycleRule, RuleRun

_NEWEST_RUNS = 50


def rules(*, actor: Actor) -> list[LifecycleRule]:
    """Rules, oldest first; there are few. Everybody's for who may have rules everywhere, else one's
    own: searches of others name paths."""
    require_somewhere(actor, Permission.RULES)
    rows = LifecycleRule.objects.order_by("pk")
    return [rule for rule in rows if rule.user_id == actor.user_id or sees_all(actor)]


def rule_seen(rule_id: int, *, actor: Actor) -> LifecycleRule:
    """The rule; NotFound when there is none, and in the same words when it is another's to see."""
    require_somewhere(actor, Permission.RULES)
    rule = rule_by_id(rule_id)
    if rule.user_id != actor.user_id and not sees_all(actor):
        raise no_such_rule(rule_id)
    return rule


def sees_all(actor: Actor) -> bool:
    """Whether rules of others may be shown."""
    return actor.rights.allows(Permission.RULES)


def rule_by_id(rule_id: int, *, lock: bool = False) -> LifecycleRule:
    """The rule, on demand locked until the commit; NotFound when there is none."""
    rows = LifecycleRule.objects.select_for_update() if lock else LifecycleRule.objects.all()
    rule = rows.filter(pk=rule_id).first()
    if rule is None:
        raise no_such_rule(rule_id)
    return rule


def no_such_rule(rule_id: int) -> NotFound:
    """As for a rule that there is not."""
    return NotFound("No such rule", facts={"rule_id": rule_id})


def runs(
    *,
    actor: Actor,
    rule_id: int,
    state: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[RuleRun]:
    """A rule's runs, in an order."""
    rule = rule_seen(rule_id, actor=actor)
    rows = narrowed(RuleRun.objects.filter(rule=rule), state=state)
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def last_counted(rule: LifecycleRule) -> RuleRun | None:
    """The last run whose dry run counted, of the rule as it is now."""
    counted = rule.runs.filter(inodes__isnull=False, started_at__gte=rule.changed_at)
    return counted.order_by("-pk").first()


def usual(rule: LifecycleRule, *, before: RuleRun) -> list[RuleRun]:
    """The last runs that counted, since the rule was armed; newest first, at most ten."""
    counted = rule.runs.filter(
        inodes__isnull=False, pk__gte=rule.usual_from_id or 0, pk__lt=before.pk
    )
    return list(counted.order_by("-pk")[:10])


def version() -> str:
    """A text that changes when a rule or one of the last runs does."""
    known = LifecycleRule.objects.order_by("pk").values_list(
        "pk", "changed_at", "enabled", "armed", "next_due_at"
    )
    newest = RuleRun.objects.order_by("-pk").values_list("pk", "state")
    return f"{list(known)}|{list(newest[:_NEWEST_RUNS])}"


def stopped_count() -> int:
    """Rules that a run disarmed, and that nobody has armed or changed since."""
    return LifecycleRule.objects.exclude(disarmed_why="").count()
