"""Which statements may run: one read of published tables, checked on the engine's own parse tree.

The engine's settings and the read-only transaction are the second line: see ``database``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import duckdb

from warren_analytics.errors import StatementInvalid, StatementRefused
from warren_analytics.schema import PUBLISHED

STATEMENT_LENGTH_MAX: Final = 20_000
NODES_MAX: Final = 20_000
REASON_LENGTH_MAX: Final = 2_000

_EXPLAIN: Final = re.compile(r"\s*EXPLAIN\s+(ANALYZE\s+)?", re.IGNORECASE)
_TABLE_FUNCTIONS: Final = frozenset({"unnest", "range", "generate_series", "values"})
# What is in a FROM clause, and the kinds of queries; anything else is refused until it is known.
_KNOWN_NODES: Final = frozenset(
    {
        *("BASE_TABLE", "JOIN", "SUBQUERY", "TABLE_FUNCTION", "EMPTY", "EXPRESSION_LIST", "PIVOT"),
        *("SHOW_REF", "SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"),
        *("ORDER_MODIFIER", "LIMIT_MODIFIER", "LIMIT_PERCENT_MODIFIER", "DISTINCT_MODIFIER"),
    }
)
_SHOWN: Final = frozenset({"DESCRIBE", "SUMMARY"})
# Functions that tell about the process, change it, or run text as a statement.
_REFUSED_FUNCTIONS: Final = frozenset(
    {
        *("getenv", "getvariable", "current_setting", "set_config", "nextval", "currval"),
        *("write_log", "sleep_ms", "query", "query_table", "add_parquet_key", "current_database"),
        *("json_serialize_plan", "json_execute_serialized_sql", "from_substrait", "txid_current"),
        *("current_connection_id", "current_query_id", "current_transaction_id", "current_schema"),
        *(
            "current_schemas",
            "in_search_path",
            "current_query",
            "version",
            "parse_duckdb_log_message",
        ),
        *("finalize", "storage_info", "invoke"),
        # One call of these fills any memory before the engine can look at its limits.
        *("repeat", "lpad", "rpad", "list_resize", "array_resize", "bar"),
    }
)
_REFUSED_PREFIXES: Final = (
    *("read_", "write_", "pragma_", "duckdb_", "pg_", "has_", "sniff_", "parquet_", "icu_"),
    *("sqlite_", "enable_", "disable_", "which_", "test_", "__internal", "information_schema"),
)


@dataclass(frozen=True, slots=True)
class Checked:
    """A statement that may run. sql: without EXPLAIN in front. tables: published ones it reads."""

    sql: str
    explain: bool
    analyze: bool
    tables: frozenset[str]

    @property
    def to_run(self) -> str:
        """What the engine is given."""
        if not self.explain:
            return self.sql
        return f"EXPLAIN {'ANALYZE ' if self.analyze else ''}{self.sql}"


class Guard:
    """Checks statements with a parser that holds no data. Not thread safe."""

    def __init__(self) -> None:
        self._parser = duckdb.connect(
            ":memory:", config={"enable_external_access": "false", "threads": "1"}
        )
        self._parser.execute("SET lock_configuration = true")

    def check(self, statement: str, *, explain: bool = False) -> Checked:
        """The statement, ready to run. Raises StatementInvalid, StatementRefused."""
        if len(statement) > STATEMENT_LENGTH_MAX:
            raise StatementInvalid(reason=f"is longer than {STATEMENT_LENGTH_MAX} characters")
        if not statement.strip() or "\0" in statement:
            raise StatementInvalid(reason="is empty or holds a NUL character")
        prefix = _EXPLAIN.match(statement)
        sql = statement[prefix.end() :] if prefix else statement
        tree = self._parse(sql, offset=len(statement) - len(sql))
        ctes = frozenset(_cte_names(tree))
        for node in _nodes(tree):
            _check_node(node, ctes)
        analyze = prefix is not None and prefix.group(1) is not None
        return Checked(sql, explain or prefix is not None, analyze, frozenset(_tables(tree)))

    def close(self) -> None:
        """Ends the parser."""
        self._parser.close()

    def _parse(self, sql: str, offset: int) -> dict[str, Any]:
        try:
            kinds = [str(each.type) for each in self._parser.extract_statements(sql)]
        except duckdb.Error as error:
            raise StatementInvalid(reason=str(error)[:REASON_LENGTH_MAX]) from error
        if len(kinds) != 1:
            raise StatementRefused(reason="Send exactly one statement", name=str(len(kinds)))
        if kinds[0] != str(duckdb.StatementType.SELECT):
            raise StatementRefused(
                reason="Only SELECT, WITH, DESCRIBE and EXPLAIN are allowed",
                name=kinds[0].rpartition(".")[2],
            )
        row = self._parser.execute("SELECT json_serialize_sql(?)", [sql]).fetchone()
        try:
            tree: dict[str, Any] = json.loads(row[0]) if row else {}
        except RecursionError as error:
            raise StatementInvalid(reason="is nested too deeply") from error
        if tree.get("error", True):
            # PIVOT is the one SELECT that the engine can't show as a tree.
            position = tree.get("position")
            raise StatementInvalid(
                reason=str(tree.get("error_message", "cannot be parsed"))[:REASON_LENGTH_MAX],
                position=int(position) + offset if position is not None else None,
            )
        return tree


def _nodes(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every object of the tree. Raises StatementInvalid beyond NODES_MAX."""
    waiting: list[Any] = [tree]
    seen = 0
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            seen += 1
            if seen > NODES_MAX:
                raise StatementInvalid(reason="has too many parts", parts_max=NODES_MAX)
            yield value
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _cte_names(tree: dict[str, Any]) -> Iterator[str]:
    """Names that WITH gives. One that could also be a system table is refused."""
    for node in _nodes(tree):
        for entry in (node.get("cte_map") or {}).get("map", ()):
            name = str(entry["key"]).lower()
            if name.startswith(_REFUSED_PREFIXES):
                raise StatementRefused(
                    reason="WITH may not use the name of a system table", name=name
                )
            yield name


