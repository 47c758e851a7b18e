"""The indexer process: ``python -m warren_cdc.tail``. Ends gracefully on SIGTERM and SIGINT."""

from __future__ import annotations

import sys
import threading
from typing import Final

from pydantic import ValidationError
from warren_search.errors import SearchError

from warren_cdc.admin import AdminClient
from warren_cdc.indexer import Indexer
from warren_cdc.process import EXIT_SETTINGS, configure_log, stop_on_signals, tell_settings
from warren_cdc.settings import FeedSettings
from warren_cdc.sources import open_index_source
from warren_cdc.wiring import open_pipeline, open_store

EXIT_INDEX: Final = 3


def main() -> int:
    """Runs until a signal; returns the exit status."""
    configure_log()
    try:
        settings = FeedSettings()
    except ValidationError as error:
        tell_settings(error)
        return EXIT_SETTINGS
    stop = threading.Event()
    stop_on_signals(stop)
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
            open_index_source(settings, client) as (source, dead_letters),
            open_pipeline(settings, dead_letters, stop) as pipeline,
        ):
            indexer = Indexer(client, store, source, settings, stop=stop, control=pipeline.control)
            indexer.run()
    finally:
        client.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
