"""Generations of the index: a rebuild fills a new one, then both aliases are switched at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from elasticsearch import Elasticsearch, NotFoundError
from warren_generations.rules import Generations

from warren_search.backend import IndexWriter
from warren_search.elastic.mapping import MAPPING, SCHEMA_VERSION, SETTINGS, STATE_MAPPING
from warren_search.elastic.server import BUILD_ID, IndexNames, state_of, typed_errors
from warren_search.elastic.writer import ElasticIndexWriter
from warren_search.errors import IndexCorrupt, IndexRefused, IndexUnavailable
from warren_search.position import BuildPosition, FeedPosition, FeedReport

_EXISTS: Final = "resource_already_exists_exception"


def _nothing() -> None:
    pass


class ElasticIndexBuilder:
    """A generation that is being filled."""

    def __init__(self, client: Elasticsearch, names: IndexNames, index: str) -> None:
        self._client = client
        self.writer = ElasticIndexWriter(client, names, index, active=False)

    def reached(self) -> BuildPosition | None:
        """How far the build is for good; null when nothing was loaded with a position."""
        return self.writer.build

    def close(self) -> None:
        """Leaves it for ``resume_build``."""
        self.writer.close()

    def finish_load(self, tick: Callable[[], None] = _nothing) -> ElasticIndexWriter:
        """Completes the documents' lists of ancestors; the index can follow the feed now."""
        tick()
        self.writer.root_all()
        self.writer.loaded()
        tick()
        return self.writer

    def discard(self) -> None:
        """Deletes the generation."""
        with typed_errors():
            self._client.indices.delete(index=self.writer.index, ignore_unavailable=True)


class _Indices:
    """The shelf of one prefix: an index for each generation, two aliases of the current one."""

    def __init__(self, client: Elasticsearch, names: IndexNames) -> None:
        self.naming = names.naming
        self._client = client
        self._names = names

    def names(self) -> list[str]:
        with typed_errors():
            return list(
                self._client.indices.get(
                    index=self._names.generations, features=["aliases"], allow_no_indices=True
                )
            )

    def current(self) -> str | None:
        try:
            with typed_errors():
                found = self._client.indices.get_alias(name=self._names.write)
        except NotFoundError:
            return None
        return next(iter(found), None)

    def switch(self, name: str) -> None:
        """Both aliases in one change of the cluster's state."""
        actions: list[dict[str, Any]] = []
        for alias in (self._names.read, self._names.write):
            # The pattern also covers generations that are no alias's target: that does no harm.
            actions += (
                {"remove": {"index": self._names.generations, "alias": alias, "must_exist": False}},
                {"add": {"index": name, "alias": alias}},
            )
        with typed_errors():
            self._client.indices.update_aliases(actions=actions)

    def remove(self, names: Sequence[str]) -> None:
        if names:
            with typed_errors():
                self._client.indices.delete(index=list(names), ignore_unavailable=True)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()


class ElasticIndexGenerations(Generations[ElasticIndexBuilder]):
    """The writing side of an index's prefix. The one feed reader of the prefix uses it."""

    transient_errors: tuple[type[Exception], ...] = (IndexUnavailable,)
    damage_errors: tuple[type[Exception], ...] = (IndexCorrupt, IndexRefused)

    def __init__(self, client: Elasticsearch, names: IndexNames) -> None:
        self._indices = _Indices(client, names)
        super().__init__(self._indices)
        self._client = client
        self._names = names

    def open_active(self) -> ElasticIndexWriter | None:
        """The writer of the current generation. Raises IndexCorrupt, IndexUnavailable."""
        index = self._indices.current()
        if index is None:
            return None
        if not self._is_of_this_version(index):
            raise IndexCorrupt(path=index, reason="has another version")
        writer = ElasticIndexWriter(self._client, self._names, index, active=True)
        if writer.restore():
            # The process ended between the switch of the aliases and what follows it.
            writer.save()
            self._forget_build()
        return writer

    def start_build(self) -> ElasticIndexBuilder:
        """An empty new generation beside the current one; an unfinished one is deleted."""
        self._make_state_index()
        index = self._next()
        self._forget_build()
        with typed_errors():
            self._client.indices.create(index=index, mappings=MAPPING, settings=SETTINGS)
        return ElasticIndexBuilder(self._client, self._names, index)

    def activate_empty(self, report: FeedReport) -> ElasticIndexWriter:
        """Makes an index that is not searchable yet, so that readers can see the report."""
        writer = self.start_build().finish_load()
        self._switch(writer)
        writer.report(report)
        return writer

    def activate(self, writer: IndexWriter, position: FeedPosition, report: FeedReport) -> None:
        """Switches readers and the write alias to a complete generation, atomically.

        The position follows: until then answers name the older one, which is true of them, too.
        """
        if not isinstance(writer, ElasticIndexWriter):
            raise TypeError("a generation of another backend")
        self._switch(writer)
        writer.build = None
        writer.apply([], position, report)
        self._forget_build()

    def _switch(self, writer: ElasticIndexWriter) -> None:
        self._indices.switch(writer.index)
        writer.active = True

    def _reopen(self, name: str) -> ElasticIndexBuilder | None:
        with typed_errors():
            state = state_of(self._client, self._names, BUILD_ID)
        if state is None or state["generation"] != name or not self._is_of_this_version(name):
            return None
        builder = ElasticIndexBuilder(self._client, self._names, name)
        builder.writer.restore()
        return builder

    def _is_of_this_version(self, index: str) -> bool:
        with typed_errors():
            mapping = self._client.indices.get_mapping(index=index)
        meta = mapping[index]["mappings"].get("_meta", {})
        return bool(meta.get("schema_version") == SCHEMA_VERSION)

    def _forget_build(self) -> None:
        with typed_errors(), suppress(NotFoundError):
            self._client.delete(index=self._names.state, id=BUILD_ID)

    def _make_state_index(self) -> None:
        try:
            with typed_errors():
                self._client.indices.create(
                    index=self._names.state,
                    mappings=STATE_MAPPING,
                    settings={"index": {"number_of_shards": 1, "auto_expand_replicas": "0-1"}},
                )
        except IndexRefused as refused:
            if _EXISTS not in str(refused):
                raise
