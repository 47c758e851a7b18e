"""The query string: what each term means, and where the error is when it means nothing."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, seed
from hypothesis import strategies as st
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
    Text,
    Word,
)
from warren_search.errors import InvalidQuery
from warren_search.language import (
    ALIASES,
    FIELDS,
    FIELDS_OF_THE_WHOLE,
    VALUES,
    InvalidQueryString,
    parse,
)
from warren_search.query import QUERY_LENGTH_MAX, TERMS_MAX, Kind, SearchQuery, StoragePolicy

NOW_MS = round(datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp() * 1000)
DAY_MS = 24 * 3_600_000
GIB = 1024**3


def parsed(text: str) -> dict[str, Any]:
    return {key: value for key, value in parse(text, now_ms=NOW_MS).items() if value != ""}


def _ms(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> int:
    return round(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("", {}),
        ("  report  csv ", {"text": "report csv"}),
        ('"owner:ana" x', {"text": "owner:ana x"}),
        ('"a \\"quoted\\" word"', {"text": 'a "quoted" word'}),
        ("report -tmp -old", {"text": "report", "without": "tmp old"}),
        ("a-b", {"text": "a-b"}),
        ("-", {"text": "-"}),
        ("owner:ana group:Staff", {"owner": "ana", "group": "Staff"}),
        ('owner:"two words"', {"owner": "two words"}),
        ("kind:dir", {"kind": Kind.DIRECTORY}),
        ("TYPE:File", {"kind": Kind.FILE}),
        ("ext:.CSV", {"extension": "csv"}),
        ("path:/data/raw", {"path": "/data/raw"}),
        ("policy:cold", {"storage_policies": (StoragePolicy.COLD,)}),
        ("policy:HOT,db,hot", {"storage_policies": (StoragePolicy.HOT, StoragePolicy.DB)}),
        ("xattr:team", {"xattrs": ("team",)}),
        ("xattr:user.team=blue xattr:flag", {"xattrs": ("team=blue", "flag")}),
        ('xattr:"team=blue or green"', {"xattrs": ("team=blue or green",)}),
        ("reprot typos:YES", {"text": "reprot", "typos": True}),
        ("typos:no", {"typos": False}),
        ("size:>1g", {"size_min_bytes": GIB + 1}),
        ("size:>=1.5GiB", {"size_min_bytes": GIB * 3 // 2}),
        ("size:<1k", {"size_max_bytes": 1023}),
        ("size:0", {"size_min_bytes": 0, "size_max_bytes": 0}),
        ("size:1k..2m", {"size_min_bytes": 1024, "size_max_bytes": 2 * 1024**2}),
        ("size:1k..", {"size_min_bytes": 1024}),
        ("replication:<3", {"replication_max": 2}),
        ("replication:=1", {"replication_min": 1, "replication_max": 1}),
        ("mtime:<now-1y", {"mtime_max_ms": NOW_MS - 365 * DAY_MS - 1}),
        ("mtime:>=now-2w", {"mtime_min_ms": NOW_MS - 14 * DAY_MS}),
        (
            "mtime:2026-02-03",
            {"mtime_min_ms": _ms(2026, 2, 3), "mtime_max_ms": _ms(2026, 2, 4) - 1},
        ),
        ("atime:>2026-02-03", {"atime_min_ms": _ms(2026, 2, 4)}),
        (
            "mtime:2026-01-01..2026-01-31",
            {
                "mtime_min_ms": _ms(2026, 1, 1),
                "mtime_max_ms": _ms(2026, 2, 1) - 1,
            },
        ),
        ("mtime:<=2026-02-03T04:05", {"mtime_max_ms": _ms(2026, 2, 3, 4, 6) - 1}),
    ],
)
def test_what_terms_mean(text: str, meaning: dict[str, Any]) -> None:
    assert parsed(text) == meaning


@pytest.mark.parametrize(
    ("text", "start", "end", "words"),
    [
        ("report colour:red", 7, 17, "no field"),
        ('x "never closed', 2, 15, "never closed"),
        ("size:big", 0, 8, "a size is"),
        ("size:>1g..2g", 0, 12, "either"),
        ("size:2g..1g", 0, 11, "empty"),
        ("size:..", 0, 7, "empty"),
        ("size:<0", 0, 7, "smaller than zero"),
        ("a size:1 size:2", 9, 15, "twice"),
        ("size:>1 size:>2", 8, 15, "twice"),
        ("kind:door", 0, 9, "a kind is"),
        ("policy:cold,icy", 0, 15, "a storage policy is one of"),
        ("policy:cold,", 0, 12, "between commas"),
        ("policy:cold policy:hot", 12, 22, "one,other"),
        ("owner:", 0, 6, "needs a value"),
        ("-path:/tmp", 0, 10, "cannot be excluded"),
        ("-typos:yes", 0, 10, "cannot be excluded"),
        ("a OR path:/tmp", 5, 14, "whole search"),
        ("(policy:cold)", 1, 12, "whole search"),
        ("x (a b", 2, 3, "never closed"),
        ("OR a", 0, 4, "between two"),
        ("a (b OR) c", 2, 8, "between two"),
        ("x ((((((a))))))", 6, 7, "within each other"),
        ("owner:a,,b", 0, 10, "between commas"),
        ("-size:1,big", 0, 11, "a size is"),
        ("-*a*b*c*d*e*f*g*h*i", 0, 19, "stars"),
        ("owner:" + "a," * 50 + "a", 0, 107, "values"),
        ("-colour:red", 0, 11, "no field"),
        ("mtime:yesterday", 0, 15, "a time is"),
        ("mtime:2026-13-01", 0, 16, "a time is"),
        ("path:relative", 0, 13, "slash"),
        ("replication:many", 0, 16, "whole number"),
    ],
)
def test_errors_say_where(text: str, start: int, end: int, words: str) -> None:
    with pytest.raises(InvalidQueryString) as raised:
        parse(text, now_ms=NOW_MS)
    facts = raised.value.facts
    assert (facts["field"], facts["start"], facts["end"]) == ("q", start, end)
    assert words in str(facts["reason"])


OWNERS = OneOf(Text.OWNER, ("ana", "bob"))
CSV = OneOf(Text.EXTENSION, ("csv",))
LARGE = Between(Number.SIZE, GIB + 1, None)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("owner:ana,bob", OWNERS),
        ("owner:ana,bob,ana", OWNERS),
        ("-owner:ana,bob", Not(OWNERS)),
        ("-EXT:.CSV", Not(CSV)),
        ("kind:f,l", OneOf(Text.KIND, ("file", "symlink"))),
        ("size:0,>1g", AnyOf((Between(Number.SIZE, 0, 0), LARGE))),
        ("-size:>1g", Not(LARGE)),
        ("-in:database", Not(InDatabase(stored=True))),
        ("*.Parquet", Glob("*.parquet")),
        ("-part-?", Not(Glob("part-?"))),
        ("**x***", Glob("*x*")),
        ("a OR ext:csv", AnyOf((Word("a"), CSV))),
        ("a B OR ext:csv", AnyOf((All((Word("a"), Word("b"))), CSV))),
        ("a OR b OR Ö", AnyOf((Word("a"), Word("b"), Word("o")))),
        ("(a OR -b)", AnyOf((Word("a"), Not(Word("b"))))),
        ("-(a size:>1g)", Not(All((Word("a"), LARGE)))),
        ("(a (b OR c))", All((Word("a"), AnyOf((Word("b"), Word("c")))))),
        ("( a OR b )", AnyOf((Word("a"), Word("b")))),
        ("(copy(1) OR b)", AnyOf((Word("copy(1)"), Word("b")))),
        ('("(a" OR "OR")', AnyOf((Word("(a"), Word("or")))),
        ('(a OR "two words")', AnyOf((Word("a"), All((Word("two"), Word("words")))))),
        ('(a OR -"two words")', AnyOf((Word("a"), Not(AnyOf((Word("two"), Word("words"))))))),
    ],
)
def test_conditions_are_put_together(text: str, where: Condition) -> None:
    assert parsed(text) == {"where": where}


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        # What holds for the whole search stays a field of the query.
        ("a (b OR c) owner:x", {"text": "a", "owner": "x"}),
        ("-tmp -*.tmp", {"without": "tmp"}),
        ("size:>1g -owner:x", {"size_min_bytes": GIB + 1}),
    ],
)
def test_what_holds_alone_is_a_field(text: str, meaning: dict[str, Any]) -> None:
    found = parsed(text)
    del found["where"]
    assert found == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ('owner:"a,b"', {"owner": "a,b"}),
        ('"*.csv"', {"text": "*.csv"}),
        ("copy(1) a) or", {"text": "copy(1) a) or"}),
        ('"OR" x', {"text": "OR x"}),
    ],
)
def test_what_is_taken_literally(text: str, meaning: dict[str, Any]) -> None:
    assert parsed(text) == meaning


def test_bounds() -> None:
    with pytest.raises(InvalidQueryString):
        parse("x" * (QUERY_LENGTH_MAX + 1), now_ms=NOW_MS)
    with pytest.raises(InvalidQueryString):
        parse("a " * (TERMS_MAX + 1), now_ms=NOW_MS)
    with pytest.raises(InvalidQueryString):
        parse("(" + "a OR " * (TERMS_MAX // 2) + "a)", now_ms=NOW_MS)
    with pytest.raises(InvalidQuery):
        parse("x" * 300, now_ms=NOW_MS)


@seed(20261121)
@given(st.text(max_size=200))
def test_any_text_is_answered(text: str) -> None:
    try:
        arguments = parse(text, now_ms=NOW_MS)
    except InvalidQuery:
        return
    assert isinstance(SearchQuery(**arguments), SearchQuery)


@seed(20261121)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "-", "(", "-(", "OR ", *[f"{name}:" for name in FIELDS]]),
            st.sampled_from(
                [
                    "",
                    ">",
                    "<=",
                    "1",
                    "1g",
                    "now-1d",
                    '"',
                    "a..b",
                    "/x",
                    "9" * 30,
                    "\\",
                    ")",
                    "a,b",
                    "*",
                ]
            ),
        ),
        max_size=8,
    )
)
def test_any_terms_are_answered(pieces: list[tuple[str, str]]) -> None:
    with suppress(InvalidQuery):
        parse(" ".join(map("".join, pieces)), now_ms=NOW_MS)


def test_what_is_told_for_completion_is_what_is_read() -> None:
    for alias, name in ALIASES.items():
        assert parse(f"{alias}:file", now_ms=0) == parse(f"{name}:file", now_ms=0)
    for name, values in VALUES.items():
        for value in values:
            assert parse(f"{name}:{value}", now_ms=0)
    assert set(ALIASES) | set(VALUES) | set(FIELDS_OF_THE_WHOLE) <= set(FIELDS)
