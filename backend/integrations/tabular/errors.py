"""Why a table was not read."""


class TableUnreadable(Exception):
    """The file is damaged, or in no form that is known here.

    reason: what the library for its form says, of one line.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__("The table can't be read")


class TableTooLarge(Exception):
    """What tells its columns takes more bytes, memory or time than a look at it may take."""

    def __init__(self) -> None:
        super().__init__("The table is too large for a look at it")
