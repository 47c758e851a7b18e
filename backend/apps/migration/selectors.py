"""Reads of a migration: all of it in one answer, and all that its rehearsal found."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from apps.common.problems import Conflict, NotFound
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.selectors import unfinished_of
from apps.jobs.states import ApprovalState
from apps.jobs.take_over import usable_until
from apps.migration import files
from apps.migration.attempts import Attempt, last_attempt
from apps.migration.files import ImportReport, RehearsalReport, TakenBack, TakeOver
from apps.migration.known import Known, known
from apps.migration.values import MigrationStage, WayBack
from config.env import env

# Of a list of findings, that is answered as a file.
FINDINGS_MAX: Final = 1_000_000
_LINE_BYTES_MAX: Final = 64 * 1024
_OF_INODES: Final = ("directories", "files", "symbolic links")
FINDING_FIELDS: Final = (
    *("what", "block_id", "path", "source", "stamp", "length_bytes"),
    *("expected_stamp", "expected_length_bytes", "wanted", "found"),
)


def migration(*, names: bool) -> dict[str, Any]:
    """How far it is, and what is known of each phase, in the form of its serializer.

    names: whether files may be named.
    """
    now = known()
    jobs = unfinished_of(JobKind.TAKE_OVER)
    return {
        "as_of": now.as_of,
        "stage": now.stage,
        "imported": _imported(now, names=names),
        "following": _following(now),
        "following_unknown": now.following_unknown,
        "rehearsed": _rehearsed(now, names=names),
        "take_over": None if now.taken_over is None else _taken_over(now, now.taken_over),
        "given_back": None if now.given_back is None else _given_back(now.given_back),
        "objections": now.objections if _is_ahead(now) else [],
        "request": _asked(jobs[0]) if jobs else None,
        "attempt": _attempt(last_attempt(), jobs),
        "begins_here": bool(env().take_over_from),
        "command": _command(),
        "unreadable": now.unreadable,
    }


def _is_ahead(now: Known) -> bool:
    return now.stage in {MigrationStage.IMPORTED, MigrationStage.FOLLOWING}


def _command() -> str:
    where = "" if env().take_over_from else " --from NAME_DIR"
    return f"WARREN_HOME={env().home} bin/warren migrate take-over --approved{where}"


def _imported(now: Known, *, names: bool) -> dict[str, Any] | None:
    if now.imported is None:
        return None
    report: ImportReport = now.imported.content
    inodes = sum(report.taken.get(each, 0) for each in _OF_INODES)
    return {
        "at": now.imported.written_at,
        "image": report.image,
        "image_verified": report.image_verified,
        "transaction": report.transaction_id,
        "block_pool": report.block_pool_id,
        "duration_ms": round(report.seconds * 1000),
        "inodes": inodes,
        "inodes_per_s": round(inodes / report.seconds) if report.seconds > 0 else None,
        "taken": [{"what": what, "count": count} for what, count in report.taken.items()],
        "left_out": [
            {
                "what": what,
                "count": left.count,
                "examples": left.examples if names else (),
            }
            for what, left in report.left_out.items()
        ],
    }


def _following(now: Known) -> dict[str, Any] | None:
    state = now.following
    if state is None or not state.follows:
        return None
    jobs = unfinished_of(JobKind.FOLLOW_HDFS)
    return {
        "location": state.location or "",
        "applied_transaction": state.applied_transaction,
        "newest_transaction": max(state.applied_transaction, state.newest_transaction),
        "lag_ms": None if state.lag_seconds < 0 else round(state.lag_seconds * 1000),
        "paused": state.paused,
        "waiting_for": state.waiting_for,
        "stopped_by": state.stopped_by,
        "job_id": jobs[0].pk if jobs else None,
    }


def _rehearsed(now: Known, *, names: bool) -> dict[str, Any] | None:
    if now.rehearsed is None:
        return None
    report: RehearsalReport = now.rehearsed.content
    return {
        "at": now.rehearsed.written_at,
        "verdict": report.verdict,
        "transaction": report.transaction_id if report.transaction_id >= 0 else None,
        "transactions_since": now.transactions_since_rehearsal,
        "duration_ms": round(report.seconds * 1000),
        "blocks": report.blocks,
        "blocks_being_written": report.blocks_being_written,
        "replicas": report.replicas,
        "replicas_good": report.replicas_good,
        "replicas_newer": report.replicas_newer_than_store,
        "findings": [
            {
                "what": what,
                "count": found.count,
                "meaning": found.meaning,
                "examples": found.examples if names else (),
            }
            for what, found in report.findings.items()
        ],
        "has_list": files.findings_file().exists(),
    }


def _taken_over(now: Known, note: TakeOver) -> dict[str, Any]:
    if now.stage != MigrationStage.TAKEN_OVER:
        return {**_noted(note), "way_back": WayBack.NOT_YET, "changes_since": None}
    changes = None if now.following is None else now.following.changes_since_take_over
    way_back = WayBack.OPEN if changes == 0 else WayBack.CLOSED if changes else WayBack.UNKNOWN
    return {**_noted(note), "way_back": way_back, "changes_since": changes}


def _noted(note: TakeOver) -> dict[str, Any]:
    return {
        "phase": note.phase,
        "name_dirs": note.name_dirs,
        "begun_at": files.at(note.begun_at_s),
        "last_edit_at": files.at(note.last_edit_at_s),
        "fenced_at": files.at(note.fenced_at_s),
        "ended_at": files.at(note.ended_at_s),
        "served_at": files.at(note.served_at_s),
        "read_only_ms": note.read_only_ms,
        "job_id": note.job_id,
        "asked_by": note.asked_by,
        "approved_by": note.approved_by,
    }


def _given_back(note: TakenBack) -> dict[str, Any]:
    return {**_noted(note), "given_back_at": files.at(note.given_back_at_s)}


def _asked(job: Job) -> dict[str, Any]:
    approval = job.wait
    approved = approval is not None and approval.state == ApprovalState.APPROVED
    return {
        "job_id": job.pk,
        "state": job.state,
        "asked_by": job.actor,
        "asked_at": job.created_at,
        "despite": job.parameters.get("despite", []),
        "approved_by": approval.decided_by if approval is not None and approved else None,
        "usable_until": usable_until(job) if approved else None,
    }


def _attempt(attempt: Attempt | None, jobs: Sequence[Job]) -> Attempt | None:
    """Of what was asked for now: what came of former ones is in the list of jobs."""
    mine = attempt is not None and any(job.pk == attempt.job_id for job in jobs)
    return attempt if mine else None


def findings() -> Iterator[Sequence[Any]]:
    """All that the last rehearsal found, as FINDING_FIELDS each. NotFound without a list.

    At most so many; the last line says when there are more.
    """
    try:
        opened = files.findings_file().open("rb")
    except FileNotFoundError as error:
        raise NotFound(
            "There is no list of findings",
            detail="`bin/warren migrate rehearse` makes one.",
        ) from error
    except OSError as error:
        raise Conflict(
            "The list of findings can't be read",
            code="unreadable",
            detail=error.strerror or type(error).__name__,
        ) from error

    def lines() -> Iterator[Sequence[Any]]:
        with opened:
            for _ in range(FINDINGS_MAX):
                line = opened.readline(_LINE_BYTES_MAX)
                if not line:
                    return
                yield _cells(line)
            yield (f"cut after {FINDINGS_MAX} findings; the whole list is in the data folder",)

    return lines()


def _cells(line: bytes) -> Sequence[Any]:
    try:
        found = json.loads(line)
        return [found.get(name) for name in FINDING_FIELDS]
    except (ValueError, AttributeError):
        return ("a line that can't be read",)