def _tables(tree: dict[str, Any]) -> Iterator[str]:
    """Published tables that are read; one that only a WITH is named after may be among them."""
    for node in _nodes(tree):
        name = str(node.get("table_name", "")).lower()
        if node.get("type") == "BASE_TABLE" and name in PUBLISHED:
            yield name


def _check_node(node: dict[str, Any], ctes: frozenset[str]) -> None:
    kind = node.get("type")
    if not isinstance(kind, str):
        return
    if "class" in node:
        if node["class"] == "FUNCTION":
            _check_function(node)
        return
    if kind not in _KNOWN_NODES and not kind.endswith("_TYPE_INFO"):
        if "alias" in node or kind.endswith("_NODE"):
            raise StatementRefused(reason="This kind of query is not allowed", name=kind)
        return
    if kind == "BASE_TABLE":
        _check_table(node, ctes)
    elif kind == "TABLE_FUNCTION":
        name = str(node["function"].get("function_name", "")).lower()
        if name not in _TABLE_FUNCTIONS:
            raise StatementRefused(reason="This table function is not allowed", name=name)
    elif kind == "SHOW_REF" and (node.get("show_type") not in _SHOWN or not node.get("query")):
        raise StatementRefused(reason="Ask the schema browser for the tables", name="SHOW")


def _check_table(node: dict[str, Any], ctes: frozenset[str]) -> None:
    name = str(node.get("table_name", ""))
    schema = str(node.get("schema_name") or "").lower()
    if node.get("catalog_name") or schema not in {"", "main"}:
        raise StatementRefused(reason="There is no such published table", name=f"{schema}.{name}")
    if name.lower() in PUBLISHED or (not schema and name.lower() in ctes):
        return
    raise StatementRefused(reason="There is no such published table", name=name)


def _check_function(node: dict[str, Any]) -> None:
    name = str(node.get("function_name", "")).lower()
    schema = str(node.get("schema") or "").lower()
    if (
        node.get("catalog")
        or schema not in {"", "main"}
        or name in _REFUSED_FUNCTIONS
        or name.startswith(_REFUSED_PREFIXES)
    ):
        raise StatementRefused(reason="This function is not allowed", name=name)
