"""What a server's refusals become; no server is needed to see that."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from elasticsearch import Elasticsearch
from warren_search.answer import FeedState
from warren_search.elastic.mapping import Chain, source_of
from warren_search.elastic.server import IndexNames, failure
from warren_search.elastic.writer import ElasticIndexWriter
from warren_search.errors import IndexRefused, IndexUnavailable
from warren_search.operation import Delete
from warren_search.position import FeedPosition, FeedReport
from warren_search.testkit.history import file, root

REPORT = FeedReport(
    state=FeedState.FOLLOWING,
    head_sequence=1,
    reported_at_ms=1,
    documents_built=None,
    last_error=None,
)
DIRECTORY = {"logical_time": 1, "parent_id": 1, "name": "d", "kind": "directory", "gone": False}


@pytest.mark.parametrize(
    ("status", "kind"),
    [(429, IndexUnavailable), (503, IndexUnavailable), (400, IndexRefused), (404, IndexRefused)],
)
def test_what_can_pass_is_told_from_what_will_not(status: int, kind: type[Exception]) -> None:
    found = failure(status, "because", inode_id=7)
    assert type(found) is kind
    assert found.facts == {"inode_id": 7, "status": status, "reason": "because"}


def test_a_question_that_failed_among_several_stores_nothing() -> None:
    """Whether something is below a removed directory is not known: the batch has to come again."""
    refused = {"error": {"reason": "too busy"}, "status": 429}
    client = SimpleNamespace(
        mget=lambda **_: {"docs": [{"_id": "7", "found": True, "_source": DIRECTORY}]},
        msearch=lambda **_: {"responses": [refused]},
    )
    names = IndexNames("test")
    writer = ElasticIndexWriter(
        cast(Elasticsearch, cast(Any, client)), names, names.naming.name(1), active=True
    )
    with pytest.raises(IndexUnavailable) as caught:
        writer.apply([Delete(7, 2)], FeedPosition("c", 1, 1), REPORT)
    assert caught.value.facts == {"status": 429, "reason": "too busy"}
    assert writer.position() is None


def test_a_range_is_read_once_to_be_examined() -> None:
    sound = source_of(root(), Chain((), rooted=True))
    wrong = source_of(file(3, 1, "f"), Chain((7,), rooted=True))
    answers = [{"hits": {"hits": [{"_source": sound}, {"_source": wrong}]}}]
    found = {"logical_time": 1, "parent_id": 0, "name": "", "kind": "directory", "gone": False}
    client = SimpleNamespace(
        search=lambda **_: answers.pop(),
        mget=lambda **asked: {
            "docs": [{"_id": each, "found": each == "1", "_source": found} for each in asked["ids"]]
        },
    )
    names = IndexNames("test")
    writer = ElasticIndexWriter(
        cast(Elasticsearch, cast(Any, client)), names, names.naming.name(1), active=True
    )
    examined = writer.examined(0, 10, 5)
    assert examined.documents == [root(), file(3, 1, "f")]
    assert examined.broken == {3}
    assert answers == []
