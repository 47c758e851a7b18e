"""Limits of a directory as jobs keep them: of names and space, and those by type of storage.

A type of storage without a limit is left out; names and space are told always.
"""

from collections.abc import Iterable, Mapping

from warren_namenode.generated.admin_api import Quota, Summary

from warren_analytics.quota_values import STORAGE_TYPES

_ALWAYS = ("namespace_quota", "space_quota_bytes")
TYPE_LIMITS = tuple(f"{each}_quota_bytes" for each in STORAGE_TYPES)

Limits = Mapping[str, int | None]


def limits_of(told: Quota | Summary) -> dict[str, int | None]:
    """What a namenode says of a directory."""
    limits = {name: getattr(told, name) for name in (*_ALWAYS, *TYPE_LIMITS)}
    return _without_absent(limits)


def changed_to(before: Limits, changes: Limits) -> dict[str, int | None]:
    """The limits after some were set or, with None, cleared."""
    return _without_absent({**before, **changes})


def differing(before: Limits, after: Limits) -> list[str]:
    """The names of the limits that are not the same."""
    return [name for name in (*_ALWAYS, *TYPE_LIMITS) if before.get(name) != after.get(name)]


def chosen(names: Iterable[str], limits: Limits) -> dict[str, int | None]:
    """Those of some names; None for no limit."""
    return {name: limits.get(name) for name in names}


def are_exceeded(limits: Limits, told: Summary) -> bool:
    """Whether what is there is more than limits allow."""
    used = {
        "namespace_quota": told.files + told.directories,
        "space_quota_bytes": told.space_consumed_bytes,
        **{f"{each}_quota_bytes": getattr(told, f"{each}_used_bytes") for each in STORAGE_TYPES},
    }
    return any(limit is not None and used[name] > limit for name, limit in limits.items())


def _without_absent(limits: Limits) -> dict[str, int | None]:
    return {name: limit for name, limit in limits.items() if name in _ALWAYS or limit is not None}
