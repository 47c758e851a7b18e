"""What rules, windows and limits say of a job."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from apps.common.problems import Conflict
from apps.guard.models import GuardRule
from apps.guard.values import ACCESS_OF_APPROVER, Act, ApproverRole
from config.env import env


@dataclass(frozen=True, slots=True)
class Demand:
    """A second person who must approve, and the rules that ask for him, as they are now."""

    approver: ApproverRole
    rules: list[dict[str, Any]]


def demand_of(act: Act, *, user_id: int | None) -> Demand | None:
    """Whether a job of this user needs a second person.

    Raises Conflict (plan_required) where a rule can't tell without a dry run.
    """
    marking = []
    untold = []
    for rule in _rules_for(user_id):
        if not act.concerns(kinds=rule.kinds, path_prefix=rule.path_prefix):
            continue
        reached = _reaches(act, rule)
        if reached is None:
            untold.append(rule)
        elif reached:
            marking.append(rule)
    if untold:
        raise _plan_required([rule.name for rule in untold])
    if not marking:
        return None
    approver = max(
        (ApproverRole(rule.approver) for rule in marking),
        key=lambda role: ACCESS_OF_APPROVER[role],
    )
    return Demand(approver, [rule.described() for rule in marking])


def _rules_for(user_id: int | None) -> Iterable[GuardRule]:
    """Those in force, and those that this user took out of force a short while ago."""
    lately = timezone.now() - timedelta(hours=env().guard_changed_rule_hours)
    his = Q(retired_at__gt=lately, retired_by_id=user_id)
    return GuardRule.objects.filter(Q(retired_at__isnull=True) | his, enabled=True).order_by("pk")


def _reaches(act: Act, rule: GuardRule) -> bool | None:
    """Whether the act is as large as the rule marks; None where that is not known yet."""
    if not act.chosen:
        return None
    bounds = ((rule.inodes_min, act.inodes), (rule.size_bytes_min, act.size_bytes))
    asked = [(least, much) for least, much in bounds if least is not None]
    if any(much is None for _, much in asked):
        return None
    return not asked or any(much is not None and much >= least for least, much in asked)


def _plan_required(names: list[str]) -> Conflict:
    return Conflict(
        "A rule wants to know first how much this is about",
        code="plan_required",
        detail="Make a dry run of it, then promote that.",
        facts={"rules": names},
    )
