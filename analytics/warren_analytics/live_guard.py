"""Which statements may run on the SQL node: one read of the published views.

A statement is parsed, and what the node gets is written anew from the tree: text that the node
would read otherwise than the parser did, such as a comment that ends elsewhere, never reaches it.
What is written is then checked word by word against what may be there, by the node's own rules for
texts.

The node is the second line: the reader's account sees the views and nothing else, its transactions
are read-only, and the node ends statements that take too long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ErrorLevel, SqlglotError

from warren_analytics import functions
from warren_analytics.errors import StatementInvalid, StatementRefused

STATEMENT_LENGTH_MAX: Final = 20_000
NODES_MAX: Final = 5_000
REASON_LENGTH_MAX: Final = 500
COLUMN_NAME_LENGTH_MAX: Final = 64
# The views of infra/ndb/live-views.sql.
PUBLISHED: Final = frozenset({"inodes", "blocks", "replicas", "xattrs", "quotas", "changes"})

_MYSQL: Final = Dialect.get_or_raise("mysql")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FIRST: Final = frozenset({"SELECT", "WITH", "DESCRIBE", "DESC", "("})
# The node's own rules. What no pattern takes is a mark, and most marks are refused.
_TOKEN: Final = re.compile(
    r"""\s+
    | (?P<text>'(?:[^'\\]|\\.|'')*')
    | (?P<quoted>`(?:[^`]|``)*`)
    | (?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w$]))
    | (?P<word>[^\W\d][\w$]*)
    | (?P<mark><=>|<<|>>|<=|>=|<>|!=|->>|->|--|/\*|.)""",
    re.VERBOSE | re.DOTALL,
)
_MARKS: Final = frozenset(
    {
        *("(", ")", ",", ".", "+", "-", "*", "/", "%", "=", "<", ">", "|", "&", "^", "~"),
        *("<=>", "<<", ">>", "<=", ">=", "<>", "!=", "->", "->>"),
    }
)
_KEYWORDS: Final = frozenset(
    [
        "SELECT",
        "DISTINCT",
        "FROM",
        "AS",
        "WHERE",
        "GROUP",
        "BY",
        "WITH",
        "ROLLUP",
        "RECURSIVE",
        "HAVING",
        "ORDER",
        "ASC",
        "DESC",
        "LIMIT",
        "OFFSET",
        "UNION",
        "ALL",
        "INTERSECT",
        "EXCEPT",
        "JOIN",
        "LEFT",
        "RIGHT",
        "INNER",
        "OUTER",
        "CROSS",
        "NATURAL",
        "ON",
        "USING",
        "LATERAL",
        "DESCRIBE",
        "AND",
        "OR",
        "XOR",
        "NOT",
        "IN",
        "IS",
        "NULL",
        "TRUE",
        "FALSE",
        "LIKE",
        "ESCAPE",
        "BETWEEN",
        "EXISTS",
        "ANY",
        "CASE",
        "WHEN",
        "THEN",
        "ELSE",
        "END",
        "DIV",
        "INTERVAL",
        "MICROSECOND",
        "SECOND",
        "MINUTE",
        "HOUR",
        "DAY",
        "WEEK",
        "MONTH",
        "QUARTER",
        "YEAR",
        "SECOND_MICROSECOND",
        "MINUTE_MICROSECOND",
        "MINUTE_SECOND",
        "HOUR_MICROSECOND",
        "HOUR_SECOND",
        "HOUR_MINUTE",
        "DAY_MICROSECOND",
        "DAY_SECOND",
        "DAY_MINUTE",
        "DAY_HOUR",
        "YEAR_MONTH",
        "SIGNED",
        "UNSIGNED",
        "INTEGER",
        "CHAR",
        "CHARACTER",
        "SET",
        "UTF8MB4",
        "BINARY",
        "DECIMAL",
        "DOUBLE",
        "FLOAT",
        "DATE",
        "DATETIME",
        "TIME",
        "TIMESTAMP",
        "JSON",
        "COLLATE",
        "X",
        "B",
        "OVER",
        "PARTITION",
        "ROWS",
        "RANGE",
        "PRECEDING",
        "FOLLOWING",
        "UNBOUNDED",
        "CURRENT",
        "ROW",
        "WINDOW",
        "SEPARATOR",
        "LEADING",
        "TRAILING",
        "BOTH",
        "CURRENT_DATE",
        "CURRENT_TIME",
        "CURRENT_TIMESTAMP",
    ]
)
_COLLATION: Final = re.compile(r"UTF8MB4_[A-Z0-9_]+")


@dataclass(frozen=True, slots=True)
class LiveChecked:
    """A statement that may run, as the node is given it."""

    to_run: str


def check(statement: str, *, explain: bool) -> LiveChecked:
    """The statement, ready to run. Raises StatementInvalid, StatementRefused."""
    if len(statement) > STATEMENT_LENGTH_MAX:
        raise StatementInvalid(reason=f"is longer than {STATEMENT_LENGTH_MAX} characters")
    if _CONTROL.search(statement):
        raise StatementInvalid(reason="holds a control character")
    try:
        tree = _parsed(statement, explain=explain)
        _check_tree(tree)
        _name_columns(tree)
        written = tree.sql(
            dialect=_MYSQL, identify=True, comments=False, unsupported_level=ErrorLevel.RAISE
        )
    except RecursionError as error:
        raise StatementInvalid(reason="is nested too deeply") from error
    except SqlglotError as error:
        raise StatementInvalid(reason=_reason(error)) from error
    _check_text(written, {each.name for each in tree.find_all(exp.TableAlias) if each.columns})
    return LiveChecked(written)


def _parsed(statement: str, *, explain: bool) -> exp.Expr:
    tokens = _MYSQL.tokenize(statement)
    if not tokens:
        raise StatementInvalid(reason="is empty")
    first = tokens[0].text.upper()
    if explain or first == "EXPLAIN":
        # The node shows the plan of a view to those alone who may read the tables behind it.
        raise StatementRefused(reason="Live SQL shows no plans; ask the replica for one")
    if first not in _FIRST:
        raise StatementRefused(reason="Only SELECT, WITH and DESCRIBE are allowed", name=first)
    if any(comment.startswith("!") for token in tokens for comment in token.comments):
        raise StatementRefused(reason="Comments that the engine obeys are not allowed")
    found = [each for each in _MYSQL.parser().parse(tokens, statement) if each is not None]
    if len(found) != 1:
        raise StatementRefused(reason="Send exactly one statement", name=str(len(found)))
    return found[0]


def _reason(error: SqlglotError) -> str:
    """In words and without the parser's colours."""
    told = getattr(error, "errors", None)
    if told:
        what = str(told[0]["description"]).partition(" but got ")[0]
        return f"{what} at line {told[0]['line']}, column {told[0]['col']}"
    return str(error)[:REASON_LENGTH_MAX]


def _check_tree(tree: exp.Expr) -> None:
    """What is read. Functions and words are for the text."""
    if isinstance(tree, exp.Describe):
        if not isinstance(tree.this, exp.Table):
            raise StatementRefused(reason="Live SQL shows no plans; ask the replica for one")
    elif not isinstance(tree, exp.Query):
        raise StatementRefused(reason="Only SELECT, WITH and DESCRIBE are allowed", name=tree.key)
    ctes = {each.alias for each in tree.find_all(exp.CTE)}
    for number, node in enumerate(tree.walk()):
        if number > NODES_MAX:
            raise StatementInvalid(reason="has too many parts", parts_max=NODES_MAX)
        if isinstance(node, exp.Table):
            _check_table(node, ctes)
        elif isinstance(node, exp.Dot | exp.Aliases) or node.args.get("db"):
            raise StatementRefused(reason="This name is not allowed", name=node.sql(_MYSQL)[:100])


def _check_table(table: exp.Table, ctes: set[str]) -> None:
    name = table.name
    if not isinstance(table.this, exp.Identifier) or table.args.get("db"):
        raise StatementRefused(
            reason="There is no such published table", name=table.sql(_MYSQL)[:100]
        )
    if name not in PUBLISHED and name not in ctes:
        raise StatementRefused(reason="There is no such published table", name=name)


def _name_columns(tree: exp.Expr) -> None:
    """Computed columns are called what they were written as, not what is sent."""
    query: exp.Expr = tree
    while isinstance(query, exp.SetOperation | exp.Subquery):
        query = query.this
    if not isinstance(query, exp.Select):
        return
    for column in query.expressions:
        if not isinstance(column, exp.Alias | exp.Column | exp.Star):
            words = " ".join(column.sql(_MYSQL, comments=False).split())
            name = exp.to_identifier(words[:COLUMN_NAME_LENGTH_MAX].rstrip(), quoted=True)
            column.replace(exp.Alias(this=column.copy(), alias=name))


def _check_text(written: str, listed: set[str]) -> None:
    """Raises StatementRefused for a word, a function or a mark that may not be there.

    listed: tables whose names have a list of columns behind them.
    """
    tokens = list(_tokens(written))
    for (kind, token), (_, following) in zip(tokens, [*tokens[1:], ("", "")], strict=True):
        if kind == "word":
            word = token.upper()
            if following == "(" and word in functions.LIVE:
                continue
            if word not in _KEYWORDS and not _COLLATION.fullmatch(word):
                reason = "This function is not allowed" if following == "(" else "Not allowed here"
                raise StatementRefused(reason=reason, name=word)
        elif kind == "quoted" and following == "(" and token[1:-1] not in listed:
            raise StatementRefused(reason="This function is not allowed", name=token)
        elif kind == "mark" and token not in _MARKS:
            raise StatementRefused(reason="This character is not allowed here", name=token)


def _tokens(written: str) -> Iterator[tuple[str, str]]:
    for token in _TOKEN.finditer(written):
        if token.lastgroup is not None:
            yield token.lastgroup, token.group()
