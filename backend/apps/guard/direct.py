"""What rules and windows say of a change that is made at once, and not by a job."""

from django.db import transaction

from apps.accounts.selectors import active_user, identities
from apps.common.actor import Actor
from apps.common.problems import Conflict
from apps.guard.judging import check_size, demand_of, frozen, limited_as
from apps.guard.values import Act


@transaction.atomic
def require_unguarded(*, actor: Actor, act: Act) -> None:
    """Conflict for what a window holds, or a rule wants a second person, or a plan, for.

    Nobody can approve what is made at once, so that it is not made at all.
    """
    user = active_user(actor.user_id)
    now = frozen(act, begun=False)
    if now is not None:
        raise Conflict(
            "Changes like this one are frozen now",
            code="frozen",
            detail="Make it after the window's end.",
            facts={"window": now.window, "until": now.until.isoformat()},
        )
    try:
        if user is not None:
            check_size(act, limited_as(user.role))
        demand = demand_of(act, user_ids=identities(user))
    except Conflict as problem:
        if problem.code != "plan_required":
            raise
        raise Conflict(
            problem.title,
            code="plan_required",
            detail="Nobody counts what a change is about that is made at once, so that this one "
            "can't be made.",
            facts=problem.facts,
        ) from problem
    if demand is not None:
        raise Conflict(
            "A rule asks for a second person",
            code="approval_required",
            detail="What is made at once can't wait for one: prepare a job, or ask for the rule to "
            "be changed.",
            facts={"rules": [rule["name"] for rule in demand.rules]},
        )
