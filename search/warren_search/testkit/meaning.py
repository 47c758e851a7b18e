"""What conditions mean, written down a second time, as plainly as can be."""

from __future__ import annotations

from warren_search.conditions import (
    All,
    AnyOf,
    Condition,
    Glob,
    InDatabase,
    Not,
    OneOf,
    Single,
    Text,
    Word,
)
from warren_search.operation import Document
from warren_search.query import Kind
from warren_search.text import extension_of, fold


def means(condition: Condition, document: Document) -> bool:
    """Whether the condition holds for the document."""
    if isinstance(condition, Not):
        return not means(condition.condition, document)
    if isinstance(condition, All | AnyOf):
        results = {means(each, document) for each in condition.conditions}
        return False not in results if isinstance(condition, All) else True in results
    return _means(condition, document, fold(document.name))


def _means(condition: Single, document: Document, folded: str) -> bool:
    if isinstance(condition, Word):
        return condition.text in folded
    if isinstance(condition, Glob):
        return _is_like(folded, condition.pattern)
    if isinstance(condition, OneOf):
        known = {
            Text.OWNER: document.owner,
            Text.GROUP: document.group,
            Text.KIND: document.kind.value,
            Text.EXTENSION: extension_of(folded),
        }
        return known[condition.text] in condition.values
    if isinstance(condition, InDatabase):
        return document.kind is Kind.FILE and document.in_database is condition.stored
    number: int = getattr(document, condition.number)
    low = number if condition.low is None else condition.low
    high = number if condition.high is None else condition.high
    return low <= number <= high


def _is_like(text: str, pattern: str) -> bool:
    """Character by character: the places in the pattern that may be reached."""
    reached = _beyond_stars({0}, pattern)
    for character in text:
        reached = _beyond_stars(
            {at for at in reached if pattern[at : at + 1] == "*"}
            | {at + 1 for at in reached if pattern[at : at + 1] in {"?", character}},
            pattern,
        )
    return len(pattern) in reached


def _beyond_stars(places: set[int], pattern: str) -> set[int]:
    reached = set(places)
    for at in range(len(pattern)):
        if at in reached and pattern[at] == "*":
            reached.add(at + 1)
    return reached
