"""What came of the last take-over that the console ordered."""

from dataclasses import dataclass
from datetime import datetime
from time import time
from typing import Final

from apps.migration import files
from apps.migration.files import Found, Order
from apps.migration.values import AttemptState

# What is older is void to the supervised program, too (`warren_cli.take_over_orders`).
_TAKEN_WITHIN_S: Final = 30


@dataclass(frozen=True, slots=True)
class Attempt:
    """said: the last lines of what the command said, which says why it was refused."""

    state: AttemptState
    job_id: int
    ordered_by: str
    started_at: datetime | None
    ended_at: datetime | None
    said: tuple[str, ...] = ()


def last_attempt() -> Attempt | None:
    """Of the last order; None without one. What nobody took within half a minute has failed."""
    order = files.read(files.ORDER, Order)
    if not isinstance(order, Found):
        return None
    asked = order.content
    found = files.read(files.ATTEMPT, files.Attempt)
    if not isinstance(found, Found) or found.content.number != asked.number:
        late = time() - asked.ordered_at_s > _TAKEN_WITHIN_S
        return Attempt(
            AttemptState.NOT_TAKEN if late else AttemptState.ORDERED,
            asked.job_id,
            asked.ordered_by,
            started_at=None,
            ended_at=None,
        )
    made = found.content
    if made.ended_at_s is None:
        state = AttemptState.RUNNING
    else:
        state = AttemptState.DONE if made.code == 0 else AttemptState.REFUSED
    return Attempt(
        state,
        made.job_id,
        made.ordered_by,
        started_at=files.at(made.started_at_s),
        ended_at=files.at(made.ended_at_s or 0),
        said=made.said,
    )
