"""What live SQL refuses, and what the node is given instead of the statement."""

from __future__ import annotations

from contextlib import suppress

import pytest
from warren_analytics.errors import StatementInvalid, StatementRefused
from warren_analytics.live_guard import check


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM inodes",
        "  select name from inodes where name = 'it''s; @fine -- really' ;",
        "WITH x AS (SELECT 1 AS `update one`) SELECT * FROM x",
        "SELECT /* plain */ 1 -- end",
        "SELECT 1 # end",
        "DESCRIBE inodes",
        "SELECT SUBSTRING(name FROM 1 FOR 2), REPLACE(name, 'a', 'b') FROM inodes",
        "SELECT `rand` FROM (SELECT 1 AS `rand`) AS t",
        "SELECT ünï FROM (SELECT 1 AS ünï) AS t",
    ],
)
def test_reads_may_run(statement: str) -> None:
    assert not check(statement, explain=False).to_run.endswith(";")


def test_plans_are_refused() -> None:
    with pytest.raises(StatementRefused, match="no plans"):
        check("SELECT 1", explain=True)
    with pytest.raises(StatementRefused, match="no plans"):
        check("explain SELECT 1", explain=False)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM inodes",
        "WITH x AS (SELECT 1) DELETE FROM inodes",
        "SELECT 1; SELECT 2",
        "SELECT * FROM inodes FOR UPDATE",
        "SELECT * FROM inodes FOR /* x */ SHARE",
        "SELECT * FROM inodes LOCK IN SHARE MODE",
        "SELECT 1 INTO OUTFILE '/tmp/x'",
        "SELECT 1 INTO @x",
        "SELECT @@datadir",
        "SELECT @x := 1",
        "SELECT SLEEP(1)",
        "SELECT `sleep` (1)",
        "SELECT load_file('/etc/passwd')",
        "SELECT BENCHMARK(1000000, MD5('x'))",
        "SELECT GET_LOCK('x', 1)",
        "SELECT REPEAT('x', 1000000000)",
        "SELECT /*! 1 */ + 1",
        "SELECT /*+ SET_VAR(max_execution_time = 0) */ 1",
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM `mysql`.`user`",
        "SELECT * FROM ndbinfo.nodes",
        "SET max_execution_time = 0",
        "SHOW GRANTS",
        "KILL 1",
        "LOCK TABLES inodes READ",
        "HANDLER inodes OPEN",
        "CREATE TEMPORARY TABLE x (a INT)",
        "TABLE inodes",
        "DO SLEEP(1)",
        "EXPLAIN DELETE FROM inodes",
    ],
)
def test_more_than_a_read_is_refused(statement: str) -> None:
    with pytest.raises((StatementRefused, StatementInvalid)):
        check(statement, explain=False)


@pytest.mark.parametrize(
    "statement", ["", " ; ", "SELECT 'open", "SELECT `open", "SELECT /* open", "x\0", "1" * 20_001]
)
def test_what_cannot_be_read_is_invalid(statement: str) -> None:
    with pytest.raises((StatementInvalid, StatementRefused)):
        check(statement, explain=False)


def test_the_node_is_given_what_was_understood() -> None:
    written = check("SELECT name, size_bytes*2 FROM inodes -- x", explain=False).to_run
    assert written == ("SELECT `name`, `size_bytes` * 2 AS `size_bytes * 2` FROM `inodes`")


@pytest.mark.parametrize(
    "pair", [("(", ")"), ("IF(1,", ",1)"), ("NOT ", ""), ("CASE WHEN 1 THEN ", " END")]
)
@pytest.mark.parametrize("depth", [20, 200, 2_000])
def test_deep_texts_are_answered(pair: tuple[str, str], depth: int) -> None:
    with suppress(StatementRefused, StatementInvalid):
        check("SELECT " + pair[0] * depth + "1" + pair[1] * depth, explain=False)


def test_long_lists_are_refused_by_their_parts() -> None:
    with pytest.raises(StatementInvalid, match="too many parts"):
        check("SELECT 1 IN (" + "1," * 9_000 + "1)", explain=False)
