"""Histories of which only the newest rows are kept."""

from collections.abc import Collection
from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def forget_older(
    rows: QuerySet[Row],
    *,
    kept_max: int,
    but: Collection[str] = (),
    state_field: str = "state",
) -> None:
    """Delete all rows but the newest, and but those in one of some states."""
    oldest_kept = rows.order_by("-pk").values_list("pk", flat=True)[kept_max - 1 : kept_max].first()
    if oldest_kept is not None:
        rows.filter(pk__lt=oldest_kept).exclude(**{f"{state_field}__in": but}).delete()
