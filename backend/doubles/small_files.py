"""Taking small files in, as a namenode does it: in steps, each of which may be repeated."""

from doubles.refused import Refused
from doubles.tree import Json, Tree

LIMIT_BYTES = 64


def take_in(tree: Tree, body: Json) -> Json:
    """The cursor is the tree's inode and how many of its inodes are behind it."""
    root = tree.find(body["path"])
    inodes = list(tree.walk(body["path"]))
    start = 0
    if body.get("cursor"):
        of, _, passed = body["cursor"].partition(":")
        if int(of) != root.inode_id:
            raise Refused(400, "invalid_argument", "The cursor belongs to another tree")
        start = int(passed)
    seen = inodes[start : start + body["limit"]]
    files = [(path, node) for path, node in seen if node.kind == "file"]
    concern = [
        (path, node)
        for path, node in files
        if not node.in_database and node.size_bytes <= LIMIT_BYTES
    ]
    open_ones = [path for path, node in concern if node.name.startswith("open")]
    taken = [node for path, node in concern if path not in open_ones]
    for node in taken:
        node.in_database = True
    end = start + len(seen)
    return {
        "cursor": f"{root.inode_id}:{end}" if end < len(inodes) else None,
        "files": len(files),
        "changed": len(taken),
        "changed_bytes": sum(node.size_bytes for node in taken),
        "error_count": len(open_ones),
        "errors": [{"path": path, "reason": "The file is open for writing"} for path in open_ones],
    }
