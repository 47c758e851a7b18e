"""Opaque cursors: the sort key of the last row seen, bound to the query it belongs to."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass
from typing import Final

from warren_search.errors import InvalidCursor
from warren_search.query import SearchQuery, Tier

_VERSION: Final = 1
_DIGEST_LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class Position:
    """Where a page ended: the tier (relevance only, else 0), the sort key and the inode."""

    tier: int
    key: str | int
    inode_id: int


def encode(position: Position, query: SearchQuery) -> str:
    """The cursor that continues the query after the position."""
    content = [_VERSION, _digest(query), position.tier, position.key, position.inode_id]
    text = json.dumps(content, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode(query: SearchQuery, key_type: type[str] | type[int]) -> Position | None:
    """The position of the query's cursor; null at the start. Raises InvalidCursor."""
    if query.cursor is None:
        return None
    try:
        padded = query.cursor + "=" * (-len(query.cursor) % 4)
        content = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        version, digest, tier, key, inode_id = content
    except (binascii.Error, ValueError, TypeError, RecursionError) as error:
        raise InvalidCursor from error
    typed = type(tier) is int and type(key) is key_type and type(inode_id) is int
    if version != _VERSION or digest != _digest(query) or not typed:
        raise InvalidCursor
    if not (0 <= tier <= max(Tier) and _stored(key) and _stored(inode_id)):
        raise InvalidCursor
    return Position(tier, key, inode_id)


def _stored(value: str | int) -> bool:
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    return not any("\ud800" <= character <= "\udfff" for character in value)


def _digest(query: SearchQuery) -> str:
    """Everything that decides which rows come in which order; not the page size."""
    viewer = query.viewer
    parts = [
        query.text,
        query.owner,
        query.group,
        query.kind,
        query.size_min_bytes,
        query.size_max_bytes,
        query.mtime_min_ms,
        query.mtime_max_ms,
        query.without,
        query.extension,
        query.replication_min,
        query.replication_max,
        query.atime_min_ms,
        query.atime_max_ms,
        query.path,
        query.xattrs,
        query.typos,
        query.storage_policies,
        query.in_database,
        None if query.where is None else repr(query.where),
        query.sort,
        None if viewer is None else [viewer.user, sorted(viewer.groups)],
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:_DIGEST_LENGTH]
