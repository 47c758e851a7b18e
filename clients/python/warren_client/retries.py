"""When a request is sent again: its answer was lost, or it is still under way."""

from dataclasses import dataclass
from typing import Final

import httpx

from warren_client.calls import Call
from warren_client.errors import NoAnswer, Refusal, WarrenError

UNDER_WAY: Final = "request_under_way"
WAIT_MAX_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Retry:
    """So many seconds are waited before each further attempt; without any, none is made.

    Sent again is what reads, and what goes by a key, which Warren does once.
    """

    waits_s: tuple[float, ...] = (0.5, 2.0)

    def wait_s(self, call: Call, attempt: int, error: WarrenError) -> float | None:
        """How long to wait after `attempt`, from 0, failed; None to give up."""
        if attempt >= len(self.waits_s) or not call.may_be_repeated:
            return None
        wait_s = self.waits_s[attempt]
        if isinstance(error, NoAnswer):
            return wait_s
        if isinstance(error, Refusal) and error.code == UNDER_WAY:
            return min(max(wait_s, error.retry_after_s or 0), WAIT_MAX_S)
        return None


RETRY: Final = Retry()


def lost(call: Call, error: httpx.RequestError) -> NoAnswer:
    """What a failure of the connection is to the caller."""
    never_sent = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
    return NoAnswer(
        call.method,
        call.address,
        reason=str(error) or type(error).__name__,
        may_be_done=call.method != "GET" and not never_sent,
    )
