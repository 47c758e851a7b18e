"""Attributes and ACLs that are read for a batch whose events arrive in another order."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from warren_cdc.admin import AdminClient
from warren_cdc.attributes import AttributeReader
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble
from warren_search.operation import Document, Put, newest_per_inode, operation_of
from warren_search.permissions import UNKNOWN_ACL
from warren_search.testkit.history import directory, root

LETS_EVE = "user:eve:r-x,group::---,mask::r-x,other::---"
GUARDED = replace(directory(2, 1, "guarded"), mode=0o750, acl=LETS_EVE)
BARE = replace(GUARDED, mode=0o755, acl="")


@pytest.fixture
def store() -> StoreDouble:
    return StoreDouble()


@pytest.fixture
def client(store: StoreDouble, tmp_path: Path) -> Iterator[AdminClient]:
    (tmp_path / "token").write_text(TOKEN + "\n")
    stop = threading.Event()
    with NamenodeDouble(store) as namenode:
        client = AdminClient((namenode.url,), tmp_path / "token", timeout_ms=2_000, stop=stop)
        yield client
        client.close()


def _indexed(client: AdminClient) -> list[Document]:
    """What all events of inode 2 become in one batch, the newest event first."""
    events = client.feed(after=None, limit=100, wait_ms=0).events
    batch = sorted(events, key=lambda each: -each.sequence)
    known = AttributeReader(client).of(batch)
    operations = [operation_of(each, acl=known.acls.get(each.inode_id)) for each in batch]
    newest = newest_per_inode(operations)[2]
    of_inode = [each for each in operations if each.inode_id == 2]
    assert of_inode[0] == newest, "the batch is to begin with the newest event"
    return [each.document for each in of_inode if isinstance(each, Put)]


def test_an_acl_that_is_gone_is_unknown_at_the_versions_that_had_it_alone(
    store: StoreDouble, client: AdminClient
) -> None:
    store.commit([Put(root()), Put(GUARDED)])
    store.commit([Put(replace(BARE, logical_time=2))])
    assert [each.acl for each in _indexed(client)] == ["", UNKNOWN_ACL]


def test_an_acl_is_read_when_any_event_tells_of_one(
    store: StoreDouble, client: AdminClient
) -> None:
    store.commit([Put(root()), Put(BARE)])
    store.commit([Put(replace(GUARDED, logical_time=2))])
    assert [each.acl for each in _indexed(client)] == [LETS_EVE, ""]
