"""Checks of what follows the change feed: search, SQL, and the proofs of both."""

from typing import ClassVar

from apps.common.builds import told
from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, error, ok, unknown, warning

LAG_WARNING_MS = 30_000
LAG_ERROR_MS = 600_000


def _lag(what: str, lag_ms: int | None) -> Finding:
    if lag_ms is None:
        return unknown(f"{what} does not tell its lag.")
    if lag_ms > LAG_ERROR_MS:
        return error(f"{what} shows a state that is {lag_ms // 60_000:,} min old.")
    if lag_ms > LAG_WARNING_MS:
        return warning(f"{what} shows a state that is {lag_ms // 1_000} s old.")
    # No exact figure: the reason would change, and be written, at every look.
    return ok(f"{what} is less than 30 s behind.")


class SearchLag:
    key: ClassVar = CheckKey.SEARCH_LAG
    title: ClassVar = "Search follows the changes"
    remedy: ClassVar = "The page Pipeline names the stage that stands still. Changes are kept."
    page: ClassVar = "/pipeline"

    def look(self, read: Readings) -> Finding:
        status = read.index()
        if not status.searchable and status.state.value == "rebuilding":
            return warning(
                f"The index is being built: {told(status.build_percent, status.build_left_ms)}."
            )
        if not status.searchable:
            return error("There is no complete search index.")
        if status.state.value == "stalled":
            return error("The search index does not follow the feed.")
        if status.state.value == "paused":
            return warning("The indexer is paused.")
        return _lag("Search", status.lag_ms)


class SqlLag:
    key: ClassVar = CheckKey.SQL_LAG
    title: ClassVar = "SQL follows the changes"
    remedy: ClassVar = "See `make logs NAME=replica`. Changes are kept."
    page: ClassVar = "/pipeline"

    def look(self, read: Readings) -> Finding:
        status = read.replica()
        if status.as_of is None and status.state == "building":
            return warning(
                f"The replica is being built: {told(status.build_percent, status.build_left_ms)}."
            )
        if status.as_of is None:
            return error("There is no complete SQL replica.")
        if status.state == "stalled":
            return error("The SQL replica does not follow the feed.")
        return _lag("SQL", status.lag_ms)


class Drift:
    key: ClassVar = CheckKey.DRIFT
    title: ClassVar = "Search and SQL are proved equal to the store"
    remedy: ClassVar = (
        "What drifted is repaired by itself. Drift that comes back is a fault of Warren: keep the "
        "logs of the indexer and the replica, and report it."
    )
    page: ClassVar = "/pipeline"

    def look(self, read: Readings) -> Finding:
        view = read.pipeline()
        last, replica = view["proof"]["last"], view["replica_proof"]
        if last is None and replica is None:
            return unknown("No proof has been completed yet.")
        if last is not None and last["drift"] > last["repaired"]:
            left = counted(last["drift"] - last["repaired"], "inode differs", "inodes differ")
            return error(f"{left} in the search index and could not be repaired.")
        found = (last["drift"] if last else 0) + (replica["drift_found"] if replica else 0)
        if found:
            inodes = counted(found, "inode", "inodes")
            return warning(f"{inodes} had drifted, which was repaired.")
        return ok("The last proof found no difference.")


class DeadLetters:
    key: ClassVar = CheckKey.DEAD_LETTERS
    title: ClassVar = "Every change was understood"
    remedy: ClassVar = "The page Pipeline shows the messages; replay them after the cause is cured."
    page: ClassVar = "/pipeline"

    def look(self, read: Readings) -> Finding | None:
        letters = read.pipeline()["dead_letters"]
        if letters is None:
            # Only the cluster mode has messages.
            return None
        if letters:
            many = counted(letters, "message was", "messages were")
            return warning(f"{many} not understood.")
        return ok("There are no dead letters.")
