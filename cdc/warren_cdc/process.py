"""What the processes of this package share: signals, the log, and telling wrong settings."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from types import FrameType
from typing import Final

import structlog
from pydantic import ValidationError

EXIT_SETTINGS: Final = 2


def tell_settings(error: ValidationError) -> None:
    """Says on stderr which settings are wrong."""
    for each in error.errors(include_url=False):
        name = "WARREN_" + "_".join(map(str, each["loc"])).upper()
        sys.stderr.write(f"{name}: {each['msg']}\n")


def stop_on_signals(stop: threading.Event) -> None:
    """Sets the event on SIGTERM and SIGINT."""

    def ask(number: int, _frame: FrameType | None) -> None:
        structlog.get_logger("warren.cdc").info("stopping", signal=signal.Signals(number).name)
        stop.set()

    signal.signal(signal.SIGTERM, ask)
    signal.signal(signal.SIGINT, ask)


def configure_log() -> None:
    """One line an event, on stderr."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
