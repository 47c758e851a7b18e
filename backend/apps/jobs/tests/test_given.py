"""Jobs on what a saved search finds and on the inodes that a result of SQL names."""

from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.common.rights import Permission
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobError
from apps.jobs.states import JobState
from apps.jobs.tests.test_resume import die_at_store, work_past_death
from apps.search import selectors as search
from apps.search.models import SavedSearch
from apps.sql.models import SqlQuery
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, give, give_operator, make_user
from warren_analytics.store import ReplicaStore
from warren_search import AsOf

pytestmark = pytest.mark.django_db(transaction=True)
FILES = 7


@pytest.fixture
def tree(namenode: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> NamenodeDouble:
    """/data/a with 7 files and one in /data/b; batches of 3 inodes."""
    for module in ("choosing", "selections"):
        monkeypatch.setattr(f"apps.jobs.{module}.INODES_PER_BATCH", 3)
    for number in range(FILES):
        namenode.tree.add_file(f"/data/a/file{number}", owner="ann")
    namenode.tree.add_file("/data/b/other", owner="ann")
    return namenode


@pytest.fixture
def olga(db: None) -> User:
    return make_user("olga", Role.OPERATOR)


@pytest.fixture
def client(olga: User, client_of: ClientOf) -> CheckedClient:
    return client_of(olga)


def ids(tree: NamenodeDouble) -> list[int]:
    return [node.inode_id for _, node in tree.tree.walk("/data") if node.kind == "file"]


def plan(client: CheckedClient, selection: dict[str, Any], **more: Any) -> Any:
    body = {
        "kind": "set_owner",
        "parameters": {"owner": "zoe"},
        "dry_run": True,
        "selection": selection,
        **more,
    }
    headers = {"Idempotency-Key": str(more.pop("key"))} if "key" in more else {}
    body.pop("key", None)
    return client.post("/api/v1/jobs", body, format="json", headers=headers)


def sql(client: CheckedClient, statement: str) -> int:
    answer = client.post(
        "/api/v1/sql", {"statement": statement, "wait_ms": 10_000}, format="json"
    ).json()
    assert answer["state"] == "succeeded", answer
    return int(answer["id"])


def values(inode_ids: list[int], column: str = "inode_id") -> str:
    rows = ", ".join(f"({each})" for each in inode_ids)
    return f"SELECT x AS {column} FROM (VALUES {rows}) AS named(x)"


def saved(user: User, q: str, *, shared: bool = False) -> int:
    moment = timezone.now()
    return SavedSearch.objects.create(
        user_id=user.pk,
        owner=user.username,
        name="kept",
        q=q,
        sort="relevance",
        shared=shared,
        created_at=moment,
        updated_at=moment,
    ).pk


@pytest.fixture
def asked(tree: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of searches that were followed; each finds all files."""
    texts: list[str] = []

    def matches(q: str, **_: object) -> search.Matches:
        texts.append(q)
        return search.Matches(ids(tree), None, AsOf(sequence=42, time_ms=1))

    monkeypatch.setattr("apps.jobs.choosing.matches", matches)
    return texts


def test_a_saved_search_is_taken_as_it_was(
    tree: NamenodeDouble, worker: Worker, client: CheckedClient, olga: User, asked: list[str]
) -> None:
    kept = saved(olga, "file owner:ann")
    made = plan(client, {"saved_search": kept}, key="once")
    assert made.status_code == 202
    told = made.json()["selection"]
    assert (told["by"], told["q"]) == ("search", "file owner:ann")
    assert told["saved_search"] == {"id": kept, "name": "kept"}
    SavedSearch.objects.filter(pk=kept).update(q="something else")
    job = worker.finished(made.json()["id"])
    assert (job.state, job.changed) == (JobState.SUCCEEDED, FILES + 1)
    assert asked == ["file owner:ann"]
    # Asked again, it is the same job, whatever became of the search.
    SavedSearch.objects.all().delete()
    assert plan(client, {"saved_search": kept}, key="once").json()["id"] == job.pk
    assert plan(client, {"saved_search": kept}).status_code == 404


def test_a_saved_search_of_others_is_taken_where_it_is_seen(
    tree: NamenodeDouble, client: CheckedClient, client_of: ClientOf, asked: list[str]
) -> None:
    other = make_user("oscar", Role.OPERATOR)
    kept = saved(other, "path:/data/b other")
    assert plan(client, {"saved_search": kept}).status_code == 404
    SavedSearch.objects.update(shared=True)
    assert plan(client, {"saved_search": kept}).status_code == 202
    sam = make_user("sam", Role.VIEWER)
    give_operator(sam, "/data/a")
    tree.tree.groups["sam"] = []
    tree.tree.find("/data").mode = 0o700
    tree.tree.find("/data/b").mode = 0o700
    refused = plan(client_of(sam), {"saved_search": kept})
    assert (refused.status_code, Job.objects.count()) == (404, 1)
    SavedSearch.objects.update(q="size:nonsense")
    assert plan(client, {"saved_search": kept}).status_code == 400


@pytest.mark.usefixtures("replica")
def test_a_result_is_gone_through_and_each_inode_is_chosen_once(
    tree: NamenodeDouble, worker: Worker, client: CheckedClient
) -> None:
    found = ids(tree)
    query = sql(client, values([*found, found[0], 999_999, *found, -1]))
    made = plan(client, {"sql_query": query})
    assert made.status_code == 202, made.json()
    told = made.json()["selection"]
    assert (told["by"], told["q"], told["asked"]) == ("sql_query", None, 2 * len(found) + 3)
    assert told["sql_query"]["id"] == query
    assert told["sql_query"]["statement"].startswith("SELECT x AS inode_id")
    job = worker.finished(made.json()["id"])
    assert (job.state, job.changed) == (JobState.SUCCEEDED_WITH_ERRORS, len(found))
    assert set(JobError.objects.filter(job=job).values_list("code", "path")) == {
        ("gone", "/.reserved/.inodes/999999"),
        ("gone", "/.reserved/.inodes/-1"),
    }
    done = client.post(f"/api/v1/jobs/{job.pk}/promote").json()
    assert worker.finished(done["id"]).changed == len(found)
    assert tree.tree.find("/data/b/other").owner == "zoe"


@pytest.mark.usefixtures("replica", "tree")
def test_what_is_no_result_with_inodes_is_refused_before_the_job(
    client: CheckedClient, client_of: ClientOf, set_env: SetEnv
) -> None:
    def refusal(query: int) -> tuple[int, str]:
        answer = plan(client, {"sql_query": query})
        return answer.status_code, answer.json()["code"]

    without = sql(client, "SELECT path FROM inodes")
    assert refusal(without) == (400, "sql_no_inode_ids")
    assert refusal(sql(client, "SELECT 'x' AS inode_id")) == (400, "sql_no_inode_ids")
    cut = sql(client, "SELECT range AS inode_id FROM range(501)")
    assert refusal(cut) == (400, "sql_result_cut")
    good = sql(client, "SELECT inode_id FROM inodes")
    theirs = client_of(make_user("oscar", Role.OPERATOR))
    assert plan(theirs, {"sql_query": good}).status_code == 404
    set_env(job_selected_deletes_max=2)
    many = plan(client, {"sql_query": good}, kind="delete", parameters={})
    assert (many.status_code, many.json()["code"]) == (400, "selection_too_large")
    SqlQuery.objects.filter(pk=good).update(engine="ndb")
    assert refusal(good) == (400, "sql_result_of_other_engine")
    SqlQuery.objects.filter(pk=good).update(engine="duckdb", state="failed")
    assert refusal(good) == (409, "sql_no_result")
    SqlQuery.objects.filter(pk=good).update(state="succeeded", replica_query="0" * 32)
    assert refusal(good) == (404, "sql_query_not_found")
    assert refusal(4711)[0] == 404
    assert not Job.objects.exists()


@pytest.mark.usefixtures("replica")
@pytest.mark.parametrize("after", [False, True])
def test_death_at_every_step_chooses_each_once(
    tree: NamenodeDouble,
    worker: Worker,
    client: CheckedClient,
    monkeypatch: pytest.MonkeyPatch,
    after: bool,
) -> None:
    found = ids(tree)
    query = sql(client, values([*found, *found]))
    died = True
    for call in range(1, 30):
        made = plan(client, {"sql_query": query}).json()["id"]
        revive = die_at_store(monkeypatch, call, after=after)
        died = work_past_death(worker, revive)
        job = worker.finished(made)
        assert (job.state, job.changed) == (JobState.SUCCEEDED, len(found)), call
        if not died:
            break
    assert not died


def test_a_result_that_expires_meanwhile_fails_the_job(
    tree: NamenodeDouble, replica: ReplicaStore, worker: Worker, client: CheckedClient
) -> None:
    query = sql(client, values(ids(tree)))
    made = plan(client, {"sql_query": query})
    job = Job.objects.get(pk=made.json()["id"])
    selection = {**(job.selection or {})}
    selection["sql_query"] = {**selection["sql_query"], "replica_query": "0" * 32}
    Job.objects.update(selection=selection)
    done = worker.finished(job.pk)
    assert done.state == JobState.FAILED
    assert done.problem is not None
    assert done.problem["code"] == "sql_query_not_found"


@pytest.mark.usefixtures("replica")
def test_a_scope_holds_for_results(
    tree: NamenodeDouble, worker: Worker, client_of: ClientOf
) -> None:
    sam = make_user("sam", Role.VIEWER)
    give_operator(sam, "/data/a")
    scoped = client_of(sam)
    query = SqlQuery.objects.create(
        user_id=sam.pk,
        replica_query="0" * 32,
        engine="duckdb",
        statement="SELECT inode_id FROM inodes",
        explain=False,
        state="succeeded",
        time_limit_ms=1,
        created_at=timezone.now(),
        rows=1,
    )
    assert plan(scoped, {"sql_query": query.pk}).status_code == 403
    give(sam, {Permission.SQL})
    found = ids(tree)
    made = plan(scoped, {"sql_query": sql(scoped, values(found))})
    assert made.json()["scope"] == ["/data/a"]
    job = worker.finished(made.json()["id"])
    assert (job.changed, job.error_count) == (FILES, 1)
    outside = tree.tree.find("/data/b/other").inode_id
    assert list(JobError.objects.values_list("code", "path")) == [
        ("out_of_scope", f"/.reserved/.inodes/{outside}")
    ]
    worker.finished(scoped.post(f"/api/v1/jobs/{job.pk}/promote").json()["id"])
    assert tree.tree.find("/data/b/other").owner == "ann"


def test_one_way_is_asked_for(tree: NamenodeDouble, client: CheckedClient) -> None:
    for wrong in ({"saved_search": 1, "sql_query": 1}, {"sql_query": 1, "search": "x"}, {}):
        assert plan(client, wrong).status_code == 400
    quota = plan(client, {"sql_query": 1}, kind=JobKind.SET_QUOTA.value, parameters={})
    assert quota.status_code == 400
