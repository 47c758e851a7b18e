"""The groups of HDFS users, as the namenodes know them: for search, which judges by itself."""

import threading
import time
from dataclasses import dataclass

from apps.common.namenode import namenode_problems
from apps.common.problems import Unavailable

# As long as a change of somebody's groups may go unnoticed; Hadoop's own mapping keeps them longer.
FRESH_S = 30.0
# How long the last answer counts while no namenode gives a new one.
USABLE_S = 300.0
_USERS_MAX = 10_000


@dataclass(frozen=True, slots=True)
class Membership:
    """superuser: HDFS checks no permissions of this user."""

    groups: frozenset[str]
    superuser: bool


_known: dict[str, tuple[float, Membership]] = {}
_turn = threading.Lock()


def membership_of(user: str) -> Membership:
    """The groups by which the namenodes check the user's permissions.

    Raises Unavailable when no namenode answers, and none did lately.
    """
    asked_s = time.monotonic()
    with _turn:
        told_s, membership = _known.get(user, (float("-inf"), None))
    if membership is not None and asked_s - told_s < FRESH_S:
        return membership
    try:
        with namenode_problems() as client:
            told = client.user_groups(user)
    except Unavailable:
        if membership is not None and asked_s - told_s < USABLE_S:
            return membership
        raise
    fresh = Membership(frozenset(told.groups), told.superuser)
    with _turn:
        if len(_known) >= _USERS_MAX:
            _known.clear()
        _known[user] = (asked_s, fresh)
    return fresh


def forget() -> None:
    """Asks anew for every user."""
    with _turn:
        _known.clear()
