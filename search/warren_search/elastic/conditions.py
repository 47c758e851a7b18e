"""From a query to conditions, sort and place in Elasticsearch's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from warren_search.cursors import Position
from warren_search.elastic.mapping import phrase_of
from warren_search.elastic.trees import body_of, place_of_bytes
from warren_search.query import SearchQuery, Sort, Tier
from warren_search.text import GRAM_LENGTH, fold, tolerance, words_of

# Scores of the tiers of relevance. An exact name also starts with its first word: it gets both.
_BEGINS_SCORE: Final = 1.0
_EXACT_SCORE: Final = 2.0
# Of names that hold all words; those with a typo have none.
_WHOLE_SCORE: Final = 4.0
_SCORE_OF_TIER: Final[dict[int, float]] = {
    Tier.EXACT: _WHOLE_SCORE + _EXACT_SCORE + _BEGINS_SCORE,
    Tier.BEGINS: _WHOLE_SCORE + _BEGINS_SCORE,
    Tier.HOLDS: _WHOLE_SCORE,
    Tier.BEGINS_LIKE: 0.0,
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


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of an answer that the server reads in one order, by some of the tiers at a time.

    last: the tier that it ends with. is_scored: the tiers in it are told apart by scores.
    """

    condition: Condition
    sort: list[dict[str, str]]
    last: int
    is_scored: bool

    def place_of(self, position: Position) -> list[Any]:
        """A position within it as values of the sort's keys."""
        if self.last == Tier.LIKE:
            return [position.inode_id]
        keys = [position.key, position.inode_id]
        return [_SCORE_OF_TIER[position.tier], *keys] if self.is_scored else keys

    def position_of(self, values: Sequence[Any]) -> Position:
        """The position that a hit's sort values are."""
        if self.last == Tier.LIKE:
            return Position(Tier.LIKE, "", values[0])
        *scores, key, inode_id = values
        return Position(_TIER_OF_SCORE[scores[0]] if scores else 0, key, inode_id)


def stretches(query: SearchQuery, words: Sequence[str], condition: Condition) -> list[Stretch]:
    """The query's documents, which meet the condition, in the query's order."""
    order = order_of(query)
    direction = "desc" if order.descending else "asc"
    keys = [{order.field: direction}, {"inode_id": direction}]
    if not has_tiers(query, words):
        return [Stretch(condition, keys, 0, is_scored=False)]
    by_tier = [{"_score": "desc"}, *keys]
    if not _may_have_typos(query, words):
        return [Stretch(condition, by_tier, Tier.HOLDS, is_scored=True)]
    by_name = {"bool": {"should": [{"bool": {"filter": _whole(words)}}, _begins_like(words[0])]}}
    return [
        Stretch(
            {"bool": {"must": [condition], "filter": [by_name]}},
            by_tier,
            Tier.BEGINS_LIKE,
            is_scored=True,
        ),
        Stretch(
            {"bool": {"filter": [condition], "must_not": [by_name]}},
            [{"inode_id": "asc"}],
            Tier.LIKE,
            is_scored=False,
        ),
    ]


def _may_have_typos(query: SearchQuery, words: Sequence[str]) -> bool:
    return query.typos and any(map(tolerance, words))


def _whole(words: Sequence[str]) -> list[Condition]:
    """That a name holds all words as they are."""
    return [_word(word) for word in words]


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
        whole = _whole(words) if _may_have_typos(query, words) else []
        begins: Condition = {"bool": {"filter": [*whole, {"prefix": {"folded": words[0]}}]}}
        condition["bool"]["should"] = [
            _scored({"bool": {"filter": whole}} if whole else {"match_all": {}}, _WHOLE_SCORE),
            _scored({"term": {"folded": " ".join(words)}}, _EXACT_SCORE),
            _scored(begins, _BEGINS_SCORE),
        ]
    return condition


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
    return _either(_word(word), word, "words")


def _begins_like(word: str) -> Condition:
    """Documents whose folded name begins with the word, or with a word like it."""
    return _either({"prefix": {"folded": word}}, word, "beginning")


def _either(condition: Condition, word: str, field: str) -> Condition:
    """The condition, or that a field has a word like the one asked for."""
    typos = tolerance(word)
    if not typos:
        return condition
    near = {"value": word, "fuzziness": typos, "prefix_length": 1, "max_expansions": VARIANTS_MAX}
    return {"bool": {"should": [condition, {"fuzzy": {field: near}}]}}


def _range(field: str, low: int | None, high: int | None) -> list[Condition]:
    bounds = {key: value for key, value in (("gte", low), ("lte", high)) if value is not None}
    return [{"range": {field: bounds}}] if bounds else []


def _scored(condition: Condition, score: float) -> Condition:
    return {"constant_score": {"filter": condition, "boost": score}}
