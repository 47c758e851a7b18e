"""What is guarded: a job as rules, windows and limits look at it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db import models

from apps.common.rights import APPROVAL_PERMISSIONS, Permission


class ApproverRole(models.TextChoices):
    """Who approves: who has `approve` where the job acts, as operators have; or administrators."""

    OPERATOR = "operator"
    ADMIN = "admin"


# Any of these approves; from the rule that asks for the least to the one that asks for the most.
PERMISSIONS_OF_APPROVER: Final[dict[ApproverRole, tuple[Permission, ...]]] = {
    ApproverRole.OPERATOR: APPROVAL_PERMISSIONS,
    ApproverRole.ADMIN: (Permission.APPROVE_AS_ADMIN,),
}


@dataclass(frozen=True, slots=True)
class Act:
    """What a job is going to do.

    kinds: its own, and those whose change an undo makes again. paths: all that it is about, or
    directories that all of it is below. chosen: whether it is settled which inodes that are.
    inodes, size_bytes: how much it is about; None where nobody counted. only_reads: nothing is
    changed, so that it is meant only where its kind is named.
    """

    kinds: frozenset[str]
    paths: tuple[str, ...]
    chosen: bool
    inodes: int | None
    size_bytes: int | None
    only_reads: bool = False

    def concerns(self, *, kinds: Collection[str], path_prefix: str | None) -> bool:
        """Whether it is of one of the kinds, none for any that changes something, and meets the
        tree at the path."""
        named = bool(self.kinds & set(kinds))
        if not named and (kinds or self.only_reads):
            return False
        return path_prefix is None or any(meets(each, path_prefix) for each in self.paths)


def meets(path: str, prefix: str) -> bool:
    """Whether one lies at, below or above the other."""
    one, other = (each.rstrip("/") + "/" for each in (path, prefix))
    return one.startswith(other) or other.startswith(one)
