"""Search over the API: what reaches the index, and how its answers and errors come back."""

from pathlib import Path
from typing import Any

import pytest

from apps.accounts.models import User
from apps.search import index as search_index
from apps.visibility import groups
from doubles.index import IndexDouble, hit
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf
from warren_search import Kind, Sort, Viewer

SEARCH = "/api/v1/search"


@pytest.mark.django_db
def test_filters_reach_the_index(index: IndexDouble, operator: User, client_of: ClientOf) -> None:
    query = {
        "q": "report",
        "owner": "ann",
        "group": "staff",
        "kind": "file",
        "size_min": "1",
        "size_max": "20",
        "mtime_after": "2023-01-01T00:00:00Z",
        "mtime_before": "2024-01-01T00:00:00+01:00",
        "path": "/data/",
        "sort": "-mtime",
        "limit": "7",
        "min_commit": "40",
    }
    assert client_of(operator).get(SEARCH, query).status_code == 200
    asked = index.queries[0]
    assert (asked.text, asked.owner, asked.group, asked.kind) == (
        "report",
        "ann",
        "staff",
        Kind.FILE,
    )
    assert (asked.size_min_bytes, asked.size_max_bytes) == (1, 20)
    assert (asked.mtime_min_ms, asked.mtime_max_ms) == (1672531200000, 1704063600000)
    assert (asked.path, asked.sort, asked.limit) == ("/data", Sort.MTIME_DESCENDING, 7)
    assert (asked.min_commit, asked.viewer) == (40, None)


@pytest.mark.django_db
def test_the_query_string_reaches_the_index(
    index: IndexDouble, operator: User, client_of: ClientOf
) -> None:
    query = {"q": "report -tmp size:>1g ext:csv replication:<3 owner:ann", "owner": "ann"}
    assert client_of(operator).get(SEARCH, query).status_code == 200
    asked = index.queries[0]
    assert (asked.text, asked.without, asked.owner) == ("report", "tmp", "ann")
    assert (asked.size_min_bytes, asked.extension, asked.replication_max) == (1024**3 + 1, "csv", 2)


@pytest.mark.django_db
def test_errors_of_the_query_string_say_where(
    index: IndexDouble, operator: User, client_of: ClientOf
) -> None:
    body = client_of(operator).get(SEARCH, {"q": "report colour:red"}).json()
    assert (body["code"], body["facts"]["start"], body["facts"]["end"]) == (
        "invalid_query_string",
        7,
        17,
    )
    assert "no field" in body["fields"]["q"][0]


@pytest.mark.django_db
def test_hits_and_freshness(index: IndexDouble, operator: User, client_of: ClientOf) -> None:
    index.hits.append(hit("🐇 report", highlight=(2, 8)))
    answer = client_of(operator).get(SEARCH, {"q": "report"}).json()
    assert answer["items"][0]["highlights"] == [[3, 9]], "a rabbit takes two UTF-16 units"
    assert answer["items"][0]["mtime"] == "2023-11-14T22:13:20.123Z"
    assert (answer["total"], answer["total_is_exact"], answer["lag_ms"]) == (1, True, 12)
    assert answer["as_of"] == {"sequence": 42, "time": "2023-11-14T22:13:20.000Z"}


@pytest.mark.django_db
def test_facets(
    index: IndexDouble, namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    index.hits += [hit("mine", owner="ann"), hit("theirs", owner="bob")]
    body = client_of(viewer).get(f"{SEARCH}/facets", {"q": "kind:file"}).json()
    assert (body["total"], body["length_bytes"], body["as_of"]["sequence"]) == (1, 10, 42)
    assert body["dimensions"] == [
        {"dimension": "owner", "values": [{"value": "ann", "count": 1, "length_bytes": 10}]}
    ]
    # The double counts owners alone, as an index does that has no time for more.
    assert body["complete"] is False
    assert index.queries[0].viewer == Viewer("ann", frozenset())


@pytest.mark.django_db
def test_viewers_search_with_their_own_permissions(
    index: IndexDouble, namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    namenode.tree.groups["ann"] = ["staff"]
    index.hits += [hit("mine", owner="ann"), hit("theirs", owner="bob")]
    answer = client_of(User.objects.get()).get(SEARCH).json()
    assert [each["name"] for each in answer["items"]] == ["mine"]
    assert index.queries[0].viewer == Viewer("ann", frozenset({"staff"}))
    # They are kept for a moment.
    client_of(viewer).get(SEARCH)
    assert len(namenode.calls("users/ann/groups")) == 1


@pytest.mark.django_db
def test_groups_stay_usable_while_no_namenode_answers(
    index: IndexDouble,
    namenode: NamenodeDouble,
    viewer: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    namenode.tree.groups["ann"] = ["staff"]
    monkeypatch.setattr(groups, "FRESH_S", 0.0)
    assert client_of(viewer).get(SEARCH).status_code == 200
    namenode.refuse = [503] * 100
    assert client_of(viewer).get(SEARCH).status_code == 200
    assert index.queries[1].viewer == Viewer("ann", frozenset({"staff"}))
    monkeypatch.setattr(groups, "USABLE_S", 0.0)
    # Nobody is searched for as if he were in no group.
    assert client_of(viewer).get(SEARCH).status_code == 503


@pytest.mark.django_db
def test_a_superuser_of_hdfs_finds_all_that_hdfs_shows_him(
    index: IndexDouble, namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    namenode.tree.superusers.add("ann")
    client_of(viewer).get(SEARCH)
    assert index.queries[0].viewer is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "status", "field"),
    [
        ({"q": "x" * 2001}, 400, "q"),
        ({"q": "x" * 257}, 400, "q"),
        ({"q": "size:big"}, 400, "q"),
        ({"q": "owner:ann", "owner": "bob"}, 400, "owner"),
        ({"kind": "door"}, 400, "kind"),
        ({"size_min": "-1"}, 400, "size_min"),
        ({"sort": "colour"}, 400, "sort"),
        ({"mtime_after": "yesterday"}, 400, "mtime_after"),
        ({"limit": "1000"}, 400, "limit"),
        ({"path": "relative"}, 400, "path"),
        ({"path": "/missing"}, 404, None),
    ],
)
def test_bad_queries(
    index: IndexDouble,
    operator: User,
    client_of: ClientOf,
    query: dict[str, str],
    status: int,
    field: str | None,
) -> None:
    response = client_of(operator).get(SEARCH, query)
    assert response.status_code == status
    assert field is None or list(response.json()["fields"]) == [field]


@pytest.mark.django_db
def test_an_index_that_is_not_ready_says_so(
    index: IndexDouble, operator: User, client_of: ClientOf
) -> None:
    index.ready = False
    response = client_of(operator).get(SEARCH)
    assert (response.status_code, response.json()["code"]) == (503, "index_not_ready")
    assert "about 3 min left" in response.json()["detail"]
    assert "index.sqlite" not in response.content.decode()


@pytest.mark.django_db
def test_the_real_reader_without_an_index(
    operator: User, client_of: ClientOf, monkeypatch: Any, tmp_path: Path
) -> None:
    search_index.index_reader.cache_clear()
    response = client_of(operator).get(SEARCH, {"q": "x"})
    search_index.index_reader.cache_clear()
    assert (response.status_code, response.json()["code"]) == (503, "index_not_ready")
