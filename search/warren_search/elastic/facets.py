"""Counts the hits of a query by their properties.

The server counts by itself when everybody may see everything. Whether a viewer sees a hit depends
on its directories, which the server does not know: then hits are looked at one by one, within the
time limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from elasticsearch import Elasticsearch

from warren_search.answer import AsOf
from warren_search.deadline import Deadline
from warren_search.elastic.pages import PageSearch
from warren_search.elastic.server import IndexNames
from warren_search.facets import (
    SIZE_CLASSES,
    VALUES_MAX,
    Class,
    Dimension,
    FacetCounts,
    Facets,
    FacetValue,
    age_classes,
    class_of,
)
from warren_search.query import Kind, SearchQuery, Sort
from warren_search.text import extension_of, fold

_LENGTH: Final = {"length_bytes": {"sum": {"field": "size_bytes"}}}
_FIELDS: Final = {
    Dimension.KIND: "kind",
    Dimension.OWNER: "owner",
    Dimension.GROUP: "owner_group",
    Dimension.EXTENSION: "extension",
}
_OF_FILES: Final = frozenset({Dimension.EXTENSION, Dimension.SIZE})
_FILES: Final = {"term": {"kind": Kind.FILE.value}}
_IN_FILES: Final = "files"

_Body = dict[str, Any]


def count_facets(
    client: Elasticsearch,
    names: IndexNames,
    query: SearchQuery,
    deadline: Deadline,
    *,
    settled: bool,
    now_ms: int,
    as_of: AsOf,
) -> Facets:
    """Counts that are exact; sums of bytes are so up to 2**53.

    settled: no list of ancestors is being rewritten. Raises SearchTimedOut, ScopeNotFound.
    """
    # The cheapest order to read in; facets have no pages.
    whole = replace(query, cursor=None, sort=Sort.NAME)
    hits = PageSearch(client, names, whole, deadline, settled=settled)
    ages = age_classes(now_ms)
    lag_ms = max(0, now_ms - as_of.time_ms)
    if query.viewer is not None or not settled:
        return _look_at_each(hits, ages, as_of, lag_ms)
    answer = client.search(
        index=names.read,
        query=hits.condition,
        size=0,
        track_total_hits=True,
        aggs=_aggregations(ages),
    )
    found = answer["aggregations"]
    return Facets(
        total=answer["hits"]["total"]["value"],
        length_bytes=int(found["length_bytes"]["value"]),
        dimensions={dimension: _values(found, dimension, ages) for dimension in Dimension},
        as_of=as_of,
        lag_ms=lag_ms,
    )


def _aggregations(ages: Sequence[Class]) -> _Body:
    classes = {
        Dimension.SIZE: _classes("size_bytes", SIZE_CLASSES),
        Dimension.MTIME: _classes("mtime_ms", ages),
    }
    wanted = {
        dimension: {**classes.get(dimension, _terms(_FIELDS.get(dimension, ""))), "aggs": _LENGTH}
        for dimension in Dimension
    }
    return {
        **_LENGTH,
        **{
            dimension.value: {"filter": _FILES, "aggs": {_IN_FILES: body}}
            if dimension in _OF_FILES
            else body
            for dimension, body in wanted.items()
        },
    }


def _terms(field: str) -> _Body:
    # An index has one shard: the most frequent values of a shard are those of the index.
    order = [{"_count": "desc"}, {"_key": "asc"}]
    return {"terms": {"field": field, "size": VALUES_MAX, "order": order}}


def _classes(field: str, classes: Sequence[Class]) -> _Body:
    bounds = {
        each.value: {
            key: bound
            for key, bound in (("gte", each.low), ("lte", each.high))
            if bound is not None
        }
        for each in classes
    }
    return {"filters": {"filters": {name: {"range": {field: at}} for name, at in bounds.items()}}}


def _values(
    found: Mapping[str, Any], dimension: Dimension, ages: Sequence[Class]
) -> tuple[FacetValue, ...]:
    counted = found[dimension.value]
    buckets = (counted[_IN_FILES] if dimension in _OF_FILES else counted)["buckets"]
    classes = {Dimension.SIZE: SIZE_CLASSES, Dimension.MTIME: ages}.get(dimension)
    named = (
        [(bucket["key"], bucket) for bucket in buckets]
        if classes is None
        else [(each.value, buckets[each.value]) for each in classes]
    )
    return tuple(
        FacetValue(name, bucket["doc_count"], int(bucket["length_bytes"]["value"]))
        for name, bucket in named
        if bucket["doc_count"]
    )


def _look_at_each(hits: PageSearch, ages: tuple[Class, ...], as_of: AsOf, lag_ms: int) -> Facets:
    counts = FacetCounts()
    for source in hits.visible():
        is_file = source["kind"] == Kind.FILE.value
        size = source["size_bytes"]
        values = {
            Dimension.KIND: source["kind"],
            Dimension.OWNER: source["owner"],
            Dimension.GROUP: source["owner_group"],
            Dimension.EXTENSION: extension_of(fold(source["name"])) if is_file else None,
            Dimension.SIZE: class_of(SIZE_CLASSES, size) if is_file else None,
            Dimension.MTIME: class_of(ages, source["mtime_ms"]),
        }
        counts.add(values, 1, size)
    orders = {
        Dimension.SIZE: [each.value for each in SIZE_CLASSES],
        Dimension.MTIME: [each.value for each in ages],
    }
    return counts.facets(as_of, lag_ms, orders)
