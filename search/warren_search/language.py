"""The query string: ``size:>1g mtime:<now-1y owner:ana report``. Pure; the same for every backend.

Words stand for themselves; ``"two words"`` and ``"a:b"`` are taken literally, ``-word`` must not
occur. Conditions are ``field:value``; fields are listed in FIELDS. All of them must hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from warren_search.errors import InvalidQuery
from warren_search.query import (
    INTEGER_MAX,
    QUERY_LENGTH_MAX,
    TERMS_MAX,
    XATTRS_MAX,
    Kind,
    SearchQuery,
    StoragePolicy,
)

_TERM: Final = re.compile(
    r"""\s*(?P<negated>-(?=\S))?(?:(?P<field>[A-Za-z]{1,20}):)?"""
    r"""(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<plain>[^\s"]\S*)|(?P<open>"))?"""
)
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
_USER_NAMESPACE: Final = "user."
_DAY_MS: Final = 24 * 3_600_000


class InvalidQueryString(InvalidQuery):
    """A term of the query string can't be read.

    Facts: field ("q"), reason, start and end: the term's [start, end) in code points.
    """

    code = "invalid_query_string"
    message = "The query string is not valid"


@dataclass(frozen=True, slots=True)
class _Term:
    """One term, and where it stands."""

    start: int
    end: int
    field: str | None
    value: str
    quoted: bool
    negated: bool

    def refuse(self, reason: str) -> InvalidQueryString:
        return InvalidQueryString(field="q", reason=reason, start=self.start, end=self.end)


@dataclass(slots=True)
class _Conditions:
    """Fields of a SearchQuery, as far as the terms gave them."""

    now_ms: int
    words: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    def put(self, term: _Term, name: str, value: Any) -> None:
        if name in self.values:
            raise term.refuse(f"{term.field} is given twice")
        self.values[name] = value


def parse(text: str, *, now_ms: int) -> dict[str, Any]:
    """The query string as arguments of SearchQuery: ``SearchQuery(**parse(text, now_ms=...))``.

    now_ms: what ``now`` stands for. Raises InvalidQueryString.
    """
    if len(text) > QUERY_LENGTH_MAX:
        raise InvalidQueryString(field="q", reason="is too long", start=QUERY_LENGTH_MAX)
    conditions = _Conditions(now_ms)
    terms = _terms(text)
    if len(terms) > TERMS_MAX:
        raise terms[TERMS_MAX].refuse(f"has more than {TERMS_MAX} terms")
    for term in terms:
        _take(term, conditions)
    arguments = {
        "text": " ".join(conditions.words),
        "without": " ".join(conditions.without),
        **conditions.values,
    }
    # Checked here, so that what is wrong has a name before it reaches a backend.
    SearchQuery(**arguments)
    return arguments


def _terms(text: str) -> list[_Term]:
    terms: list[_Term] = []
    at = 0
    while at < len(text):
        match = _TERM.match(text, at)
        if match is None or match.end() == at:
            break
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        at = match.end()
        if match["open"]:
            raise InvalidQueryString(
                field="q", reason="this quote is never closed", start=at - 1, end=len(text)
            )
        if start == at:
            continue
        quoted = match["quoted"] is not None
        value = re.sub(r"\\(.)", r"\1", match["quoted"]) if quoted else (match["plain"] or "")
        terms.append(_Term(start, at, match["field"], value, quoted, bool(match["negated"])))
    return terms


def _take(term: _Term, conditions: _Conditions) -> None:
    if term.field is None:
        if term.value.strip():
            (conditions.without if term.negated else conditions.words).append(term.value)
        return
    name = term.field.lower()
    reader = _READERS.get(name)
    if reader is None:
        raise term.refuse(f'there is no field "{name}"; quote the term to search for its text')
    if term.negated:
        raise term.refuse("only words can be excluded")
    if not term.value:
        raise term.refuse(f"{name}: needs a value")
    reader(term, conditions)


def _text_of(name: str) -> Callable[[_Term, _Conditions], None]:
    def read(term: _Term, conditions: _Conditions) -> None:
        conditions.put(term, name, term.value)

    return read


def _extension(term: _Term, conditions: _Conditions) -> None:
    conditions.put(term, "extension", term.value.removeprefix("."))


def _kind(term: _Term, conditions: _Conditions) -> None:
    kind = _KINDS.get(term.value.lower())
    if kind is None:
        raise term.refuse("a kind is file, directory or symlink")
    conditions.put(term, "kind", kind)


def _path(term: _Term, conditions: _Conditions) -> None:
    if not term.value.startswith("/"):
        raise term.refuse("a path starts with a slash")
    conditions.put(term, "path", term.value)


def _typos(term: _Term, conditions: _Conditions) -> None:
    if term.value.lower() not in _TYPOS:
        raise term.refuse("typos is yes or no")
    conditions.put(term, "typos", _TYPOS[term.value.lower()])


def _place(term: _Term, conditions: _Conditions) -> None:
    if term.value.lower() not in _PLACES:
        raise term.refuse("bytes are in database or in blocks")
    conditions.put(term, "in_database", _PLACES[term.value.lower()])


def _policy(term: _Term, conditions: _Conditions) -> None:
    policy = _POLICIES.get(term.value.lower())
    if policy is None:
        raise term.refuse("a storage policy is one of " + ", ".join(_POLICIES))
    conditions.put(term, "storage_policy", policy)


def _xattr(term: _Term, conditions: _Conditions) -> None:
    wanted = term.value.removeprefix(_USER_NAMESPACE)
    if wanted.startswith("=") or not wanted:
        raise term.refuse("an attribute is name or name=value")
    # Each one narrows.
    given = conditions.values.get("xattrs", ())
    if len(given) == XATTRS_MAX:
        raise term.refuse(f"has more than {XATTRS_MAX} attributes")
    conditions.values["xattrs"] = (*given, wanted)


def _size(term: _Term, conditions: _Conditions) -> None:
    _range(term, conditions, "size_min_bytes", "size_max_bytes", _bytes)


def _replication(term: _Term, conditions: _Conditions) -> None:
    _range(term, conditions, "replication_min", "replication_max", _number)


def _time_of(low: str, high: str) -> Callable[[_Term, _Conditions], None]:
    def read(term: _Term, conditions: _Conditions) -> None:
        _range(term, conditions, low, high, _moment)

    return read


_Interval = tuple[int, int]


def _range(
    term: _Term,
    conditions: _Conditions,
    low: str,
    high: str,
    read: Callable[[_Term, str, int], _Interval],
) -> None:
    """``>1``, ``>=1``, ``<1``, ``<=1``, ``1..2`` (both inclusive) or ``1``.

    A value stands for an interval: the day of a date, one number of a number.
    """
    operator, rest = _operator(term.value)
    first, dots, last = rest.partition("..")
    if dots and operator:
        raise term.refuse("use either a comparison or a range")
    if dots:
        bounds = (
            read(term, first, conditions.now_ms)[0] if first else None,
            read(term, last, conditions.now_ms)[1] if last else None,
        )
    else:
        start, end = read(term, first, conditions.now_ms)
        bounds = {
            ">": (end + 1, None),
            ">=": (start, None),
            "<": (None, start - 1),
            "<=": (None, end),
            "": (start, end),
        }[operator]
    if bounds == (None, None) or (
        bounds[0] is not None and bounds[1] is not None and bounds[0] > bounds[1]
    ):
        raise term.refuse("this range is empty")
    for name, bound in zip((low, high), bounds, strict=True):
        if bound is not None:
            if bound < 0 and name in {"size_max_bytes", "replication_max"}:
                raise term.refuse("nothing is smaller than zero")
            conditions.put(term, name, min(bound, INTEGER_MAX))


def _operator(text: str) -> tuple[str, str]:
    for operator in (">=", "<=", ">", "<", "="):
        if text.startswith(operator):
            return operator.replace("=", "") if operator == "=" else operator, text[len(operator) :]
    return "", text


def _bytes(term: _Term, text: str, _now_ms: int) -> _Interval:
    match = _SIZE.fullmatch(text)
    if match is None:
        raise term.refuse("a size is a number with k, m, g, t or p, as 1.5g")
    value = round(float(match[1]) * 1024 ** _SIZE_POWERS[match[2].lower()])
    if "." not in match[1] and not match[2]:
        value = int(match[1])
    return (value, value)


def _number(term: _Term, text: str, _now_ms: int) -> _Interval:
    if not re.fullmatch(r"\d{1,9}", text):
        raise term.refuse("this is not a whole number")
    return (int(text), int(text))


def _moment(term: _Term, text: str, now_ms: int) -> _Interval:
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


_READERS: Final[dict[str, Callable[[_Term, _Conditions], None]]] = {
    "owner": _text_of("owner"),
    "group": _text_of("group"),
    "kind": _kind,
    "type": _kind,
    "ext": _extension,
    "extension": _extension,
    "path": _path,
    "size": _size,
    "replication": _replication,
    "mtime": _time_of("mtime_min_ms", "mtime_max_ms"),
    "atime": _time_of("atime_min_ms", "atime_max_ms"),
    "xattr": _xattr,
    "policy": _policy,
    "in": _place,
    "typos": _typos,
}
# For completion and for messages.
FIELDS: Final = tuple(sorted(_READERS))
