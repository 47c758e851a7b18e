"""Counts the hits of a query by their properties.

The server counts by itself when everybody may see everything. Whether a viewer sees a hit depends
on its directories, which the server does not know: then it counts per directory, each of which is
looked at, and for the dimensions hits are looked at one by one, as long as there is time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from elasticsearch import Elasticsearch

from warren_search.answer import AsOf
from warren_search.deadline import Deadline
from warren_search.elastic import policies
from warren_search.elastic.conditions import Condition
from warren_search.elastic.pages import PageSearch
from warren_search.elastic.server import IndexNames, typed_errors
from warren_search.elastic.trees import place_of_bytes
from warren_search.errors import InvalidQuery, SearchTimedOut
from warren_search.facets import (
    SIZE_CLASSES,
    VALUES_MAX,
    Class,
    Dimension,
    Dimensions,
    FacetCounts,
    Facets,
    FacetValue,
    Sums,
    age_classes,
    class_of,
    place_name,
    policy_name,
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

    Dimensions that there was no time for are left out. settled: no list of ancestors is being
    rewritten. Raises SearchTimedOut when there was none for the number of hits; ScopeNotFound.
    """
    # The cheapest order to read in; facets have no pages.
    whole = replace(query, cursor=None, sort=Sort.NAME)
    hits = PageSearch(client, names, whole, deadline, settled=settled)
    ages = age_classes(now_ms)
    dimensions: Dimensions = {}
    if query.viewer is not None and query.xattrs:
        # Each hit's own mode decides.
        counts = _look_at_each(hits, ages)
        total, dimensions = counts.sums, counts.dimensions(ages)
    elif query.viewer is not None or not settled:
        total = Sums()
        for count, length_bytes in hits.counted_by_directory():
            total.add(count, length_bytes)
        with suppress(SearchTimedOut), typed_errors(deadline.time_limit_ms):
            dimensions = _look_at_each(hits, ages).dimensions(ages)
    else:
        total = Sums(*_counted(client, names, hits.condition, deadline))
        with suppress(SearchTimedOut), typed_errors(deadline.time_limit_ms):
            dimensions = _counted_dimensions(client, names, hits.condition, deadline, ages)
    return Facets(
        total=total.count,
        length_bytes=total.length_bytes,
        dimensions=dimensions,
        as_of=as_of,
        lag_ms=max(0, now_ms - as_of.time_ms),
    )


def _counted(
    client: Elasticsearch, names: IndexNames, condition: Condition, deadline: Deadline
) -> tuple[int, int]:
    answer = client.options(request_timeout=deadline.remaining_ms() / 1000).search(
        index=names.read, query=condition, size=0, track_total_hits=True, aggs=_LENGTH
    )
    length_bytes = int(answer["aggregations"]["length_bytes"]["value"])
    return answer["hits"]["total"]["value"], length_bytes


def _counted_dimensions(
    client: Elasticsearch,
    names: IndexNames,
    condition: Condition,
    deadline: Deadline,
    ages: tuple[Class, ...],
) -> Dimensions:
    """All dimensions; without policies where they are set at too many directories."""
    held: dict[str, Condition] = {}
    with suppress(InvalidQuery):
        held = policies.conditions_of(client, names)
    answer = client.options(request_timeout=deadline.remaining_ms() / 1000).search(
        index=names.read,
        query=condition,
        size=0,
        track_total_hits=False,
        aggs=_aggregations(ages, held),
    )
    found = answer["aggregations"]
    counted = [each for each in Dimension if held or each is not Dimension.POLICY]
    return {dimension: _values(found, dimension, ages) for dimension in counted}


def _aggregations(ages: Sequence[Class], held: Mapping[str, Condition]) -> _Body:
    wanted = {
        **{dimension: _terms(field) for dimension, field in _FIELDS.items()},
        Dimension.SIZE: _classes("size_bytes", SIZE_CLASSES),
        Dimension.MTIME: _classes("mtime_ms", ages),
    }
    places = {
        name: {"bool": {"filter": place_of_bytes(in_database=stored)}}
        for name, stored in (("database", True), ("blocks", False))
    }
    wanted[Dimension.PLACE] = {"filters": {"filters": places}}
    if held:
        wanted[Dimension.POLICY] = {"filters": {"filters": dict(held)}}
    bodies = {dimension: {**body, "aggs": _LENGTH} for dimension, body in wanted.items()}
    return {
        dimension.value: {"filter": _FILES, "aggs": {_IN_FILES: body}}
        if dimension in _OF_FILES
        else body
        for dimension, body in bodies.items()
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
    if classes is not None:
        named = [(each.value, buckets[each.value]) for each in classes]
    elif dimension in {Dimension.POLICY, Dimension.PLACE}:
        by_count = sorted(buckets.items(), key=lambda item: (-item[1]["doc_count"], item[0]))
        named = list(by_count)
    else:
        named = [(bucket["key"], bucket) for bucket in buckets]
    return tuple(
        FacetValue(name, bucket["doc_count"], int(bucket["length_bytes"]["value"]))
        for name, bucket in named
        if bucket["doc_count"]
    )


def _look_at_each(hits: PageSearch, ages: tuple[Class, ...]) -> FacetCounts:
    counts = FacetCounts()
    for source, policy in hits.visible():
        is_file = source["kind"] == Kind.FILE.value
        size = source["size_bytes"]
        values = {
            Dimension.KIND: source["kind"],
            Dimension.OWNER: source["owner"],
            Dimension.GROUP: source["owner_group"],
            Dimension.EXTENSION: extension_of(fold(source["name"])) if is_file else None,
            Dimension.SIZE: class_of(SIZE_CLASSES, size) if is_file else None,
            Dimension.MTIME: class_of(ages, source["mtime_ms"]),
            Dimension.POLICY: policy_name(policy),
            Dimension.PLACE: place_name(Kind(source["kind"]), in_database=source["in_database"]),
        }
        counts.add(values, 1, size)
    return counts
