"""Pages with opaque cursors over rows in an order."""

import base64
import binascii
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Field, Model, Q, QuerySet

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
    return _sealed([value])


def decode_cursor(cursor: str) -> int:
    """The row id inside `cursor`; InvalidInput when it is not one of ours."""
    match _opened(cursor):
        case [int(row_id)] if 0 <= row_id <= _ID_MAX and not isinstance(row_id, bool):
            return row_id
    raise _no_cursor()


def _sealed(parts: list[Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def _opened(cursor: str) -> Any:
    """What is in a cursor; None when it is not one of ours."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        return None


def _no_cursor() -> InvalidInput:
    return InvalidInput(
        detail="Pass the next_cursor of the page before, unchanged.",
        fields={"cursor": ["This is not a cursor of this list."]},
    )


@dataclass(frozen=True, slots=True)
class Order:
    """How rows are sorted. field: of the model, or after `__` of what it is related to, and never
    null; rows that are alike there by id."""

    field: str
    descending: bool


NEWEST_FIRST: Final = Order("pk", descending=True)
OLDEST_FIRST: Final = Order("pk", descending=False)


def newest_first(rows: QuerySet[ModelRow], *, cursor: str | None, limit: int) -> Page[ModelRow]:
    """One page of `rows`, newest id first."""
    return ordered(rows, order=NEWEST_FIRST, cursor=cursor, limit=limit)


def oldest_first(rows: QuerySet[ModelRow], *, cursor: str | None, limit: int) -> Page[ModelRow]:
    """One page of `rows`, oldest id first."""
    return ordered(rows, order=OLDEST_FIRST, cursor=cursor, limit=limit)


def ordered(
    rows: QuerySet[ModelRow], *, order: Order, cursor: str | None, limit: int
) -> Page[ModelRow]:
    """One page of `rows` in an order. InvalidInput for a cursor of another one."""
    sign, way = ("-", "lt") if order.descending else ("", "gt")
    by_id = order.field == "pk"
    if not by_id:
        _column(rows.model, order)
    rows = rows.order_by(*(f"{sign}{each}" for each in dict.fromkeys((order.field, "pk"))))
    if cursor and by_id:
        rows = rows.filter(**{f"pk__{way}": decode_cursor(cursor)})
    elif cursor:
        value, row_id = _decoded(rows, order, cursor)
        rows = rows.filter(
            Q(**{f"{order.field}__{way}": value}) | Q(**{order.field: value, f"pk__{way}": row_id})
        )
    found = list(rows[: limit + 1])
    items = found[:limit]
    if len(found) <= limit or not items:
        return Page(items, None)
    last = items[-1]
    return Page(items, encode_cursor(int(last.pk)) if by_id else _encoded(last, order))


def narrowed(rows: QuerySet[ModelRow], **wanted: object) -> QuerySet[ModelRow]:
    """The rows that have these values in these fields; None is no condition."""
    return rows.filter(**{name: value for name, value in wanted.items() if value is not None})


def _encoded(row: Model, order: Order) -> str:
    field = _column(type(row), order)
    of = row
    for relation in order.field.split("__")[:-1]:
        of = getattr(of, relation)
    return _sealed([_named(order), field.value_to_string(of), row.pk])


def _decoded(rows: QuerySet[ModelRow], order: Order, cursor: str) -> tuple[Any, int]:
    """The value and the id of the last row of the page before."""
    field = _column(rows.model, order)
    match _opened(cursor):
        case [name, str(text), int(row_id)] if name == _named(order):
            with suppress(ValidationError):
                return field.to_python(text), row_id
    raise _no_cursor()


def _named(order: Order) -> str:
    return f"{order.field} {'desc' if order.descending else 'asc'}"


def _column(model: type[Model], order: Order) -> "Field[Any, Any]":
    *relations, name = order.field.split("__")
    for relation in relations:
        related = model._meta.get_field(relation).related_model
        if not isinstance(related, type):
            raise TypeError("Rows are sorted by a column of what they are related to")
        model = related
    field = model._meta.get_field(name)
    if not isinstance(field, Field) or field.null:
        raise TypeError("Rows are sorted by a column that is never null")
    return field
