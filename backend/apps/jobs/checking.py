"""Steps of a check: what of a plan is still as it was.

Of a selection each inode that was chosen is looked at, a file of them at a time; then, where a
search chose them, the pages of that search are followed for what it finds besides. Of a plan at a
path the tree is counted as the plan counted it. A check changes nothing, and a step that is done
again finds what it found before, or what is there by now.

What was found is kept as it is told: of a selection `same`, `changed`, `gone`, `out_of_scope` and
`joined`; of a path `target` and the counts `now`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from warren_namenode.generated.admin_api import Entry, InodesLook, InodesSeen, SubtreeStep

from apps.common.rights import within
from apps.common.values import utc_from_ms
from apps.jobs import id_sets, selections
from apps.jobs.authority import check_target, judged_at, reach_of
from apps.jobs.choosing import needs_trash, stage
from apps.jobs.kinds import COUNTED_AT_ONCE, JobKind
from apps.jobs.models import COUNTS, Job, JobCheck
from apps.jobs.selection import SelectedBy
from apps.jobs.selections import INODES_PER_BATCH, Chosen
from apps.jobs.states import Became, Target
from apps.jobs.trash import place_of
from apps.search.selectors import matches
from config.env import env
from integrations.namenode import NamenodeClient, NamenodeProblem

NAMED_MAX = 100
_BEGUN = {
    "same": 0,
    "changed": 0,
    "gone": 0,
    "out_of_scope": 0,
    "joined": None,
    "joined_is_exact": True,
    "index_sequence": None,
}


@dataclass(frozen=True, slots=True)
class Found:
    """All that the check has found with this step. `cursor`: None when it is over."""

    cursor: str | None
    found: dict[str, Any]
    named: list[dict[str, str]]
    as_of: datetime


@dataclass(frozen=True, slots=True)
class _Place:
    """Which step of the check comes next, and where in the search's pages it goes on."""

    step: int
    page: str

    @staticmethod
    def of(check: JobCheck) -> "_Place":
        step, _, page = (check.cursor or "1:").partition(":")
        return _Place(int(step), page)

    def __str__(self) -> str:
        return f"{self.step}:{self.page}"


def ids_name(check: JobCheck) -> str:
    """Under which name the ids are kept that the check has met."""
    return f"check-{check.pk}"


def step(client: NamenodeClient, check: JobCheck) -> Found:
    """Do the next step of a check. Raises Conflict when the plan's inodes are not known any more,
    and AccessDenied when its one inode is where the plan may not act."""
    plan = check.job
    if plan.selection is None:
        return _tree(client, check)
    place = _Place.of(check)
    if place.step <= plan.selection["batches"]:
        return _batch(client, check, place)
    if plan.selection["by"] == SelectedBy.SEARCH:
        return _joined(client, check, place)
    return Found(None, check.found or _BEGUN, check.named, check.as_of or timezone.now())


def _batch(client: NamenodeClient, check: JobCheck, place: _Place) -> Found:
    plan = check.job
    searched = (plan.selection or {})["by"] == SelectedBy.SEARCH
    batch = selections.read(job=plan.selection_key, stage=stage(plan), number=place.step)
    ids = [each.inode_id for each in batch.inodes]
    if searched:
        id_sets.add(job=plan.selection_key, name=ids_name(check), step=place.step, inode_ids=ids)
    seen = _looked_at(client, ids)
    entries = {entry.inode_id: entry for entry in seen.entries}
    found = dict(check.found or _BEGUN)
    named = list(check.named)
    for chosen in batch.inodes:
        what, path = _became(plan, chosen, entries.get(chosen.inode_id))
        found[what] += 1
        if what in (Became.CHANGED, Became.GONE):
            _name(named, what, path)
    last = place.step == (plan.selection or {})["batches"] and not searched
    return Found(
        cursor=None if last else str(_Place(place.step + 1, "")),
        found=found,
        named=named,
        as_of=check.as_of or utc_from_ms(seen.as_of_ms),
    )


