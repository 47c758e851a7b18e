"""Fills a new generation of the search index, or goes on with one that was left unfinished."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import structlog
from warren_namenode.generated.admin_api import FeedPage
from warren_search.backend import IndexBuilder, IndexWriter
from warren_search.columns import DocumentColumns
from warren_search.operation import IndexOperation
from warren_search.position import BuildPosition, FeedPosition, FeedReport

from warren_cdc.attributes import AttributeReader
from warren_cdc.build_meter import BuildMeter
from warren_cdc.feed import FeedReader, Patience, head_of, inode_pages, pages_to_head
from warren_cdc.settings import FeedSettings
from warren_cdc.source import Event

# What making the secondary indexes takes of the build, as measured over millions of inodes.
FINISH_SHARE: Final = 0.12

_log = structlog.get_logger("warren.cdc")


class IndexBuild:
    """One build. What it loads is stored with how far it is, so that a killed build goes on.

    tick: called now and then; may raise, which leaves the build as it is stored. report: what is
    stored with changes that are applied.
    """

    def __init__(
        self,
        builder: IndexBuilder,
        reader: FeedReader,
        attributes: AttributeReader,
        settings: FeedSettings,
        patiently: Patience,
        *,
        operations: Callable[[Sequence[Event]], list[IndexOperation]],
        tick: Callable[[], None],
        report: Callable[[], FeedReport],
    ) -> None:
        self.meter = BuildMeter(FINISH_SHARE)
        self.head_sequence = 0
        self._builder = builder
        self._reader = reader
        self._attributes = attributes
        self._settings = settings
        self._patiently = patiently
        self._operations = operations
        self._tick = tick
        self._report = report

    def run(self) -> FeedPosition:
        """Loads, finishes, and catches up with the feed; where the index is then.

        Raises Stopped, FeedTrimmed, FeedRestarted and what the builder raises.
        """
        reached = self._begin()
        self.head_sequence = reached.head.sequence
        self.meter.started(reached.after_id, reached.documents)
        if not reached.is_loaded:
            self._load(reached)
        self.meter.finishing()
        writer = self._builder.finish_load(self._tick)
        return self._catch_up(writer, writer.position() or reached.head)

    def _begin(self) -> BuildPosition:
        reached = self._builder.reached()
        if reached is None:
            return BuildPosition(head_of(self._patiently(self._reader.head)), 0, 0)
        # What changed since the head must still be told, or all that was loaded is of no use.
        self._patiently(partial(self._page, reached.head))
        _log.info("resuming", documents=reached.documents, after_id=reached.after_id)
        return reached

    def _page(self, position: FeedPosition) -> FeedPage:
        return self._reader.page(position, 1, 0)

    def _load(self, reached: BuildPosition) -> None:
        limit = self._settings.rebuild_page_inodes
        with inode_pages(self._reader, limit, self._patiently, reached.after_id) as pages:
            for page in pages:
                known = self._patiently(partial(self._attributes.of_page, page))
                documents = DocumentColumns.of_inodes(page, known.xattrs, known.acls)
                last_id = page.inode_id[-1] if page.inode_id else reached.after_id
                reached = replace(
                    reached,
                    after_id=page.next_after_id or last_id,
                    documents=reached.documents + len(documents),
                )
                self._builder.writer.load(documents, reached)
                self.meter.loaded(reached.after_id, page.ids_below, reached.documents)
                self._tick()

    def _catch_up(self, writer: IndexWriter, position: FeedPosition) -> FeedPosition:
        """Applies what changed while the inodes were read, so that the index shows one state."""
        limit = self._settings.feed_batch_events
        for page, reached in pages_to_head(self._reader, position, limit, self._patiently):
            self.head_sequence = max(page.head_sequence, reached.sequence)
            operations = self._patiently(partial(self._operations, page.events))
            writer.apply(operations, reached, self._report())
            self._tick()
            position = reached
        return position
