"""Making, changing and deleting the rules that ask for a second person."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.common.actor import Actor
from apps.common.problems import Conflict
from apps.common.rights import Permission, require
from apps.common.tags import WHICHEVER, Seen
from apps.guard.keeping import keep, record
from apps.guard.models import GuardRule
from apps.guard.selectors import rule_by_id

RULES_MAX = 100
# Former versions, which hold for who took them out of force, as long as it is not longer ago.
RETIRED_MAX = 1_000


@transaction.atomic
def rule_create(*, actor: Actor, values: dict[str, Any]) -> GuardRule:
    """A new rule. Jobs that were asked for before go by what held then."""
    require(actor, Permission.MANAGE_GUARD)
    if GuardRule.objects.filter(retired_at__isnull=True).count() >= RULES_MAX:
        raise Conflict(
            "There are as many rules as allowed",
            detail="Delete one first.",
            facts={"rules_max": RULES_MAX},
        )
    rule = GuardRule()
    keep(rule, actor, values)
    record(actor, "guard.rule_create", after=rule.described())
    return rule


@transaction.atomic
def rule_update(
    *, actor: Actor, rule_id: int, values: dict[str, Any], seen: Seen = WHICHEVER
) -> GuardRule:
    """Change a rule. As it was it holds on for a while for jobs of who changes it."""
    require(actor, Permission.MANAGE_GUARD)
    rule = rule_by_id(rule_id, lock=True)
    seen.require(rule)
    before = rule.described()
    _retire(rule, actor)
    keep(rule, actor, values)
    record(actor, "guard.rule_update", before=before, after=rule.described())
    return rule


@transaction.atomic
def rule_delete(*, actor: Actor, rule_id: int, seen: Seen = WHICHEVER) -> None:
    """Delete a rule. It holds on for a while for jobs of who deletes it."""
    require(actor, Permission.MANAGE_GUARD)
    rule = rule_by_id(rule_id, lock=True)
    seen.require(rule)
    before = rule.described()
    _retire(rule, actor)
    rule.delete()
    record(actor, "guard.rule_delete", before=before)


def _retire(rule: GuardRule, actor: Actor) -> None:
    """Keep the rule as it is now, for who takes it out of force."""
    GuardRule.objects.create(
        name=rule.name,
        enabled=rule.enabled,
        kinds=rule.kinds,
        path_prefix=rule.path_prefix,
        inodes_min=rule.inodes_min,
        size_bytes_min=rule.size_bytes_min,
        approver=rule.approver,
        changed_at=rule.changed_at,
        changed_by=rule.changed_by,
        retired_at=timezone.now(),
        retired_by_id=actor.user_id,
    )
    retired = GuardRule.objects.filter(retired_at__isnull=False)
    kept = list(retired.order_by("-pk").values_list("pk", flat=True)[RETIRED_MAX - 1 : RETIRED_MAX])
    if kept:
        retired.filter(pk__lt=kept[0]).delete()
