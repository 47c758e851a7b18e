"""What a step changed of attributes, as the admin API tells it."""

from typing import Any

_NAMES = (
    "owner",
    "group",
    "mode",
    "replication",
    "storage_policy",
    "erasure_coding",
    "acl",
    "xattr",
)


def values_of(node: Any) -> dict[str, Any]:
    """The attributes of a node that steps change."""
    return {name: getattr(node, name) for name in _NAMES}


# Of a dry run.
EXAMPLES_MAX = 20


class Changed:
    """Collects changed inodes."""

    def __init__(self) -> None:
        self._changes: list[dict[str, Any]] = []
        self._inode_ids: list[int] = []
        self._change_of: list[int] = []

    def note(self, inode_id: int, before: dict[str, Any], after: dict[str, Any]) -> None:
        """Add an inode, if something of it differs."""
        if before == after:
            return
        sides = [
            {name: each[name] if before[name] != after[name] else None for name in _NAMES}
            for each in (before, after)
        ]
        change = {"from": sides[0], "to": sides[1]}
        if change not in self._changes:
            self._changes.append(change)
        self._inode_ids.append(inode_id)
        self._change_of.append(self._changes.index(change))

    def only(self, inodes_max: int) -> "Changed":
        """What was noted of the first inodes."""
        del self._inode_ids[inodes_max:], self._change_of[inodes_max:]
        return self

    def told(self) -> dict[str, Any]:
        return {
            "changes": self._changes,
            "inode_ids": self._inode_ids,
            "change_of": self._change_of,
        }
