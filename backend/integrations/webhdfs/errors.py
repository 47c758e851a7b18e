"""How a call over WebHDFS fails."""

from collections.abc import Mapping


class WebHdfsRefusal(Exception):
    """A namenode, or a datanode, understood the call and refused it.

    `kind` is the simple name of Hadoop's exception (`FileNotFoundException`), `message` its first
    line, `user` for whom the call was.
    """

    def __init__(self, kind: str, message: str, *, status: int, user: str) -> None:
        self.kind = kind
        self.message = message
        self.status = status
        self.user = user
        super().__init__(kind)


class WebHdfsUnreachable(Exception):
    """Nobody took the call: nothing was changed, and trying again later may help."""

    def __init__(self, causes: Mapping[str, str]) -> None:
        self.causes = dict(causes)
        super().__init__("No namenode takes the call")


class OutcomeUnknown(Exception):
    """The call was sent and not answered: what it asks for may have been done or not."""

    def __init__(self, cause: str) -> None:
        self.cause = cause
        super().__init__("A call was not answered")
