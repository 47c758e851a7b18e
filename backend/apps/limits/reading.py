"""The limits that the namenodes go by, and what one more would refuse."""

from dataclasses import dataclass
from datetime import datetime

from warren_namenode.generated.admin_api import CallLimit

from apps.common.namenode import namenode_problems
from apps.common.values import utc_from_ms
from apps.heat.selectors import HeatBy, HeatWindow, heat, told
from apps.limits.values import LimitKind, LimitNote

_AFFECTED_MAX = 10
_NEARLY_ALL = 0.9


@dataclass(frozen=True, slots=True)
class LimitAtNamenode:
    """Calls let in, and attempts refused, since this namenode goes by the limit."""

    namenode: str
    admitted: int
    refused: int


@dataclass(frozen=True, slots=True)
class LimitInForce:
    """One limit with the namenodes that go by it; the counts are their sums."""

    kind: str
    name: str
    calls_per_second: int
    reason: str
    set_by: str
    set_at: datetime
    expires_at: datetime | None
    admitted: int
    refused: int
    namenodes: list[LimitAtNamenode]


@dataclass(frozen=True, slots=True)
class LimitsInForce:
    """`silent` are the addresses of namenodes that did not answer."""

    as_of: datetime
    items: list[LimitInForce]
    silent: list[str]


def limits_in_force() -> LimitsInForce:
    """What the namenodes that answer say; Unavailable when none does."""
    with namenode_problems() as client:
        answers, silent = client.call_limits()
    newest: dict[tuple[str, str], CallLimit] = {}
    counts: dict[tuple[str, str], list[LimitAtNamenode]] = {}
    for answer in answers:
        for limit in answer.limits:
            key = (limit.kind, limit.name)
            # For a second after a change one namenode may go by the limit before.
            if key not in newest or limit.set_at_ms > newest[key].set_at_ms:
                newest[key] = limit
            counts.setdefault(key, []).append(
                LimitAtNamenode(answer.namenode, limit.admitted, limit.refused)
            )
    items = [
        LimitInForce(
            kind=limit.kind,
            name=limit.name,
            calls_per_second=limit.calls_per_second,
            reason=limit.reason,
            set_by=limit.set_by,
            set_at=utc_from_ms(limit.set_at_ms),
            expires_at=None if limit.expires_at_ms is None else utc_from_ms(limit.expires_at_ms),
            admitted=sum(each.admitted for each in counts[key]),
            refused=sum(each.refused for each in counts[key]),
            namenodes=counts[key],
        )
        for key, limit in sorted(newest.items())
    ]
    as_of = utc_from_ms(min(answer.as_of_ms for answer in answers))
    return LimitsInForce(as_of=as_of, items=items, silent=silent)


@dataclass(frozen=True, slots=True)
class NamenodeEffect:
    """Calls a second now, and how many of them a limit would have refused."""

    namenode: str
    calls_per_s: float
    refused_per_s: float


@dataclass(frozen=True, slots=True)
class Affected:
    """Someone whose calls are among those that would be limited."""

    by: str
    key: str
    calls_per_s: float


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a limit would have done in the last minute. `time_share` is the part of all calls'
    time, `time_share_after` what would be left of it if a refused call cost nothing."""

    as_of: datetime
    calls_per_s: float
    refused_per_s: float
    time_share: float
    time_share_after: float
    namenodes: list[NamenodeEffect]
    affected: list[Affected]
    notes: list[LimitNote]
    silent: list[str]


def what_if(*, kind: LimitKind, name: str, calls_per_second: int) -> WhatIf:
    """Reckoned from the last minute's heat, namenode by namenode."""
    answers, silent = told(by=HeatBy(kind), window=HeatWindow.MINUTE)
    effects = []
    mine_ms = 0.0
    for answer in answers:
        mine = [entry for entry in answer.entries if entry.key == name]
        rate = sum(entry.calls for entry in mine) / max(1, answer.span_s)
        mine_ms += sum(entry.time_ms for entry in mine)
        effects.append(
            NamenodeEffect(
                answer.namenode, round(rate, 3), round(max(0.0, rate - calls_per_second), 3)
            )
        )
    calls = sum(effect.calls_per_s for effect in effects)
    refused = sum(effect.refused_per_s for effect in effects)
    all_ms = sum(answer.time_ms for answer in answers)
    share = min(1.0, mine_ms / all_ms) if all_ms else 0.0
    affected = _affected(kind, name)
    return WhatIf(
        as_of=utc_from_ms(min(answer.as_of_ms for answer in answers)),
        calls_per_s=round(calls, 3),
        refused_per_s=round(refused, 3),
        time_share=round(share, 4),
        time_share_after=round(share * (1 - refused / calls) if calls else share, 4),
        namenodes=effects,
        affected=affected,
        notes=_notes(calls, refused, share, affected, kind),
        silent=silent,
    )


def _affected(kind: LimitKind, name: str) -> list[Affected]:
    if kind == LimitKind.USER:
        return _pairs(HeatBy.USER_APPLICATION, key=name) + _pairs(HeatBy.USER_ADDRESS, key=name)
    pair = HeatBy.USER_ADDRESS if kind == LimitKind.ADDRESS else HeatBy.USER_APPLICATION
    return _pairs(pair, of=name)


def _pairs(by: HeatBy, *, key: str | None = None, of: str | None = None) -> list[Affected]:
    """The other ends of the pairs that have this one."""
    found = heat(by=by, window=HeatWindow.MINUTE, key=key, of=of, limit=_AFFECTED_MAX)
    other = by.value.removeprefix("user_") if of is None else "user"
    return [
        Affected(
            by=other,
            key=(entry.of or "") if of is None else entry.key,
            calls_per_s=round(entry.calls / max(1, found.span_s), 3),
        )
        for entry in found.entries
    ]


def _notes(
    calls: float, refused: float, share: float, affected: list[Affected], kind: LimitKind
) -> list[LimitNote]:
    notes = []
    if not calls:
        notes.append(LimitNote.NOT_SEEN)
    elif not refused:
        notes.append(LimitNote.NOTHING_REFUSED)
    if kind != LimitKind.USER and len(affected) > 1:
        notes.append(LimitNote.SEVERAL_USERS)
    if share > _NEARLY_ALL:
        notes.append(LimitNote.NEARLY_ALL)
    return notes
