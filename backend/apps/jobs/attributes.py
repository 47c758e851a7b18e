"""The kinds of jobs that set attributes of each inode, as one table.

What a namenode does, what is kept for an undo, and how a job goes on is the same for all of them.
The forms of their parameters are in `apps.jobs.attribute_forms`.
"""

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from apps.common.rights import Permission
from apps.jobs.kinds import JobKind
from apps.jobs.texts import xattr_bytes


@dataclass(frozen=True, slots=True)
class AttributeKind:
    """permission: what a job takes. arguments: what a step of the namenode, whose operation is
    named as the job's kind, is told of the job's parameters."""

    permission: Permission
    arguments: Callable[[Mapping[str, Any]], dict[str, Any]]


def _named(*names: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Parameters that a step has under the same names; those that are not given are null."""
    return lambda parameters: {name: parameters.get(name) for name in names}


def _modes(parameters: Mapping[str, Any]) -> dict[str, Any]:
    both = parameters.get("mode")
    given = {name: parameters.get(name, both) for name in ("file_mode", "directory_mode")}
    return {name: None if mode is None else int(mode, 8) for name, mode in given.items()}


def _xattr(parameters: Mapping[str, Any]) -> dict[str, Any]:
    value = parameters["xattr_value"]
    encoded = None if value is None else b64encode(xattr_bytes(value)).decode()
    return {"xattr": parameters["xattr"], "xattr_value": encoded}


ATTRIBUTE_KINDS: dict[JobKind, AttributeKind] = {
    JobKind.SET_OWNER: AttributeKind(Permission.CHANGE_OWNERS, _named("owner", "group")),
    JobKind.SET_PERMISSION: AttributeKind(Permission.CHANGE_OWNERS, _modes),
    JobKind.SET_REPLICATION: AttributeKind(Permission.CHANGE_STORAGE, _named("replication")),
    JobKind.SET_STORAGE_POLICY: AttributeKind(Permission.CHANGE_STORAGE, _named("storage_policy")),
    JobKind.SET_ERASURE_CODING: AttributeKind(Permission.CHANGE_STORAGE, _named("erasure_coding")),
    JobKind.SET_ACL: AttributeKind(Permission.CHANGE_OWNERS, _named("acl_change", "acl")),
    JobKind.SET_XATTR: AttributeKind(Permission.CHANGE_OWNERS, _xattr),
}
