"""Reads of rules, windows and limits."""

from apps.accounts.models import Role
from apps.common.actor import Actor
from apps.common.problems import NotFound
from apps.common.rights import Permission, require
from apps.guard.models import FreezeWindow, GuardRule, RoleLimit


def rules(*, actor: Actor) -> list[GuardRule]:
    """The rules that there are, oldest first; they are few."""
    require(actor, Permission.SEE_GUARD)
    return list(GuardRule.objects.filter(retired_at__isnull=True).order_by("pk"))


def rule_seen(rule_id: int, *, actor: Actor) -> GuardRule:
    """The rule, for who may see it; NotFound when there is none."""
    require(actor, Permission.SEE_GUARD)
    return rule_by_id(rule_id)


def rule_by_id(rule_id: int, *, lock: bool = False) -> GuardRule:
    """The rule, on demand locked until the commit; NotFound when there is none."""
    rows = GuardRule.objects.select_for_update() if lock else GuardRule.objects.all()
    rule = rows.filter(pk=rule_id, retired_at__isnull=True).first()
    if rule is None:
        raise NotFound("No such rule", facts={"rule_id": rule_id})
    return rule


def looks_at_paths() -> bool:
    """Whether anything is about a part of the tree, so that paths matter."""
    return any(
        model.objects.filter(path_prefix__isnull=False).exists()
        for model in (GuardRule, FreezeWindow)
    )


def windows(*, actor: Actor) -> list[FreezeWindow]:
    """All windows, oldest first; they are few."""
    require(actor, Permission.SEE_GUARD)
    return list(FreezeWindow.objects.order_by("pk"))


def window_seen(window_id: int, *, actor: Actor) -> FreezeWindow:
    """The window, for who may see it; NotFound when there is none."""
    require(actor, Permission.SEE_GUARD)
    return window_by_id(window_id)


def window_by_id(window_id: int, *, lock: bool = False) -> FreezeWindow:
    """The window, on demand locked until the commit; NotFound when there is none."""
    rows = FreezeWindow.objects.select_for_update() if lock else FreezeWindow.objects.all()
    window = rows.filter(pk=window_id).first()
    if window is None:
        raise NotFound("No such window", facts={"window_id": window_id})
    return window


def role_limit(role: str, *, actor: Actor) -> RoleLimit:
    """That of one role; NotFound for one that starts no jobs."""
    found = {limit.role: limit for limit in role_limits(actor=actor)}.get(role)
    if found is None:
        raise no_such_role(role)
    return found


def no_such_role(role: str) -> NotFound:
    """Viewers start no jobs, nor do roles that there are not."""
    return NotFound("No such role starts jobs", facts={"role": role})


def role_limits(*, actor: Actor) -> list[RoleLimit]:
    """Those of the roles that start jobs; one that nobody set limits nothing."""
    require(actor, Permission.SEE_GUARD)
    known = {limit.role: limit for limit in RoleLimit.objects.all()}
    return [known.get(role) or RoleLimit(role=role) for role in (Role.OPERATOR, Role.ADMIN)]
