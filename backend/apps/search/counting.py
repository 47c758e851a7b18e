"""Who counts the matches of a search: the columnar replica where it can tell them exactly.

The index finds a page of matches at once, and reads row by row what it counts; the replica adds up
columns, millions in less than a second. What it cannot tell exactly, the index counts: attributes
(only the index keeps them), typos where the index can't name the words that are near those asked
for, a viewer's matches while ACLs decide, and whatever the replica does not know yet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import structlog

from apps.search.index import index_problems
from apps.sql.selectors import match_counts
from warren_analytics.counting_values import (
    All,
    AnyOf,
    Between,
    Condition,
    CountAsked,
    Counts,
    Holds,
    HoldsWhole,
    InDatabase,
    Like,
    Not,
    Number,
    OneOf,
    PolicyOf,
    Text,
)
from warren_analytics.counting_values import Viewer as CountViewer
from warren_analytics.errors import (
    AnalyticsError,
    CountTimedOut,
    CountUndecided,
    MemoryExceeded,
    ReplicaNotReady,
)
from warren_search import Dimension, Facets, FacetValue, Kind, SearchQuery, conditions
from warren_search.answer import AsOf
from warren_search.facets import (
    SIZE_CLASSES,
    VALUES_MAX,
    FacetCounts,
    age_classes,
    place_name,
    policy_name,
)
from warren_search.freshness import now_ms
from warren_search.text import fold, tolerance, words_of

log = structlog.get_logger(__name__)
# Words of names by the words that they are near.
Near = Mapping[str, tuple[str, ...]]
# A replica that is further behind counts what is long gone.
REPLICA_LAG_MAX_MS: Final = 30_000
_TEXTS: Final = {
    conditions.Text.KIND: Text.KIND,
    conditions.Text.OWNER: Text.OWNER,
    conditions.Text.GROUP: Text.GROUP,
    conditions.Text.EXTENSION: Text.EXTENSION,
}
_NUMBERS: Final = {
    conditions.Number.SIZE: Number.SIZE,
    conditions.Number.MTIME: Number.MTIME,
    conditions.Number.ATIME: Number.ATIME,
    conditions.Number.REPLICATION: Number.REPLICATION,
}


class CountedBy(StrEnum):
    """Which engine counted."""

    REPLICA = "replica"
    INDEX = "index"


class IndexBecause(StrEnum):
    """Why the index counted and not the replica."""

    TYPOS = "typos"
    ATTRIBUTES = "attributes"
    ACLS = "acls"
    PATH = "path"
    BEHIND = "behind"
    NOT_BUILT = "not_built"
    NO_TIME = "no_time"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class Counted:
    """The counts, and who counted; because: why that was the index."""

    facets: Facets
    by: CountedBy
    because: IndexBecause | None = None


def count(query: SearchQuery) -> Counted:
    """Exact counts over all matches. Raises what the index's problems are."""
    found = _told_by_replica(query)
    if isinstance(found, Facets):
        return Counted(found, CountedBy.REPLICA)
    with index_problems() as reader:
        return Counted(reader.facets(query), CountedBy.INDEX, found)


def _near_words(query: SearchQuery) -> Near | None:
    """What else the words of the query may stand for; null where the index can't name that."""
    words = [word for word in words_of(query.text) if query.typos and tolerance(word)]
    if not words:
        return {}
    with index_problems() as reader:
        return reader.near_words(words)


def _told_by_replica(query: SearchQuery) -> Facets | IndexBecause:
    if query.xattrs:
        return IndexBecause.ATTRIBUTES
    near = _near_words(query)
    return IndexBecause.TYPOS if near is None else _by_replica(query, near)


def _by_replica(query: SearchQuery, near: Near) -> Facets | IndexBecause:
    at_ms = now_ms()
    try:
        counts = match_counts(asked_of(query, near, at_ms))
    except CountUndecided as error:
        return IndexBecause(str(error.facts["because"]))
    except ReplicaNotReady:
        return IndexBecause.NOT_BUILT
    except (CountTimedOut, MemoryExceeded) as error:
        log.warning("replica_did_not_count", code=error.code, facts=error.facts)
        return IndexBecause.NO_TIME
    except AnalyticsError as error:
        log.warning("replica_did_not_count", code=error.code, facts=error.facts)
        return IndexBecause.UNAVAILABLE
    if counts.lag_ms > REPLICA_LAG_MAX_MS or counts.as_of.sequence < (query.min_commit or 0):
        return IndexBecause.BEHIND
    return facets_of(counts, at_ms)


