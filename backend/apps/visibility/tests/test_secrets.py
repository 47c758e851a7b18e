"""A directory that viewers may not list: no answer of any operation tells what is in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry, Outcome
from apps.jobs.models import Job, JobError
from apps.search import index as search_index
from apps.search.models import SavedSearch
from config.env import env
from config.exposure import EXPOSURE, Exposure
from doubles import blocks, events
from doubles.indexer import IndexerDouble
from doubles.namenode import NamenodeDouble
from doubles.routes import Operation, operations
from doubles.world import ClientOf
from warren_analytics.store import ReplicaStore
from warren_search import FeedState
from warren_search.columns import DocumentColumns
from warren_search.position import FeedPosition, FeedReport
from warren_search.sqlite.generations import IndexGenerations
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import now_ms

pytestmark = pytest.mark.django_db
# Whose mode is 700 and who is somebody else's; each double tells of paths below it.
SECRET = "/data"
MARK = b"/data/"
READS = [each for each in operations() if each.method == "GET"]
# What an administrator's answers must hold, so that the test can't be blind.
TELLING = {
    *("GET namespace/children", "GET search", "GET search/saved", "GET pipeline", "GET jobs"),
    *("GET jobs/<int:job_id>", "GET jobs/<int:job_id>/errors", "GET cluster/events"),
    *("GET cluster/subtree-operations", "GET blocks/under-replicated", "GET blocks/corrupt"),
    *("GET ^blocks/by-id/(?P<block_id>-?[0-9]{1,19})$", "GET audit"),
}


@dataclass(frozen=True)
class World:
    job: Job
    open_job: Job
    namenode: NamenodeDouble


@pytest.fixture
def index(_own_home: None) -> Iterator[None]:
    """The real one, with the secret directory and a file in it."""
    path: Path = env().search_index_path
    path.parent.mkdir(parents=True)
    secret = replace(directory(2, 1, "data"), owner="mallory", group="mallory", mode=0o700)
    documents = [root(), secret, file(3, 2, "broken")]
    with IndexGenerations(path) as generations:
        builder = generations.start_build()
        builder.writer.load(DocumentColumns.of(documents))
        report = FeedReport(FeedState.FOLLOWING, 9, now_ms())
        generations.activate(builder.finish_load(), FeedPosition("c9", 9, now_ms()), report)
        search_index.index_reader.cache_clear()
        yield
    search_index.index_reader().close()
    search_index.index_reader.cache_clear()


def _job(path: str, **values: Any) -> Job:
    return Job.objects.create(
        kind="delete",
        path=path,
        inode_id=20_001,
        parameters={"skip_trash": False},
        dry_run=False,
        phase="acting",
        actor="ann",
        hdfs_user="ann",
        request_sha256="",
        created_at=timezone.now(),
        **values,
    )


@pytest.fixture
def world(
    index: None,
    namenode: NamenodeDouble,
    indexer: IndexerDouble,
    replica: ReplicaStore,
    viewer: User,
    operator: User,
    admin: User,
    monkeypatch: pytest.MonkeyPatch,
) -> World:
    namenode.tree.mkdirs(SECRET, owner="mallory", group="mallory", mode=0o700)
    namenode.tree.add_file(blocks.PATH)
    namenode.tree.mkdirs(f"{SECRET}/old")
    namenode.tree.mkdirs("/open")
    broken = {
        **events._NEWEST_FIRST[0],
        "id": 4,
        "kind": "subtree_lock_broken",
        "cause": "owner_gone",
        "subject": f"{SECRET}/old",
        "operation": "delete",
    }
    monkeypatch.setattr(events, "_NEWEST_FIRST", (broken, *events._NEWEST_FIRST))
    indexer.view["stages"][0]["last_error"] = f"can't read {SECRET}/broken"
    problem = {
        "type": "urn:warren:problem:internal",
        "title": "It failed",
        "status": 500,
        "detail": f"At {SECRET}/broken.",
        "code": "internal",
        "facts": {"path": f"{SECRET}/broken"},
    }
    job = _job(f"{SECRET}/broken", state="failed", at_path=f"{SECRET}/broken", problem=problem)
    JobError.objects.create(job=job, path=f"{SECRET}/broken", code="x", message="y")
    trash = {"trash_path": f"/user/mallory/.Trash/Current{SECRET}/old"}
    told = {"result": trash, "problem": problem, "at_path": f"{SECRET}/old"}
    for actor in ("ann", "root"):
        path = f"{SECRET}/broken"
        AuditEntry.objects.create(
            at=timezone.now(), actor=actor, action="job.create", path=path, outcome=Outcome.ACCEPTED
        )
    SavedSearch.objects.create(
        user_id=operator.pk,
        owner="olga",
        name="shared",
        q=f"path:{SECRET}/old x",
        sort="name",
        shared=True,
        created_at=timezone.now(),
        updated_at=timezone.now(),
    )
    return World(job, _job("/open", state="succeeded", **told), namenode)


# What an operation is asked besides its plain address, or instead of it.
QUERIES = {
    "namespace/entry": ["?path=/", f"?path={SECRET}", "?path=/open"],
    "namespace/children": ["?path=/", f"?path={SECRET}"],
    "namespace/usage": ["?path=/"],
    "search": ["", "?q=broken", f"?q=path:{SECRET}"],
    "search/facets": ["", "?q=broken", f"?q=path:{SECRET}"],
    "audit": ["", f"?path={SECRET}"],
}


def _addresses(operation: Operation, world: World) -> list[str]:
    """Addresses under which the operation finds what there is."""
    if "block_id" in operation.route:
        return [f"/api/v1/blocks/by-id/{blocks.BLOCK_ID}"]
    queries = QUERIES.get(operation.route, [""])
    ids = [world.job.pk, world.open_job.pk] if "job_id" in operation.route else [1]
    paths = [operation.path.replace("987654321", str(each)) for each in ids]
    return [path + query for path in paths for query in queries]


def _body(response: HttpResponse | StreamingHttpResponse) -> bytes:
    if isinstance(response, StreamingHttpResponse):
        return b"".join(response.streaming_content)  # type: ignore[arg-type]
    return response.content


def _tells(user: User, operation: Operation, world: World, client_of: ClientOf) -> bool:
    client = client_of(user)
    return any(MARK in _body(client.get(each)) for each in _addresses(operation, world))


def test_no_answer_to_a_viewer_names_it(
    world: World, viewer: User, admin: User, client_of: ClientOf
) -> None:
    telling = {each.name for each in READS if _tells(admin, each, world, client_of)}
    assert telling >= TELLING
    leaking = {each.name for each in READS if _tells(viewer, each, world, client_of)}
    assert leaking == set()


def test_what_is_classified_as_facts_of_the_cluster_names_no_path_to_anybody(
    world: World, admin: User, client_of: ClientOf
) -> None:
    facts = [each for each in READS if EXPOSURE[each.name] is Exposure.CLUSTER]
    assert len(facts) >= 8
    for operation in facts:
        assert not _tells(admin, operation, world, client_of), operation.name


def _without(name: str, response: Any) -> tuple[int, str]:
    text = response.content.decode().replace(name, "NAME")
    return response.status_code, text


@pytest.mark.parametrize(
    ("there", "absent"),
    [
        ("namespace/entry?path=/data/broken", "namespace/entry?path=/data/absent"),
        ("namespace/children?path=/data/old", "namespace/children?path=/data/absent"),
        ("namespace/usage?path=/data/old", "namespace/usage?path=/data/absent"),
        ("search?path=/data/old", "search?path=/data/absent"),
        ("search/facets?path=/data/old", "search/facets?path=/data/absent"),
        ("search?q=broken", "search?q=absent"),
        ("audit?path=/data/broken", "audit?path=/data/absent"),
        (f"blocks/by-id/{blocks.BLOCK_ID}", "blocks/by-id/77"),
    ],
)
def test_what_is_hidden_is_answered_as_what_is_not_there(
    there: str, absent: str, world: World, viewer: User, client_of: ClientOf
) -> None:
    answers = []
    for address in (there, absent):
        name = re.split(r"[/=]", address)[-1]
        answers.append(_without(name, client_of(viewer).get(f"/api/v1/{address}")))
    mine, other = ((status, re.sub(r'"lag_ms":\d+', "", text)) for status, text in answers)
    assert mine == other


def test_a_hidden_job_is_answered_as_one_that_is_not_there(
    world: World, viewer: User, client_of: ClientOf
) -> None:
    client = client_of(viewer)
    hidden = client.get(f"/api/v1/jobs/{world.job.pk}")
    absent = client.get("/api/v1/jobs/987654321")
    assert _without(f'"job_id":{world.job.pk}', hidden) == _without('"job_id":987654321', absent)
    assert hidden.status_code == 404
    shown = client.get(f"/api/v1/jobs/{world.open_job.pk}").json()
    assert (shown["path"], shown["result"]) == ("/open", {})
    assert shown["problem"]["code"] == "internal"


def test_who_is_let_in_sees_it(world: World, viewer: User, client_of: ClientOf) -> None:
    """The groups of the namenodes count, and what a request sees is what holds at that moment."""
    node = world.namenode.tree.find(SECRET)
    client = client_of(viewer)
    assert client.get("/api/v1/blocks/under-replicated").json()["items"] == []
    node.mode = 0o750
    world.namenode.tree.groups["ann"] = ["mallory"]
    listed = client.get("/api/v1/blocks/under-replicated").json()["items"]
    assert [each["path"] for each in listed] == [blocks.PATH]
    assert client.get(f"/api/v1/blocks/by-id/{blocks.BLOCK_ID}").status_code == 200
    assert [each["id"] for each in client.get("/api/v1/jobs").json()["items"]] == [
        world.open_job.pk,
        world.job.pk,
    ]
    # To pass through is not to list.
    node.mode = 0o710
    assert client.get("/api/v1/blocks/under-replicated").json()["items"] == []


def test_how_many_names_a_directory_has_is_told_to_those_who_may_list_it(
    world: World, viewer: User, client_of: ClientOf
) -> None:
    client = client_of(viewer)
    asked = f"/api/v1/namespace/entry?path={SECRET}"
    assert client.get(asked).json()["children_count"] is None
    world.namenode.tree.find(SECRET).mode = 0o755
    assert client.get(asked).json()["children_count"] == 2


def test_a_page_is_read_on_until_something_of_it_may_be_shown(
    world: World, viewer: User, client_of: ClientOf
) -> None:
    seen = client_of(viewer).get("/api/v1/cluster/events?limit=1").json()
    # The newest one, of the broken lock, is left out; the one before it takes its place.
    assert [each["id"] for each in seen["items"]] == [3]


def test_the_namenodes_are_asked_once_for_a_page(
    world: World, viewer: User, client_of: ClientOf
) -> None:
    for number in range(30):
        trash = {"trash_path": f"/user/ann/{number}/x"}
        _job(f"/open/{number}/x", state="succeeded", result=trash)
        world.namenode.tree.mkdirs(f"/open/{number}")
    client_of(viewer).get("/api/v1/jobs")
    # For the paths of the jobs, and for those within the jobs that are shown.
    questions = world.namenode.calls("users/ann/listable")
    assert [len(each["directories"]) for each in questions] == [32, 31]
