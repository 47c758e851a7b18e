"""What a plan warns of, a line each."""

from collections.abc import Iterator

from warren_cli.remote.api import Json

NAMED_MAX = 5


def lines(job: Json) -> Iterator[str]:
    """Of a plan that has ended; none where it warns of nothing, or its result is not for all."""
    result = job.get("result") or {}
    for each in (result.get("quotas") or {}).get("directories", ()):
        if each["exceeded"]:
            amounts = ", ".join(a["amount"] for a in each["amounts"] if a["exceeded"])
            yield f"exceeds the quota of {each['path']}: {amounts}"
    concerns = result.get("concerns") or {}
    yield from (f"everybody relies on {path}" for path in concerns.get("system_directories", ()))
    yield from (
        f"the namenodes know no group of the user {name}"
        for name in concerns.get("unknown_users", ())
    )
    yield from _concerned(concerns)
    estimate = result.get("estimate") or {}
    if estimate.get("seconds") is not None:
        yield f"takes about {estimate['seconds']:,} s, in {estimate['calls']:,} calls of namenodes"


def _concerned(concerns: Json) -> Iterator[str]:
    files = concerns.get("open_files") or {"count": 0}
    if files["count"]:
        yield f"open for writing: {files['count']:,} files"
        for each in files["items"][:NAMED_MAX]:
            yield f"  {each['path']} by {each['holder']}"
    below = concerns.get("with_snapshots") or {"count": 0}
    if below["count"]:
        yield f"directories with snapshots, which can't be deleted for good: {below['count']:,}"
        yield from (f"  {path}" for path in below["items"][:NAMED_MAX])
    snapshots = concerns.get("snapshots") or {"count": 0}
    if snapshots["count"]:
        yield f"snapshots that keep what is there now: {snapshots['count']:,}"
