"""The indexer process: ``python -m warren_cdc.tail``. Ends gracefully on SIGTERM and SIGINT."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from types import FrameType
from typing import Final

import structlog
from pydantic import ValidationError
from warren_search.errors import SearchError

from warren_cdc.admin import AdminClient
from warren_cdc.indexer import Indexer
from warren_cdc.settings import FeedSettings
from warren_cdc.wiring import open_pipeline, open_source, open_store

EXIT_SETTINGS: Final = 2
EXIT_INDEX: Final = 3


def main() -> int:
    """Runs until a signal; returns the exit status."""
    _configure_log()
    try:
        settings = FeedSettings()
    except ValidationError as error:
        for each in error.errors(include_url=False):
            name = "WARREN_" + "_".join(map(str, each["loc"])).upper()
            sys.stderr.write(f"{name}: {each['msg']}\n")
        return EXIT_SETTINGS
    stop = threading.Event()
    _stop_on_signals(stop)
    try:
        return _run(settings, stop=stop)
    except SearchError as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_INDEX


def _run(settings: FeedSettings, stop: threading.Event) -> int:
    client = AdminClient(
        settings.admin_urls,
        settings.token_file,
        timeout_ms=settings.admin_timeout_ms,
        stop=stop,
    )
    try:
        with (
            open_store(settings) as store,
            open_source(settings, client) as (source, dead_letters),
            open_pipeline(settings, dead_letters, stop) as pipeline,
        ):
            indexer = Indexer(client, store, source, settings, stop=stop, control=pipeline.control)
            indexer.run()
    finally:
        client.close()
    return 0


def _stop_on_signals(stop: threading.Event) -> None:
    def ask(number: int, _frame: FrameType | None) -> None:
        structlog.get_logger("warren.cdc").info("stopping", signal=signal.Signals(number).name)
        stop.set()

    signal.signal(signal.SIGTERM, ask)
    signal.signal(signal.SIGINT, ask)


def _configure_log() -> None:
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


if __name__ == "__main__":
    sys.exit(main())
