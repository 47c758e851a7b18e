"""Which statements may run: one read of published tables, checked on the engine's own parse tree.

What is not known to be harmless is refused: expressions, forms of tables, functions.

The engine's settings and the read-only transaction are the second line: see ``database``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import duckdb

from warren_analytics import functions
from warren_analytics.errors import StatementInvalid, StatementRefused
from warren_analytics.schema import PUBLISHED

STATEMENT_LENGTH_MAX: Final = 20_000
NODES_MAX: Final = 20_000
# Of the tree, which has two or three levels for each of the statement's.
DEPTH_MAX: Final = 300
REASON_LENGTH_MAX: Final = 2_000

_EXPLAIN: Final = re.compile(r"\s*EXPLAIN\s+(ANALYZE\s+)?", re.IGNORECASE)
# Kinds of expressions; a parameter or a default has no place in a read.
_EXPRESSIONS: Final = frozenset(
    {
        *("BETWEEN", "CASE", "CAST", "COLLATE", "COLUMN_REF", "COMPARISON", "CONJUNCTION"),
        *("CONSTANT", "FUNCTION", "LAMBDA", "LAMBDA_REF", "OPERATOR", "POSITIONAL_REFERENCE"),
        *("STAR", "SUBQUERY", "WINDOW"),
    }
)
# What is in a FROM clause, and the kinds of queries; anything else is refused until it is known.
_KNOWN_NODES: Final = frozenset(
    {
        *("BASE_TABLE", "JOIN", "SUBQUERY", "TABLE_FUNCTION", "EMPTY", "EXPRESSION_LIST", "PIVOT"),
        *("SHOW_REF", "SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"),
        *("ORDER_MODIFIER", "LIMIT_MODIFIER", "LIMIT_PERCENT_MODIFIER", "DISTINCT_MODIFIER"),
    }
)
_SHOWN: Final = frozenset({"DESCRIBE", "SUMMARY"})
_CALLED_WITHOUT_BRACKETS: Final = frozenset(
    {
        *("current_user", "current_role", "current_catalog", "current_schema", "current_database"),
        *("current_query", "session_user", "user"),
    }
)
# The argument, 0-based, that is put in many times over: written out, and short, it can't make a
# text of millions of characters out of one of thousands in a single call.
_REPEATED: Final = {"replace": 2, "regexp_replace": 2, "array_to_string": 1}
REPEATED_LENGTH_MAX: Final = 100
# Of a name that WITH gives: a system's table must not be taken for it.
_SYSTEM_PREFIXES: Final = ("pragma_", "duckdb_", "pg_", "sqlite_", "information_schema")


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
        of_tables = {id(each["function"]) for each in _nodes(tree) if _is_table_function(each)}
        for node in _nodes(tree):
            if id(node) not in of_tables:
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
    """Every object of the tree. Raises StatementInvalid beyond NODES_MAX or DEPTH_MAX."""
    waiting: list[tuple[Any, int]] = [(tree, 0)]
    seen = 0
    while waiting:
        value, depth = waiting.pop()
        if depth > DEPTH_MAX:
            raise StatementInvalid(reason="is nested too deeply")
        if isinstance(value, dict):
            seen += 1
            if seen > NODES_MAX:
                raise StatementInvalid(reason="has too many parts", parts_max=NODES_MAX)
            yield value
            waiting.extend((each, depth + 1) for each in value.values())
        elif isinstance(value, list):
            waiting.extend((each, depth + 1) for each in value)


def _cte_names(tree: dict[str, Any]) -> Iterator[str]:
    """Names that WITH gives. One that could also be a system table is refused."""
    for node in _nodes(tree):
        for entry in (node.get("cte_map") or {}).get("map", ()):
            name = str(entry["key"]).lower()
            if name.startswith(_SYSTEM_PREFIXES):
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


def _is_table_function(node: dict[str, Any]) -> bool:
    return node.get("type") == "TABLE_FUNCTION" and isinstance(node.get("function"), dict)


def _check_node(node: dict[str, Any], ctes: frozenset[str]) -> None:
    kind = node.get("type")
    if not isinstance(kind, str):
        return
    if "class" in node:
        if node["class"] not in _EXPRESSIONS:
            raise StatementRefused(reason="This kind of expression is not allowed", name=kind)
        if node["class"] in {"FUNCTION", "WINDOW"}:
            _check_function(node)
        if node["class"] == "COLUMN_REF":
            _check_column(node)
        return
    if kind == "ARRAY_TYPE_INFO":
        # The engine makes room for all elements of thousands of values at once; lists grow.
        raise StatementRefused(reason="Types of fixed-size arrays are not allowed; use a list")
    if kind not in _KNOWN_NODES and not kind.endswith("_TYPE_INFO"):
        if "alias" in node or kind.endswith("_NODE"):
            raise StatementRefused(reason="This kind of query is not allowed", name=kind)
        return
    if kind == "BASE_TABLE":
        _check_table(node, ctes)
    elif kind == "TABLE_FUNCTION":
        name = str(node["function"].get("function_name", "")).lower()
        if name not in functions.REPLICA_TABLES:
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
    if node.get("catalog") or schema not in {"", "main"} or name not in functions.REPLICA:
        raise StatementRefused(reason="This function is unknown or not allowed", name=name)
    at = _REPEATED.get(name)
    if at is not None and not _is_short_constant(node.get("children") or [], at):
        raise StatementRefused(
            reason=f"What is put in must be a text of at most {REPEATED_LENGTH_MAX} characters",
            name=name,
        )


def _check_column(node: dict[str, Any]) -> None:
    """What stands for a call without brackets looks like a column."""
    names = [str(each).lower() for each in node.get("column_names") or ()]
    if len(names) == 1 and names[0] in _CALLED_WITHOUT_BRACKETS:
        raise StatementRefused(reason="This function is unknown or not allowed", name=names[0])


def _is_short_constant(arguments: list[Any], at: int) -> bool:
    """Whether the argument is one; true when there is no such argument."""
    if at >= len(arguments):
        return True
    argument = arguments[at]
    value = argument.get("value") if argument.get("class") == "CONSTANT" else None
    return value is not None and len(str(value.get("value", ""))) <= REPEATED_LENGTH_MAX
