"""What conditions that are put together become for the server; it is not needed to see that."""

from __future__ import annotations

from typing import Any

import pytest
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
from warren_search.elastic.conditions import condition_of
from warren_search.query import SearchQuery

OWNERS = {"terms": {"owner": ["ana", "bob"]}}
FILES = {"term": {"kind": "file"}}


@pytest.mark.parametrize(
    ("condition", "body"),
    [
        (Word("report"), {"match_phrase": {"grams": "rep epo por ort"}}),
        (Word("ab"), {"prefix": {"grams": "ab"}}),
        (Glob("a*\\?"), {"wildcard": {"folded": {"value": "a*\\\\?"}}}),
        (OneOf(Text.OWNER, ("ana", "bob")), OWNERS),
        (OneOf(Text.GROUP, ("x",)), {"terms": {"owner_group": ["x"]}}),
        (Between(Number.SIZE, 1, None), {"range": {"size_bytes": {"gte": 1}}}),
        (
            InDatabase(stored=False),
            {"bool": {"filter": [FILES, {"term": {"in_database": False}}]}},
        ),
        (Not(OneOf(Text.OWNER, ("ana", "bob"))), {"bool": {"must_not": [OWNERS]}}),
        (
            AnyOf((OneOf(Text.OWNER, ("ana", "bob")), OneOf(Text.KIND, ("file",)))),
            {
                "bool": {
                    "should": [OWNERS, {"terms": {"kind": ["file"]}}],
                    "minimum_should_match": 1,
                }
            },
        ),
        # Without ways the server would let everything pass.
        (AnyOf(()), {"match_none": {}}),
        (All((OneOf(Text.OWNER, ("ana", "bob")),)), {"bool": {"filter": [OWNERS]}}),
    ],
)
def test_each_condition_filters(condition: Condition, body: dict[str, Any]) -> None:
    found = condition_of(SearchQuery(where=condition), (), None)
    assert found == {
        "bool": {"filter": [{"term": {"gone": False}}, {"term": {"rooted": True}}, body]}
    }
