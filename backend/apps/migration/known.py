"""What is known of the migration now: by the files in the data folder, and by the namenodes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from django.utils import timezone
from warren_namenode.generated.admin_api import FollowState

from apps.common.namenode import namenode_problems
from apps.common.problems import Conflict, Problem
from apps.migration import files
from apps.migration.files import (
    Found,
    ImportReport,
    RehearsalReport,
    TakenBack,
    TakeOver,
    Unreadable,
)
from apps.migration.values import MigrationStage, Objection, RehearsalVerdict, TakeOverPhase
from config.env import env

Form = TypeVar("Form", ImportReport, RehearsalReport, TakeOver, TakenBack)


@dataclass(frozen=True, slots=True)
class Known:
    """following: what the namenode that leads tells; None with `following_unknown`, which says why
    nobody does. unreadable: files that are there and can't be understood."""

    as_of: datetime
    imported: Found[ImportReport] | None
    following: FollowState | None
    following_unknown: str | None
    rehearsed: Found[RehearsalReport] | None
    taken_over: TakeOver | None
    given_back: TakenBack | None
    unreadable: list[Unreadable] = field(default_factory=list)

    @property
    def stage(self) -> MigrationStage:
        if self.taken_over is not None:
            match self.taken_over.phase:
                case TakeOverPhase.SERVING:
                    return MigrationStage.TAKEN_OVER
                case TakeOverPhase.GOING_BACK:
                    return MigrationStage.GOING_BACK
                case TakeOverPhase.BEGUN if self.following is not None:
                    # Its namenodes serve, so that it was refused, or died before it changed much.
                    pass
                case _:
                    return MigrationStage.TAKING_OVER
        if self.following is not None and self.following.follows:
            return MigrationStage.FOLLOWING
        was_imported = any(each.file == files.IMPORT_REPORT for each in self.unreadable)
        if self.imported is not None or was_imported:
            return MigrationStage.IMPORTED
        return MigrationStage.NOT_MIGRATED

    @property
    def objections(self) -> list[Objection]:
        """What speaks against a take-over, the most serious first."""
        return list(_objections(self))

    @property
    def transactions_since_rehearsal(self) -> int | None:
        """How far the copy went on since it was compared; None where that is not known."""
        if self.rehearsed is None or self.following is None or not self.following.follows:
            return None
        compared, now = self.rehearsed.content.transaction_id, self.following.applied_transaction
        return now - compared if 0 <= compared <= now else None


def known() -> Known:
    """Reads all of it. What can't be read, and namenodes that are silent, are told, not raised."""
    unreadable: list[Unreadable] = []

    def read(name: str, form: type[Form]) -> Found[Form] | None:
        found = files.read(name, form)
        if isinstance(found, Unreadable):
            unreadable.append(found)
            return None
        return found

    following, unknown = _followed()
    note, back = read(files.TAKE_OVER, TakeOver), read(files.TAKEN_BACK, TakenBack)
    return Known(
        as_of=timezone.now(),
        imported=read(files.IMPORT_REPORT, ImportReport),
        following=following,
        following_unknown=unknown,
        rehearsed=read(files.REHEARSAL_REPORT, RehearsalReport),
        taken_over=None if note is None else note.content,
        given_back=None if back is None else back.content,
        unreadable=unreadable,
    )


def require_takeable(now: Known) -> None:
    """Conflict where a take-over can't begin: nothing is there to take over, or it has begun."""
    if now.stage == MigrationStage.NOT_MIGRATED:
        raise Conflict(
            "This file system did not come from an HDFS",
            code="not_migrated",
            detail="`bin/warren migrate import` makes one of an HDFS's image.",
        )
    if now.stage not in {MigrationStage.IMPORTED, MigrationStage.FOLLOWING}:
        raise Conflict(
            "The take-over has begun already, or is done",
            code="take_over_begun",
            detail="`bin/warren migrate status` tells how far it is.",
            facts={"stage": now.stage.value},
        )
    if now.following is not None and now.following.stopped_by:
        raise Conflict(
            "Following has stopped",
            code="following_stopped",
            detail=now.following.stopped_by,
            facts={"applied_transaction": now.following.applied_transaction},
        )


def _followed() -> tuple[FollowState | None, str | None]:
    """Of the namenode that leads: the others know only where the edits are."""
    try:
        with namenode_problems() as client:
            states, _silent = client.follow_states()
    except Problem as problem:
        return None, problem.title
    return max(states, key=lambda each: each.applied_transaction), None


def _objections(now: Known) -> Iterable[Objection]:
    imported = now.imported
    if imported is not None and imported.content.block_pool_id is None:
        yield Objection.NO_BLOCK_POOL
    yield from _of_following(now.following)
    yield from _of_rehearsal(now)


def _of_following(following: FollowState | None) -> Iterable[Objection]:
    if following is None:
        yield Objection.FOLLOWING_UNKNOWN
        return
    if not following.follows:
        yield Objection.NOT_FOLLOWING
        return
    if following.paused:
        yield Objection.FOLLOWING_PAUSED
    if following.waiting_for:
        yield Objection.EDITS_UNREADABLE
    if not 0 <= following.lag_seconds * 1000 <= env().take_over_lag_ms:
        yield Objection.LAGGING


def _of_rehearsal(now: Known) -> Iterable[Objection]:
    if now.rehearsed is None:
        yield Objection.NOT_REHEARSED
        return
    if now.rehearsed.content.verdict == RehearsalVerdict.BLOCKS_MISSING:
        yield Objection.BLOCKS_MISSING
    if now.rehearsed.content.verdict == RehearsalVerdict.READABLE_WITH_FAULTS:
        yield Objection.REHEARSAL_FAULTS
    if now.as_of - now.rehearsed.written_at > timedelta(hours=env().rehearsal_hours):
        yield Objection.REHEARSAL_OLD
