"""Lists that can be sorted: the parameters `sort` and `direction`, and what they come to."""

from collections.abc import Mapping
from typing import Any, TypedDict

from rest_framework import serializers
from rest_framework.request import Request

from apps.common.openapi import PageParameters
from apps.common.paging import Order
from apps.common.requests import parsed
from apps.common.values import SortDirection


class SortedArguments(TypedDict):
    cursor: str | None
    limit: int
    order: Order


class SortField(serializers.ChoiceField):
    """What a list is sorted by; the first name is that without the parameter.

    columns: the model's field by the name in the API; `pk` stands for when a row was made.
    falling: which way without a direction.
    """

    def __init__(self, columns: Mapping[str, str], *, falling: bool = True, **rest: Any) -> None:
        self.columns = dict(columns)
        self.falling = falling
        first = next(iter(self.columns))
        super().__init__(
            choices=list(self.columns),
            required=False,
            default=first,
            help_text=f"Without a direction {'falling' if falling else 'rising'}.",
            **rest,
        )


class SortedParameters(PageParameters):
    """Has a `sort` of its own in each list."""

    sort: SortField
    direction = serializers.ChoiceField(choices=SortDirection.choices, required=False)


def sorted_arguments(
    parameters: type[SortedParameters], request: Request
) -> tuple[SortedArguments, dict[str, Any]]:
    """The page and its order that the query string asks for, and its other values, None for those
    that it has not."""
    asked = parameters()
    values = parsed(parameters, request.query_params)
    sort = asked.fields["sort"]
    if not isinstance(sort, SortField):
        raise TypeError("A sorted list has a SortField")
    direction = values.get("direction")
    order = Order(
        sort.columns[values["sort"]],
        descending=sort.falling if direction is None else direction == SortDirection.DESCENDING,
    )
    own = ("cursor", "limit", "sort", "direction")
    filters = {name: values.get(name) for name, _ in asked.fields.items() if name not in own}
    return SortedArguments(cursor=values.get("cursor"), limit=values["limit"], order=order), filters


class SavedParameters(SortedParameters):
    """Of what users keep under names."""

    sort = SortField({"created_at": "pk", "updated_at": "updated_at", "name": "name"})
    name = serializers.CharField(
        required=False, max_length=100, help_text="Part of the name, in any case."
    )
