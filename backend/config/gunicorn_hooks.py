"""Settings of gunicorn that are code: `gunicorn --config python:config.gunicorn_hooks`."""

import threading
import time
from typing import Any

_LOOK_S = 0.2


def post_worker_init(worker: Any) -> None:
    """A process that is to stop ends its streams, which would keep it until it is killed."""

    def follow() -> None:
        from apps.events.hub import End, hub  # noqa: PLC0415  once the application is loaded

        while worker.alive:
            time.sleep(_LOOK_S)
        hub.end_all(End.CLOSING)

    threading.Thread(target=follow, name="streams-end", daemon=True).start()
