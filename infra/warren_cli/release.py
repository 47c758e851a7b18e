"""Whether this is a checkout, or an unpacked release: one in which everything is built."""

from warren_cli.errors import OperatorError
from warren_cli.settings import REPOSITORY

MANIFEST = REPOSITORY / "RELEASE.json"


def is_unpacked() -> bool:
    """Whether there is nothing to build: neither sources of it, nor tools that would."""
    return MANIFEST.is_file()


def require(what: str, *, found: bool, remedy: str) -> None:
    """Raises OperatorError when an unpacked release lacks something that cannot be made here."""
    if not found:
        raise OperatorError(
            "This release lacks a part", remedy=remedy, part=what, folder=REPOSITORY
        )
