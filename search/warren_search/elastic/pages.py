"""Builds one page of a search."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from elasticsearch import Elasticsearch

from warren_search import cursors
from warren_search.answer import SearchHit
from warren_search.conditions import wanted_words
from warren_search.cursors import Position
from warren_search.deadline import Deadline
from warren_search.directories import (
    Directory,
    DirectoryRow,
    DirectoryTree,
    has_policy,
    policy_of,
)
from warren_search.elastic import conditions, policies
from warren_search.elastic.conditions import Stretch
from warren_search.elastic.server import IndexNames
from warren_search.errors import ScopeNotFound
from warren_search.permissions import READ, permission_bits
from warren_search.query import Kind, SearchQuery
from warren_search.text import highlights, meant, words_of

# With a viewer hits are looked at one by one, and counted up to here.
CANDIDATES_MAX: Final = 10_000
CHUNK_ROWS: Final = 500
VISIT_ROWS: Final = 2_000
IDS_PER_READ: Final = 2_000
GROUPS_AT_ONCE: Final = 5_000
_DIRECTORY_FIELDS: Final = [
    "parent_id",
    "name",
    "kind",
    "owner",
    "owner_group",
    "mode",
    "gone",
    "storage_policy",
    "acl",
]

# What whether a hit is seen depends on.
_GROUP_SOURCES: Final = [
    {name: {"terms": {"field": name}}} for name in ("parent_id", "kind", "storage_policy")
]
_GROUP_SUMS: Final = {
    "length_bytes": {"sum": {"field": "size_bytes"}},
    "inode_id": {"min": {"field": "inode_id"}},
}

_Source = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """The hits of a page and how many there are."""

    items: tuple[SearchHit, ...]
    next_position: Position | None
    total: int
    total_is_exact: bool


@dataclass(slots=True)
class _Page:
    limit: int
    rows: list[_Source] = field(default_factory=list)
    last: Position | None = None
    # By itself, and by the server.
    counted: int = 0
    total: int = 0
    more: bool = False

    def offer(self, row: _Source, position: Position) -> None:
        self.counted += 1
        if len(self.rows) < self.limit:
            self.rows.append(row)
            self.last = position
        else:
            self.more = True


class Directories:
    """Directories as one search sees them, read in batches as they are needed."""

    def __init__(self, client: Elasticsearch, names: IndexNames) -> None:
        self._client = client
        self._names = names
        self._rows: dict[int, DirectoryRow | None] = {}

    def __call__(self, inode_id: int) -> DirectoryRow | None:
        if inode_id not in self._rows:
            self.prefetch([inode_id])
        return self._rows[inode_id]

    def of_many(self, ids: Collection[int]) -> dict[int, DirectoryRow]:
        """Those of some ids that there are."""
        self.prefetch(ids)
        found = {each: self._rows[each] for each in ids}
        return {each: row for each, row in found.items() if row is not None}

    def prefetch(self, ids: Iterable[int]) -> None:
        """Reads those that are not known yet, from the state that searches see."""
        missing = [each for each in dict.fromkeys(ids) if each not in self._rows]
        for start in range(0, len(missing), IDS_PER_READ):
            answer = self._client.mget(
                index=self._names.read,
                ids=[str(each) for each in missing[start : start + IDS_PER_READ]],
                source_includes=_DIRECTORY_FIELDS,
                realtime=False,
            )
            for doc in answer["docs"]:
                self._rows[int(doc["_id"])] = _row(doc["_source"]) if doc.get("found") else None


class PageSearch:
    """One query."""

    def __init__(
        self,
        client: Elasticsearch,
        names: IndexNames,
        query: SearchQuery,
        deadline: Deadline,
        *,
        settled: bool,
    ) -> None:
        """settled: no list of ancestors is being rewritten, so that the server's count is exact."""
        self._client = client
        self._names = names
        self._query = query
        self._deadline = deadline
        self._settled = settled
        self._words = words_of(query.text)
        self._start = cursors.decode(query, conditions.order_of(query).key_type)
        self._directories = Directories(client, names)
        everywhere = DirectoryTree(self._directories, viewer=query.viewer, scope_id=None)
        self._scope_id = self._scope(everywhere, query.path)
        self._tree = DirectoryTree(self._directories, viewer=query.viewer, scope_id=self._scope_id)
        self._condition = conditions.condition_of(query, self._words, self._scope_id)
        if query.storage_policies:
            held = policies.condition_of(client, names, query.storage_policies)
            self._condition["bool"]["filter"].append(held)

    def find(self) -> Found:
        """The page. Raises SearchTimedOut."""
        page = _Page(self._query.limit)
        counts_itself = self._query.viewer is not None
        parts = conditions.stretches(self._query, self._words, self._condition)
        if len(parts) > 1 and not counts_itself:
            page.total = self._count()
        at, ended = self._start, True
        for part in parts:
            if at is not None and at.tier > part.last:
                continue
            ended = self._take(page, part, at, count=len(parts) == 1 and not counts_itself)
            if not ended or (page.more and not counts_itself):
                break
            at = None
        if counts_itself:
            return self._found(page, page.counted, ended and self._start is None)
        return self._found(page, page.total, self._settled)

    def _take(self, page: _Page, part: Stretch, at: Position | None, *, count: bool) -> bool:
        """Offers a stretch's hits to the page until it has enough; whether that were all."""
        counts_itself = self._query.viewer is not None
        chunk_rows = CHUNK_ROWS if counts_itself else self._query.limit + 1
        while True:
            answer = self._read(part, at, chunk_rows, count=count)
            hits = answer["hits"]["hits"]
            page.total = max(page.total, answer["hits"].get("total", {}).get("value", 0))
            self._directories.prefetch(
                ancestor for hit in hits for ancestor in hit["_source"]["ancestors"]
            )
            for hit in hits:
                at = part.position_of(hit["sort"])
                if self._visible(hit["_source"]):
                    page.offer(hit["_source"], at)
            ended = len(hits) < chunk_rows
            if ended or (page.more and not (counts_itself and page.counted < CANDIDATES_MAX)):
                return ended
            self._deadline.check()

    def _count(self) -> int:
        """All that meet the condition."""
        answer = self._client.count(index=self._names.read, query=self._condition)
        return int(answer["count"])

    @property
    def condition(self) -> conditions.Condition:
        """Exactly the query's documents, but for the viewer's permissions."""
        return self._condition

    def visible(self) -> Iterator[tuple[_Source, int | None]]:
        """Every hit, looked at one by one, with the id of the storage policy that holds for it.

        In the order of the sort, which has no tiers. Raises SearchTimedOut.
        """
        at = self._start
        (part,) = conditions.stretches(self._query, self._words, self._condition)
        while True:
            hits = self._read(part, at, VISIT_ROWS, count=False)["hits"]["hits"]
            self._directories.prefetch(
                ancestor for hit in hits for ancestor in hit["_source"]["ancestors"]
            )
            for source in (hit["_source"] for hit in hits):
                if self._visible(source):
                    yield source, self._policy(source)
            if len(hits) < VISIT_ROWS:
                return
            at = part.position_of(hits[-1]["sort"])
            self._deadline.check()

    def counted_by_directory(self) -> Iterator[tuple[int, int]]:
        """Hits in the directories that are seen and the sum of their lengths, group by group.

        Not for a viewer's search by attributes. Raises SearchTimedOut.
        """
        after: Mapping[str, Any] | None = None
        while True:
            composite = {"size": GROUPS_AT_ONCE, "sources": _GROUP_SOURCES}
            answer = self._client.options(
                request_timeout=self._deadline.remaining_ms() / 1000
            ).search(
                index=self._names.read,
                query=self._condition,
                size=0,
                track_total_hits=False,
                aggs={
                    "groups": {
                        "composite": composite if after is None else {**composite, "after": after},
                        "aggs": _GROUP_SUMS,
                    }
                },
            )
            groups = answer["aggregations"]["groups"]
            buckets = groups["buckets"]
            self._tree.read(
                self._directories.of_many, {each["key"]["parent_id"] for each in buckets}
            )
            for each in buckets:
                # The root is alone in its group.
                if self._visible({**each["key"], "inode_id": int(each["inode_id"]["value"])}):
                    yield each["doc_count"], int(each["length_bytes"]["value"])
            after = groups.get("after_key")
            if after is None:
                return
            self._deadline.check()

    def _found(self, page: _Page, total: int, is_exact: bool) -> Found:
        items = tuple(map(self._hit, page.rows))
        return Found(items, page.last if page.more else None, max(total, len(items)), is_exact)

    def _read(self, part: Stretch, at: Position | None, size: int, *, count: bool) -> Any:
        return self._client.search(
            index=self._names.read,
            query=part.condition,
            sort=part.sort,
            search_after=None if at is None else part.place_of(at),
            size=size,
            track_total_hits=count,
        )

    def _visible(self, source: _Source) -> bool:
        if self._query.viewer is not None and self._query.xattrs and not self._readable(source):
            return False
        if source["parent_id"] == 0:
            root = self._tree.resolve(source["inode_id"])
            return root is not None and self._scope_id is None and self._has_policy(source, None)
        parent = self._tree.visible(source["parent_id"])
        return parent is not None and self._has_policy(source, parent)

    def _has_policy(self, source: _Source, parent: Directory | None) -> bool:
        wanted = self._query.storage_policies
        return has_policy(wanted, Kind(source["kind"]), source["storage_policy"], parent)

    def _policy(self, source: _Source) -> int | None:
        """The id of the storage policy that holds for a hit that is seen."""
        parent = self._tree.resolve(source["parent_id"])
        inherited = 0 if parent is None else parent.storage_policy
        return policy_of(Kind(source["kind"]), source["storage_policy"], inherited)

    def _readable(self, source: _Source) -> bool:
        """Whether the viewer may read the inode itself: then HDFS shows its attributes, too."""
        bits = permission_bits(
            self._query.viewer,
            source["owner"],
            source["owner_group"],
            source["mode"],
            source["acl"],
        )
        return bool(bits & READ)

    def _hit(self, source: _Source) -> SearchHit:
        parent = self._tree.resolve(source["parent_id"])
        path = "/" if parent is None else f"{parent.path().rstrip('/')}/{source['name']}"
        words, fuzzy = meant(source["name"], self._words, typos=self._query.typos)
        return SearchHit(
            inode_id=source["inode_id"],
            path=path,
            name=source["name"],
            kind=Kind(source["kind"]),
            size_bytes=source["size_bytes"],
            owner=source["owner"],
            group=source["owner_group"],
            mode=source["mode"],
            mtime_ms=source["mtime_ms"],
            atime_ms=source["atime_ms"],
            replication=source["replication"],
            block_size_bytes=source["block_size_bytes"],
            highlights=highlights(source["name"], (*words, *wanted_words(self._query.where))),
            fuzzy=fuzzy,
            in_database=source["in_database"],
        )

    def _scope(self, tree: DirectoryTree, path: str | None) -> int | None:
        """The inode id of the directory at a path; null without a path.

        Raises ScopeNotFound, also when the tree's viewer may not go there.
        """
        if path is None:
            return None
        at = self._child(0, "")
        for name in filter(None, path.split("/")):
            # As in HDFS a path that is known needs execute on what it leads through, not read.
            directory = None if at is None else tree.resolve(at)
            if at is None or directory is None or not directory.traversable:
                raise ScopeNotFound(path=path)
            at = self._child(at, name)
            self._deadline.check()
        if at is None or tree.resolve(at) is None:
            raise ScopeNotFound(path=path)
        return at

    def _child(self, parent_id: int, name: str) -> int | None:
        terms = {"parent_id": parent_id, "name": name, "kind": Kind.DIRECTORY.value, "gone": False}
        answer = self._client.search(
            index=self._names.read,
            query={"bool": {"filter": [{"term": {key: value}} for key, value in terms.items()]}},
            sort=[{"inode_id": "desc"}],
            size=1,
            source=False,
            track_total_hits=False,
        )
        hits: Sequence[Mapping[str, Any]] = answer["hits"]["hits"]
        return int(hits[0]["_id"]) if hits else None


def _row(source: _Source) -> DirectoryRow | None:
    if source["gone"] or source["kind"] != Kind.DIRECTORY.value:
        return None
    return DirectoryRow(
        source["parent_id"],
        source["name"],
        source["owner"],
        source["owner_group"],
        source["mode"],
        source["storage_policy"],
        source["acl"],
    )
