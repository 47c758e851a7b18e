"""The namespace as the namenodes tell it, and what has to be the same: index and SQL replica."""

from __future__ import annotations

from contextlib import closing
from dataclasses import fields, replace
from typing import Final

from warren_analytics.client import ReplicaClient
from warren_analytics.query import QueryState
from warren_cdc.admin import AdminClient
from warren_cdc.attributes import AttributeReader
from warren_search.elastic.generations import ElasticIndexGenerations
from warren_search.elastic.server import IndexNames, connect
from warren_search.operation import Document, document_of
from warren_search.query import Kind

from .conftest import elasticsearch_login

PAGE: Final = 2_000
QUERY_WAIT_MS: Final = 30_000
REPLICA: Final = """
SELECT inode_id, logical_time, parent_id, name, kind, size_bytes, owner, group_name, mode,
       epoch_ms(mtime), epoch_ms(atime), replication, block_size_bytes, in_database,
       path
FROM inodes ORDER BY inode_id"""
# The members of a document that this tells, in its order: SQL knows of no policies and ACLs.
TOLD: Final = tuple(
    each.name
    for each in fields(Document)
    if each.compare and each.name not in {"storage_policy", "acl"}
)


def namespace_of(admin: AdminClient) -> dict[int, Document]:
    """Every inode."""
    found: dict[int, Document] = {}
    reader = AttributeReader(admin)
    after_id: int | None = 0
    while after_id is not None:
        page = admin.inodes(after_id=after_id, limit=PAGE)
        acls = reader.acls(page.inodes)
        found |= {
            inode.inode_id: document_of(inode, acl=acls.get(inode.inode_id, ""))
            for inode in page.inodes
        }
        after_id = page.next_after_id
    return found


def attributes_of(admin: AdminClient, documents: dict[int, Document]) -> dict[int, set[str]]:
    """The terms of each inode that has attributes which users see."""
    terms = AttributeReader(admin).xattrs(documents)
    return {inode_id: set(each) for inode_id, each in terms.items() if each}


def index_of(url: str) -> tuple[dict[int, Document], dict[int, list[int]]]:
    """Every document of the index, and its list of ancestors."""
    names = IndexNames("warren-inodes")
    documents: dict[int, Document] = {}
    ancestors: dict[int, list[int]] = {}
    with closing(connect(url, timeout_ms=60_000, login=elasticsearch_login())) as client:
        writer = ElasticIndexGenerations(client, names).open_active()
        assert writer is not None
        after_id = 0
        while page := writer.documents(after_id, 2**63 - 1, PAGE):
            documents |= {each.inode_id: each for each in page}
            after_id = page[-1].inode_id
        ids = list(documents)
        for start in range(0, len(ids), PAGE):
            some = [str(each) for each in ids[start : start + PAGE]]
            answer = client.mget(index=names.read, ids=some, source_includes=["ancestors"])
            ancestors |= {int(d["_id"]): d["_source"]["ancestors"] for d in answer["docs"]}
    return documents, ancestors


def true_ancestors(documents: dict[int, Document]) -> dict[int, list[int]]:
    """The directories above each inode, from the top."""
    return {inode_id: _above(documents, inode_id) for inode_id in documents}


def true_paths(documents: dict[int, Document]) -> dict[int, str]:
    """The path of each inode."""
    found = {}
    for inode_id, document in documents.items():
        above = [documents[each].name for each in _above(documents, inode_id)]
        found[inode_id] = "/".join([*above, document.name]) or "/"
    return found


def told_by_sql(documents: dict[int, Document]) -> dict[int, Document]:
    """The documents with what SQL tells of them alone."""
    return {
        inode_id: replace(each, storage_policy=0, acl="") for inode_id, each in documents.items()
    }


def replica_of(replica: ReplicaClient) -> tuple[dict[int, Document], dict[int, str]]:
    """Every inode that the SQL replica has, and its path."""
    query = replica.submit(REPLICA, wait_ms=QUERY_WAIT_MS)
    assert query.state is QueryState.SUCCEEDED, query.error
    documents: dict[int, Document] = {}
    paths: dict[int, str] = {}
    while rows := replica.rows(query.query_id, offset=len(documents), limit=PAGE):
        for *values, path in rows:
            row = dict(zip(TOLD, values, strict=True))
            row |= {"kind": Kind(row["kind"]), "mode": int(row["mode"], 8)}
            documents[row["inode_id"]] = Document(**row)
            paths[row["inode_id"]] = path
    return documents, paths


def _above(documents: dict[int, Document], inode_id: int) -> list[int]:
    found: list[int] = []
    at = documents[inode_id].parent_id
    while at != 0:
        assert documents[at].kind is Kind.DIRECTORY
        found.insert(0, at)
        at = documents[at].parent_id
    return found
