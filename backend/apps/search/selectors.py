"""Search answers, in the platform's terms."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from apps.accounts.permissions import HdfsIdentity
from apps.common.problems import InvalidInput
from apps.common.values import ms_from_utc, octal, utc_from_ms
from apps.search.index import index_problems, index_reader
from apps.search.store import NamenodeStore
from config.env import env
from warren_search import (
    FacetValue,
    IndexStats,
    IndexStatus,
    Kind,
    SearchError,
    SearchHit,
    SearchQuery,
    Sort,
    Viewer,
)
from warren_search.language import parse
from warren_search.overlay import search_with_store


@dataclass(frozen=True, slots=True)
class Hit:
    """An inode that matched; `highlights` are [start, end) in UTF-16 code units of `name`."""

    inode_id: int
    path: str
    name: str
    kind: str
    size_bytes: int
    owner: str
    group: str
    mode: str
    mtime: datetime
    replication: int
    highlights: list[list[int]]


@dataclass(frozen=True, slots=True)
class AsOf:
    sequence: int
    time: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    items: list[Hit]
    next_cursor: str | None
    total: int
    total_is_exact: bool
    as_of: AsOf
    lag_ms: int
    source: str


@dataclass(frozen=True, slots=True)
class FacetDimension:
    """Values of one dimension; `dimension:value` narrows the query string to one of them."""

    dimension: str
    values: list[FacetValue]


@dataclass(frozen=True, slots=True)
class FacetAnswer:
    total: int
    length_bytes: int
    dimensions: list[FacetDimension]
    as_of: AsOf
    lag_ms: int


def search(*, query: dict[str, Any], seen_as: HdfsIdentity | None) -> Answer:
    """One page of hits for the parameters of `SearchParameters`, limited to what `seen_as` sees."""
    with index_problems() as reader:
        page = search_with_store(reader, NamenodeStore(), _search_query(query, seen_as))
    return Answer(
        items=[_hit(each) for each in page.items],
        next_cursor=page.next_cursor,
        total=page.total,
        total_is_exact=page.total_is_exact,
        as_of=AsOf(page.as_of.sequence, utc_from_ms(page.as_of.time_ms)),
        lag_ms=page.lag_ms,
        source=page.source.value,
    )


def facets(*, query: dict[str, Any], seen_as: HdfsIdentity | None) -> FacetAnswer:
    """Exact counts over all hits of the same parameters, limited to what `seen_as` sees."""
    with index_problems() as reader:
        found = reader.facets(_search_query(query, seen_as))
    return FacetAnswer(
        total=found.total,
        length_bytes=found.length_bytes,
        dimensions=[
            FacetDimension(name.value, list(values)) for name, values in found.dimensions.items()
        ],
        as_of=AsOf(found.as_of.sequence, utc_from_ms(found.as_of.time_ms)),
        lag_ms=found.lag_ms,
    )


def _search_query(query: dict[str, Any], seen_as: HdfsIdentity | None) -> SearchQuery:
    return SearchQuery(
        **_conditions(query),
        sort=Sort(query["sort"]),
        cursor=query.get("cursor"),
        limit=query["limit"],
        min_commit=query.get("min_commit"),
        min_commit_wait_ms=env().search_wait_max_ms,
        viewer=Viewer(seen_as.user, seen_as.groups) if seen_as else None,
    )


def index_status() -> IndexStatus:
    """State of the index and of the feed reader that maintains it."""
    with index_problems() as reader:
        return reader.status()


def index_stats() -> IndexStats | None:
    """Totals of the namespace as the index knows them; None while there is no complete index."""
    try:
        return index_reader().stats()
    except SearchError:
        return None


def _conditions(query: dict[str, Any]) -> dict[str, Any]:
    """What `q` says and what the other parameters say; both must hold, so none may be in both."""
    conditions = parse(query["q"], now_ms=ms_from_utc(timezone.now()))
    for name, parameter, value in (
        ("owner", "owner", query.get("owner")),
        ("group", "group", query.get("group")),
        ("kind", "kind", Kind(query["kind"]) if "kind" in query else None),
        ("size_min_bytes", "size_min", query.get("size_min")),
        ("size_max_bytes", "size_max", query.get("size_max")),
        ("mtime_min_ms", "mtime_after", _optional_ms(query.get("mtime_after"))),
        ("mtime_max_ms", "mtime_before", _optional_ms(query.get("mtime_before"))),
        ("path", "path", query.get("path")),
    ):
        if value is None:
            continue
        if conditions.get(name, value) != value:
            raise InvalidInput(fields={parameter: ["The query string says something else."]})
        conditions[name] = value
    return conditions


def _optional_ms(time: datetime | None) -> int | None:
    return ms_from_utc(time) if time is not None else None


def _hit(source: SearchHit) -> Hit:
    return Hit(
        inode_id=source.inode_id,
        path=source.path,
        name=source.name,
        kind=source.kind.value,
        size_bytes=source.size_bytes,
        owner=source.owner,
        group=source.group,
        mode=octal(source.mode),
        mtime=utc_from_ms(source.mtime_ms),
        replication=source.replication,
        highlights=[[_utf16(source.name, s), _utf16(source.name, e)] for s, e in source.highlights],
    )


def _utf16(text: str, code_points: int) -> int:
    """How many UTF-16 code units the first `code_points` characters take, as browsers count."""
    return len(text[:code_points].encode("utf-16-le")) // 2
