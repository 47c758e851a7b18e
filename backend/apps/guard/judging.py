"""What rules, windows and limits say of a job."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from apps.accounts.models import Role
from apps.common.problems import Conflict
from apps.guard.models import FreezeWindow, GuardRule, RoleLimit
from apps.guard.times import holds_until
from apps.guard.values import PERMISSIONS_OF_APPROVER, Act, ApproverRole
from config.env import env

# The number of what is no row: rules that nobody can change.
BUILT_IN = 0


@dataclass(frozen=True, slots=True)
class Demand:
    """A second person who must approve, and the rules that ask for him, as they are now."""

    approver: ApproverRole
    rules: list[dict[str, Any]]


def demand_of(act: Act, *, user_ids: Collection[int]) -> Demand | None:
    """Whether a job of somebody with these accounts needs a second person.

    Raises Conflict (plan_required) where a rule can't tell without a dry run.
    """
    marking = []
    untold = []
    for rule in _rules_for(user_ids):
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
    asked_for = {ApproverRole(rule.approver) for rule in marking}
    approver = [role for role in PERMISSIONS_OF_APPROVER if role in asked_for][-1]
    return Demand(approver, [rule.described() for rule in marking])


def never_by_one(kind: str, asked_for: Demand | None) -> Demand:
    """What rules ask for of a kind of job that somebody else approves whatever they say."""
    built_in = {
        "id": BUILT_IN,
        "name": "Warren",
        "enabled": True,
        "kinds": [kind],
        "path_prefix": None,
        "inodes_min": None,
        "size_bytes_min": None,
        "approver": ApproverRole.OPERATOR.value,
    }
    if asked_for is None:
        return Demand(ApproverRole.OPERATOR, [built_in])
    return Demand(asked_for.approver, [built_in, *asked_for.rules])


@dataclass(frozen=True, slots=True)
class Frozen:
    """A window that covers a job now, by its name, and when it ends."""

    window: str
    until: datetime


def frozen(act: Act, *, begun: bool) -> Frozen | None:
    """The window that ends last of those that cover the job now.

    begun: whether the job acted already; then only windows count that hold running jobs.
    """
    now = timezone.now()
    found = []
    for window in FreezeWindow.objects.all():
        until = holds_until(window, now)
        if until is None or (begun and not window.holds_running):
            continue
        if act.concerns(kinds=window.kinds, path_prefix=window.path_prefix):
            found.append(Frozen(window.name, until))
    return max(found, key=lambda each: each.until, default=None)


def limited_as(role: str) -> Role:
    """Whose limit holds for users of a role: everybody's who is no administrator is operators'.

    Whatever other roles give him: one more of them is no way out of a limit.
    """
    return Role.ADMIN if role == Role.ADMIN else Role.OPERATOR


def check_size(act: Act, role: str) -> None:
    """Raises Conflict for a job that is about more inodes than the role may change at once."""
    limit = RoleLimit.objects.filter(role=role, inodes_max__isnull=False).first()
    if limit is None or limit.inodes_max is None:
        return
    if act.inodes is None or not act.chosen:
        raise _plan_required([f"limit of the role {role}"])
    if act.inodes > limit.inodes_max:
        raise Conflict(
            "The job is about more inodes than your role may change at once",
            code="role_limit",
            detail="Narrow it, or ask somebody whose role may.",
            facts={"role": role, "inodes": act.inodes, "inodes_max": limit.inodes_max},
        )


def jobs_max(role: str) -> int | None:
    """How many jobs of a user of this role may be unfinished; None for any number."""
    return RoleLimit.objects.filter(role=role).values_list("jobs_max", flat=True).first()


def _rules_for(user_ids: Collection[int]) -> Iterable[GuardRule]:
    """Those in force, and those that one of these took out of force a short while ago."""
    lately = timezone.now() - timedelta(hours=env().guard_changed_rule_hours)
    his = Q(retired_at__gt=lately, retired_by_id__in=user_ids)
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
