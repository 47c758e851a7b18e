"""What facets count: dimensions and classes, the same for every backend. Pure."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from warren_search.answer import AsOf

VALUES_MAX: Final = 20
_DAY_MS: Final = 24 * 3_600_000
_KIB: Final = 1024
_MIB: Final = 1024 * _KIB
_GIB: Final = 1024 * _MIB


class Dimension(StrEnum):
    """What hits are counted by; the names are fields of the query string."""

    KIND = "kind"
    OWNER = "owner"
    GROUP = "group"
    EXTENSION = "ext"
    SIZE = "size"
    MTIME = "mtime"


@dataclass(frozen=True, slots=True)
class FacetValue:
    """Hits that share a value. value: what narrows to them in the query string, as
    ``dimension:value``."""

    value: str
    count: int
    length_bytes: int


@dataclass(frozen=True, slots=True)
class Facets:
    """Exact counts over all hits of a query; of each dimension the VALUES_MAX most frequent."""

    total: int
    length_bytes: int
    dimensions: dict[Dimension, tuple[FacetValue, ...]]
    as_of: AsOf
    lag_ms: int


@dataclass(frozen=True, slots=True)
class Class:
    """A class of a dimension of numbers: low <= number <= high; null is unbounded."""

    value: str
    low: int | None
    high: int | None


def _sizes(*bounds: int) -> tuple[Class, ...]:
    classes = [
        Class(f"{low}..{high - 1}", low, high - 1) for low, high in itertools.pairwise(bounds)
    ]
    return (Class("0", 0, 0), *classes, Class(f"{bounds[-1]}..", bounds[-1], None))


SIZE_CLASSES: Final = _sizes(1, 64 * _KIB, _MIB, 128 * _MIB, _GIB, 16 * _GIB)
# From young to old; each ends where the one before begins.
_AGES_DAYS: Final = (1, 7, 30, 90, 365, 730)


def age_classes(now_ms: int) -> tuple[Class, ...]:
    """Classes of a time by its age at ``now_ms``."""
    classes = [Class("now-1d..", now_ms - _DAY_MS, None)]
    for young, old in itertools.pairwise(_AGES_DAYS):
        low, high = now_ms - old * _DAY_MS, now_ms - young * _DAY_MS - 1
        classes.append(Class(f"now-{old}d..now-{young}d", low, high))
    oldest = _AGES_DAYS[-1]
    classes.append(Class(f"<now-{oldest}d", None, now_ms - oldest * _DAY_MS - 1))
    return tuple(classes)


class FacetCounts:
    """Adds groups of hits up."""

    def __init__(self) -> None:
        self.total = 0
        self.length_bytes = 0
        self._counts: dict[Dimension, dict[str, list[int]]] = {
            dimension: defaultdict(lambda: [0, 0]) for dimension in Dimension
        }

    def add(self, values: dict[Dimension, str | None], count: int, length_bytes: int) -> None:
        """Hits that share all values; null: the dimension does not apply to them."""
        self.total += count
        self.length_bytes += length_bytes
        for dimension, value in values.items():
            if value is not None:
                counted = self._counts[dimension][value]
                counted[0] += count
                counted[1] += length_bytes

    def facets(self, as_of: AsOf, lag_ms: int, orders: dict[Dimension, list[str]]) -> Facets:
        """The sums. orders: the order of values that have one; others come by count."""
        return Facets(
            total=self.total,
            length_bytes=self.length_bytes,
            dimensions={
                dimension: _values(counts, orders.get(dimension))
                for dimension, counts in self._counts.items()
            },
            as_of=as_of,
            lag_ms=lag_ms,
        )


def _values(counts: dict[str, list[int]], order: Iterable[str] | None) -> tuple[FacetValue, ...]:
    names = (
        sorted(counts, key=lambda name: (-counts[name][0], name))[:VALUES_MAX]
        if order is None
        else [name for name in order if name in counts]
    )
    return tuple(FacetValue(name, *counts[name]) for name in names)


def class_of(classes: tuple[Class, ...], number: int) -> str | None:
    """The class of a number."""
    for each in classes:
        if (each.low is None or number >= each.low) and (each.high is None or number <= each.high):
            return each.value
    return None
