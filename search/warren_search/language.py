"""The query string: ``size:>1g mtime:<now-1y owner:ana report``. Pure; the same for every backend.

Words stand for themselves, and with ``*`` and ``?`` for the whole name; ``"two words"``, ``"a:b"``
and ``"*"`` are taken literally. Conditions are ``field:value`` or ``field:one,other``; fields are
listed in FIELDS. All of them must hold, but for those that ``OR`` joins, as in
``(ext:csv OR *.parquet)``. What a minus stands before must not hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from warren_search.conditions import (
    PATTERN_STARS_MAX,
    All,
    AnyOf,
    Between,
    Condition,
    Glob,
    InDatabase,
    Not,
    Number,
    OneOf,
    Text,
    Word,
)
from warren_search.query import (
    INTEGER_MAX,
    QUERY_LENGTH_MAX,
    XATTRS_MAX,
    Kind,
    SearchQuery,
    StoragePolicy,
)
from warren_search.terms import Group, InvalidQueryString, Term, read
from warren_search.text import fold

__all__ = [
    "ALIASES",
    "FIELDS",
    "FIELDS_OF_THE_WHOLE",
    "VALUES",
    "InvalidQueryString",
    "parse",
]

VALUES_MAX: Final = 50
_SIZE: Final = re.compile(r"(\d{1,19}(?:\.\d{1,6})?)([kmgtp]?)(?:i?b)?", re.IGNORECASE)
_SIZE_POWERS: Final = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_AGO: Final = re.compile(r"now(?:-(\d{1,6})(h|d|w|m|y))?", re.IGNORECASE)
_AGO_DAYS: Final = {"h": 1 / 24, "d": 1, "w": 7, "m": 30, "y": 365}
_DATE_FORMATS: Final = ("%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S")
_KINDS: Final = {
    "file": Kind.FILE,
    "f": Kind.FILE,
    "directory": Kind.DIRECTORY,
    "dir": Kind.DIRECTORY,
    "d": Kind.DIRECTORY,
    "symlink": Kind.SYMLINK,
    "link": Kind.SYMLINK,
    "l": Kind.SYMLINK,
}
_POLICIES: Final = {each.name.lower(): each for each in StoragePolicy}
_PLACES: Final = {"database": True, "blocks": False}
_TYPOS: Final = {"yes": True, "no": False}
# Of these several values can be written by commas.
_SEVERAL: Final = frozenset({"owner", "group", "kind", "extension", "storage_policies"})
_USER_NAMESPACE: Final = "user."
_DAY_MS: Final = 24 * 3_600_000


@dataclass(slots=True)
class _Query:
    """Fields of a SearchQuery, as far as the terms gave them."""

    now_ms: int
    words: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    others: list[Condition] = field(default_factory=list)

    def put(self, term: Term, name: str, value: Any) -> None:
        if name in self.values:
            hint = f"; write {term.field}:one,other for either" if name in _SEVERAL else ""
            raise term.refuse(f"{term.field} is given twice{hint}")
        self.values[name] = value


def parse(text: str, *, now_ms: int) -> dict[str, Any]:
    """The query string as arguments of SearchQuery: ``SearchQuery(**parse(text, now_ms=...))``.

    now_ms: what ``now`` stands for. Raises InvalidQueryString.
    """
    if len(text) > QUERY_LENGTH_MAX:
        raise InvalidQueryString(field="q", reason="is too long", start=QUERY_LENGTH_MAX)
    query = _Query(now_ms)
    whole = read(text)
    if len(whole.alternatives) == 1:
        for each in whole.alternatives[0]:
            _take(each, query)
    else:
        query.others.append(_of_group(whole, now_ms))
    arguments: dict[str, Any] = {
        "text": " ".join(query.words),
        "without": " ".join(query.without),
        **query.values,
    }
    if query.others:
        arguments["where"] = _all(query.others)
    # Checked here, so that what is wrong has a name before it reaches a backend.
    SearchQuery(**arguments)
    return arguments


def _take(item: Term | Group, query: _Query) -> None:
    """What holds for the whole search: as a field of the query where it has one."""
    if isinstance(item, Group):
        query.others.append(_of_group(item, query.now_ms))
    elif item.field is None and not _is_pattern(item):
        if item.value.strip():
            (query.without if item.negated else query.words).append(item.value)
    elif item.field is not None and item.field.lower() in _WHOLE_READERS:
        if item.negated:
            raise item.refuse(f"{item.field.lower()}: cannot be excluded")
        _check_value(item)
        _WHOLE_READERS[item.field.lower()](item, query)
    else:
        condition = _of_term(item, query.now_ms)
        if not _put_alone(condition, item, query):
            query.others.append(condition)


def _put_alone(condition: Condition, term: Term, query: _Query) -> bool:
    """Whether the query has a field for the condition."""
    match condition:
        case OneOf(text, (value,)):
            query.put(term, text.value, Kind(value) if text is Text.KIND else value)
        case Between(number, low, high):
            stem, unit = number.value.partition("_")[::2]
            names = [f"{stem}_{end}_{unit}".rstrip("_") for end in ("min", "max")]
            for name, bound in zip(names, (low, high), strict=True):
                if bound is not None:
                    query.put(term, name, bound)
        case InDatabase(stored):
            query.put(term, "in_database", stored)
        case _:
            return False
    return True


def _of_group(group: Group, now_ms: int) -> Condition:
    alternatives = [_all(_of_item(each, now_ms) for each in some) for some in group.alternatives]
    condition = alternatives[0] if len(alternatives) == 1 else AnyOf(tuple(alternatives))
    return Not(condition) if group.negated else condition


def _of_item(item: Term | Group, now_ms: int) -> Condition:
    return _of_group(item, now_ms) if isinstance(item, Group) else _of_term(item, now_ms)


def _of_term(term: Term, now_ms: int) -> Condition:
    condition = _of_words(term) if term.field is None else _of_field(term, term.field, now_ms)
    return Not(condition) if term.negated else condition


def _of_words(term: Term) -> Condition:
    if not _is_pattern(term):
        words = tuple(Word(word) for word in fold(term.value).split())
        # As for the whole search: none of several excluded words may occur.
        return AnyOf(words) if term.negated and len(words) > 1 else _all(words)
    pattern = re.sub(r"\*+", "*", fold(term.value))
    if pattern.count("*") > PATTERN_STARS_MAX:
        raise term.refuse(f"has more than {PATTERN_STARS_MAX} stars")
    return Glob(pattern)


def _of_field(term: Term, field_name: str, now_ms: int) -> Condition:
    name = field_name.lower()
    if name in _WHOLE_READERS:
        raise term.refuse(f"{name}: holds for the whole search, not in brackets or beside OR")
    reader = _READERS.get(name)
    if reader is None:
        raise term.refuse(f'there is no field "{name}"; quote the term to search for its text')
    _check_value(term)
    return _either([reader(term, value, now_ms) for value in _values_of(term, name)])


def _values_of(term: Term, name: str) -> list[str]:
    """One, or several by commas."""
    values = [term.value] if term.quoted else term.value.split(",")
    if len(values) > VALUES_MAX:
        raise term.refuse(f"has more than {VALUES_MAX} values")
    if not all(values):
        raise term.refuse(f"{name}: a value between commas is missing")
    return values


def _either(conditions: list[Condition]) -> Condition:
    """One of them holds; values of one text together."""
    first = conditions[0]
    if len(conditions) == 1:
        return first
    if isinstance(first, OneOf):
        values = (value for each in conditions if isinstance(each, OneOf) for value in each.values)
        return OneOf(first.text, tuple(dict.fromkeys(values)))
    return AnyOf(tuple(conditions))


def _all(conditions: Iterable[Condition]) -> Condition:
    several = tuple(conditions)
    return several[0] if len(several) == 1 else All(several)


def _is_pattern(term: Term) -> bool:
    return term.field is None and not term.quoted and not set("*?").isdisjoint(term.value)


def _check_value(term: Term) -> None:
    if not term.value and term.field is not None:
        raise term.refuse(f"{term.field.lower()}: needs a value")


def _text_of(text: Text) -> _Reader:
    return lambda _term, value, _now_ms: OneOf(text, (value,))


def _extension(_term: Term, value: str, _now_ms: int) -> Condition:
    return OneOf(Text.EXTENSION, (fold(value.removeprefix(".")),))


def _kind(term: Term, value: str, _now_ms: int) -> Condition:
    kind = _KINDS.get(value.lower())
    if kind is None:
        raise term.refuse("a kind is file, directory or symlink")
    return OneOf(Text.KIND, (kind.value,))


def _path(term: Term, query: _Query) -> None:
    if not term.value.startswith("/"):
        raise term.refuse("a path starts with a slash")
    query.put(term, "path", term.value)


def _typos(term: Term, query: _Query) -> None:
    if term.value.lower() not in _TYPOS:
        raise term.refuse("typos is yes or no")
    query.put(term, "typos", _TYPOS[term.value.lower()])


def _place(term: Term, value: str, _now_ms: int) -> Condition:
    if value.lower() not in _PLACES:
        raise term.refuse("bytes are in database or in blocks")
    return InDatabase(_PLACES[value.lower()])


def _policy(term: Term, query: _Query) -> None:
    values = _values_of(term, "policy")
    policies = [_POLICIES.get(value.lower()) for value in values]
    known = tuple(dict.fromkeys(each for each in policies if each is not None))
    if None in policies:
        raise term.refuse("a storage policy is one of " + ", ".join(_POLICIES))
    query.put(term, "storage_policies", known)


def _xattr(term: Term, query: _Query) -> None:
    wanted = term.value.removeprefix(_USER_NAMESPACE)
    if wanted.startswith("=") or not wanted:
        raise term.refuse("an attribute is name or name=value")
    # Each one narrows.
    given = query.values.get("xattrs", ())
    if len(given) == XATTRS_MAX:
        raise term.refuse(f"has more than {XATTRS_MAX} attributes")
    query.values["xattrs"] = (*given, wanted)


_Interval = tuple[int, int]


def _range_of(number: Number, read_value: Callable[[Term, str, int], _Interval]) -> _Reader:
    """``>1``, ``>=1``, ``<1``, ``<=1``, ``1..2`` (both inclusive) or ``1``.

    A value stands for an interval: the day of a date, one number of a number.
    """

    def read_range(term: Term, value: str, now_ms: int) -> Condition:
        operator, rest = _operator(value)
        first, dots, last = rest.partition("..")
        if dots and operator:
            raise term.refuse("use either a comparison or a range")
        low: int | None
        high: int | None
        if dots:
            low = read_value(term, first, now_ms)[0] if first else None
            high = read_value(term, last, now_ms)[1] if last else None
        else:
            start, end = read_value(term, first, now_ms)
            low, high = {
                ">": (end + 1, None),
                ">=": (start, None),
                "<": (None, start - 1),
                "<=": (None, end),
                "": (start, end),
            }[operator]
        return _between(term, number, low, high)

    return read_range


def _between(term: Term, number: Number, low: int | None, high: int | None) -> Between:
    if (low is None and high is None) or (low is not None and high is not None and low > high):
        raise term.refuse("this range is empty")
    if high is not None and high < 0 and number in {Number.SIZE, Number.REPLICATION}:
        raise term.refuse("nothing is smaller than zero")
    low, high = (None if each is None else min(each, INTEGER_MAX) for each in (low, high))
    return Between(number, low, high)


def _operator(text: str) -> tuple[str, str]:
    for operator in (">=", "<=", ">", "<", "="):
        if text.startswith(operator):
            return operator.replace("=", "") if operator == "=" else operator, text[len(operator) :]
    return "", text


def _bytes(term: Term, text: str, _now_ms: int) -> _Interval:
    match = _SIZE.fullmatch(text)
    if match is None:
        raise term.refuse("a size is a number with k, m, g, t or p, as 1.5g")
    value = round(float(match[1]) * 1024 ** _SIZE_POWERS[match[2].lower()])
    if "." not in match[1] and not match[2]:
        value = int(match[1])
    return (value, value)


def _number(term: Term, text: str, _now_ms: int) -> _Interval:
    if not re.fullmatch(r"\d{1,9}", text):
        raise term.refuse("this is not a whole number")
    return (int(text), int(text))


def _moment(term: Term, text: str, now_ms: int) -> _Interval:
    ago = _AGO.fullmatch(text)
    if ago is not None:
        days = float(ago[1] or 0) * _AGO_DAYS[(ago[2] or "d").lower()]
        at_ms = now_ms - round(days * _DAY_MS)
        return (at_ms, at_ms)
    for form in _DATE_FORMATS:
        try:
            start = datetime.strptime(text.removesuffix("Z"), form).replace(tzinfo=UTC)
        except ValueError:
            continue
        length = {"%Y-%m-%d": timedelta(days=1), "%Y-%m-%dT%H:%M": timedelta(minutes=1)}
        start_ms = round(start.timestamp() * 1000)
        lasts = length.get(form, timedelta(seconds=1))
        return (start_ms, start_ms + round(lasts.total_seconds() * 1000) - 1)
    raise term.refuse("a time is a date as 2026-11-21, or now-7d (h, d, w, m, y)")


_Reader = Callable[[Term, str, int], Condition]
_READERS: Final[dict[str, _Reader]] = {
    "owner": _text_of(Text.OWNER),
    "group": _text_of(Text.GROUP),
    "kind": _kind,
    "type": _kind,
    "ext": _extension,
    "extension": _extension,
    "size": _range_of(Number.SIZE, _bytes),
    "replication": _range_of(Number.REPLICATION, _number),
    "mtime": _range_of(Number.MTIME, _moment),
    "atime": _range_of(Number.ATIME, _moment),
    "in": _place,
}
_WHOLE_READERS: Final[dict[str, Callable[[Term, _Query], None]]] = {
    "path": _path,
    "xattr": _xattr,
    "policy": _policy,
    "typos": _typos,
}
# For completion and for messages.
FIELDS: Final = tuple(sorted(_READERS.keys() | _WHOLE_READERS.keys()))
FIELDS_OF_THE_WHOLE: Final = tuple(sorted(_WHOLE_READERS))
# Other names of the same fields.
ALIASES: Final = {"type": "kind", "extension": "ext"}
# Of fields that take few values, the way each is written out.
VALUES: Final = {
    "in": tuple(_PLACES),
    "kind": tuple(each.value for each in Kind),
    "typos": tuple(_TYPOS),
}
