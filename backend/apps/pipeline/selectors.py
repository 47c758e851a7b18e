"""The pipeline and its dead letters, in the platform's terms."""

from typing import Any

from apps.common.values import utc_from_ms
from apps.jobs.kinds import JobKind
from apps.jobs.selectors import unfinished_of
from apps.pipeline.indexer import indexer
from apps.visibility.sight import Sight


def pipeline(*, sight: Sight) -> dict[str, Any]:
    """All stages, and the last proof. The text of an error may quote any path."""
    with indexer() as client:
        view = described(client.pipeline())
    if sight.sees_all:
        return view
    return {**view, "stages": [{**stage, "last_error": None} for stage in view["stages"]]}


def version() -> str:
    """A text that changes when the state of a stage does; positions change all the time."""
    with indexer() as client:
        stages = client.pipeline()["stages"]
    told = ("name", "state", "errors", "restarts")
    return str([[stage.get(each) for each in told] for stage in stages])


def described(view: dict[str, Any]) -> dict[str, Any]:
    """The indexer's view with times as times."""
    proof = dict(view["proof"])
    last = proof["last"]
    if last is not None:
        proof["last"] = {
            **last,
            "started_at": utc_from_ms(last["started_at_ms"]),
            "finished_at": utc_from_ms(last["finished_at_ms"]),
        }
    replica = view["replica_proof"]
    if replica is not None:
        replica = {**replica, "finished_at": utc_from_ms(replica["finished_at_ms"])}
    as_of = utc_from_ms(view["as_of_ms"])
    jobs = unfinished_of(JobKind.REBUILD_INDEX, JobKind.REPAIR_INDEX)
    return {**view, "as_of": as_of, "proof": proof, "replica_proof": replica, "jobs": jobs}


def dead_letters(*, cursor: str | None, limit: int) -> dict[str, Any]:
    """A page of the messages that nobody understood, newest first."""
    before = int(cursor) if cursor is not None and cursor.isdigit() else None
    with indexer() as client:
        found = client.dead_letters(before=before, limit=limit)["items"]
    items = [{**each, "at": utc_from_ms(each["at_ms"])} for each in found]
    more = len(items) == limit and items[-1]["offset"] > 0
    return {"items": items, "next_cursor": str(items[-1]["offset"]) if more else None}
