"""The one writer of an index: applies operations by version, then says how far it came."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from elasticsearch import Elasticsearch

from warren_search.columns import DocumentColumns
from warren_search.elastic.ancestry import Move, MoveKind, Parents, any_of
from warren_search.elastic.bulk import Bulk
from warren_search.elastic.mapping import (
    NOT_KEPT,
    Chain,
    document_from,
    source_of,
    tombstone_of,
)
from warren_search.elastic.server import (
    BUILD_ID,
    STATE_ID,
    IndexNames,
    failure,
    state_of,
    typed_errors,
)
from warren_search.freshness import now_ms
from warren_search.operation import (
    Delete,
    Document,
    Examined,
    IndexOperation,
    Put,
    newest_per_inode,
)
from warren_search.position import Applied, BuildPosition, FeedPosition, FeedReport
from warren_search.query import Kind

OPERATIONS_MAX: Final = 10_000
IDS_PER_READ: Final = 2_000
QUERIES_PER_REQUEST: Final = 200
MOVE_PAGE: Final = 1_000
# What a batch rewrites below its own moves before it returns; `maintain` does the rest.
MOVE_PAGES_AT_ONCE: Final = 2
TOMBSTONE_AGE_MS: Final = 24 * 3600 * 1000
PURGE_ROWS_MAX: Final = 1_000
PURGE_INTERVAL_MS: Final = 60_000
ERROR_LENGTH_MAX: Final = 500
_KNOWN_FIELDS: Final = ["logical_time", "parent_id", "name", "kind", "gone"]


class ElasticIndexWriter:
    """Writes one generation of an index. One instance per index; not thread safe.

    The server keeps each inode's logical time as the document's external version. There are no
    transactions: documents come first, are made searchable, and then the position is moved, so that
    it never runs ahead of them. Raises IndexUnavailable, IndexRefused.
    """

    def __init__(
        self, client: Elasticsearch, names: IndexNames, index: str, *, active: bool
    ) -> None:
        self.index = index
        # Whether this generation's state is the one that readers see; a builder's is not yet.
        self.active = active
        self._client = client
        self._names = names
        self._parents = Parents(self._fetch_parents)
        self._moves: list[Move] = []
        self._position: FeedPosition | None = None
        self._report: FeedReport | None = None
        self._purged_at_ms = 0
        # How far the generation's build is; null when it is over, or cannot be resumed.
        self.build: BuildPosition | None = None

    def restore(self) -> bool:
        """Goes on from the stored state; whether it is that of a build. Raises IndexUnavailable."""
        with typed_errors():
            state = state_of(self._client, self._names)
            built = state_of(self._client, self._names, BUILD_ID)
        is_build = built is not None and built["generation"] == self.index
        if is_build:
            state = built
        if state is None:
            return False
        if not self.active:
            self.build = _build_in(state)
        self._moves = [Move.from_stored(each) for each in state["moves"]]
        if state["searchable"]:
            self._position = FeedPosition(state["cursor"], state["sequence"], state["time_ms"])
        return is_build

    def save(self) -> None:
        """Stores the state as it is."""
        with typed_errors():
            self._save_state()

    def apply(
        self, operations: Sequence[IndexOperation], position: FeedPosition, report: FeedReport
    ) -> Applied:
        """Applies at most OPERATIONS_MAX operations, makes them searchable, moves the position."""
        if len(operations) > OPERATIONS_MAX:
            raise ValueError("too many operations for one batch")
        applied = Applied(0, 0, 0)
        try:
            with typed_errors():
                if operations:
                    applied = self._apply(operations, report.reported_at_ms)
                self._position, self._report = position, report
                self._save_state()
                self._purge(report.reported_at_ms)
                if self._moves:
                    self.maintain()
        except BaseException:
            # Some of it may be stored: what is believed about parents has to be read again.
            self._parents.clear()
            raise
        return applied

    def load(self, documents: DocumentColumns, reached: BuildPosition | None = None) -> None:
        """Stores documents in an index that is not searchable yet."""
        if len(documents) > OPERATIONS_MAX:
            raise ValueError("too many documents for one batch")
        puts = [Put(document) for document in documents.documents()]
        with typed_errors():
            for put in puts:
                if _is_sound_directory(put.document):
                    self._parents.put(put.inode_id, put.document.parent_id)
            self._store(puts, 0)
            if reached is not None:
                self.build = reached
                self._save_state()

    def loaded(self) -> None:
        """All inodes are loaded: from now on the index follows the feed."""
        if self.build is not None:
            self.build = replace(self.build, is_loaded=True)
            with typed_errors():
                self._save_state()

    def repair(self, operations: Sequence[IndexOperation]) -> Applied:
        """Applies at most OPERATIONS_MAX operations also over documents of the same version.

        The server keeps the highest version: what is ahead of the store is ignored.
        """
        if len(operations) > OPERATIONS_MAX:
            raise ValueError("too many operations for one batch")
        self._parents.clear()
        with typed_errors():
            applied = self._apply(operations, now_ms(), again=True)
            self._save_state()
        return applied

    def report(self, report: FeedReport) -> None:
        """Records what the feed reader does; the position stays."""
        self._report = report
        with typed_errors():
            self._save_state()

    def position(self) -> FeedPosition | None:
        """Where to go on in the feed; null while the index has never been complete."""
        return self._position

    def pending_moves(self) -> int:
        """Directories below which lists of ancestors are still being rewritten."""
        return len(self._moves)

    def maintain(self) -> bool:
        """Does a bounded step of what moves left to do; whether there is more."""
        if not self._moves:
            return False
        with typed_errors():
            for _ in range(MOVE_PAGES_AT_ONCE):
                if not self._moves:
                    break
                self._moves = self._advanced(self._moves[0])
            self._save_state()
        return bool(self._moves)

    def documents(self, after_id: int, through_id: int, limit: int) -> list[Document]:
        """The documents with after_id < inode id <= through_id in id order, at most ``limit``."""
        return [document_from(each) for each in self._sources(after_id, through_id, limit)]

    def examined(self, after_id: int, through_id: int, limit: int) -> Examined:
        """The same with those whose stored form is not the one that they give."""
        sources = self._sources(after_id, through_id, limit)
        documents = [document_from(source) for source in sources]
        self._parents.clear()
        with typed_errors():
            chains = self._parents.chains(document.parent_id for document in documents)
        wrong = set()
        for source, document in zip(sources, documents, strict=True):
            right = source_of(document, _sound(document, chains[document.parent_id]))
            if self._moves:
                # Lists of ancestors are still being brought up to date.
                right |= {"ancestors": source["ancestors"], "rooted": source["rooted"]}
            # What is not kept beside the document (its words and trigrams) is not seen here.
            if any(source.get(name) != right[name] for name in right.keys() - NOT_KEPT):
                wrong.add(document.inode_id)
        return Examined(documents, frozenset(wrong))

    def correct_totals(self) -> int:
        """Nothing: totals are counted when they are asked for."""
        return 0

    def _sources(self, after_id: int, through_id: int, limit: int) -> list[dict[str, Any]]:
        with typed_errors():
            answer = self._client.search(
                index=self.index,
                query={
                    "bool": {
                        "filter": [
                            {"range": {"inode_id": {"gt": after_id, "lte": through_id}}},
                            {"term": {"gone": False}},
                        ]
                    }
                },
                sort=["inode_id"],
                size=limit,
                track_total_hits=False,
            )
        return [hit["_source"] for hit in answer["hits"]["hits"]]

    def root_all(self) -> None:
        """Gives documents that were loaded before their directories the lists they lack."""
        with typed_errors():
            self._client.indices.refresh(index=self.index)
            move: Move | None = Move(MoveKind.APPEARED, 0)
            query = {"bool": {"filter": [{"term": {"rooted": False}}, {"term": {"gone": False}}]}}
            while move is not None:
                move = self._rewrite_page(move, query)

    def close(self) -> None:
        """Nothing is held: the client belongs to whoever made it."""

    def _apply(
        self, operations: Sequence[IndexOperation], applied_at_ms: int, *, again: bool = False
    ) -> Applied:
        newest = newest_per_inode(operations)
        moves = self._note_directories(newest, again=again)
        if moves:
            # Before the documents: a crash between the two must not forget a move.
            self._moves += moves
            self._save_state()
        applied = self._store(list(newest.values()), applied_at_ms, again=again, refresh=True)
        if moves:
            self._moves = self._with_work(self._moves)
        return replace(applied, ignored=len(operations) - applied.stored - applied.removed)

    def _note_directories(self, newest: Mapping[int, IndexOperation], *, again: bool) -> list[Move]:
        """Brings the parents up to date with a batch; whom it moves."""
        concerned = {
            inode_id: operation
            for inode_id, operation in newest.items()
            if isinstance(operation, Delete) or operation.document.kind is Kind.DIRECTORY
        }
        known = self._known(concerned)
        moves: list[Move] = []
        for inode_id, operation in concerned.items():
            before = known.get(inode_id)
            if before is not None and operation.logical_time < before["logical_time"] + (not again):
                continue
            old_parent = _parent_in(before)
            if isinstance(operation, Delete):
                self._parents.remove(inode_id)
                if old_parent is not None:
                    moves.append(Move(MoveKind.VANISHED, inode_id))
                continue
            document = operation.document
            if _is_sound_directory(document):
                self._parents.put(inode_id, document.parent_id)
            if old_parent is None:
                moves.append(Move(MoveKind.APPEARED, inode_id))
            elif old_parent != document.parent_id:
                moves.append(Move(MoveKind.MOVED, inode_id))
        return self._with_work(moves)

    def _with_work(self, moves: list[Move]) -> list[Move]:
        """Leaves out new and removed directories that nothing is below: nearly all of them."""
        kinds = [
            [each for each in moves if each.kind is kind]
            for kind in (MoveKind.APPEARED, MoveKind.VANISHED)
        ]
        groups = [some for some in kinds if some]
        busy_groups = self._match([any_of(some) for some in groups])
        doubtful = [
            each for some, busy in zip(groups, busy_groups, strict=True) if busy for each in some
        ]
        busy_moves = self._match([each.query() for each in doubtful])
        idle = {each for some in groups for each in some}
        idle -= {each for each, busy in zip(doubtful, busy_moves, strict=True) if busy}
        return [each for each in moves if each not in idle]

    def _match(self, queries: Sequence[Mapping[str, Any]]) -> list[bool]:
        """Whether each query matches anything."""
        found: list[bool] = []
        for start in range(0, len(queries), QUERIES_PER_REQUEST):
            lines: list[dict[str, Any]] = []
            for query in queries[start : start + QUERIES_PER_REQUEST]:
                lines += ({}, {"query": dict(query), "size": 0, "track_total_hits": 1})
            answer = self._client.msearch(index=self.index, searches=lines)
            found += [_is_found(each) for each in answer["responses"]]
        return found

    def _store(
        self,
        operations: Sequence[IndexOperation],
        applied_at_ms: int,
        *,
        again: bool = False,
        refresh: bool = False,
    ) -> Applied:
        puts = [each.document for each in operations if isinstance(each, Put)]
        chains = self._parents.chains(document.parent_id for document in puts)
        bulk = Bulk(self._client, self.index, again=again)
        for operation in operations:
            if isinstance(operation, Put):
                chain = chains[operation.document.parent_id]
                source = source_of(operation.document, _sound(operation.document, chain))
            else:
                source = tombstone_of(operation, applied_at_ms)
            bulk.put(operation.inode_id, operation.logical_time, source)
        return bulk.send(refresh=refresh)

    def _known(self, ids: Iterable[int]) -> dict[int, dict[str, Any]]:
        """What is stored of inodes, tombstones included."""
        wanted = [str(each) for each in ids]
        found: dict[int, dict[str, Any]] = {}
        for start in range(0, len(wanted), IDS_PER_READ):
            answer = self._client.mget(
                index=self.index,
                ids=wanted[start : start + IDS_PER_READ],
                source_includes=_KNOWN_FIELDS,
            )
            found |= {int(doc["_id"]): doc["_source"] for doc in answer["docs"] if doc.get("found")}
        return found

    def _fetch_parents(self, ids: Iterable[int]) -> dict[int, int]:
        parents = {inode_id: _parent_in(row) for inode_id, row in self._known(ids).items()}
        return {inode_id: parent for inode_id, parent in parents.items() if parent is not None}

    def _advanced(self, move: Move) -> list[Move]:
        """The moves that are left after a page of the first one."""
        rest = self._moves[1:]
        following = self._rewrite_page(move, move.query())
        return rest if following is None else [following, *rest]

    def _rewrite_page(self, move: Move, query: Mapping[str, Any]) -> Move | None:
        """Writes a page of documents again where their lists are no longer true; null at the end.

        A document that changed meanwhile has a later version and is left alone.
        """
        answer = self._client.search(
            index=self.index,
            query=dict(query),
            sort=["inode_id"],
            search_after=[move.after_id],
            size=MOVE_PAGE,
            track_total_hits=False,
        )
        sources = [hit["_source"] for hit in answer["hits"]["hits"]]
        documents = [document_from(source) for source in sources]
        chains = self._parents.chains(document.parent_id for document in documents)
        bulk = Bulk(self._client, self.index, again=True)
        for source, document in zip(sources, documents, strict=True):
            chain = _sound(document, chains[document.parent_id])
            if source["ancestors"] != list(chain.ancestors) or source["rooted"] != chain.rooted:
                bulk.put(document.inode_id, document.logical_time, source_of(document, chain))
        rewritten = bulk.send().stored
        if rewritten:
            self._client.indices.refresh(index=self.index)
        if len(documents) < MOVE_PAGE:
            return None
        return replace(move, after_id=documents[-1].inode_id, rewritten=move.rewritten + rewritten)

    def _save_state(self) -> None:
        position, report = self._position, self._report
        state: dict[str, Any] = {
            "generation": self.index,
            "searchable": position is not None,
            "cursor": position.cursor if position else "",
            "sequence": position.sequence if position else 0,
            "time_ms": position.time_ms if position else 0,
            "moves": [each.stored() for each in self._moves],
            "report": None,
            "build": None if self.build is None else asdict(self.build),
        }
        if report is not None:
            error = None if report.last_error is None else report.last_error[:ERROR_LENGTH_MAX]
            state["report"] = {
                "state": report.state.value,
                "head_sequence": report.head_sequence,
                "reported_at_ms": report.reported_at_ms,
                "documents_built": report.documents_built,
                "last_error": error,
                "build_percent": report.build_percent,
                "build_left_ms": report.build_left_ms,
            }
        if self.active or self.build is not None:
            state_id = STATE_ID if self.active else BUILD_ID
            self._client.index(index=self._names.state, id=state_id, document=state)

    def _purge(self, now_ms: int) -> None:
        """Forgets old tombstones, a bounded number at a time.

        Their age counts from when they were applied, not from the deletion: an index that catches
        up on old changes needs them just as long.
        """
        if now_ms - self._purged_at_ms < PURGE_INTERVAL_MS:
            return
        self._purged_at_ms = now_ms
        answer = self._client.search(
            index=self.index,
            query={"range": {"gone_at_ms": {"lt": now_ms - TOMBSTONE_AGE_MS}}},
            size=PURGE_ROWS_MAX,
            source_includes=["inode_id", "logical_time"],
            track_total_hits=False,
        )
        bulk = Bulk(self._client, self.index, again=True)
        for hit in answer["hits"]["hits"]:
            bulk.delete(hit["_source"]["inode_id"], hit["_source"]["logical_time"])
        bulk.send()


def _is_found(answer: Mapping[str, Any]) -> bool:
    """Whether one search of several matched. Raises IndexUnavailable, IndexRefused."""
    if "error" in answer:
        raise failure(answer["status"], str(answer["error"].get("reason")))
    return bool(answer["hits"]["total"]["value"])


def _build_in(state: Mapping[str, Any]) -> BuildPosition | None:
    stored = state["build"]
    return stored and BuildPosition(**{**stored, "head": FeedPosition(**stored["head"])})


def _parent_in(row: Mapping[str, Any] | None) -> int | None:
    """The parent of a stored directory; null for what is none, or is not sound."""
    if row is None or row["gone"] or row["kind"] != Kind.DIRECTORY.value:
        return None
    if (row["parent_id"] == 0) != (row["name"] == ""):
        return None
    return int(row["parent_id"])


def _is_sound_directory(document: Document) -> bool:
    """Only the root has no parent, and only the root has no name."""
    sound = (document.parent_id == 0) == (document.name == "")
    return sound and document.kind is Kind.DIRECTORY


def _sound(document: Document, chain: Chain) -> Chain:
    """The chain, but for what claims to be a root and is not."""
    sound = (document.parent_id == 0) == (document.name == "")
    return chain if sound else replace(chain, rooted=False)
