"""How a call to the namenodes fails."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

# The code of what is refused because somebody has turned safe mode on.
SAFE_MODE: Final = "safe_mode"
# The code of an answer that is not one of the contract.
BAD_ANSWER: Final = "bad_answer"


class NamenodeProblem(Exception):
    """A namenode understood the request and refused it, or failed at it.

    `code` is one of the contract's codes (`not_found`, `conflict`, `quota_exceeded`, …).
    """

    def __init__(
        self,
        title: str,
        *,
        status: int,
        code: str,
        detail: str = "",
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        self.title = title
        self.status = status
        self.code = code
        self.detail = detail
        self.facts = dict(facts or {})
        super().__init__(title)


class NamenodeUnreachable(Exception):
    """No namenode answered usefully within the bounded attempts; trying again later may help."""

    def __init__(self, causes: Mapping[str, str]) -> None:
        self.causes = dict(causes)
        super().__init__("No namenode answers")


class NoToken(NamenodeUnreachable):
    """There is no token to ask with; it may be made, or replaced, later."""

    def __init__(self, file: Path, why: str) -> None:
        self.file = file
        self.why = why
        super().__init__({str(file): why})
