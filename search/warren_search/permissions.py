"""Who may do what with an inode, as HDFS judges it: the mode's bits, or an access ACL."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from warren_search.query import Viewer

EXECUTE: Final = 0o1
READ: Final = 0o4
# The bit of an inode's features that says that it has an access ACL.
HAS_ACL: Final = 1
# Stands for an ACL that is not known: it grants nothing to anybody but the owner.
UNKNOWN_ACL: Final = "?"
_ALL: Final = 0o7
_ACLS_KEPT_MAX: Final = 4_096
_RIGHTS: Final = (("r", 0o4), ("w", 0o2), ("x", 0o1))


@dataclass(slots=True)
class _Acl:
    """Bits by name, of the owning group under the empty name, before the mask."""

    users: dict[str, int] = field(default_factory=dict)
    groups: dict[str, int] = field(default_factory=dict)
    mask: int = 0
    others: int = 0


def has_acl(features: int | None) -> bool:
    """Whether an inode has an ACL. Null: told by a namenode of a version that had none."""
    return bool((features or 0) & HAS_ACL)


def permission_bits(viewer: Viewer | None, owner: str, group: str, mode: int, acl: str = "") -> int:
    """The rwx bits that count for the viewer: the owner's, else the group's, else the others'.

    As in HDFS only the first class that applies counts, even when it grants less.
    acl: entries as ``setfacl`` writes them, without the owner's; empty for none.
    """
    if viewer is None:
        return _ALL
    if owner == viewer.user:
        return (mode >> 6) & _ALL
    if acl:
        return _granted(_parsed(acl), viewer, group)
    if group in viewer.groups:
        return (mode >> 3) & _ALL
    return mode & _ALL


def _granted(acl: _Acl, viewer: Viewer, owning_group: str) -> int:
    """A user's entry decides alone; each right may come from another of the viewer's groups."""
    named = acl.users.get(viewer.user)
    if named is not None:
        return named & acl.mask
    granted = [bits for name, bits in acl.groups.items() if (name or owning_group) in viewer.groups]
    if not granted:
        return acl.others
    together = 0
    for bits in granted:
        together |= bits
    return together & acl.mask


@lru_cache(maxsize=_ACLS_KEPT_MAX)
def _parsed(text: str) -> _Acl:
    acl = _Acl()
    for entry in text.split(","):
        kind, _, rest = entry.partition(":")
        name, _, rights = rest.rpartition(":")
        bits = sum(bit for right, bit in _RIGHTS if right in rights)
        match kind:
            case "user" if name:
                acl.users[name] = bits
            case "group":
                acl.groups[name] = bits
            case "mask":
                acl.mask = bits
            case "other":
                acl.others = bits
            case _:
                # What is not understood grants nothing.
                continue
    return acl
