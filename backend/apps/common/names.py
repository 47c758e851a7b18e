"""Names that are taken in whatever case they are written."""

from typing import Any, TypeVar

from django.db.models import Model, QuerySet, Value
from django.db.models.functions import Lower

Row = TypeVar("Row", bound=Model)


def holding(rows: QuerySet[Row], column: str, part: str) -> QuerySet[Row]:
    """The rows whose column has this text somewhere, in whatever case.

    As with `iexact`, Django's `icontains` would mind the case on a MySQL server.
    """
    # A name of its own for each column, as conditions of several may be put together.
    lowered = f"lowered_{column}"
    found: QuerySet[Row] = rows.alias(**{lowered: Lower(column)}).filter(
        **{f"{lowered}__contains": Lower(Value(part))}
    )
    return found


def is_taken(rows: QuerySet[Any], column: str, name: str) -> bool:
    """Whether one of them has a name that differs from this one in case at most.

    Django's `iexact` leaves case to the collation, and on a MySQL server text is compared by its
    bytes.
    """
    found: bool = rows.alias(lowered=Lower(column)).filter(lowered=Lower(Value(name))).exists()
    return found
