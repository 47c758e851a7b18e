"""What every check is made of."""

from typing import ClassVar, Protocol

from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding


class Check(Protocol):
    """One question about the cluster.

    title: what is judged. remedy: what to do when it is not well. page: of the console.
    """

    key: ClassVar[CheckKey]
    title: ClassVar[str]
    remedy: ClassVar[str]
    page: ClassVar[str]

    def look(self, read: Readings) -> Finding | None:
        """The verdict now; None where the question does not arise. Problem: it can't be told."""
        ...
