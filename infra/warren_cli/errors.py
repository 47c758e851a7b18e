"""The one error type that reaches the operator: a static message, keyed facts and what to do."""


class OperatorError(Exception):
    """Something the operator can put right.

    `message` is static, so that it can be searched for; what varies is in `facts`. `remedy` says
    what to do next. `exit_code` is the process's exit code: 1 for a failure, 2 for bad input.
    """

    def __init__(
        self, message: str, *, remedy: str = "", exit_code: int = 1, **facts: object
    ) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.exit_code = exit_code
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={_shown(value)}" for key, value in self.facts.items())
        text = f"{self.message}: {facts}" if facts else self.message
        return f"{text}. {self.remedy}" if self.remedy else f"{text}."


def _shown(value: object) -> str:
    """A fact as text that stays on one line whatever a file name holds."""
    text = str(value)
    return text if text.isprintable() else repr(text)
