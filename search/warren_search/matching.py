"""Whether a document meets conditions, told from the document itself."""

from __future__ import annotations

import re
from functools import lru_cache

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
from warren_search.operation import Document
from warren_search.query import Kind
from warren_search.text import extension_of, fold


def holds(condition: Condition, document: Document) -> bool:
    """Whether the condition holds for the document."""
    match condition:
        case Not(inner):
            return not holds(inner, document)
        case All(several):
            return all(holds(each, document) for each in several)
        case AnyOf(several):
            return any(holds(each, document) for each in several)
        case _:
            return _holds(condition, document)


def _holds(condition: Single, document: Document) -> bool:
    match condition:
        case Word(text):
            return text in fold(document.name)
        case Glob(pattern):
            return _expression(pattern).fullmatch(fold(document.name)) is not None
        case OneOf(text, values):
            return _text(text, document) in values
        case Between(number, low, high):
            value: int = getattr(document, number.value)
            return (low is None or value >= low) and (high is None or value <= high)
        case InDatabase(stored):
            return document.kind is Kind.FILE and document.in_database == stored


def _text(text: Text, document: Document) -> str | None:
    if text is Text.EXTENSION:
        return extension_of(fold(document.name))
    value: str = getattr(document, text.value)
    return value


@lru_cache(maxsize=256)
def _expression(pattern: str) -> re.Pattern[str]:
    parts = (
        ".*" if each == "*" else "." if each == "?" else re.escape(each)
        for each in re.split(r"([*?])", pattern)
    )
    return re.compile("".join(parts), re.DOTALL)
