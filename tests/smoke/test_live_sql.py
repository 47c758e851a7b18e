"""SQL over the live metadata: what the reader's account sees, may do and how it is ended."""

from typing import Any

import httpx
import pymysql
import pytest
import yaml
from pymysql.constants import ER
from warren_cli import sql_node
from warren_cli.settings import REPOSITORY, Settings

from .conftest import Shell, eventually

pytestmark = pytest.mark.cluster
VIEWS = {"inodes", "blocks", "replicas", "xattrs", "quotas", "changes"}
CORPUS = REPOSITORY / "analytics" / "tests" / "corpus" / "accepted_live.yaml"
ACCEPTED = [
    statement
    for statements in yaml.safe_load(CORPUS.read_text(encoding="utf-8")).values()
    for statement in statements
]
ANSWERED_S = 60.0
ENDED = frozenset({"succeeded", "failed", "cancelled", "lost"})
# Of three copies of anything with a thousand rows, more pairs than a node counts in minutes.
ENDLESS = (
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
    " SELECT COUNT(*) FROM n a JOIN n b JOIN n c JOIN n d WHERE a.i + b.i + c.i + d.i < 0"
)


def run(api: httpx.Client, statement: str, **more: Any) -> dict[str, Any]:
    """The query's last state."""
    answer = api.post("sql", json={"statement": statement, "engine": "ndb", "wait_ms": 0, **more})
    assert answer.is_success, answer.text
    return ended(api, answer.json())


def ended(api: httpx.Client, query: dict[str, Any]) -> dict[str, Any]:
    latest = query

    def is_over() -> bool:
        nonlocal latest
        latest = api.get(f"sql/queries/{query['id']}", params={"wait_ms": 2_000}).json()
        return latest["state"] in ENDED

    assert eventually(is_over, ANSWERED_S), latest
    return latest


def items(api: httpx.Client, query: dict[str, Any]) -> list[list[Any]]:
    assert query["state"] == "succeeded", query
    rows: list[list[Any]] = api.get(f"sql/queries/{query['id']}/rows").json()["items"]
    return rows


def test_the_reader_sees_the_views_and_nothing_else(settings: Settings) -> None:
    with sql_node.connected(
        settings.sql_address.reachable, settings.sql_reader_user, settings.sql_reader_password_file
    ) as connection:
        live, tables = settings.live_database, settings.ndb_database
        seen = {name for (name,) in sql_node.rows(connection, "SHOW DATABASES")}
        assert seen <= {live, "information_schema", "performance_schema"}
        assert {name for (name,) in sql_node.rows(connection, f"SHOW TABLES IN {live}")} == VIEWS
        for view in VIEWS:
            sql_node.rows(connection, f"SELECT * FROM {live}.{view} LIMIT 5")
        root = sql_node.rows(
            connection, f"SELECT name, kind FROM {live}.inodes WHERE parent_id = 0"
        )
        assert root == [("", "directory")]
        for hidden in ("token_keys", "delegation_tokens", "inodes", "users"):
            refuse(connection, f"SELECT COUNT(*) FROM {tables}.{hidden}")
        for change in (
            f"DELETE FROM {live}.inodes",
            f"UPDATE {live}.quotas SET namespace_used = 0",
            f"CREATE TABLE {live}.mine (a INT)",
            f"DROP VIEW {live}.inodes",
            f"ALTER VIEW {live}.inodes AS SELECT 1",
            f"SHOW CREATE VIEW {live}.inodes",
            f"SELECT 'x' FROM {live}.quotas INTO OUTFILE '/tmp/warren-live'",
            "SET GLOBAL max_connections = 1",
            "SELECT * FROM mysql.user",
        ):
            refuse(connection, change)
        assert sql_node.rows(connection, "SELECT LOAD_FILE('/etc/passwd')") == [(None,)]


def refuse(connection: sql_node.SqlConnection, statement: str) -> None:
    """The node itself refuses, for want of a right."""
    with pytest.raises(pymysql.err.MySQLError) as raised:
        sql_node.rows(connection, statement)
    assert raised.value.args[0] in {
        ER.TABLEACCESS_DENIED_ERROR,
        ER.DBACCESS_DENIED_ERROR,
        ER.ACCESS_DENIED_ERROR,
        ER.SPECIFIC_ACCESS_DENIED_ERROR,
    }, (statement, raised.value.args)


