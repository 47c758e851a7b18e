"""Attacks: what a statement must not do, by the parser and again by the engine alone."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import duckdb
import pytest
from warren_analytics.errors import AnalyticsError, StatementInvalid, StatementRefused
from warren_analytics.guard import STATEMENT_LENGTH_MAX, Guard
from warren_analytics.testkit.replica import ReplicaUnderTest, Row

ALLOWED = [
    "SELECT 1",
    "SELECT count(*) FROM inodes;",
    "FROM main.inodes LIMIT 3",
    "select * from INODES where size_bytes > 10 -- comment",
    "WITH big AS (FROM inodes WHERE size_bytes > 1) SELECT owner, count(*) FROM big GROUP BY ALL",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) FROM n",
    "SELECT * FROM inodes UNION ALL SELECT * FROM inodes ORDER BY name LIMIT 5 OFFSET 2",
    "DESCRIBE inodes",
    "SUMMARIZE usage_history",
    "EXPLAIN SELECT * FROM inodes",
    "explain analyze SELECT count(*) FROM changes",
    "SELECT i FROM range(10) AS t(i), unnest([1, 2])",
    "VALUES (1, 'a'), (2, 'b')",
    "SELECT quantile_cont(size_bytes, 0.9), max(regexp_extract(name, 'a+')) FROM inodes",
    "SELECT owner, row_number() OVER (PARTITION BY owner ORDER BY size_bytes) FROM inodes",
    "SELECT list_transform([1], lambda x: x + 1), [x for x in [1, 2]], {'a': 1}.a",
    "SELECT (SELECT max(size_bytes) FROM inodes) FROM directories WHERE EXISTS (FROM changes)",
]
TEMPORARY = "CREATE TEMP TABLE t AS SELECT 1"
WRITES = [
    "INSERT INTO store.inode SELECT * FROM store.inode",
    "DELETE FROM store.inode",
    "UPDATE store.position SET sequence = 0",
    "DROP VIEW inodes",
    "CREATE TABLE t AS SELECT 1",
    TEMPORARY,
    "CREATE MACRO m() AS 1",
    "ALTER TABLE store.inode ADD COLUMN x INTEGER",
    "TRUNCATE store.inode",
    "CHECKPOINT",
    "VACUUM",
    "MERGE INTO store.inode USING (SELECT 1 AS inode_id) AS s USING (inode_id)"
    " WHEN MATCHED THEN DELETE",
]
FILES = [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_parquet('/x')",
    "SELECT * FROM read_json('/x')",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT 1 WHERE 1 IN (FROM read_csv('/etc/passwd'))",
    "WITH x AS (FROM read_csv('/etc/passwd')) FROM x",
    "COPY (SELECT 1) TO '/tmp/out.csv'",
    "COPY store.inode FROM '/etc/passwd'",
    "EXPORT DATABASE '/tmp/out'",
    "IMPORT DATABASE '/tmp/out'",
    "SELECT * FROM 'https://example.org/x.parquet'",
]
REACHING_OUT = [
    "ATTACH ':memory:' AS other",
    "ATTACH '/tmp/other.duckdb'",
    "DETACH replica",
    "USE memory",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "RESET memory_limit",
    "SET VARIABLE x = 1",
    "PRAGMA database_list",
    "PRAGMA enable_profiling",
    "CALL pragma_version()",
    "CALL enable_logging()",
    "PREPARE p AS SELECT 1",
    "EXECUTE p",
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
    "LISTEN x",
    "CREATE SECRET s (TYPE http)",
]
INSIDE = [
    "SELECT * FROM store.inode",
    "SELECT * FROM store.position",
    "SELECT * FROM replica.store.inode",
    "SELECT * FROM duckdb_settings()",
    "SELECT * FROM duckdb_tables",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM pg_catalog.pg_class",
    "SELECT * FROM sqlite_master",
    "SELECT * FROM pragma_database_list",
    "SHOW TABLES",
    "SHOW ALL TABLES",
    "DESCRIBE store.inode",
    "SELECT current_setting('temp_directory')",
    "SELECT getvariable('x')",
    "SELECT getenv('HOME')",
    "SELECT nextval('x')",
    "SELECT write_log('x')",
    "SELECT sleep_ms(100000)",
    "FROM query('SELECT 1')",
    "FROM query_table('inodes')",
    "FROM json_execute_serialized_sql('{}')",
    "SELECT system.main.current_setting('temp_directory')",
    "WITH duckdb_settings AS (SELECT 1) SELECT * FROM duckdb_settings",
    "WITH x AS (SELECT 1) SELECT * FROM inodes, (SELECT * FROM pragma_user_agent())",
    "SELECT repeat('x', 1000000000)",
    "EXPLAIN ANALYZE DELETE FROM store.inode",
    "EXPLAIN COPY (SELECT 1) TO '/tmp/out.csv'",
    "EXPLAIN EXPLAIN SELECT 1",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP VIEW inodes",
]


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard()


@pytest.mark.parametrize("statement", ALLOWED)
def test_reads_are_allowed(replica: ReplicaUnderTest, statement: str) -> None:
    replica.apply(Row(2, 1, "a"))
    assert replica.run(statement).error is None


@pytest.mark.parametrize("statement", [*WRITES, *FILES, *REACHING_OUT, *INSIDE])
def test_everything_else_is_refused(guard: Guard, statement: str) -> None:
    with pytest.raises((StatementRefused, StatementInvalid)):
        guard.check(statement)


@pytest.mark.parametrize(
    "statement",
    [each for each in (*WRITES, *FILES) if each not in {"CHECKPOINT", "VACUUM", TEMPORARY}],
)
def test_the_engine_refuses_writes_and_files_by_itself(
    replica: ReplicaUnderTest, statement: str
) -> None:
    """As if the parser's check were not there. Temporary tables and checkpoints harm nobody."""
    with replica.database.slot() as connection, pytest.raises(duckdb.Error):
        connection.execute(statement).fetchall()


