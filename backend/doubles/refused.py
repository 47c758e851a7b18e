"""What the namespace double refuses."""


class Refused(Exception):
    """An operation that the namespace refuses: HTTP status, code and title of the problem."""

    def __init__(self, status: int, code: str, title: str) -> None:
        self.status, self.code, self.title = status, code, title
        super().__init__(title)
