"""Where a page of a list of usage goes on, as text that is passed back unchanged."""

import base64
import binascii
import json
from collections.abc import Callable
from typing import Any

from apps.common.problems import InvalidInput
from warren_analytics.usage_values import After

# Whether the replica can compare with it.
Holds = Callable[[str], bool]


def encoded(after: After | None, order: str) -> str | None:
    """None for the end."""
    if after is None:
        return None
    told = json.dumps([order, after.value, after.inode_id])
    return base64.urlsafe_b64encode(told.encode()).decode().rstrip("=")


def decoded(cursor: str | None, order: str, holds: Holds) -> After | None:
    """InvalidInput when it is not one of this order."""
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        told: Any = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        match told:
            case [str(of), str(value), int(inode_id)] if (
                of == order and holds(value) and 0 <= inode_id < 2**63
            ):
                return After(value, inode_id)
    except (binascii.Error, ValueError, RecursionError):
        pass
    raise InvalidInput(
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
