"""What facets count: dimensions and classes, the same for every backend. Pure."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from warren_search.answer import AsOf
from warren_search.query import Kind, StoragePolicy

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
    POLICY = "policy"
    PLACE = "in"


@dataclass(frozen=True, slots=True)
class FacetValue:
    """Hits that share a value. value: what narrows to them in the query string, as
    ``dimension:value``."""

    value: str
    count: int
    length_bytes: int


Dimensions = dict[Dimension, tuple[FacetValue, ...]]


@dataclass(frozen=True, slots=True)
class Facets:
    """Exact counts over all hits of a query; of each dimension the VALUES_MAX most frequent.

    total and length_bytes are always those of all hits. dimensions: those that were counted before
    the time was over. The policy of a hit is the storage policy that holds for it, be it inherited.
    The place of a file is the database or blocks.
    """

    total: int
    length_bytes: int
    dimensions: Dimensions
    as_of: AsOf
    lag_ms: int

    @property
    def complete(self) -> bool:
        """Whether no dimension is left out."""
        return len(self.dimensions) == len(Dimension)


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


@dataclass(slots=True)
class Sums:
    """Hits and the sum of their lengths."""

    count: int = 0
    length_bytes: int = 0

    def add(self, count: int, length_bytes: int) -> None:
        self.count += count
        self.length_bytes += length_bytes


class FacetCounts:
    """Adds groups of hits up. sums: of all of them."""

    def __init__(self) -> None:
        self.sums = Sums()
        self._counts: dict[Dimension, dict[str, Sums]] = {
            dimension: defaultdict(Sums) for dimension in Dimension
        }

    def add(self, values: dict[Dimension, str | None], count: int, length_bytes: int) -> None:
        """Hits that share all values; null: the dimension does not apply to them."""
        self.sums.add(count, length_bytes)
        for dimension, value in values.items():
            if value is not None:
                self._counts[dimension][value].add(count, length_bytes)

    def dimensions(self, ages: Sequence[Class]) -> Dimensions:
        """The sums of every dimension. ages: the classes of the times."""
        orders = {Dimension.SIZE: SIZE_CLASSES, Dimension.MTIME: ages}
        return {
            each: _values(self._counts[each], [of.value for of in orders.get(each, ())])
            for each in Dimension
        }


def _values(counts: dict[str, Sums], order: Sequence[str]) -> tuple[FacetValue, ...]:
    """In the order where there is one, else the most frequent first."""
    names = [name for name in order if name in counts] or sorted(
        counts, key=lambda name: (-counts[name].count, name)
    )[:VALUES_MAX]
    return tuple(FacetValue(name, counts[name].count, counts[name].length_bytes) for name in names)


def policy_name(policy_id: int | None) -> str | None:
    """How the query string names a storage policy; null for one that it has no name for."""
    names = {each.value: each.name for each in StoragePolicy}
    return None if policy_id is None else names.get(policy_id)


def place_name(kind: Kind, *, in_database: bool) -> str | None:
    """How the query string names where a file's bytes are; null for what is no file."""
    if kind is not Kind.FILE:
        return None
    return "database" if in_database else "blocks"


def class_of(classes: tuple[Class, ...], number: int) -> str | None:
    """The class of a number."""
    for each in classes:
        if (each.low is None or number >= each.low) and (each.high is None or number <= each.high):
            return each.value
    return None
