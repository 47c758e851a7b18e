"""Which statements may run on the SQL node: one read, by its words.

The node itself is the second line: the reader's account sees the published views and nothing else,
its transactions are read-only, and the node ends statements that take too long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from warren_analytics.errors import StatementInvalid, StatementRefused

STATEMENT_LENGTH_MAX: Final = 20_000
_TOKEN: Final = re.compile(
    r"""\s+
    | (?P<text>'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*")
    | `(?P<quoted>[^`]*)`
    | (?P<comment>--(?=\s|$)[^\n]*|\#[^\n]*|/\*.*?\*/)
    | (?P<word>[^\W\d][\w$]*)
    | (?P<number>\d[\w.]*)
    | (?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
_FIRST: Final = frozenset({"SELECT", "WITH", "DESCRIBE", "DESC"})
# Of these no read of the published tables needs any.
_REFUSED_WORDS: Final = frozenset(
    {
        *("INTO", "OUTFILE", "DUMPFILE", "LOCK", "DELETE", "UPDATE", "INSERT", "HANDLER", "CALL"),
        *("PROCEDURE", "INFORMATION_SCHEMA", "PERFORMANCE_SCHEMA", "MYSQL", "SYS", "NDBINFO"),
    }
)
_REFUSED_FUNCTIONS: Final = frozenset(
    {
        *("SLEEP", "BENCHMARK", "LOAD_FILE", "GET_LOCK", "RELEASE_LOCK", "RELEASE_ALL_LOCKS"),
        *("IS_FREE_LOCK", "IS_USED_LOCK", "SOURCE_POS_WAIT", "MASTER_POS_WAIT", "VERSION"),
        *("WAIT_FOR_EXECUTED_GTID_SET", "USER", "CURRENT_USER", "SESSION_USER", "SYSTEM_USER"),
        *("CONNECTION_ID", "SCHEMA", "DATABASE", "UUID", "RAND", "LAST_INSERT_ID", "CURRENT_ROLE"),
        # One call of these fills any memory before the node looks at its limits.
        *("REPEAT", "SPACE", "LPAD", "RPAD"),
    }
)


@dataclass(frozen=True, slots=True)
class LiveChecked:
    """A statement that may run."""

    to_run: str


def check(statement: str, *, explain: bool) -> LiveChecked:
    """The statement, ready to run. Raises StatementInvalid, StatementRefused."""
    if len(statement) > STATEMENT_LENGTH_MAX:
        raise StatementInvalid(reason=f"is longer than {STATEMENT_LENGTH_MAX} characters")
    if "\0" in statement:
        raise StatementInvalid(reason="holds a NUL character")
    sql = statement.strip().removesuffix(";").rstrip()
    words = list(_words(sql))
    if not words:
        raise StatementInvalid(reason="is empty")
    if explain or words[0] == "EXPLAIN":
        # The node shows the plan of a view to those alone who may read the tables behind it.
        raise StatementRefused(reason="Live SQL shows no plans; ask the replica for one")
    if words[0] not in _FIRST:
        raise StatementRefused(reason="Only SELECT, WITH and DESCRIBE are allowed", name=words[0])
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word in _REFUSED_WORDS or (word == "FOR" and following in {"UPDATE", "SHARE"}):
            raise StatementRefused(reason="This word is not allowed here", name=word)
        if word in _REFUSED_FUNCTIONS and following == "(":
            raise StatementRefused(reason="This function is not allowed", name=word)
    return LiveChecked(sql)


def _words(sql: str) -> Iterator[str]:
    """Words and opening brackets in upper case, without texts, numbers and plain comments."""
    for token in _TOKEN.finditer(sql):
        comment, mark, quoted = token["comment"], token["mark"], token["quoted"]
        if comment is not None and comment.startswith(("/*!", "/*+")):
            raise StatementRefused(reason="Comments that the engine obeys are not allowed")
        if mark in {"'", '"', "`"} or (mark == "/" and sql.startswith("/*", token.start())):
            raise StatementInvalid(reason="a quote or a comment is never closed")
        if mark == ";":
            raise StatementRefused(reason="Send exactly one statement", name=";")
        if mark == "@" or (mark == ":" and sql.startswith(":=", token.start())):
            raise StatementRefused(reason="Variables are not allowed", name=mark)
        word = token["word"] or quoted
        if word is not None:
            yield word.upper()
        elif mark == "(":
            yield mark
