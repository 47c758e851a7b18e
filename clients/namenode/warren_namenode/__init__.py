"""The namenodes' admin API, typed: for whatever part of Warren asks them."""

from warren_namenode.errors import (
    BAD_ANSWER,
    SAFE_MODE,
    NamenodeProblem,
    NamenodeUnreachable,
    NoToken,
)
from warren_namenode.transport import AdminTransport

__all__ = [
    "BAD_ANSWER",
    "SAFE_MODE",
    "AdminTransport",
    "NamenodeProblem",
    "NamenodeUnreachable",
    "NoToken",
]