def _looked_at(client: NamenodeClient, ids: list[int]) -> InodesSeen:
    return client.look_at_inodes(InodesLook.model_validate({"inode_ids": ids}))


def _became(plan: Job, chosen: Chosen, entry: Entry | None) -> tuple[Became, str]:
    if entry is None:
        return Became.GONE, chosen.path
    if not within(judged_at(plan, entry.path), reach_of(plan)):
        return Became.OUT_OF_SCOPE, ""
    same = entry.logical_time == chosen.logical_time
    return Became.SAME if same else Became.CHANGED, entry.path


def _name(named: list[dict[str, str]], what: Became, path: str) -> None:
    if sum(1 for each in named if each["what"] == what) < NAMED_MAX:
        named.append({"what": what.value, "path": path})


def _joined(client: NamenodeClient, check: JobCheck, place: _Place) -> Found:
    """What a page of the search finds that neither was chosen nor is on a page before."""
    plan = check.job
    page = matches(
        (plan.selection or {})["q"],
        now=check.began_at,
        cursor=place.page or None,
        limit=INODES_PER_BATCH,
    )
    fresh = id_sets.add(
        job=plan.selection_key,
        name=ids_name(check),
        step=place.step,
        inode_ids=page.inode_ids,
    )
    found = dict(check.found or _BEGUN)
    named = list(check.named)
    as_of = check.as_of
    entries: Iterable[Entry] = ()
    if fresh:
        seen = _looked_at(client, fresh)
        entries = seen.entries
        as_of = as_of or utc_from_ms(seen.as_of_ms)
    reach = reach_of(plan)
    joined = [
        each.path
        for each in entries
        if within(judged_at(plan, each.path), reach)
        and not (needs_trash(plan) and place_of(each.path) is None)
    ]
    for path in joined:
        _name(named, Became.JOINED, path)
    found["joined"] = (found["joined"] or 0) + len(joined)
    if found["index_sequence"] is None:
        found["index_sequence"] = page.as_of.sequence
    # More than a job may be about need not be counted.
    found["joined_is_exact"] = found["joined"] <= env().job_selection_inodes_max
    over = page.next_cursor is None or not found["joined_is_exact"]
    return Found(
        cursor=None if over else str(_Place(place.step + 1, page.next_cursor or "")),
        found=found,
        named=named,
        as_of=as_of or timezone.now(),
    )


def _tree(client: NamenodeClient, check: JobCheck) -> Found:
    plan = check.job
    before = (check.found or {}).get("now") or dict.fromkeys(COUNTS, 0)
    as_of = check.as_of or timezone.now()
    try:
        if JobKind(plan.kind) != JobKind.RESTORE:
            check_target(client, plan)
        cursor, counted = _counted(client, plan, check.cursor)
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        return Found(None, {"target": Target.GONE.value, "now": None}, [], as_of)
    now = {name: before[name] + counted[name] for name in COUNTS}
    target = Target.THERE if cursor is not None else _target(client, plan)
    return Found(cursor, {"target": target.value, "now": now}, [], as_of)


def _counted(
    client: NamenodeClient, plan: Job, cursor: str | None
) -> tuple[str | None, dict[str, int]]:
    """The next part of the tree, counted in the way in which the plan did it."""
    if JobKind(plan.kind) in COUNTED_AT_ONCE:
        summary = client.summary_of_inode(inode_id=plan.inode_id)
        return None, {name: getattr(summary, name) for name in COUNTS}
    part = client.subtree_step(
        SubtreeStep.model_validate(
            {
                "operation": "count",
                "inode_id": plan.inode_id,
                "cursor": cursor,
                "limit": env().job_step_inodes,
            }
        )
    )
    return part.cursor, {name: getattr(part, name) for name in COUNTS}


def _target(client: NamenodeClient, plan: Job) -> Target:
    try:
        there = client.stat(path=plan.path)
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        return Target.REPLACED
    return Target.THERE if there.inode_id == plan.inode_id else Target.REPLACED
