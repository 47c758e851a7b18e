"""How far a build of the search index or the SQL replica is, as people read it."""

from collections.abc import Mapping

_MINUTE_MS = 60_000
_HOUR_MIN = 60


def told(percent: int | None, left_ms: int | None) -> str:
    """Such as "42 %, about 3 min left"; what is not known is left out or said so."""
    if percent is None:
        return "it has just begun"
    if left_ms is None:
        return f"{percent} %"
    return f"{percent} %, {_left(left_ms)} left"


def advice(facts: Mapping[str, object]) -> str:
    """What to do until it is complete. facts: those of the refusal, with percent and left_ms."""
    progress = told(_number(facts.get("percent")), _number(facts.get("left_ms")))
    return f"Try again when it is complete ({progress}). Browsing files works meanwhile."


def _number(fact: object) -> int | None:
    return fact if isinstance(fact, int) else None


def _left(left_ms: int) -> str:
    minutes = -(-left_ms // _MINUTE_MS)
    if left_ms < _MINUTE_MS:
        return "less than a minute"
    if minutes < _HOUR_MIN:
        return f"about {minutes} min"
    return f"about {minutes // _HOUR_MIN} h {minutes % _HOUR_MIN} min"
