"""The index's mapping, and documents as they are stored.

Only features that every distribution has are used: no analysis plugins, no scripts. A name's
trigrams are made here and stored in order as words: a phrase of them is exactly a substring.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from warren_search.operation import Delete, Document
from warren_search.query import Kind
from warren_search.text import GRAM_LENGTH, beginning_of, extension_of, fold, gram_text, letters_of

SCHEMA_VERSION: Final = 7
# Stands for white space inside a trigram; folded names hold no control characters.
_SPACE: Final = "\x03"
_KEYWORD: Final = {"type": "keyword"}
_LONG: Final = {"type": "long"}
_STORED: Final = {"type": "long", "index": False, "doc_values": False}

# Made again from the name whenever a document is written again.
NOT_KEPT: Final = ("grams", "words", "beginning", "extension")

MAPPING: Final[dict[str, Any]] = {
    "dynamic": "strict",
    "_meta": {"application": "warren-search", "schema_version": SCHEMA_VERSION},
    "_source": {"excludes": list(NOT_KEPT)},
    "properties": {
        "inode_id": _LONG,
        "logical_time": _LONG,
        "parent_id": _LONG,
        "name": _KEYWORD,
        "folded": _KEYWORD,
        "grams": {"type": "text", "analyzer": "whitespace", "norms": False},
        "words": _KEYWORD,
        # The word of those that the name begins with, if it does with one.
        "beginning": _KEYWORD,
        "xattrs": _KEYWORD,
        "extension": _KEYWORD,
        "kind": _KEYWORD,
        "size_bytes": _LONG,
        "space_bytes": _LONG,
        "owner": _KEYWORD,
        "owner_group": _KEYWORD,
        "mode": _STORED,
        "mtime_ms": _LONG,
        "atime_ms": _LONG,
        "replication": _LONG,
        "block_size_bytes": _STORED,
        "storage_policy": _LONG,
        "in_database": {"type": "boolean"},
        "acl": {"type": "keyword", "index": False, "doc_values": False},
        "ancestors": _LONG,
        "rooted": {"type": "boolean"},
        "gone": {"type": "boolean"},
        "gone_at_ms": _LONG,
    },
}
SETTINGS: Final[dict[str, Any]] = {
    "index": {
        "number_of_shards": 1,
        "auto_expand_replicas": "0-1",
        # The feed reader refreshes after each batch: what it has passed is searchable.
        "refresh_interval": -1,
    }
}
STATE_MAPPING: Final[dict[str, Any]] = {"dynamic": False, "properties": {}}


@dataclass(frozen=True, slots=True)
class Chain:
    """The directories above an inode from the top, and whether the top is the root."""

    ancestors: tuple[int, ...]
    rooted: bool


def source_of(document: Document, chain: Chain) -> dict[str, Any]:
    """The stored form of a document."""
    folded = fold(document.name)
    return {
        "inode_id": document.inode_id,
        "logical_time": document.logical_time,
        "parent_id": document.parent_id,
        "name": document.name,
        "folded": folded,
        "grams": phrase_of(gram_text(folded)),
        "words": list(letters_of(folded)),
        "beginning": beginning_of(folded),
        "xattrs": list(document.xattrs),
        "extension": extension_of(folded),
        "kind": document.kind.value,
        "size_bytes": document.size_bytes,
        "space_bytes": document.size_bytes * document.replication,
        "owner": document.owner,
        "owner_group": document.group,
        "mode": document.mode,
        "mtime_ms": document.mtime_ms,
        "atime_ms": document.atime_ms,
        "replication": document.replication,
        "block_size_bytes": document.block_size_bytes,
        "storage_policy": document.storage_policy,
        "in_database": document.in_database,
        "acl": document.acl,
        "ancestors": list(chain.ancestors),
        "rooted": chain.rooted,
        "gone": False,
    }


def tombstone_of(operation: Delete, gone_at_ms: int) -> dict[str, Any]:
    """What is stored in place of a removed document, so that a late event finds its version."""
    return {
        "inode_id": operation.inode_id,
        "logical_time": operation.logical_time,
        "gone": True,
        "gone_at_ms": gone_at_ms,
    }


def document_from(source: Mapping[str, Any]) -> Document:
    """The document of a stored form."""
    return Document(
        inode_id=source["inode_id"],
        logical_time=source["logical_time"],
        parent_id=source["parent_id"],
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
        storage_policy=source["storage_policy"],
        in_database=source["in_database"],
        acl=source["acl"],
        xattrs=tuple(source["xattrs"]),
    )


def phrase_of(text: str) -> str:
    """The trigrams of a folded text, in order, as words."""
    starts = range(len(text) - GRAM_LENGTH + 1)
    return " ".join(_word(text[start : start + GRAM_LENGTH]) for start in starts)


def _word(gram: str) -> str:
    return "".join(_SPACE if character.isspace() else character for character in gram)
