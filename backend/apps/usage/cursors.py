"""Where a page of a list of usage goes on, as text that is passed back unchanged."""

import base64
import binascii
import json
from collections.abc import Callable
from typing import Any

from apps.common.problems import InvalidInput
from warren_analytics.owner_values import OwnerAfter
from warren_analytics.usage_values import After

# Whether the replica can compare with it.
Holds = Callable[[str], bool]


def encoded(after: After | OwnerAfter | None, order: str) -> str | None:
    """None for the end."""
    if after is None:
        return None
    last = after.inode_id if isinstance(after, After) else after.name
    told = json.dumps([order, after.value, last])
    return base64.urlsafe_b64encode(told.encode()).decode().rstrip("=")


def directed(sort: str, direction: str | None) -> str:
    """The order that a cursor is of."""
    return sort if direction is None else f"{sort} {direction}"


def decoded(cursor: str | None, order: str, holds: Holds) -> After | None:
    """Of a list of inodes. InvalidInput when it is not one of this order."""
    match _told(cursor):
        case None:
            return None
        case [str(of), str(value), int(inode_id)] if (
            of == order and _holds(holds, value) and 0 <= inode_id < 2**63
        ):
            return After(value, inode_id)
    raise _foreign()


def decoded_named(cursor: str | None, order: str, holds: Holds) -> OwnerAfter | None:
    """Of a list of names. InvalidInput when it is not one of this order."""
    match _told(cursor):
        case None:
            return None
        case [str(of), str(value), str(name)] if of == order and _holds(holds, value):
            return OwnerAfter(value, name)
    raise _foreign()


def _told(cursor: str | None) -> Any:
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        told: Any = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        return ()
    return () if told is None else told


def _holds(holds: Holds, value: str) -> bool:
    try:
        return holds(value)
    except ValueError:
        return False


def _foreign() -> InvalidInput:
    return InvalidInput(
        detail="Pass the next_cursor of the page before, unchanged, with the same sort.",
        fields={"cursor": ["This is not a cursor of this list."]},
    )


def is_text(_value: str) -> bool:
    return True


def is_total(value: str) -> bool:
    """Totals are of 128 bits at most."""
    return value.isascii() and value.isdigit() and int(value) < 2**127


def is_number(value: str) -> bool:
    """Of 64 bits, negative ones included."""
    digits = value.removeprefix("-")
    return digits.isascii() and digits.isdigit() and int(digits) < 2**63


def is_share(value: str) -> bool:
    """A finite number of at least 0."""
    return 0 <= float(value) < float("inf")
