"""What the namenode double does for the undo of a job."""

from doubles.attributes import refusal, require_few
from doubles.changed import EXAMPLES_MAX, Changed, values_of
from doubles.refused import Refused
from doubles.tree import LIMITS, Json, Node, Tree, counts, limits


def restore(tree: Tree, request: Json) -> Json:
    """Change certain inodes from one value to another, where they still have the first."""
    dry_run = request.get("dry_run", False)
    texts = any(each["to"].get("acl") or each["to"].get("xattr") for each in request["changes"])
    require_few(request["inode_ids"], texts=texts, dry_run=dry_run)
    visited, errors, attributes = [], [], Changed()
    changed = 0
    for inode_id, place in zip(request["inode_ids"], request["change_of"], strict=True):
        change = request["changes"][place]
        try:
            path, node = tree.find_inode(inode_id)
        except Refused:
            errors.append({"path": f"/.reserved/.inodes/{inode_id}", "code": "gone", "message": ""})
            continue
        visited.append(node)
        now = values_of(node)
        wanted = {name: value for name, value in change["to"].items() if value is not None}
        if now | wanted == now:
            continue
        expected = {name: value for name, value in change["from"].items() if value is not None}
        if now | expected != now:
            errors.append({"path": path, "code": "changed_since", "message": "changed since"})
            continue
        changed += 1
        if not dry_run:
            for name, value in wanted.items():
                setattr(node, name, value)
            node.logical_time += 1
            tree.sequence += 1
        attributes.note(inode_id, now, now | wanted)
    return {
        "cursor": None,
        "inode_id": 1,
        **counts(visited),
        "changed": changed,
        "error_count": len(errors),
        "errors": errors,
        "attributes": (attributes.only(EXAMPLES_MAX) if dry_run else attributes).told(),
        "path": "/",
        "commit_sequence": tree.sequence if changed and not dry_run else 0,
        "at_path": "/",
    }


def chosen(tree: Tree, request: Json) -> Json:
    """Make one change to certain inodes that have their logical times still."""
    require_few(
        request["inode_ids"],
        texts=request["operation"] in ("set_acl", "set_xattr"),
        dry_run=request.get("dry_run", False),
    )
    visited, errors, attributes = [], [], Changed()
    changed = 0
    for inode_id, time in zip(request["inode_ids"], request["logical_times"], strict=True):
        try:
            path, node = tree.find_inode(inode_id)
        except Refused:
            errors.append({"path": f"/.reserved/.inodes/{inode_id}", "code": "gone", "message": ""})
            continue
        visited.append(node)
        if time not in (0, node.logical_time):
            errors.append({"path": path, "code": "changed_since", "message": "changed since"})
            continue
        if (refused := refusal(request, node)) is not None:
            errors.append({"path": path, **refused})
            continue
        before = values_of(node)
        if tree.apply(request, path, node):
            changed += 1
            attributes.note(inode_id, before, before | tree.wanted[inode_id])
    dry_run = request.get("dry_run", False)
    return {
        "cursor": None,
        "inode_id": 1,
        **counts(visited),
        "changed": changed,
        "error_count": len(errors),
        "errors": errors,
        "attributes": (attributes.only(EXAMPLES_MAX) if dry_run else attributes).told(),
        "path": "/",
        "commit_sequence": tree.sequence if changed and not dry_run else 0,
        "at_path": "/",
    }


def look_at(tree: Tree, request: Json) -> Json:
    """Where certain inodes are and what they are."""
    entries, missing = [], []
    for inode_id in sorted(set(request["inode_ids"])):
        try:
            path, node = tree.find_inode(inode_id)
        except Refused:
            missing.append(inode_id)
        else:
            entries.append(tree.entry(path, node, counted=False))
    return {"entries": entries, "missing": missing, "as_of_ms": 1_700_000_000_000}


def move_to_trash(tree: Tree, request: Json) -> Json:
    """Move an inode to a trash, if it is as it was."""
    path, node = tree.find_inode(request["inode_id"])
    if request.get("logical_time") not in (None, node.logical_time):
        raise Refused(409, "changed_since", "It was changed since it was chosen")
    return tree.move_to_trash(path, request["user"])


def set_quota(tree: Tree, request: Json) -> Json:
    """Change limits, unless they are neither as expected nor as wanted."""
    _, node = tree.find_inode(request["inode_id"])
    now = limits(node)
    wanted = {name: request[name] for name in LIMITS if name in request}
    if now | wanted != now and now | request.get("expected", {}) != now:
        raise Refused(409, "changed_since", "The limits were changed since")
    return tree.set_quota(request)


def restore_from_trash(tree: Tree, request: Json) -> Json:
    """Move an inode from the trash to a path that is free."""
    path, node = tree.find_inode(request["inode_id"])
    if ".Trash" not in path.split("/"):
        raise Refused(409, "changed_since", "It is not in the trash any more")
    if request.get("logical_time") not in (None, node.logical_time):
        raise Refused(409, "changed_since", "It was changed since it was chosen")
    return _moved(tree, request, path, node)


def move_inode(tree: Tree, request: Json) -> Json:
    """Move an inode to a path that is free."""
    path, node = tree.find_inode(request["inode_id"])
    if request.get("from") not in (None, path):
        raise Refused(409, "changed_since", "It was moved since")
    if request.get("logical_time") not in (None, node.logical_time):
        raise Refused(409, "changed_since", "It was changed since it was chosen")
    if f"{request['path']}/".startswith(f"{path}/"):
        raise Refused(400, "invalid_argument", "Nothing can be moved into itself")
    return _moved(tree, request, path, node)


def _moved(tree: Tree, request: Json, path: str, node: Node) -> Json:
    if tree.exists(request["path"]):
        raise Refused(409, "already_exists", "The destination exists")
    _require_directories(tree, request["path"])
    totals = counts([each for _, each in tree.walk(path)])
    folder, _, name = path.rpartition("/")
    del tree.find(folder).children[name]
    into, _, node.name = request["path"].rpartition("/")
    tree.mkdirs(into).children[node.name] = node
    node.logical_time += 1
    tree.sequence += 1
    return {"path": request["path"], **totals, "commit_sequence": tree.sequence}


def _require_directories(tree: Tree, path: str) -> None:
    above = path.rpartition("/")[0]
    while above:
        if tree.exists(above) and tree.find(above).kind != "directory":
            raise Refused(400, "not_a_directory", "The parent is not a directory")
        above = above.rpartition("/")[0]


def require_deletable(tree: Tree, request: Json) -> None:
    """What a step that deletes asks of the root of its tree."""
    path, node = tree.find_inode(request["inode_id"])
    if request.get("only_in_trash") and ".Trash" not in path.split("/"):
        raise Refused(409, "changed_since", "It is not in the trash any more")
    wanted = request.get("logical_time")
    if request.get("cursor") is None and wanted not in (None, node.logical_time):
        raise Refused(409, "changed_since", "It was changed since it was chosen")
