"""Search answers, in the platform's terms."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.common.names import holding
from apps.common.paging import NEWEST_FIRST, Order, Page, ordered
from apps.common.problems import InvalidInput, NotFound
from apps.common.values import ms_from_utc, octal, utc_from_ms
from apps.jobs.states import UNFINISHED, JobState
from apps.search import export_files
from apps.search.answers import Answer, AsOf, FacetAnswer, FacetDimension, Hit
from apps.search.counting import count
from apps.search.index import index_problems, index_reader
from apps.search.models import SavedSearch, SearchExport
from apps.search.store import NamenodeStore
from apps.search.values import SUCCEEDED, WAITING, ExportKind, ExportState
from apps.visibility.sight import NAMES_NOTHING, HdfsIdentity, Sight
from config.env import env
from warren_search import AsOf as IndexAsOf
from warren_search import (
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


def search(*, query: dict[str, Any], seen_as: HdfsIdentity | None) -> Answer:
    """One page of hits for the parameters of `SearchParameters`, limited to what `seen_as` sees."""
    with index_problems():
        asked = _search_query(query, seen_as)
    return _answer(asked)


def export_page(row: SearchExport, *, cursor: str, limit: int) -> Answer:
    """The next page of an export; relative times are those of its beginning."""
    with index_problems():
        asked = SearchQuery(
            **parse(row.q, now_ms=ms_from_utc(row.job.created_at)),
            sort=Sort(row.sort),
            cursor=cursor or None,
            limit=limit,
            viewer=row.seen_as and Viewer(row.seen_as["user"], frozenset(row.seen_as["groups"])),
        )
    return _answer(asked)


@dataclass(frozen=True, slots=True)
class Matches:
    """A page of inodes that match, as ids. `as_of` is what the index had seen."""

    inode_ids: list[int]
    next_cursor: str | None
    as_of: IndexAsOf


def matches(q: str, *, now: datetime, cursor: str | None, limit: int) -> Matches:
    """A page of all that a query string finds, as who sees everything; times relative to `now`."""
    with index_problems() as reader:
        asked = SearchQuery(
            **parse(q, now_ms=ms_from_utc(now)), sort=Sort.NAME, cursor=cursor, limit=limit
        )
        page = search_with_store(reader, NamenodeStore(), asked)
    return Matches([each.inode_id for each in page.items], page.next_cursor, page.as_of)


def _answer(asked: SearchQuery) -> Answer:
    with index_problems() as reader:
        page = search_with_store(reader, NamenodeStore(), asked)
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
    with index_problems():
        counted = count(_search_query(query, seen_as))
    found = counted.facets
    return FacetAnswer(
        total=found.total,
        length_bytes=found.length_bytes,
        dimensions=[
            FacetDimension(name.value, list(values)) for name, values in found.dimensions.items()
        ],
        complete=found.complete,
        as_of=AsOf(found.as_of.sequence, utc_from_ms(found.as_of.time_ms)),
        lag_ms=found.lag_ms,
        source=counted.by.value,
        index_because=counted.because and counted.because.value,
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


def check_query(q: str) -> None:
    """Raises InvalidInput when a query string can't be read."""
    with index_problems():
        parse(q, now_ms=ms_from_utc(timezone.now()))


def saved_searches(
    *,
    user_id: int,
    sight: Sight,
    name: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[SavedSearch]:
    """The user's saved searches and those that others share, with part of a name, in an order.

    Without those of others that look below a directory which may not be shown.
    """
    rows = _saved_for(user_id)
    if name is not None:
        rows = holding(rows, "name", name)
    return sight.page(
        lambda after: ordered(rows, order=order, cursor=after, limit=limit),
        lambda saved: NAMES_NOTHING if saved.user_id == user_id else _scope_of(saved),
        cursor=cursor,
    )


def saved_search(*, user_id: int, saved_id: int, sight: Sight | None) -> SavedSearch:
    """One of those that the user is shown; NotFound for others.

    sight: null for somebody of whom nobody knows what he may see, who gets his own alone.
    """
    saved = _saved_for(user_id).filter(pk=saved_id).first()
    if saved is None or not (
        saved.user_id == user_id or (sight is not None and sight.shows(_scope_of(saved)))
    ):
        raise NotFound("No such saved search", facts={"saved_id": saved_id})
    return saved


def _saved_for(user_id: int) -> QuerySet[SavedSearch]:
    return SavedSearch.objects.filter(Q(user_id=user_id) | Q(shared=True))


def _scope_of(saved: SavedSearch) -> str | None:
    """The directory that it looks below; None when its query can't be read any more."""
    try:
        conditions = parse(saved.q, now_ms=ms_from_utc(timezone.now()))
    except SearchError:
        return None
    return str(conditions.get("path") or NAMES_NOTHING)


_IN_STATE = {
    ExportState.QUEUED: WAITING,
    ExportState.RUNNING: UNFINISHED - WAITING,
    ExportState.SUCCEEDED: SUCCEEDED,
    ExportState.FAILED: set(JobState) - UNFINISHED - SUCCEEDED,
}


def exports_of(
    *,
    user_id: int,
    state: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[SearchExport]:
    """The user's exports, in an order."""
    rows = SearchExport.objects.select_related("job").filter(user_id=user_id)
    if state is not None:
        rows = rows.filter(job__state__in=_IN_STATE[ExportState(state)])
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def export_of_user(*, user_id: int, export_id: int) -> SearchExport:
    """One of the user's own exports; NotFound for those of others."""
    rows = SearchExport.objects.select_related("job")
    row = rows.filter(user_id=user_id, pk=export_id).first()
    if row is None:
        raise NotFound("No such export", facts={"export_id": export_id})
    return row


def export_file(*, user_id: int, export_id: int) -> tuple[SearchExport, Iterator[bytes]]:
    """An export that succeeded, and its file's chunks. What is wrong is raised before them."""
    row = export_of_user(user_id=user_id, export_id=export_id)
    if row.state != ExportState.SUCCEEDED:
        raise NotFound(
            "This export has no file",
            code="search_export_no_file",
            facts={"state": str(row.state)},
        )
    try:
        file_epoch = row.place.file_epoch
        if file_epoch is None:
            raise FileNotFoundError
        return row, export_files.chunks(row.pk, file_epoch, ExportKind(row.kind))
    except FileNotFoundError as error:
        raise NotFound(
            "The export's file is gone",
            code="search_export_no_file",
            detail="Export again.",
            facts={"state": str(row.state)},
        ) from error


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
        fuzzy=source.fuzzy,
        in_database=source.in_database,
    )


def _utf16(text: str, code_points: int) -> int:
    """How many UTF-16 code units the first `code_points` characters take, as browsers count."""
    return len(text[:code_points].encode("utf-16-le")) // 2
