"""Roles that a request gives, as the actions take them."""

from collections.abc import Iterable, Mapping
from typing import Any

from apps.accounts.assignments import WantedRole


def wanted_role(given: Mapping[str, Any]) -> WantedRole:
    """Of the members `role` and `paths`."""
    return WantedRole(given["role"], given["paths"])


def wanted_roles(given: Iterable[Mapping[str, Any]]) -> list[WantedRole]:
    """The same of several."""
    return [wanted_role(each) for each in given]
