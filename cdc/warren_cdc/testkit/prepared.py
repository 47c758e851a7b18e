"""A namenode's double that serves a large namespace from prepared pages, for measurements.

Seeded: the same arguments give the same tree.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from multiprocessing.connection import Connection
from random import Random
from typing import Final

from warren_search.operation import Document, IndexOperation, Put
from warren_search.testkit.history import directory, file, root

from warren_cdc.testkit.namenodes import NamenodeDouble, StoreDouble, columns_of

EVENTS: Final = 50_000
PAGE_INODES: Final = 5_000
_STEMS: Final = ("report", "data", "part", "log", "raw", "sales", "user", "event", "train", "image")
_ENDINGS: Final = ("parquet", "csv", "json", "orc", "avro", "log")


class PreparedStore(StoreDouble):
    """Serves inode pages that were rendered beforehand."""

    def __init__(self, documents: list[Document]) -> None:
        super().__init__()
        self._pages: dict[int, dict[str, object]] = {}
        for start in range(0, len(documents), PAGE_INODES):
            page = documents[start : start + PAGE_INODES]
            last = start + PAGE_INODES >= len(documents)
            self._pages[page[0].inode_id - 1] = {
                "inodes": [asdict(document) for document in page],
                "next_after_id": None if last else page[-1].inode_id,
                "as_of_ms": 0,
            }

    def inodes(self, after_id: int, limit: int) -> dict[str, object]:
        """The prepared page."""
        assert limit == PAGE_INODES
        return self._pages[after_id]


class PreparedNamenode(NamenodeDouble):
    """Keeps rendered pages as bytes."""

    rendered: dict[str, bytes]

    def prepare(self, count: int) -> None:
        """Renders all inode pages."""
        self.rendered = {}
        for after_id in range(0, count, PAGE_INODES):
            page = self.store.inodes(after_id, PAGE_INODES)
            self.rendered[str(after_id)] = json.dumps(columns_of(page)).encode()

    def answer(self, path: str, query: dict[str, str], token: str) -> tuple[int, bytes]:
        """A prepared page, or what the double answers."""
        if path.endswith("/inodes/columns"):
            return 200, self.rendered[query["after_id"]]
        return super().answer(path, query, token)


def tree(count: int) -> Iterator[Document]:
    """A namespace: one inode in ten is a directory, names as in data lakes."""
    random = Random(7)  # noqa: S311 - reproducible on purpose
    directories = [1]
    yield root()
    for inode_id in range(2, count + 1):
        parents = directories[-300:] if random.random() < 0.9 else directories
        parent_id = random.choice(parents)
        stem = f"{random.choice(_STEMS)}-{random.choice(_STEMS)}_{random.randrange(10**6):06}"
        if random.random() < 0.1:
            directories.append(inode_id)
            yield directory(inode_id, parent_id, stem)
            continue
        yield replace(
            file(inode_id, parent_id, f"{stem}.{random.choice(_ENDINGS)}", random.randrange(10**9)),
            owner=f"user{random.randrange(50)}",
            mtime_ms=1_700_000_000_000 + random.randrange(10**10),
        )


def serve(pipe: Connection, count: int) -> None:
    """The namenode's process: announces its address, then commits what it is told to."""
    documents = list(tree(count))
    with PreparedNamenode(PreparedStore(documents)) as namenode:
        namenode.prepare(count)
        pipe.send(namenode.url)
        pipe.recv()
        random = Random(8)  # noqa: S311 - reproducible on purpose
        changes: list[IndexOperation] = []
        for document in random.choices(documents[1:], k=EVENTS):
            renamed = f"{document.name}.{random.randrange(100)}"
            changes.append(Put(replace(document, name=renamed, logical_time=2)))
        pipe.send(namenode.store.commit(changes))
        pipe.recv()