def test_live_sql_answers_with_what_was_just_written(
    api: httpx.Client, shell: Shell, area: str
) -> None:
    assert "ndb" in api.get("sql/replica").json()["engines"]
    tables = api.get("sql/tables", params={"engine": "ndb"}).json()["items"]
    assert {table["name"] for table in tables} == VIEWS
    shell.ok("-touchz", f"{area}/seen")
    shell.ok("-setfattr", "-n", "user.team", "-v", "blue", f"{area}/seen")
    query = run(
        api,
        "SELECT i.owner, i.kind, x.name, x.value FROM inodes i JOIN inodes p"
        " ON p.inode_id = i.parent_id JOIN xattrs x ON x.inode_id = i.inode_id"
        f" WHERE i.name = 'seen' AND p.name = '{area.strip('/')}'",
    )
    assert items(api, query) == [[shell.user, "file", "user.team", "blue"]]
    assert (query["engine"], query["as_of"]) == ("ndb", None)
    assert query["cost"]["elapsed_ms"] >= 0


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM inodes",
        "SELECT * FROM warren.token_keys",
        "SELECT LOAD_FILE('/etc/passwd')",
        "SELECT 1 INTO OUTFILE '/tmp/warren-live'",
        "SELECT * FROM inodes FOR UPDATE",
        "EXPLAIN SELECT * FROM inodes",
        "SELECT SLEEP(10)",
        "SELECT 1; DROP VIEW inodes",
    ],
)
def test_live_sql_refuses_more_than_reading(api: httpx.Client, statement: str) -> None:
    answer = api.post("sql", json={"statement": statement, "engine": "ndb", "wait_ms": 10_000})
    if answer.is_success:
        query = ended(api, answer.json())
        assert (query["state"], query["error"]["code"]) == ("failed", "sql_refused"), query
    else:
        assert answer.json()["code"] in {"sql_refused", "sql_invalid"}, answer.text


@pytest.mark.parametrize("statement", ACCEPTED)
def test_the_node_takes_what_is_made_of_a_statement(api: httpx.Client, statement: str) -> None:
    items(api, run(api, statement))


def test_texts_reach_the_node_as_they_were_written(api: httpx.Client) -> None:
    texts = (r"'a\\b'", "'it''s'", '"a dq\'s"', r"'tab\there'", r"'100\%'", r"'a\' , SLEEP(1) -- '")
    query = run(api, f"SELECT {', '.join(texts)}")
    wanted = ["a\\b", "it's", "a dq's", "tab\there", "100\\%", "a' , SLEEP(1) -- "]
    assert items(api, query) == [wanted]


def test_a_live_plan_is_refused_with_its_reason(api: httpx.Client) -> None:
    body = {"statement": "SELECT * FROM inodes", "engine": "ndb", "explain": True}
    answer = api.post("sql", json=body)
    assert answer.json()["code"] == "sql_refused"
    assert "plan" in answer.text


def test_live_statements_end_at_their_time_and_when_cancelled(api: httpx.Client) -> None:
    late = run(api, ENDLESS, time_limit_ms=500)
    assert (late["state"], late["error"]["code"]) == ("failed", "sql_timed_out")
    body = {"statement": ENDLESS, "engine": "ndb", "wait_ms": 0, "time_limit_ms": 30_000}
    endless = api.post("sql", json=body).json()
    cancelled = api.post(f"sql/queries/{endless['id']}/cancel")
    assert cancelled.is_success, cancelled.text
    assert ended(api, endless)["state"] == "cancelled"


def test_a_live_result_ends_at_the_row_limit(settings: Settings, api: httpx.Client) -> None:
    numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
    query = run(api, f"{numbers} SELECT a.i, b.i AS j FROM n a JOIN n b")
    assert query["state"] == "succeeded", query
    assert (query["rows"], query["truncated"]) == (settings.query_rows_max, True)
