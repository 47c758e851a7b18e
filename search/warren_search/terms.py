"""From the query string to its terms: where each stands, what is in brackets, what OR joins."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from warren_search.conditions import DEPTH_MAX
from warren_search.errors import InvalidQuery
from warren_search.query import TERMS_MAX

BRACKETS_MAX: Final = DEPTH_MAX // 3
_OR: Final = "OR"
_SPACE: Final = re.compile(r"\s+")
_OPENING: Final = re.compile(r"(?P<negated>-?)\((?=\s*\S)")
_TERM: Final = re.compile(
    r"""(?P<negated>-(?=\S))?(?:(?P<field>[A-Za-z]{1,20}):)?"""
    r"""(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<plain>[^\s"]\S*)|(?P<open>"))?"""
)


class InvalidQueryString(InvalidQuery):
    """A term of the query string can't be read.

    Facts: field ("q"), reason, start and end: the term's [start, end) in code points.
    """

    code = "invalid_query_string"
    message = "The query string is not valid"


@dataclass(frozen=True, slots=True)
class Term:
    """One term, and where it stands."""

    start: int
    end: int
    field: str | None
    value: str
    quoted: bool
    negated: bool

    def refuse(self, reason: str) -> InvalidQueryString:
        return InvalidQueryString(field="q", reason=reason, start=self.start, end=self.end)

    @property
    def is_or(self) -> bool:
        """Whether it is the word that joins alternatives."""
        return self.value == _OR and not (self.quoted or self.negated or self.field)


@dataclass(slots=True)
class Group:
    """What stands in brackets, or the whole query: alternatives, in each of which all must hold."""

    start: int
    negated: bool = False
    alternatives: list[list[Term | Group]] = field(default_factory=lambda: [[]])


def read(text: str) -> Group:
    """The terms of a query string. Raises InvalidQueryString."""
    return _Scanner(text).read()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._open = [Group(0)]
        self._terms = 0

    def read(self) -> Group:
        while self._at < len(self._text):
            if space := _SPACE.match(self._text, self._at):
                self._at = space.end()
            elif opening := _OPENING.match(self._text, self._at):
                self._begin(opening)
            elif len(self._open) > 1 and self._text[self._at] == ")":
                self._end()
            else:
                self._take()
        if len(self._open) > 1:
            at = self._open[-1].start
            raise _refusal("this bracket is never closed", at, at + 1)
        self._check_alternatives(self._open[0], len(self._text))
        return self._open[0]

    def _begin(self, opening: re.Match[str]) -> None:
        if len(self._open) > BRACKETS_MAX:
            raise _refusal(
                f"has more than {BRACKETS_MAX} brackets within each other",
                self._at,
                opening.end(),
            )
        group = Group(opening.end() - 1, negated=bool(opening["negated"]))
        self._open[-1].alternatives[-1].append(group)
        self._open.append(group)
        self._at = opening.end()

    def _end(self) -> None:
        group = self._open.pop()
        self._at += 1
        self._check_alternatives(group, self._at)

    def _check_alternatives(self, group: Group, end: int) -> None:
        if group.alternatives == [[]] and len(self._open) == 1 and group is self._open[0]:
            return
        if not all(group.alternatives):
            raise _refusal("OR stands between two conditions", group.start, end)

    def _take(self) -> None:
        match = _TERM.match(self._text, self._at)
        assert match is not None
        start, end = self._at, match.end()
        if match["open"]:
            raise _refusal("this quote is never closed", end - 1, len(self._text))
        plain = match["plain"] or ""
        if len(self._open) > 1:
            # What closes a bracket that was opened within the term belongs to the term.
            while plain.endswith(")") and plain.count(")") > plain.count("("):
                plain, end = plain[:-1], end - 1
        quoted = match["quoted"] is not None
        value = re.sub(r"\\(.)", r"\1", match["quoted"], flags=re.DOTALL) if quoted else plain
        self._at = end
        self._put(Term(start, end, match["field"], value, quoted, bool(match["negated"])))

    def _put(self, term: Term) -> None:
        self._terms += 1
        if self._terms > TERMS_MAX:
            raise term.refuse(f"has more than {TERMS_MAX} terms")
        if term.is_or:
            self._open[-1].alternatives.append([])
        else:
            self._open[-1].alternatives[-1].append(term)


def _refusal(reason: str, start: int, end: int) -> InvalidQueryString:
    return InvalidQueryString(field="q", reason=reason, start=start, end=end)
