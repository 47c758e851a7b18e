"""Steps that find out which inodes a job is about, and keep what they are now.

From then on the set is fixed: what joins later is no part of it, and what changes or goes is met as
changed or gone.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from warren_namenode.generated.admin_api import Entry, InodesLook

from apps.common.problems import InvalidInput
from apps.common.rights import within
from apps.jobs import id_sets, selections
from apps.jobs.authority import judged_at, out_of_scope, reach_of
from apps.jobs.kinds import GOING, MOVES, JobKind
from apps.jobs.models import Job
from apps.jobs.outcomes import ItemError, Outcome
from apps.jobs.places import place_error, place_of_move
from apps.jobs.selection import SelectedBy, inodes_max
from apps.jobs.selections import INODES_PER_BATCH, Batch, Chosen, Stage
from apps.jobs.trash import place_of
from apps.search.selectors import matches
from apps.sql.inode_results import inode_ids
from integrations.namenode import NamenodeClient, NamenodeProblem

_PATHS_PER_STEP = 50
_OWNERS_MAX = 100
# What can be an inode's id at all.
_IDS = range(1, 2**63)
BEYOND = ("out_of_scope", "Its place is not below the paths that the job is limited to")
NOT_IN_TRASH = ("not_in_trash", "It lies in no trash, below a checkpoint of it")
_NAMELESS = ("access_denied", "not_a_directory", "not_found")


@dataclass(frozen=True, slots=True)
class _Page:
    """What a step found. `following` is where the next one goes on; None for the last one."""

    entries: list[Entry]
    missing: list[ItemError]
    following: str | None
    as_of: dict[str, int] | None = None


def step(client: NamenodeClient, job: Job) -> Outcome:
    """Choose a bounded number of inodes, or put them in order when all are chosen."""
    asked: dict[str, Any] = dict(job.selection or {})
    number, _, place = (job.cursor or "0:").partition(":")
    if place == _ORDER:
        return _arranged(job, asked, int(number))
    page = _fit(job, asked, _PAGES[asked["by"]](client, job, asked, place))
    batches = int(number)
    if page.entries:
        batches += 1
        batch = Batch.of(_chosen(job, each) for each in page.entries)
        selections.write(job=job.key, stage=stage(job, ends=False), number=batches, batch=batch)
    asked["chosen"] += len(page.entries)
    asked["batches"] = batches
    asked["as_of"] = asked["as_of"] or page.as_of
    asked["owners"] = _added(asked["owners"], page.entries, attrgetter("owner"))
    asked["groups"] = _added(asked.get("groups", {}), page.entries, attrgetter("group"))
    _check_size(job, asked["chosen"])
    following = page.following
    if following is None and job.kind in MOVES:
        following = _ORDER
    return Outcome(
        done=following is None,
        cursor=None if following is None else f"{batches}:{following}",
        selection=asked,
        total=asked["chosen"],
        error_count=len(page.missing),
        errors=tuple(page.missing),
        at_path=page.entries[-1].path if page.entries else None,
        visited=len(page.entries) + len(page.missing),
    )


def _arranged(job: Job, asked: dict[str, Any], batches: int) -> Outcome:
    """All in the order in which they are acted on; of a restore or a move without those that can't
    go whatever the order is."""
    place = _place if job.kind in GOING else None
    arranged = selections.arrange(job=job.key, batches=batches, place=place)
    asked["batches"] = arranged.batches
    return Outcome(
        done=True,
        selection=asked,
        total=asked["chosen"],
        error_count=len(arranged.staying),
        errors=tuple(ItemError(each.path, *why.value) for each, why in arranged.staying),
        visited=0,
    )


def _place(chosen: Chosen) -> str:
    return chosen.to or place_of(chosen.path) or chosen.path


def _fit(job: Job, asked: dict[str, Any], page: _Page) -> _Page:
    """Without what the job may not act on: a search is narrowed, of ids each is an error. What lies
    in no trash is an error where the job is about such things."""
    reach = reach_of(job)
    entries: list[Entry] = []
    missing = list(page.missing)
    for each in page.entries:
        if not within(judged_at(job, each.path), reach):
            missing += [] if asked["by"] == SelectedBy.SEARCH else [out_of_scope(each.inode_id)]
        elif needs_trash(job) and place_of(each.path) is None:
            missing.append(ItemError(each.path, *NOT_IN_TRASH))
        elif (error := _placeless(job, each)) is not None:
            missing.append(error)
        else:
            entries.append(each)
    return replace(page, entries=entries, missing=missing)


def _placeless(job: Job, entry: Entry) -> ItemError | None:
    """Why a move has no place for an inode; None where it has, and for other jobs."""
    if job.kind != JobKind.MOVE:
        return None
    place = place_of_move(job.parameters["to"], entry)
    error = place_error(entry.path, place)
    if error is not None:
        return ItemError(entry.path, *error)
    return None if within(place, reach_of(job)) else ItemError(entry.path, *BEYOND)


def needs_trash(job: Job) -> bool:
    """Whether it is about what lies in a trash, and leaves everything else alone."""
    return job.kind == JobKind.RESTORE or (job.destroys and not job.parameters.get("outside_trash"))


def stage(job: Job, *, ends: bool = True) -> Stage:
    """Which files the job acts on, once it has chosen; before, which it writes."""
    return Stage.ORDERED if ends and job.kind in MOVES else Stage.CHOSEN


# What comes after the last place of a delete: a directory has to go before what lies in it.
_ORDER = "order"


def _by_paths(client: NamenodeClient, _job: Job, asked: dict[str, Any], place: str) -> _Page:
    start = int(place or 0)
    entries, missing = [], []
    for path in asked["paths"][start : start + _PATHS_PER_STEP]:
        try:
            entries.append(client.stat(path=path))
        except NamenodeProblem as problem:
            if problem.code not in _NAMELESS:
                raise
            missing.append(ItemError(path, problem.code, problem.title))
    end = start + _PATHS_PER_STEP
    return _Page(entries, missing, str(end) if end < len(asked["paths"]) else None)


def _by_ids(client: NamenodeClient, _job: Job, asked: dict[str, Any], place: str) -> _Page:
    start = int(place or 0)
    end = start + INODES_PER_BATCH
    entries, missing = _looked_at(client, asked["inode_ids"][start:end])
    return _Page(entries, missing, str(end) if end < len(asked["inode_ids"]) else None)


def _by_search(client: NamenodeClient, job: Job, asked: dict[str, Any], place: str) -> _Page:
    found = matches(asked["q"], now=job.created_at, cursor=place or None, limit=INODES_PER_BATCH)
    entries, missing = _looked_at(client, found.inode_ids)
    as_of = {"sequence": found.as_of.sequence, "time_ms": found.as_of.time_ms}
    return _Page(entries, missing, found.next_cursor, as_of)


def _by_sql(client: NamenodeClient, job: Job, asked: dict[str, Any], place: str) -> _Page:
    """The next rows of a result, each inode once, however often the result has it."""
    query = asked["sql_query"]
    start = int(place or 0)
    end = start + INODES_PER_BATCH
    named = inode_ids(
        replica_query=query["replica_query"],
        column=query["column"],
        offset=start,
        limit=INODES_PER_BATCH,
    )
    fresh = id_sets.add(
        job=job.key,
        name="rows",
        step=start // INODES_PER_BATCH + 1,
        inode_ids=[each for each in named if each in _IDS],
    )
    entries, missing = _looked_at(client, fresh)
    missing += [gone(each) for each in named if each not in _IDS]
    return _Page(entries, missing, str(end) if end < query["rows"] else None)


_PAGES = {
    SelectedBy.PATHS.value: _by_paths,
    SelectedBy.INODE_IDS.value: _by_ids,
    SelectedBy.SEARCH.value: _by_search,
    SelectedBy.SQL_QUERY.value: _by_sql,
}


def _looked_at(client: NamenodeClient, inode_ids: list[int]) -> tuple[list[Entry], list[ItemError]]:
    if not inode_ids:
        return [], []
    seen = client.look_at_inodes(InodesLook.model_validate({"inode_ids": inode_ids}))
    return seen.entries, [gone(inode_id) for inode_id in seen.missing]


def gone(inode_id: int) -> ItemError:
    """What to say of an inode that has no path any more."""
    return ItemError(f"/.reserved/.inodes/{inode_id}", "gone", "It is not in the tree any more")


def _chosen(job: Job, entry: Entry) -> Chosen:
    to = place_of_move(job.parameters["to"], entry) if job.kind == JobKind.MOVE else None
    directory = entry.kind == "directory"
    return Chosen(entry.inode_id, entry.logical_time, entry.path, directory, to=to)


def _added(
    known: dict[str, list[int]], entries: Iterable[Entry], name_of: Callable[[Entry], str]
) -> dict[str, list[int]]:
    """Files, directories and bytes of each owner, or group; those of further ones under no name."""
    added = {name: list(counts) for name, counts in known.items()}
    for entry in entries:
        name = name_of(entry)
        counts = added.setdefault(
            name if name in added or len(added) < _OWNERS_MAX else "", [0, 0, 0]
        )
        directory = entry.kind == "directory"
        counts[1 if directory else 0] += 1
        counts[2] += entry.size_bytes
    return added


def _check_size(job: Job, chosen: int) -> None:
    most = inodes_max(JobKind(job.kind))
    if chosen > most:
        moves = job.kind in MOVES
        setting = "JOB_SELECTED_DELETES_MAX" if moves else "JOB_SELECTION_INODES_MAX"
        raise InvalidInput(
            "The job would be about too many inodes",
            code="selection_too_large",
            detail=f"Narrow the search, or raise WARREN_{setting}.",
            facts={"inodes_max": most},
        )
