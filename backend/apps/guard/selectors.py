"""Reads of rules, windows and limits."""

from apps.common.problems import NotFound
from apps.guard.models import GuardRule


def rules() -> list[GuardRule]:
    """The rules that there are, oldest first; they are few."""
    return list(GuardRule.objects.filter(retired_at__isnull=True).order_by("pk"))


def rule_by_id(rule_id: int, *, lock: bool = False) -> GuardRule:
    """The rule, on demand locked until the commit; NotFound when there is none."""
    rows = GuardRule.objects.select_for_update() if lock else GuardRule.objects.all()
    rule = rows.filter(pk=rule_id, retired_at__isnull=True).first()
    if rule is None:
        raise NotFound("No such rule", facts={"rule_id": rule_id})
    return rule


def looks_at_paths() -> bool:
    """Whether anything is about a part of the tree, so that paths matter."""
    return GuardRule.objects.filter(path_prefix__isnull=False).exists()
