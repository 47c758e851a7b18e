"""What a query needs of an engine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from warren_analytics.errors import AnalyticsError
from warren_analytics.position import Position
from warren_analytics.query import Column, TableFreshness
from warren_analytics.results import Stored
from warren_analytics.wire import TableInfo

Interrupt = Callable[[], None]
# Within the block the statement can be interrupted, after it nothing is any more.
Attach = Callable[[Interrupt], AbstractContextManager[None]]
# The engine's own form of a statement that may run.
CheckedStatement = Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a statement that succeeded left. as_of: null when the answer is of the moment itself."""

    columns: tuple[Column, ...]
    stored: Stored
    as_of: Position | None
    lag_ms: int
    swept: tuple[TableFreshness, ...]
    rows_scanned: int
    memory_peak_bytes: int


class Engine(Protocol):
    """Runs statements one by one, in any thread; ``check`` only under the caller's lock."""

    @property
    def name(self) -> str:
        """As answers say it."""
        ...

    def require_ready(self) -> None:
        """Raises ReplicaNotReady or the like when statements cannot run now."""
        ...

    def check(self, statement: str, *, explain: bool) -> CheckedStatement:
        """The statement, ready to run. Raises StatementInvalid, StatementRefused."""
        ...

    def execute(
        self,
        checked: CheckedStatement,
        file: Path,
        time_limit_ms: int,
        attach: Attach,
    ) -> Outcome:
        """Runs it and stores the result.

        attach: given what interrupts the statement, just around it; raises when it shall not start
        any more.
        """
        ...

    def error_of(self, error: Exception) -> AnalyticsError | None:
        """What an error of ``execute`` means; null for one that is not of this engine."""
        ...

    def tables(self) -> list[TableInfo]:
        """The tables that statements can read."""
        ...

    def close(self) -> None:
        """Releases everything held; no statement runs any more."""
        ...
