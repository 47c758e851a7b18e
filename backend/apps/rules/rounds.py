"""A worker's part: begins the runs that are due, each once, and follows those under way.

A run is a row before anything is done for it; its dry run has a key that is made of the row's
number, and the job is the promotion of that, which is there once. So a worker that dies anywhere in
between leaves nothing twice.
"""

from datetime import datetime

import structlog
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.accounts.selectors import active_user
from apps.common.actor import SYSTEM, Actor
from apps.common.problems import Problem, TooManyRequests, Unavailable
from apps.common.rights import Grant, Permission, Rights, both
from apps.common.turns import turn
from apps.jobs import services
from apps.jobs.authority import permission_for
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.selection import Selection
from apps.jobs.selectors import job_by_id
from apps.jobs.states import PROMOTABLE, JobState
from apps.jobs.states import UNFINISHED as JOB_UNFINISHED
from apps.rules.actions import add_run, stop
from apps.rules.limits import excess
from apps.rules.models import LifecycleRule, RuleRun, RuleTurn
from apps.rules.selectors import rule_by_id
from apps.rules.values import UNFINISHED, RunState

log = structlog.get_logger(__name__)
_PER_ROUND = 100


class OwnerGone(Exception):
    """The rule's owner may not do any more what the rule does."""


def one_round() -> int:
    """Do what is due, unless another worker does; how many runs were looked at."""
    now = timezone.now()
    due = LifecycleRule.objects.filter(enabled=True, next_due_at__lte=now)
    runs = RuleRun.objects.filter(state__in=UNFINISHED)
    if not (due.exists() or runs.exists()):
        return 0
    with turn(RuleTurn.objects.all()) as mine:
        if not mine:
            return 0
        for rule_id in list(due.order_by("next_due_at").values_list("pk", flat=True)[:_PER_ROUND]):
            begin_due(rule_id, now)
        under_way = list(runs.order_by("pk").select_related("rule")[:_PER_ROUND])
        for run in under_way:
            follow(run)
        return len(under_way)


@transaction.atomic
def begin_due(rule_id: int, now: datetime) -> None:
    """Write down the run that is due, once; of several that were missed the last one."""
    rule = rule_by_id(rule_id, lock=True)
    if not rule.enabled or rule.next_due_at is None or rule.next_due_at > now:
        return
    due_at = rule.next_due_at
    rule.next_due_at = rule.schedule.next_after(now)
    rule.save(update_fields=["next_due_at"])
    busy = rule.runs.filter(state__in=UNFINISHED).exists()
    ended = {
        "state": RunState.SKIPPED,
        "why": "The run before had not ended.",
        "finished_at": now,
    }
    try:
        with transaction.atomic():
            add_run(rule, due_at=due_at, **(ended if busy else {}))
    except IntegrityError:
        log.info("rule_run_there_already", rule=rule.pk, due_at=due_at.isoformat())


def follow(run: RuleRun) -> None:
    """Do the next thing for a run that is under way."""
    try:
        if run.state == RunState.ACTING:
            _see_job(run)
        elif run.plan_id is None:
            _plan(run)
        else:
            _see_plan(run)
    except OwnerGone:
        _end(run, RunState.FAILED, "Its owner may not do any more what the rule does.")
    except (Unavailable, TooManyRequests) as problem:
        _wait(run, problem)
    except Problem as problem:
        if problem.code == "frozen":
            _wait(run, problem)
        else:
            _end(run, RunState.FAILED, _told(problem))


def owner_of(rule: LifecycleRule) -> Actor:
    """The rule's owner with what the rule takes of the rights that he has at this moment, where he
    may have rules. Raises OwnerGone when that is nowhere."""
    user = active_user(rule.user_id)
    if user is None:
        raise OwnerGone
    permission = permission_for(JobKind(rule.kind), rule.parameters)
    rights = user.rights()
    reach = both(rights.reach(Permission.RULES), rights.reach(permission))
    if reach == ():
        raise OwnerGone
    return Actor(
        name=user.username,
        user_id=user.pk,
        hdfs_user=user.hdfs_user,
        request_id=f"rule-{rule.pk}",
        rights=Rights((Grant(frozenset({permission}), reach),)),
    )


def _plan(run: RuleRun) -> None:
    rule = run.rule
    job = services.job_create_selected(
        actor=owner_of(rule),
        kind=JobKind(rule.kind),
        selection=Selection(q=rule.q),
        parameters=rule.parameters,
        dry_run=True,
        idempotency_key=f"rule run {run.pk} {run.started_at:%Y%m%d%H%M%S%f}",
        rule_id=rule.pk,
    )
    run.plan_id = job.pk
    run.why = ""
    run.save(update_fields=["plan_id", "why"])


def _see_plan(run: RuleRun) -> None:
    plan = job_by_id(run.plan_id or 0)
    if plan.state in JOB_UNFINISHED:
        return
    if plan.state not in PROMOTABLE:
        _end(run, RunState.FAILED, f"Its dry run is {plan.state}. {_problem_of(plan)}".strip())
        return
    chosen = (plan.selection or {})["chosen"]
    run.inodes = max(plan.files + plan.directories, chosen)
    run.size_bytes = plan.length_bytes
    run.changed, run.errors = plan.changed, plan.error_count
    run.save()
    rule = LifecycleRule.objects.get(pk=run.rule_id)
    # Both: a rule that was armed while it was planned has shown nobody this plan.
    acts = run.armed and rule.armed and rule.enabled
    why = excess(rule, run, acts=acts)
    if why is not None:
        with transaction.atomic():
            stop(rule.pk, run, why, actor=SYSTEM)
            _end(run, RunState.STOPPED, why)
    elif not acts or plan.changed == 0:
        _end(run, RunState.PLANNED, "")
    else:
        _act(run, rule, plan)


def _act(run: RuleRun, rule: LifecycleRule, plan: Job) -> None:
    job = services.job_promote(
        actor=owner_of(rule), job_id=plan.pk, reason=f"Run of the rule {rule.name}"
    )
    run.job_id = job.pk
    run.state = RunState.ACTING
    run.why = "It waits for an approval." if job.state == JobState.WAITING_FOR_APPROVAL else ""
    run.save()


def _see_job(run: RuleRun) -> None:
    job = job_by_id(run.job_id or 0)
    if job.state in JOB_UNFINISHED:
        if run.why and job.state != JobState.WAITING_FOR_APPROVAL:
            run.why = ""
            run.save(update_fields=["why"])
        return
    run.changed, run.errors = job.changed, job.error_count
    if job.state in PROMOTABLE:
        _end(run, RunState.DONE, "")
    else:
        _end(run, RunState.FAILED, f"Its job is {job.state}. {_problem_of(job)}".strip())


def _end(run: RuleRun, state: RunState, why: str) -> None:
    run.state = state
    run.why = why
    run.finished_at = timezone.now()
    run.save()


def _wait(run: RuleRun, problem: Problem) -> None:
    """The next round tries again; a plan that gets too old meanwhile ends the run."""
    run.why = f"Waits. {_told(problem)}"
    run.save(update_fields=["why"])


def _told(problem: Problem) -> str:
    return f"{problem.title}. {problem.detail}".strip()


def _problem_of(job: Job) -> str:
    return "" if job.problem is None else f"{job.problem['title']}."
