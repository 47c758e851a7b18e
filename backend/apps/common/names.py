"""Names that are taken in whatever case they are written."""

from typing import Any

from django.db.models import QuerySet, Value
from django.db.models.functions import Lower


def is_taken(rows: QuerySet[Any], column: str, name: str) -> bool:
    """Whether one of them has a name that differs from this one in case at most.

    Django's `iexact` leaves case to the collation, and on a MySQL server text is compared by its
    bytes.
    """
    found: bool = rows.alias(lowered=Lower(column)).filter(lowered=Lower(Value(name))).exists()
    return found
