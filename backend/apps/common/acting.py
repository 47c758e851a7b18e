"""For whom this thread acts, as calls of other servers and log lines name it."""

from contextlib import AbstractContextManager

from structlog.contextvars import bind_contextvars, bound_contextvars, get_contextvars

_KEY = "acting_user"


def acting_user() -> str | None:
    """The name of the user, or None where the platform acts for itself."""
    name = get_contextvars().get(_KEY)
    return name if isinstance(name, str) else None


def act_for_request(name: str) -> None:
    """Names the user until the request ends: the request id's middleware forgets it."""
    bind_contextvars(**{_KEY: name})


def acting(name: str) -> AbstractContextManager[None]:
    """Names the user inside the block."""
    return bound_contextvars(**{_KEY: name})
