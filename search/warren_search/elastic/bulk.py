"""One bulk request of versioned writes."""

from __future__ import annotations

from typing import Any, Final

from elasticsearch import Elasticsearch

from warren_search.errors import IndexRefused, IndexUnavailable
from warren_search.position import Applied

_CONFLICT: Final = 409
_NOT_FOUND: Final = 404
_ERROR: Final = 400
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERROR: Final = 500
_REASON_LENGTH_MAX: Final = 300


class Bulk:
    """Collects writes and sends them; a write of an older version than the stored one is ignored.

    again: a write of the very version that is stored replaces it, instead of being ignored.
    """

    def __init__(self, client: Elasticsearch, index: str, *, again: bool = False) -> None:
        self._client = client
        self._index = index
        self._version_type = "external_gte" if again else "external"
        self._lines: list[dict[str, Any]] = []
        self._removing: list[bool] = []

    def put(self, inode_id: int, version: int, source: dict[str, Any]) -> None:
        self._lines += ({"index": self._action(inode_id, version)}, source)
        self._removing.append(bool(source["gone"]))

    def delete(self, inode_id: int, version: int) -> None:
        self._removing.append(True)
        self._lines.append({"delete": self._action(inode_id, version)})

    def send(self) -> Applied:
        """What was stored, removed and ignored. Raises IndexUnavailable, IndexRefused."""
        if not self._lines:
            return Applied(0, 0, 0)
        answer = self._client.bulk(index=self._index, operations=self._lines)
        stored = removed = ignored = 0
        for position, each in enumerate(answer["items"]):
            (item,) = each.values()
            status = item["status"]
            if status in {_CONFLICT, _NOT_FOUND}:
                ignored += 1
            elif status >= _ERROR:
                raise _failure(item)
            elif self._removing[position]:
                removed += 1
            else:
                stored += 1
        return Applied(stored, removed, ignored)

    def _action(self, inode_id: int, version: int) -> dict[str, Any]:
        return {"_id": str(inode_id), "version": version, "version_type": self._version_type}


def _failure(item: dict[str, Any]) -> IndexUnavailable | IndexRefused:
    status = item["status"]
    facts = {
        "inode_id": item["_id"],
        "status": status,
        "reason": str(item.get("error", {}).get("reason"))[:_REASON_LENGTH_MAX],
    }
    if status == _TOO_MANY_REQUESTS or status >= _SERVER_ERROR:
        return IndexUnavailable(**facts)
    return IndexRefused(**facts)
