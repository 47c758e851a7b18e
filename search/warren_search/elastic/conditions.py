"""From a query to conditions, sort and place in Elasticsearch's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from warren_search.cursors import Position
from warren_search.elastic.mapping import phrase_of
from warren_search.elastic.trees import body_of, place_of_bytes
from warren_search.query import SearchQuery, Sort
from warren_search.text import GRAM_LENGTH, fold, tolerance, words_of

# Scores of the tiers of relevance. An exact name also starts with its first word: it gets both.
_PREFIX_SCORE: Final = 1.0
_EXACT_SCORE: Final = 2.0
# Of names that hold all words; those with a typo have none.
_WHOLE_SCORE: Final = 4.0
_SCORE_OF_TIER: Final = {
    0: _WHOLE_SCORE + _EXACT_SCORE + _PREFIX_SCORE,
    1: _WHOLE_SCORE + _PREFIX_SCORE,
    2: _WHOLE_SCORE,
    3: 0.0,
}
_TIER_OF_SCORE: Final = {score: tier for tier, score in _SCORE_OF_TIER.items()}

# Of the words in the index that are near one of the text, so many are looked for.
VARIANTS_MAX: Final = 50

Condition = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Order:
    """How a sort is read: the field and the direction."""

    field: str
    descending: bool
    key_type: type[str] | type[int]


_BY_NAME: Final = Order("folded", False, str)
_ORDERS: Final = {
    Sort.RELEVANCE: _BY_NAME,
    Sort.NAME: _BY_NAME,
    Sort.SIZE_ASCENDING: Order("size_bytes", False, int),
    Sort.SIZE_DESCENDING: Order("size_bytes", True, int),
    Sort.MTIME_ASCENDING: Order("mtime_ms", False, int),
    Sort.MTIME_DESCENDING: Order("mtime_ms", True, int),
}


def order_of(query: SearchQuery) -> Order:
    """How the query's sort is read."""
    return _ORDERS[query.sort]


def has_tiers(query: SearchQuery, words: Sequence[str]) -> bool:
    """Whether exact names come first, then beginnings."""
    return query.sort is Sort.RELEVANCE and bool(words)


def condition_of(query: SearchQuery, words: Sequence[str], scope_id: int | None) -> Condition:
    """Exactly the query's documents, but for the viewer's permissions."""
    filters: list[Condition] = [{"term": {"gone": False}}, {"term": {"rooted": True}}]
    if scope_id is not None:
        filters.append({"term": {"ancestors": scope_id}})
    for field, value in (
        ("owner", query.owner),
        ("owner_group", query.group),
        ("kind", None if query.kind is None else query.kind.value),
        ("extension", None if query.extension is None else fold(query.extension)),
    ):
        if value is not None:
            filters.append({"term": {field: value}})
    filters += _range("size_bytes", query.size_min_bytes, query.size_max_bytes)
    filters += _range("mtime_ms", query.mtime_min_ms, query.mtime_max_ms)
    filters += _range("atime_ms", query.atime_min_ms, query.atime_max_ms)
    filters += _range("replication", query.replication_min, query.replication_max)
    if query.in_database is not None:
        filters += place_of_bytes(in_database=query.in_database)
    if query.where is not None:
        filters.append(body_of(query.where, _word))
    filters += [{"term": {"xattrs": xattr}} for xattr in query.xattrs]
    filters += [_or_near(word) if query.typos else _word(word) for word in words]
    condition: Condition = {"bool": {"filter": filters}}
    excluded = [_word(word) for word in words_of(query.without)]
    if excluded:
        condition["bool"]["must_not"] = excluded
    if has_tiers(query, words):
        whole = [_word(word) for word in words] if query.typos else []
        begins: Condition = {"bool": {"filter": [*whole, {"prefix": {"folded": words[0]}}]}}
        condition["bool"]["should"] = [
            _scored({"bool": {"filter": whole}} if whole else {"match_all": {}}, _WHOLE_SCORE),
            _scored({"term": {"folded": " ".join(words)}}, _EXACT_SCORE),
            _scored(begins, _PREFIX_SCORE),
        ]
    return condition


def sort_of(query: SearchQuery, words: Sequence[str]) -> list[dict[str, str]]:
    """The sort's keys; the inode id makes the order total."""
    order = order_of(query)
    direction = "desc" if order.descending else "asc"
    keys = [{order.field: direction}, {"inode_id": direction}]
    return [{"_score": "desc"}, *keys] if has_tiers(query, words) else keys


def place_of(position: Position, query: SearchQuery, words: Sequence[str]) -> list[Any]:
    """A position as values of the sort's keys."""
    keys = [position.key, position.inode_id]
    return [_SCORE_OF_TIER[position.tier], *keys] if has_tiers(query, words) else keys


def position_of(values: Sequence[Any], query: SearchQuery, words: Sequence[str]) -> Position:
    """The position that a hit's sort values are."""
    if has_tiers(query, words):
        score, key, inode_id = values
        return Position(_TIER_OF_SCORE[score], key, inode_id)
    key, inode_id = values
    return Position(0, key, inode_id)


def _word(word: str) -> Condition:
    """Documents whose folded name holds the word anywhere.

    Consecutive trigrams at consecutive places are the word itself. Each character of a name starts
    a trigram, so a shorter word is the beginning of one.
    """
    if len(word) >= GRAM_LENGTH:
        return {"match_phrase": {"grams": phrase_of(word)}}
    return {"prefix": {"grams": word}}


def _or_near(word: str) -> Condition:
    """The same, or documents with a word like it: as ``text.is_near`` says."""
    typos = tolerance(word)
    if not typos:
        return _word(word)
    near = {"value": word, "fuzziness": typos, "prefix_length": 1, "max_expansions": VARIANTS_MAX}
    return {"bool": {"should": [_word(word), {"fuzzy": {"words": near}}]}}


def _range(field: str, low: int | None, high: int | None) -> list[Condition]:
    bounds = {key: value for key, value in (("gte", low), ("lte", high)) if value is not None}
    return [{"range": {field: bounds}}] if bounds else []


def _scored(condition: Condition, score: float) -> Condition:
    return {"constant_score": {"filter": condition, "boost": score}}
