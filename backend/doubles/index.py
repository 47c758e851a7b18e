"""A search index in memory: names that contain the text, seen through the viewer's user name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from warren_search import (
    AsOf,
    Dimension,
    Facets,
    FacetValue,
    FeedState,
    IndexNotReady,
    IndexStats,
    IndexStatus,
    Kind,
    ScopeNotFound,
    SearchHit,
    SearchPage,
    SearchQuery,
)

_NOT_READY = IndexNotReady(
    path="index.sqlite", state="rebuilding", documents_built=7, percent=42, left_ms=170_000
)
_AS_OF = AsOf(sequence=42, time_ms=1_700_000_000_000)


@dataclass
class IndexDouble:
    """Keeps the queries it was asked, so that tests see what reached it."""

    hits: list[SearchHit] = field(default_factory=list)
    ready: bool = True
    queries: list[SearchQuery] = field(default_factory=list)
    # Words of its names by those that they are near; null when it can't name them.
    near: Mapping[str, tuple[str, ...]] | None = None

    def search(self, query: SearchQuery) -> SearchPage:
        self.queries.append(query)
        if not self.ready:
            raise _NOT_READY
        if query.path is not None and query.path.startswith("/missing"):
            raise ScopeNotFound(path=query.path)
        found = [hit for hit in self.hits if query.text in hit.name]
        if query.viewer is not None:
            found = [hit for hit in found if hit.owner == query.viewer.user]
        page = tuple(found[: query.limit])
        return SearchPage(page, None, len(found), True, _AS_OF, 12)

    def facets(self, query: SearchQuery) -> Facets:
        page = self.search(query)
        length_bytes = sum(each.size_bytes for each in page.items)
        owners = Counter(each.owner for each in page.items)
        values = tuple(FacetValue(owner, count, 10 * count) for owner, count in owners.items())
        return Facets(page.total, length_bytes, {Dimension.OWNER: values}, _AS_OF, 12)

    def near_words(self, words: Sequence[str]) -> Mapping[str, tuple[str, ...]] | None:
        return None if self.near is None else {word: self.near.get(word, ()) for word in words}

    def stats(self) -> IndexStats:
        if not self.ready:
            raise _NOT_READY
        return IndexStats(5, 3, 0, 50, 50, _AS_OF, 12)

    def status(self) -> IndexStatus:
        state = FeedState.FOLLOWING if self.ready else FeedState.REBUILDING
        as_of = _AS_OF if self.ready else None
        if not self.ready:
            return IndexStatus(state, False, None, 43, None, 100, 7, None, 42, 170_000)
        return IndexStatus(state, True, as_of, 43, 12, 100, None, None)

    def close(self) -> None:
        pass


def hit(name: str, *, owner: str = "ann", highlight: tuple[int, int] = (0, 1)) -> SearchHit:
    """A file of that name in /data."""
    return SearchHit(
        inode_id=20000 + len(name),
        path=f"/data/{name}",
        name=name,
        kind=Kind.FILE,
        size_bytes=10,
        owner=owner,
        group="staff",
        mode=0o644,
        mtime_ms=1_700_000_000_123,
        atime_ms=0,
        replication=1,
        block_size_bytes=134217728,
        highlights=(highlight,),
    )
