"""How a directory's children are spread now, and what the other way would do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from warren_namenode.generated.admin_api import DirectoryPartitioning

from apps.cluster.values import StoreKind
from apps.common.actor import Actor
from apps.common.namenode import namenode_problems
from apps.common.rights import Permission, require
from apps.heat.selectors import HeatBy, HeatWindow, heat
from apps.shards.balance import Balance, balance_of, loads_of, mean_between, rows_of
from apps.shards.sampler import INTERVAL
from apps.shards.values import Load, Sample
from apps.spread.estimate import Heated, Places, Shifted, places_if, places_now, shifted
from apps.spread.values import ChildrenSpread, SpreadNote, other_side

CHILDREN_TABLE = "inodes"
_MEASURED = timedelta(minutes=1)
_HOTTEST = 100
_FEW = 16
_NEARLY_AS_MUCH = 0.9
_MOSTLY = 0.5


@dataclass(frozen=True, slots=True)
class ShardEffect:
    """One shard that has, or would have, children of the directory. The load is of all that is
    asked of the shard, None where nothing was measured."""

    shard: int
    children: int
    children_after: int
    rows_per_s: float | None
    rows_per_s_after: float | None


@dataclass(frozen=True, slots=True)
class Spread:
    """`now` and `after` are the busiest shard of all, as it was in the last minute and as it would
    have been with the children in `other`; None where nothing was measured. `counted` children,
    and all others if those are not all, would move."""

    path: str
    inode_id: int
    children: ChildrenSpread
    changing: bool
    moved: int | None
    counted: int
    count_complete: bool
    other: ChildrenSpread
    shards: list[ShardEffect]
    now: Balance | None
    after: Balance | None
    notes: list[SpreadNote]
    as_of: datetime


def spread(*, actor: Actor, path: str) -> Spread:
    """AccessDenied for who may not spread it, and what `reckoned` raises."""
    require(actor, Permission.SPREAD, path)
    return reckoned(path)


def reckoned(path: str) -> Spread:
    """Unavailable when no namenode answers, NotFound without such a directory."""
    with namenode_problems() as client:
        found = client.partitioning(path=path)
    as_of = timezone.now()
    settled = ChildrenSpread(found.children)
    now = places_now(found.shards, settled)
    other = other_side(settled)
    then = places_if(found.shards, other)
    sample = mean_between(as_of - _MEASURED - INTERVAL, as_of)
    effect = None if sample is None else _effect(path, sample, now, then)
    measured = _Reckoned(sample, effect)
    return Spread(
        path=found.path,
        inode_id=found.inode_id,
        children=settled,
        changing=found.changing,
        moved=None if found.work is None else found.work.moved,
        counted=found.children_counted,
        count_complete=found.count_complete,
        other=other,
        shards=_shards(found, other, effect),
        now=measured.before,
        after=measured.after,
        notes=_notes(found, other, measured),
        as_of=as_of,
    )


class _Reckoned:
    """What was measured, and made of it. effect: None where the directory was not asked for."""

    def __init__(self, sample: Sample | None, effect: Shifted | None) -> None:
        self.sample = sample
        self.effect = effect
        self.before = self._balance(None if sample is None else loads_of(sample))
        self.after = self._balance(None if effect is None else effect.after)

    def _balance(self, loads: Mapping[int, Load] | None) -> Balance | None:
        if loads is None or self.sample is None:
            return None
        return balance_of(loads, self.sample.count)


def _effect(path: str, sample: Sample, now: Places, then: Places) -> Shifted | None:
    """None when the directory is not among the hottest of the last minute."""
    found = heat(by=HeatBy.DIRECTORY, window=HeatWindow.MINUTE, shards=True, limit=_HOTTEST)
    own_rows = sum(entry.rows for entry in found.entries if entry.key == path)
    if not own_rows:
        return None
    return shifted(
        store=sample.store,
        count=sample.count,
        loads=loads_of(sample),
        children_loads=loads_of(sample, CHILDREN_TABLE),
        own_rows=own_rows,
        others=[Heated(each.rows, each.shard) for each in found.entries if each.key != path],
        now=now,
        then=then,
    )


def _shards(
    found: DirectoryPartitioning, other: ChildrenSpread, effect: Shifted | None
) -> list[ShardEffect]:
    hashed = other == ChildrenSpread.HASHED
    return [
        ShardEffect(
            shard=each.shard,
            children=each.children,
            children_after=each.hashed if hashed else each.by_parent,
            rows_per_s=_rows(None if effect is None else effect.now, each.shard),
            rows_per_s_after=_rows(None if effect is None else effect.after, each.shard),
        )
        for each in found.shards
    ]


def _rows(loads: Mapping[int, Load] | None, shard: int) -> float | None:
    return None if loads is None else round(rows_of(loads.get(shard, Load())), 3)


def _notes(
    found: DirectoryPartitioning, other: ChildrenSpread, reckoned: _Reckoned
) -> list[SpreadNote]:
    notes = []
    if found.changing:
        notes.append(SpreadNote.MOVING)
    sample, effect = reckoned.sample, reckoned.effect
    if sample is None:
        notes.append(SpreadNote.NOT_MEASURED)
    elif effect is None:
        notes.append(SpreadNote.NOT_SEEN)
    if other != ChildrenSpread.HASHED:
        return notes
    if found.count_complete and found.children_counted < _FEW:
        notes.append(SpreadNote.FEW_CHILDREN)
    if sample is not None and sample.store == StoreKind.EMBEDDED:
        notes.append(SpreadNote.ONE_PROCESS)
    elif effect is not None and effect.own.scans > _MOSTLY * effect.own.operations:
        notes.append(SpreadNote.MORE_SCANS)
    before, after = reckoned.before, reckoned.after
    if before and after and after.rows_per_s > _NEARLY_AS_MUCH * before.rows_per_s:
        notes.append(SpreadNote.NO_LESS)
    return notes
