"""Warren's REST API for Python: `Client` and, for asyncio, `AsyncClient`."""

from warren_client.calls import Tagged, new_key
from warren_client.client import AsyncClient, Client
from warren_client.errors import (
    AccessDenied,
    ChangedMeanwhile,
    Conflict,
    InvalidInput,
    NoAnswer,
    NotFound,
    Refusal,
    TooManyRequests,
    Unauthorized,
    Unavailable,
    UnreadableAnswer,
    WarrenError,
)
from warren_client.generated import models
from warren_client.retries import RETRY, Retry

__all__ = [
    "RETRY",
    "AccessDenied",
    "AsyncClient",
    "ChangedMeanwhile",
    "Client",
    "Conflict",
    "InvalidInput",
    "NoAnswer",
    "NotFound",
    "Refusal",
    "Retry",
    "Tagged",
    "TooManyRequests",
    "Unauthorized",
    "Unavailable",
    "UnreadableAnswer",
    "WarrenError",
    "models",
    "new_key",
]
