"""Reads of rules and their runs."""

from apps.common.paging import Page, newest_first
from apps.common.problems import NotFound
from apps.rules.models import LifecycleRule, RuleRun


def rules() -> list[LifecycleRule]:
    """All rules, oldest first; there are few."""
    return list(LifecycleRule.objects.order_by("pk"))


def rule_by_id(rule_id: int, *, lock: bool = False) -> LifecycleRule:
    """The rule, on demand locked until the commit; NotFound when there is none."""
    rows = LifecycleRule.objects.select_for_update() if lock else LifecycleRule.objects.all()
    rule = rows.filter(pk=rule_id).first()
    if rule is None:
        raise NotFound("No such rule", facts={"rule_id": rule_id})
    return rule


def runs(*, rule_id: int, cursor: str | None, limit: int) -> Page[RuleRun]:
    """A rule's runs, newest first."""
    rule = rule_by_id(rule_id)
    return newest_first(RuleRun.objects.filter(rule=rule), cursor=cursor, limit=limit)


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


def stopped_count() -> int:
    """Rules that a run disarmed, and that nobody has armed or changed since."""
    return LifecycleRule.objects.exclude(disarmed_why="").count()
