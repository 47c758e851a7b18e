"""One bulk request of versioned writes."""

from __future__ import annotations

from typing import Any, Final

from elasticsearch import Elasticsearch

from warren_search.elastic.server import failure
from warren_search.position import Applied

_CONFLICT: Final = 409
_NOT_FOUND: Final = 404
_ERROR: Final = 400


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

    def send(self, *, refresh: bool = False) -> Applied:
        """What was stored, removed and ignored; with ``refresh`` searches find it afterwards.

        Raises IndexUnavailable, IndexRefused.
        """
        if not self._lines:
            return Applied(0, 0, 0)
        answer = self._client.bulk(index=self._index, operations=self._lines, refresh=refresh)
        stored = removed = ignored = 0
        for position, each in enumerate(answer["items"]):
            (item,) = each.values()
            status = item["status"]
            if status in {_CONFLICT, _NOT_FOUND}:
                ignored += 1
            elif status >= _ERROR:
                raise failure(
                    status, str(item.get("error", {}).get("reason")), inode_id=item["_id"]
                )
            elif self._removing[position]:
                removed += 1
            else:
                stored += 1
        return Applied(stored, removed, ignored)

    def _action(self, inode_id: int, version: int) -> dict[str, Any]:
        return {"_id": str(inode_id), "version": version, "version_type": self._version_type}
