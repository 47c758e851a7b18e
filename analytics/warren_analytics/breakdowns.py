"""What files are told apart by, as the engine computes it from an inode i below a directory d."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from warren_analytics.schema import EXTENSION, STORAGE_POLICY
from warren_analytics.usage_values import UsageBy

_DAY_MS: Final = 24 * 3_600_000
# By days since the last change of the content; the last one has no end.
AGES: Final = {"days_30": 30, "days_90": 90, "year_1": 365, "years_2": 730, "older": None}


def bounds_of(by: UsageBy, key: str | None, now_ms: int) -> tuple[int | None, int | None]:
    """From when, and before when, files of an age were changed; whole days, as search has them."""
    if by is not UsageBy.AGE or key is None:
        return None, None
    names = list(AGES)
    at = names.index(key)
    days, younger = AGES[key], AGES[names[at - 1]] if at > 0 else None
    return (
        None if days is None else _days_ago_ms(now_ms, days),
        None if younger is None else _days_ago_ms(now_ms, younger),
    )


def _days_ago_ms(now_ms: int, days: int) -> int:
    return now_ms // _DAY_MS * _DAY_MS - days * _DAY_MS


def _age(now_ms: int) -> str:
    cases = " ".join(
        f"WHEN i.mtime_ms >= {_days_ago_ms(now_ms, days)} THEN '{name}'"
        for name, days in AGES.items()
        if days is not None
    )
    return f"CASE {cases} ELSE 'older' END"


KEYS: Final[Mapping[UsageBy, Callable[[int], str]]] = {
    UsageBy.OWNER: lambda _now_ms: "i.owner",
    UsageBy.GROUP: lambda _now_ms: "i.group_name",
    UsageBy.EXTENSION: lambda _now_ms: EXTENSION,
    UsageBy.AGE: _age,
    UsageBy.POLICY: lambda _now_ms: STORAGE_POLICY,
}
