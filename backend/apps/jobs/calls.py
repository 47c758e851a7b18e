"""How long calls wait at the namenodes: what a worker process knows of it, for all of its jobs."""

import threading
from dataclasses import dataclass
from time import monotonic

from warren_namenode.generated.admin_api import Heat

from apps.common.problems import Problem
from apps.heat.selectors import HeatBy, HeatWindow, told

ASKED_EVERY_S = 5.0
# A mean of few calls is one call's bad luck.
CALLS_MIN = 20


@dataclass(slots=True)
class _Known:
    wait_ms: float | None = None
    asked_at_s: float | None = None


_known = _Known()
_lock = threading.Lock()


def forget() -> None:
    """Ask anew at the next occasion."""
    with _lock:
        _known.wait_ms = _known.asked_at_s = None


def wait_ms() -> float | None:
    """How long a call waited before it began, in the mean of the last ten seconds, at the namenode
    where that is longest (ms). None where no namenode tells.

    The namenodes are asked at most every ASKED_EVERY_S; while one thread asks, the others go by
    what was.
    """
    now_s = monotonic()
    with _lock:
        asked_at_s = _known.asked_at_s
        if asked_at_s is not None and now_s - asked_at_s < ASKED_EVERY_S:
            return _known.wait_ms
        _known.asked_at_s = now_s
    found = _asked()
    with _lock:
        _known.wait_ms = found
    return found


def _asked() -> float | None:
    try:
        answers, _ = told(by=HeatBy.OPERATION, window=HeatWindow.TEN_SECONDS)
    except Problem:
        return None
    return max((_mean_ms(each) for each in answers), default=None)


def _mean_ms(heat: Heat) -> float:
    """Nobody waits where there are hardly any calls."""
    return heat.waited_ms / heat.calls if heat.calls >= CALLS_MIN else 0.0
