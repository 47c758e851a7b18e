"""Pages with opaque cursors over rows in falling id order."""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

from apps.common.problems import InvalidInput

LIMIT_DEFAULT = 50
LIMIT_MAX = 200
_ID_MAX = 2**63 - 1

Row = TypeVar("Row")
ModelRow = TypeVar("ModelRow", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """One page; `next_cursor` is None on the last one."""

    items: Sequence[Row]
    next_cursor: str | None


def encode_cursor(value: int) -> str:
    return base64.urlsafe_b64encode(json.dumps([value]).encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> int:
    """The row id inside `cursor`; InvalidInput when it is not one of ours."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        value: Any = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if isinstance(value, list) and len(value) == 1 and type(value[0]) is int:
            row_id: int = value[0]
            if 0 <= row_id <= _ID_MAX:
                return row_id
    except (binascii.Error, ValueError, RecursionError):
        pass
    raise InvalidInput(
        detail="Pass the next_cursor of the page before, unchanged.",
        fields={"cursor": ["This is not a cursor of this list."]},
    )


def newest_first(rows: QuerySet[ModelRow], *, cursor: str | None, limit: int) -> Page[ModelRow]:
    """One page of `rows`, newest id first."""
    return _page(rows.order_by("-pk"), "pk__lt", cursor, limit, lambda row: int(row.pk))


def oldest_first(rows: QuerySet[ModelRow], *, cursor: str | None, limit: int) -> Page[ModelRow]:
    """One page of `rows`, oldest id first."""
    return _page(rows.order_by("pk"), "pk__gt", cursor, limit, lambda row: int(row.pk))


def _page(
    rows: QuerySet[ModelRow],
    bound: str,
    cursor: str | None,
    limit: int,
    key: Callable[[ModelRow], int],
) -> Page[ModelRow]:
    if cursor:
        rows = rows.filter(**{bound: decode_cursor(cursor)})
    found = list(rows[: limit + 1])
    more = len(found) > limit
    items = found[:limit]
    return Page(items, encode_cursor(key(items[-1])) if more and items else None)