@pytest.mark.parametrize(
    "statement",
    [
        "SET enable_external_access = true",
        "SET memory_limit = '100GB'",
        "RESET memory_limit",
        "SET lock_configuration = false",
        "INSTALL httpfs",
        "LOAD httpfs",
        "ATTACH '/tmp/other.duckdb'",
    ],
)
def test_the_engine_keeps_its_settings(replica: ReplicaUnderTest, statement: str) -> None:
    with replica.database.slot() as connection, pytest.raises(duckdb.Error):
        connection.execute(statement).fetchall()


def test_variables_of_the_process_are_no_tables(replica: ReplicaUnderTest) -> None:
    secret = [1, 2, 3]
    with replica.database.slot() as connection, pytest.raises(duckdb.CatalogException):
        connection.execute("SELECT * FROM secret").fetchall()
    assert secret


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "  ;",
        "\0",
        "SELEC 1",
        "SELECT " + "1," * STATEMENT_LENGTH_MAX,
        "SELECT " + "[" * 5_000 + "]" * 5_000,
        "SELECT " + "NOT " * 4_500 + "true",
        "SELECT 'never closed",
        "/* never closed",
    ],
)
def test_hostile_texts_are_answered(replica: ReplicaUnderTest, statement: str) -> None:
    with pytest.raises(AnalyticsError):
        replica.rows(statement)


@pytest.mark.parametrize("pair", ["()", "[]"])
@pytest.mark.parametrize("depth", [50, 500, 9_000])
def test_deep_texts_leave_it_answering(replica: ReplicaUnderTest, pair: str, depth: int) -> None:
    query = None
    with suppress(AnalyticsError):
        query = replica.run("SELECT " + pair[0] * depth + "1" + pair[1] * depth)
    assert query is None or query.state.is_final
    assert replica.rows("SELECT 1") == [[1]]


def test_a_syntax_error_says_where(guard: Guard) -> None:
    with pytest.raises(StatementInvalid) as raised:
        guard.check("SELECT 1 FROMM inodes WHERE")
    assert "syntax error" in str(raised.value.facts["reason"])


def test_nothing_was_written_anywhere(replica: ReplicaUnderTest, tmp_path: Path) -> None:
    for statement in FILES:
        with pytest.raises(AnalyticsError):
            replica.rows(statement)
    assert not Path("/tmp/out.csv").exists()
    assert {each.name for each in tmp_path.iterdir()} <= {
        "replica.duckdb",
        "replica.duckdb.wal",
        "results",
        "scratch",
    }