def asked_of(query: SearchQuery, near: Near, at_ms: int) -> CountAsked:
    """A query in the replica's words.

    near: words that those of its text may stand for as well. at_ms: the moment that ages are
    counted from.
    """
    viewer = query.viewer
    return CountAsked(
        condition=All(tuple(_conditions(query, near))),
        path=query.path,
        viewer=None if viewer is None else CountViewer(viewer.user, tuple(sorted(viewer.groups))),
        mtime_lows=tuple(each.low or 0 for each in age_classes(at_ms)[-2::-1]),
        groups_max=VALUES_MAX,
    )


def _conditions(query: SearchQuery, near: Near) -> list[Condition]:
    """What the query says, but for path and viewer."""
    found = [_word(word, near.get(word, ())) for word in words_of(query.text)]
    found += [Not(Holds(word)) for word in words_of(query.without)]
    extension = None if query.extension is None else fold(query.extension)
    for text, value in (
        (Text.OWNER, query.owner),
        (Text.GROUP, query.group),
        (Text.KIND, None if query.kind is None else query.kind.value),
        (Text.EXTENSION, extension),
    ):
        if value is not None:
            found.append(OneOf(text, (value,)))
    for number, low, high in (
        (Number.SIZE, query.size_min_bytes, query.size_max_bytes),
        (Number.MTIME, query.mtime_min_ms, query.mtime_max_ms),
        (Number.ATIME, query.atime_min_ms, query.atime_max_ms),
        (Number.REPLICATION, query.replication_min, query.replication_max),
    ):
        if (low, high) != (None, None):
            found.append(Between(number, low, high))
    if query.in_database is not None:
        found.append(InDatabase(query.in_database))
    if query.where is not None:
        found.append(_translated(query.where))
    if query.storage_policies:
        found.append(PolicyOf(tuple(each.value for each in query.storage_policies)))
    return found


def _word(word: str, near: tuple[str, ...]) -> Condition:
    return AnyOf((Holds(word), HoldsWhole(near))) if near else Holds(word)


def _translated(condition: conditions.Condition) -> Condition:
    """A condition of search as the replica's."""
    match condition:
        case conditions.Not(inner):
            return Not(_translated(inner))
        case conditions.All(several):
            return All(tuple(map(_translated, several)))
        case conditions.AnyOf(several):
            return AnyOf(tuple(map(_translated, several)))
        case _:
            return _single(condition)


def _single(condition: conditions.Single) -> Condition:
    match condition:
        case conditions.Word(text):
            return Holds(text)
        case conditions.Glob(pattern):
            return Like(pattern)
        case conditions.OneOf(text, values):
            return OneOf(_TEXTS[text], values)
        case conditions.Between(number, low, high):
            return Between(_NUMBERS[number], low, high)
        case conditions.InDatabase(stored):
            return InDatabase(stored)


def facets_of(counts: Counts, at_ms: int) -> Facets:
    """The replica's counts in search's words."""
    ages = age_classes(at_ms)
    by_value = FacetCounts()
    for each in counts.mixed:
        size = None if each.size_class is None else SIZE_CLASSES[each.size_class].value
        values = {
            Dimension.KIND: each.kind,
            Dimension.SIZE: size,
            Dimension.MTIME: ages[-1 - each.mtime_class].value,
            Dimension.POLICY: policy_name(each.policy),
            Dimension.PLACE: place_name(Kind(each.kind), in_database=each.in_database),
        }
        by_value.add(values, each.count, each.length_bytes)
    dimensions = by_value.dimensions(ages)
    for dimension, valued in (
        (Dimension.OWNER, counts.owners),
        (Dimension.GROUP, counts.groups),
        (Dimension.EXTENSION, counts.extensions),
    ):
        if valued is None:
            del dimensions[dimension]
            continue
        dimensions[dimension] = tuple(
            FacetValue(each.value, each.count, each.length_bytes) for each in valued
        )
    return Facets(
        total=by_value.sums.count,
        length_bytes=by_value.sums.length_bytes,
        dimensions=dimensions,
        as_of=AsOf(counts.as_of.sequence, counts.as_of.time_ms),
        lag_ms=counts.lag_ms,
    )
