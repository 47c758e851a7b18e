"""Search through the real SQLite index, from documents to the API's answer."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from apps.accounts.models import User
from apps.search import index as search_index
from config.env import env
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv
from warren_search import FeedState
from warren_search.columns import DocumentColumns
from warren_search.operation import Document
from warren_search.position import FeedPosition, FeedReport
from warren_search.sqlite.generations import IndexGenerations
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import now_ms

pytestmark = pytest.mark.django_db
SEARCH = "/api/v1/search"


@pytest.fixture(autouse=True)
def _index(_own_home: None) -> Iterator[None]:
    """/data holds report_2026.pdf; the index has seen sequence 9."""
    path: Path = env().search_index_path
    path.parent.mkdir(parents=True)
    with IndexGenerations(path) as generations:
        builder = generations.start_build()
        documents = [root(), directory(2, 1, "data"), file(3, 2, "report_2026.pdf")]
        builder.writer.load(DocumentColumns.of(documents))
        report = FeedReport(FeedState.FOLLOWING, 9, now_ms())
        generations.activate(builder.finish_load(), FeedPosition("c9", 9, now_ms()), report)
        search_index.index_reader.cache_clear()
        yield
    search_index.index_reader().close()
    search_index.index_reader.cache_clear()


def test_a_part_of_a_name_finds_its_path(operator: User, client_of: ClientOf) -> None:
    answer = client_of(operator).get(SEARCH, {"q": "port_20", "path": "/data"}).json()
    assert [hit["path"] for hit in answer["items"]] == ["/data/report_2026.pdf"]
    start, end = answer["items"][0]["highlights"][0]
    assert answer["items"][0]["name"][start:end] == "port_20"
    assert (answer["total"], answer["as_of"]["sequence"]) == (1, 9)


def _inode(document: Document) -> dict[str, Any]:
    return {**asdict(document), "kind": document.kind.value}


def _created(document: Document, sequence: int) -> dict[str, Any]:
    return {
        **_inode(document),
        "schema": "warren.change.v2",
        "cursor": f"c{sequence}",
        "sequence": sequence,
        "committed_at_ms": 1_700_000_000_000,
        "operation": "create",
        "before": None,
    }


def test_a_commit_that_the_index_does_not_reach_comes_from_the_namenodes(
    operator: User, client_of: ClientOf, namenode: NamenodeDouble, set_env: SetEnv
) -> None:
    set_env(search_wait_max_ms=10)
    namenode.inodes = [_inode(root()), _inode(directory(2, 1, "data"))]
    namenode.events = [_created(file(4, 2, "report_2027.pdf"), 10)]
    seen = client_of(operator).get(SEARCH, {"q": "report", "min_commit": "9"}).json()
    late = client_of(operator).get(SEARCH, {"q": "report", "min_commit": "10"}).json()
    assert (seen["source"], [hit["path"] for hit in seen["items"]]) == (
        "index",
        ["/data/report_2026.pdf"],
    )
    assert (late["source"], [hit["path"] for hit in late["items"]]) == (
        "index_and_store",
        ["/data/report_2026.pdf", "/data/report_2027.pdf"],
    )
    assert (late["as_of"]["sequence"], late["total"]) == (10, 2)


def test_a_commit_that_nobody_has_reached_is_refused(
    operator: User, client_of: ClientOf, namenode: NamenodeDouble, set_env: SetEnv
) -> None:
    set_env(search_wait_max_ms=10)
    unseen = client_of(operator).get(SEARCH, {"min_commit": "10"})
    assert (unseen.status_code, unseen.json()["code"]) == (503, "commit_not_reached")
    namenode.refuse = [503] * 100
    unseen = client_of(operator).get(SEARCH, {"min_commit": "10"})
    assert (unseen.status_code, unseen.json()["code"]) == (503, "commit_not_reached")


def test_a_cursor_of_another_query(operator: User, client_of: ClientOf) -> None:
    response = client_of(operator).get(SEARCH, {"cursor": "AAAA"})
    assert (response.status_code, list(response.json()["fields"])) == (400, ["cursor"])


def test_a_scope_that_is_not_there(operator: User, client_of: ClientOf) -> None:
    response = client_of(operator).get(SEARCH, {"path": "/nothing"})
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
