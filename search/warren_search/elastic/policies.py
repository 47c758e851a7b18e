"""Which documents a storage policy holds for, told by the few directories at which one is set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from elasticsearch import Elasticsearch

from warren_search.elastic.server import IndexNames
from warren_search.errors import InvalidQuery
from warren_search.query import DEFAULT_POLICY, Kind, StoragePolicy

# Each may be a part of the condition; the server takes about a thousand.
DIRECTORIES_MAX: Final = 500

_Condition = dict[str, Any]


def condition_of(
    client: Elasticsearch, names: IndexNames, wanted: Sequence[StoragePolicy]
) -> _Condition:
    """Exactly the inodes that one of the policies holds for.

    Raises InvalidQuery when policies are set at more than DIRECTORIES_MAX directories.
    """
    directories = _directories(client, names)
    return {"bool": {"should": [_holds(directories, each) for each in wanted]}}


def conditions_of(client: Elasticsearch, names: IndexNames) -> dict[str, _Condition]:
    """The same for each policy, by its name."""
    directories = _directories(client, names)
    return {wanted.name: _holds(directories, wanted) for wanted in StoragePolicy}


def _holds(directories: Sequence[Mapping[str, Any]], wanted: StoragePolicy) -> _Condition:
    inherited = [
        _below(each["inode_id"], _others_below(directories, each))
        for each in directories
        if each["storage_policy"] == wanted
    ]
    if wanted is DEFAULT_POLICY:
        every = [each["inode_id"] for each in directories]
        inherited.append({"bool": {"must_not": [{"terms": {"ancestors": every}}]}})
    unset: _Condition = {"term": {"storage_policy": 0}}
    ways: list[_Condition] = [{"term": {"storage_policy": wanted.value}}]
    ways += [{"bool": {"filter": [unset, each]}} for each in inherited]
    return {
        "bool": {
            "must_not": [{"term": {"kind": Kind.SYMLINK.value}}],
            "filter": [{"bool": {"should": ways}}],
        }
    }


def _below(inode_id: int, others: Sequence[int]) -> _Condition:
    condition: _Condition = {"bool": {"filter": [{"term": {"ancestors": inode_id}}]}}
    if others:
        condition["bool"]["must_not"] = [{"terms": {"ancestors": list(others)}}]
    return condition


def _others_below(
    directories: Sequence[Mapping[str, Any]], directory: Mapping[str, Any]
) -> list[int]:
    """Directories below one whose own policy is another."""
    return [
        each["inode_id"]
        for each in directories
        if each["storage_policy"] != directory["storage_policy"]
        and directory["inode_id"] in each["ancestors"]
    ]


def _directories(client: Elasticsearch, names: IndexNames) -> list[Mapping[str, Any]]:
    wanted: list[_Condition] = [
        {"range": {"storage_policy": {"gt": 0}}},
        {"term": {"kind": Kind.DIRECTORY.value}},
        {"term": {"gone": False}},
    ]
    answer = client.search(
        index=names.read,
        query={"bool": {"filter": wanted}},
        source_includes=["inode_id", "storage_policy", "ancestors"],
        size=DIRECTORIES_MAX + 1,
        track_total_hits=False,
    )
    found: list[Mapping[str, Any]] = [hit["_source"] for hit in answer["hits"]["hits"]]
    if len(found) > DIRECTORIES_MAX:
        raise InvalidQuery(
            field="policy",
            reason="policies are set at too many directories to search by them here",
            maximum=DIRECTORIES_MAX,
        )
    return found
