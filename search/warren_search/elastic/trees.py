"""Conditions that a query puts together, in Elasticsearch's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from warren_search.conditions import (
    All,
    AnyOf,
    Between,
    Condition,
    Glob,
    InDatabase,
    Not,
    OneOf,
    Single,
    Text,
    Word,
)
from warren_search.query import Kind

Body = dict[str, Any]

_FIELDS: Final = {
    Text.OWNER: "owner",
    Text.GROUP: "owner_group",
    Text.KIND: "kind",
    Text.EXTENSION: "extension",
}


def body_of(condition: Condition, word: Callable[[str], Body]) -> Body:
    """Exactly what the condition holds for. word: documents whose name holds a word."""
    match condition:
        case Not(inner):
            return {"bool": {"must_not": [body_of(inner, word)]}}
        case All(several):
            return {"bool": {"filter": [body_of(each, word) for each in several]}}
        case AnyOf(several):
            ways = [body_of(each, word) for each in several]
            if not ways:
                return {"match_none": {}}
            return {"bool": {"should": ways, "minimum_should_match": 1}}
        case _:
            return _single(condition, word)


def _single(condition: Single, word: Callable[[str], Body]) -> Body:
    match condition:
        case Word(text):
            return word(text)
        case Glob(pattern):
            # Stars and question marks mean the same there; a backslash would take their meaning.
            return {"wildcard": {"folded": {"value": pattern.replace("\\", "\\\\")}}}
        case OneOf(text, values):
            return {"terms": {_FIELDS[text]: list(values)}}
        case Between(number, low, high):
            bounds = {key: each for key, each in (("gte", low), ("lte", high)) if each is not None}
            return {"range": {number.value: bounds}}
        case InDatabase(stored):
            return {"bool": {"filter": place_of_bytes(in_database=stored)}}


def place_of_bytes(*, in_database: bool) -> list[Body]:
    """Files whose bytes are rows of the database, or those whose bytes are blocks."""
    files = {"term": {"kind": Kind.FILE.value}}
    return [files, {"term": {"in_database": in_database}}]
