"""Copies of the metadata store, asked of the namenodes that have it open."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from warren_namenode.generated.admin_api import Checkpoint, LogCopy

from warren_cli.admin_calls import AdminCalls
from warren_cli.admin_tokens import Holder
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

# The store writes its memory into files first.
TIMEOUT_S: Final = 600.0
STOPPED: Final = (
    "A backup is made while Warren runs: look at `make status`. The folder of one that is stopped "
    "can be copied as it is"
)


@contextmanager
def checkpoint(settings: Settings) -> Iterator[Checkpoint]:
    """A checkpoint for as long as it is copied. Raises OperatorError when no namenode makes one.

    One that was left by a process that was killed goes with the next one.
    """
    with _asking(settings) as calls:
        made = calls.take_checkpoint()
        try:
            yield made
        finally:
            # Whatever comes of it: the store drops what is left when it makes the next, or starts.
            with suppress(OperatorError):
                calls.drop_checkpoint(made.name)


@contextmanager
def log_since(settings: Settings, position: int) -> Iterator[LogCopy]:
    """The log after a position, for as long as it is copied.

    Raises OperatorError when no namenode answers, or the log is not kept from there on.
    """
    with _asking(settings) as calls:
        made = calls.copy_log(after=position)
        try:
            yield made
        finally:
            with suppress(OperatorError):
                calls.drop_log(made.name)


def _asking(settings: Settings) -> AdminCalls:
    return AdminCalls(settings, timeout_s=TIMEOUT_S, holder=Holder.BACKUP, remedy=STOPPED)
