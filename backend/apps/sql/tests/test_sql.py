"""SQL over the API, against a real replica: answers, refusals, who may, results and history."""

import io
import time
from typing import Any

import pyarrow.parquet
import pytest

from apps.accounts.models import Role, User
from apps.audit.models import AuditEntry
from apps.sql import services
from apps.sql.models import SqlQuery
from apps.sql.replica import replica_client
from doubles.replica import SEQUENCE
from doubles.world import ClientOf, make_user
from warren_analytics.store import ReplicaStore

SQL = "/api/v1/sql"
ENDLESS = "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range = 7"
DEADLINE_S = 30

pytestmark = pytest.mark.django_db


def _run(client: Any, statement: str, **more: Any) -> Any:
    return client.post(SQL, {"statement": statement, "wait_ms": 10_000, **more}, format="json")


@pytest.mark.usefixtures("replica")
def test_an_answer(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    query = _run(client, "SELECT path, size_bytes FROM inodes WHERE kind = 'file' ORDER BY 1")
    assert query.status_code == 200
    body = query.json()
    assert (body["state"], body["engine"], body["rows"]) == ("succeeded", "duckdb", 3)
    assert body["columns"] == [
        {"name": "path", "type": "VARCHAR"},
        {"name": "size_bytes", "type": "BIGINT"},
    ]
    assert body["as_of"]["sequence"] == SEQUENCE
    assert body["lag_ms"] >= 0
    assert body["cost"]["rows_scanned"] >= 3
    address = f"{SQL}/queries/{body['id']}"
    first = client.get(f"{address}/rows", {"limit": 2}).json()
    assert first["items"] == [["/data/f0.csv", 0], ["/data/f1.csv", 1]]
    rest = client.get(f"{address}/rows", {"limit": 2, "cursor": first["next_cursor"]}).json()
    assert (rest["items"], rest["next_cursor"], rest["total"]) == ([["/data/f2.csv", 2]], None, 3)
    assert client.get(address).json()["state"] == "succeeded"
    assert [each["id"] for each in client.get(f"{SQL}/queries").json()["items"]] == [body["id"]]


@pytest.mark.usefixtures("replica")
def test_live_sql_needs_cluster_mode(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    answer = _run(client, "SELECT 1", engine="ndb")
    assert (answer.status_code, answer.json()["code"]) == (400, "sql_engine_absent")
    assert list(answer.json()["fields"]) == ["engine"]
    assert client.get(f"{SQL}/tables", {"engine": "ndb"}).status_code == 400
    assert _run(client, "SELECT 1", engine="other").status_code == 400


@pytest.mark.usefixtures("replica")
def test_the_age_of_swept_tables_is_told(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    body = _run(client, "SELECT count(*) FROM blocks, inodes").json()
    assert body["swept"] == [{"table": "blocks", "complete_as_of": None}]
    assert _run(client, "SELECT count(*) FROM inodes").json()["swept"] == []
    tables = {each["name"]: each for each in client.get(f"{SQL}/tables").json()["items"]}
    assert {"inodes", "blocks", "replicas", "xattrs", "quotas", "changes"} <= set(tables)
    assert (tables["blocks"]["kept_by"], tables["blocks"]["complete_as_of"]) == ("sweep", None)
    assert tables["inodes"]["kept_by"] == "feed"
    assert tables["inodes"]["complete_as_of"] is not None


@pytest.mark.usefixtures("replica")
def test_files(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    query = _run(client, "SELECT inode_id, name FROM inodes WHERE kind = 'file' ORDER BY 1").json()
    address = f"{SQL}/queries/{query['id']}/file"
    csv: Any = client.get(address, {"kind": "csv"})
    assert b"".join(csv.streaming_content).startswith(b'"inode_id","name"\n10,"f0.csv"\n')
    assert csv["Content-Disposition"] == f'attachment; filename="query-{query["id"]}.csv"'
    file: Any = client.get(address, {"kind": "parquet"})
    parquet = b"".join(file.streaming_content)
    assert pyarrow.parquet.read_table(io.BytesIO(parquet)).num_rows == 3
    assert client.get(address, {"kind": "pdf"}).status_code == 400


@pytest.mark.usefixtures("replica")
@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM inodes", "sql_refused"),
        ("SELECT * FROM read_csv('/etc/passwd')", "sql_refused"),
        ("ATTACH 'x.duckdb'", "sql_refused"),
        ("INSTALL httpfs", "sql_refused"),
        ("SELECT 1; SELECT 2", "sql_refused"),
        ("SELEC 1", "sql_invalid"),
        (" ", "sql_invalid"),
    ],
)
def test_refusals_say_why_and_are_audited(
    operator: User, client_of: ClientOf, statement: str, code: str
) -> None:
    answer = _run(client_of(operator), statement)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["fields"]["statement"]
    denied = AuditEntry.objects.filter(action="sql.query", outcome="denied")
    assert denied.count() == (1 if code == "sql_refused" else 0)
    assert not SqlQuery.objects.exists()


@pytest.mark.usefixtures("replica")
def test_an_error_at_run_time_is_part_of_the_query(operator: User, client_of: ClientOf) -> None:
    body = _run(client_of(operator), "SELECT colour FROM inodes").json()
    assert (body["state"], body["error"]["code"]) == ("failed", "sql_invalid")
    assert "colour" in body["error"]["detail"]
    rows = client_of(operator).get(f"{SQL}/queries/{body['id']}/rows")
    assert (rows.status_code, rows.json()["code"]) == (404, "sql_no_result")


@pytest.mark.usefixtures("replica")
def test_a_long_query_is_watched_and_cancelled(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    started = _run(client, ENDLESS, wait_ms=0)
    assert started.status_code == 202
    address = started["Location"]
    assert client.get(address).status_code == 202
    client.post(f"{address}/cancel")
    deadline = time.monotonic() + DEADLINE_S
    while (body := client.get(address, {"wait_ms": 500}).json())["finished_at"] is None:
        assert time.monotonic() < deadline
    assert (body["state"], body["error"]["code"]) == ("cancelled", "sql_cancelled")


@pytest.mark.usefixtures("replica")
def test_time_limits_and_plans(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    slow = _run(client, ENDLESS, time_limit_ms=200).json()
    assert (slow["state"], slow["error"]["code"]) == ("failed", "sql_timed_out")
    plan = _run(client, "SELECT count(*) FROM inodes", explain=True).json()
    rows = client.get(f"{SQL}/queries/{plan['id']}/rows").json()["items"]
    assert "AGGREGATE" in rows[0][1]


@pytest.mark.usefixtures("replica")
def test_viewers_may_not(viewer: User, client_of: ClientOf) -> None:
    client = client_of(viewer)
    assert _run(client, "SELECT 1").status_code == 403
    for path in ("queries", "tables", "saved", "reports", "replica"):
        assert client.get(f"{SQL}/{path}").status_code == 403


@pytest.mark.usefixtures("replica")
def test_queries_of_others_are_not_found(operator: User, admin: User, client_of: ClientOf) -> None:
    query = _run(client_of(operator), "SELECT 1").json()
    other = client_of(admin)
    for path in ("", "/rows", "/file?kind=csv"):
        assert other.get(f"{SQL}/queries/{query['id']}{path}").status_code == 404
    assert other.post(f"{SQL}/queries/{query['id']}/cancel").status_code == 404
    assert other.get(f"{SQL}/queries").json()["items"] == []


@pytest.mark.usefixtures("replica")
def test_tables_replica_and_reports(operator: User, client_of: ClientOf, set_env: Any) -> None:
    client = client_of(operator)
    tables = {each["name"]: each for each in client.get(f"{SQL}/tables").json()["items"]}
    assert {"inodes", "directories", "changes"} <= tables.keys()
    columns = {each["name"]: each["type"] for each in tables["inodes"]["columns"]}
    assert columns["size_bytes"] == "BIGINT"
    state = client.get(f"{SQL}/replica").json()
    assert (state["state"], state["as_of"]["sequence"]) == ("following", SEQUENCE)
    reports = client.get(f"{SQL}/reports").json()
    for report in reports["items"]:
        assert _run(client, report["statement"]).json()["state"] == "succeeded", report["name"]
    assert [each["name"] for each in reports["items"] if each["cost_of"]] == ["cold-data"]
    assert reports["price"] is None
    set_env(storage_price_per_tb_month=4.5, storage_currency="EUR")
    price = client.get(f"{SQL}/reports").json()["price"]
    assert price == {"per_tb_month": 4.5, "currency": "EUR"}


@pytest.mark.usefixtures("replica")
def test_reports_do_not_flood_the_history(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    own = _run(client, "SELECT 1").json()
    for report in client.get(f"{SQL}/reports").json()["items"]:
        asked = {"statement": report["statement"], "report": report["name"]}
        assert client.post(SQL, asked, format="json").status_code in (200, 202)
    assert [each["id"] for each in client.get(f"{SQL}/queries").json()["items"]] == [own["id"]]
    stray = client.post(SQL, {"statement": "SELECT 2", "report": report["name"]}, format="json")
    assert (stray.status_code, list(stray.json()["fields"])) == (400, ["report"])


def test_without_a_replica(operator: User, client_of: ClientOf) -> None:
    answer = _run(client_of(operator), "SELECT 1")
    assert (answer.status_code, answer.json()["code"]) == (503, "replica_unavailable")


def test_a_query_of_a_replica_that_restarted_is_lost(
    operator: User, client_of: ClientOf, replica: ReplicaStore
) -> None:
    client = client_of(operator)
    query = _run(client, "SELECT 1").json()
    SqlQuery.objects.update(state="running", replica_query="0" * 32)
    body = client.get(f"{SQL}/queries/{query['id']}").json()
    assert (body["state"], body["error"]["code"]) == ("lost", "sql_query_not_found")


def test_saved_queries(operator: User, admin: User, client_of: ClientOf) -> None:
    mine, theirs = client_of(operator), client_of(admin)
    body = {"name": "owners", "statement": "SELECT owner FROM inodes", "shared": False}
    saved = mine.post(f"{SQL}/saved", body, format="json")
    assert saved.status_code == 201
    address = f"{SQL}/saved/{saved.json()['id']}"
    assert mine.post(f"{SQL}/saved", body, format="json").status_code == 409
    assert theirs.get(f"{SQL}/saved").json()["items"] == []
    assert theirs.delete(address).status_code == 404
    changed = mine.put(address, {**body, "shared": True}, format="json").json()
    assert changed["shared"]
    assert [each["owner"] for each in theirs.get(f"{SQL}/saved").json()["items"]] == ["olga"]
    assert theirs.put(address, body, format="json").status_code == 404
    assert mine.delete(address).status_code == 204
    assert mine.get(f"{SQL}/saved").json()["items"] == []
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["sql.save", "sql.save", "sql.unsave"]


def test_history_is_bounded(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch, replica: ReplicaStore
) -> None:
    monkeypatch.setattr(services, "HISTORY_MAX", 3)
    client = client_of(make_user("busy", Role.OPERATOR))
    ids = [_run(client, f"SELECT {at}").json()["id"] for at in range(5)]
    kept = [each["id"] for each in client.get(f"{SQL}/queries").json()["items"]]
    assert kept == ids[:1:-1]


@pytest.mark.usefixtures("replica")
def test_statements_and_downloads_are_audited(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    query = _run(client, "SELECT path FROM inodes").json()
    download: Any = client.get(f"{SQL}/queries/{query['id']}/file?kind=csv")
    assert b"/data/f0.csv" in b"".join(download.streaming_content)
    entries = AuditEntry.objects.filter(actor="olga").order_by("pk")
    told = [(each.action, each.outcome, each.after) for each in entries]
    ran = {
        "query_id": query["id"],
        "engine": "duckdb",
        "statement": "SELECT path FROM inodes",
        "explain": False,
    }
    assert told[0] == ("sql.query", "succeeded", ran)
    assert told[-1] == ("sql.download", "succeeded", {"query_id": query["id"], "kind": "csv"})


@pytest.mark.usefixtures("replica")
def test_queries_end_with_the_rights_that_they_began_with(
    operator: User, admin: User, client_of: ClientOf, django_capture_on_commit_callbacks: Any
) -> None:
    running = _run(client_of(operator), ENDLESS, wait_ms=0).json()
    row = SqlQuery.objects.get(pk=running["id"])
    with django_capture_on_commit_callbacks(execute=True):
        body = {"role": "viewer"}
        changed = client_of(admin).patch(f"/api/v1/users/{operator.pk}", body, format="json")
    assert changed.status_code == 200
    assert SqlQuery.objects.count() == 0
    ended = replica_client().query(row.replica_query, wait_ms=DEADLINE_S * 1_000)
    assert ended.state.value == "cancelled"
