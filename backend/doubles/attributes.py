"""What operations of the namenode double make of attributes."""

from collections.abc import Callable
from typing import Any

from doubles.refused import Refused

Json = dict[str, Any]
# Of the cluster: dfs.replication.max.
_REPLICATION_MAX = 512
_KEPT_BYTES_MAX = 700
POLICIES = {"COLD": 2, "WARM": 5, "HOT": 7, "ALL_SSD": 12, "LAZY_PERSIST": 15}
# Enabled ones.
CODINGS = {"replication": -1, "RS-6-3-1024k": 1}


def _modes(request: Json, node: Any) -> Json:
    return {"mode": request.get("file_mode" if node.kind == "file" else "directory_mode")}


def _replicas(request: Json, node: Any) -> Json:
    if not 1 <= request["replication"] <= _REPLICATION_MAX:
        raise Refused(400, "invalid_argument", "The replication factor is out of limits")
    return {"replication": request["replication"]} if node.kind == "file" else {}


def _policy(request: Json, _: Any) -> Json:
    name = request.get("storage_policy")
    if name is not None and name not in POLICIES:
        raise Refused(400, "invalid_argument", "There is no such storage policy")
    return {"storage_policy": 0 if name is None else POLICIES[name]}


def _coding(request: Json, node: Any) -> Json:
    name = request.get("erasure_coding")
    if name is not None and name not in CODINGS:
        raise Refused(400, "invalid_argument", "The policy does not match any enabled one")
    return {"erasure_coding": CODINGS[name] if name else 0} if node.kind == "directory" else {}


def _acl(request: Json, node: Any) -> Json:
    if request["acl_change"] == "remove_default" and node.kind == "file":
        return {}
    return {"acl": request.get("acl") or request["acl_change"]}


def _xattr(request: Json, _: Any) -> Json:
    return {"xattr": {"name": request["xattr"], "value": request.get("xattr_value")}}


# What operations want of a node's attributes; null keeps one.
WANTED: dict[str, Callable[[Json, Any], Json]] = {
    "set_owner": lambda request, _: {name: request.get(name) for name in ("owner", "group")},
    "set_permission": _modes,
    "set_replication": _replicas,
    "set_storage_policy": _policy,
    "set_erasure_coding": _coding,
    "set_acl": _acl,
    "set_xattr": _xattr,
}
# Of one step that changes something.
_TEXTS_NAMED_MAX = 8


def require_few(inode_ids: list[int], *, texts: bool, dry_run: bool) -> None:
    """Refuse a step that names more inodes than the record has room for."""
    if texts and not dry_run and len(inode_ids) > _TEXTS_NAMED_MAX:
        raise Refused(400, "invalid_argument", "A step names fewer inodes")


def refusal(request: Json, node: Any) -> Json | None:
    """Why an operation leaves a node as it is; None where it does not."""
    if request["operation"] == "set_acl" and len(node.acl) > _KEPT_BYTES_MAX:
        return {"code": "too_long_to_keep", "message": "It is too long to be kept for an undo"}
    if request["operation"] == "set_replication" and node.erasure_coded:
        return {"code": "erasure_coded", "message": "An erasure-coded file has no such number"}
    fixed = POLICIES["LAZY_PERSIST"] in (
        node.storage_policy,
        POLICIES.get(request.get("storage_policy") or ""),
    )
    if request["operation"] == "set_storage_policy" and node.kind == "file" and fixed:
        return {"code": "conflict", "message": "Fixed when the file was made"}
    return None
