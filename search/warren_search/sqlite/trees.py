"""Conditions that a query puts together, as SQL, and which indexes can drive a search by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from warren_search.conditions import (
    All,
    AnyOf,
    Between,
    Condition,
    Glob,
    InDatabase,
    Not,
    Number,
    OneOf,
    Single,
    Text,
    Word,
)
from warren_search.query import Kind
from warren_search.sqlite.phrases import PLACES, Sql, match, spread
from warren_search.sqlite.schema import KIND_CODES
from warren_search.text import GRAM_LENGTH, TERMINATOR, grams_of

_COLUMNS: Final = {
    Text.OWNER: "owner",
    Text.GROUP: "owner_group",
    Text.KIND: "kind",
    Text.EXTENSION: "extension",
}
_NUMBER_INDEXES: Final = {Number.SIZE: "document_by_size", Number.MTIME: "document_by_mtime"}
_NOTHING: Final = Sql("SELECT inode_id AS id FROM document WHERE FALSE")


def sql_of(condition: Condition, *, by_class: bool = False) -> Sql:
    """The condition over ``document``; true or false, never null.

    by_class: what a class tells is asked of the class, which indexes that are walked have.
    """
    match condition:
        case Not(inner):
            found = sql_of(inner, by_class=by_class)
            return Sql(f"NOT ({found.text})", found.parameters)
        case All(several):
            return _joined(" AND ", [sql_of(each, by_class=by_class) for each in several], "TRUE")
        case AnyOf(several):
            return _joined(" OR ", [sql_of(each, by_class=by_class) for each in several], "FALSE")
        case _:
            return _single(condition, by_class=by_class)


def _joined(operator: str, parts: Sequence[Sql], nothing: str) -> Sql:
    text = operator.join(f"({each.text})" for each in parts)
    return Sql(text or nothing, tuple(value for each in parts for value in each.parameters))


def _single(condition: Single, *, by_class: bool) -> Sql:
    match condition:
        case Word(text):
            return Sql("instr(folded, ?) > 0", (text,))
        case Glob(pattern):
            # A bracket would begin a set of characters.
            return Sql("folded GLOB ?", (pattern.replace("[", "[[]"),))
        case OneOf(text, values):
            found = _one_of(text, values)
            # Only classes keep the extension.
            return in_classes(found) if by_class or text is Text.EXTENSION else found
        case Between(number, low, high):
            return _between(number, low, high)
        case InDatabase(stored):
            return in_classes(Sql(PLACES[stored])) if by_class else Sql(PLACES[stored])


def in_classes(condition: Sql) -> Sql:
    """That the class of a document meets a condition."""
    return Sql(
        f"class_id IN (SELECT id FROM class WHERE {condition.text})",  # noqa: S608
        condition.parameters,
    )


def _one_of(text: Text, values: Sequence[str]) -> Sql:
    """Over classes; but for the extension over documents, too."""
    stored = [KIND_CODES[Kind(each)] for each in values] if text is Text.KIND else values
    return Sql(f"{_COLUMNS[text]} IN ({', '.join('?' for _ in values)})", tuple(stored))


def _between(number: Number, low: int | None, high: int | None) -> Sql:
    bounds = [(sign, each) for sign, each in ((">=", low), ("<=", high)) if each is not None]
    text = " AND ".join(f"{number.value} {sign} ?" for sign, _ in bounds)
    return Sql(text or "TRUE", tuple(each for _, each in bounds))


def drivers(condition: Condition) -> Iterator[Sql]:
    """Selections of inode ids, each a superset of what the condition holds for."""
    several = condition.conditions if isinstance(condition, All) else (condition,)
    for each in several:
        driver = _driver(each)
        if driver is not None:
            yield driver


def _driver(condition: Condition) -> Sql | None:
    """What an index answers directly; null when none does."""
    match condition:
        case Not():
            return None
        case All():
            return next(drivers(condition), None)
        case AnyOf(several):
            return _union([_driver(each) for each in several])
        case _:
            return _single_driver(condition)


def _union(parts: Sequence[Sql | None]) -> Sql | None:
    """Every alternative's; null when one of them has none."""
    known = [each for each in parts if each is not None]
    if len(known) < len(parts):
        return None
    if not known:
        return _NOTHING
    text = " UNION ALL ".join(f"SELECT id FROM ({each.text})" for each in known)  # noqa: S608
    # Not UNION: that reads all of them before the first one is told.
    return Sql(
        f"SELECT DISTINCT id FROM ({text})",  # noqa: S608
        tuple(value for each in known for value in each.parameters),
    )


def _single_driver(condition: Single) -> Sql | None:
    match condition:
        case Word(text):
            return _match_grams(grams_of(text))
        case Glob(pattern):
            return _match_grams(_grams_of_pattern(pattern))
        case OneOf(text, values):
            return _text_driver(text, values)
        case InDatabase(stored):
            return _of_classes(Sql(PLACES[True])) if stored else None
        case Between(number, low, high):
            index = _NUMBER_INDEXES.get(number)
            bounds = _between(number, low, high)
            return _select(f"INDEXED BY {index}", bounds) if index and bounds.parameters else None


def _text_driver(text: Text, values: Sequence[str]) -> Sql | None:
    condition = _one_of(text, values)
    match text:
        case Text.OWNER:
            return _select("INDEXED BY document_by_owner_mtime", condition)
        case Text.GROUP | Text.EXTENSION:
            return _of_classes(condition)
        case Text.KIND:
            if set(values) != {Kind.DIRECTORY.value}:
                return None
            return _select("INDEXED BY directory_by_parent", Sql("kind = 1"))


def _match_grams(grams: Sequence[str]) -> Sql | None:
    """Names that hold all of these trigrams; null without any."""
    return match(spread(grams)) if grams else None


def _grams_of_pattern(pattern: str) -> tuple[str, ...]:
    """The trigrams of what stands between the stars; terminators stand for the end of the name."""
    pieces = Glob(pattern + TERMINATOR + TERMINATOR).pieces
    grams = (gram for piece in pieces if len(piece) >= GRAM_LENGTH for gram in grams_of(piece))
    return tuple(dict.fromkeys(grams))


def _select(index: str, condition: Sql) -> Sql:
    return Sql(
        f"SELECT inode_id AS id FROM document {index} WHERE {condition.text}",  # noqa: S608
        condition.parameters,
    )


def _of_classes(condition: Sql) -> Sql:
    return _select("INDEXED BY document_by_class", in_classes(condition))
