"""What the namenode double says of directories with a quota."""

from doubles.refused import Refused
from doubles.tree import LIMITS, Json, Node, Tree, limits

_HOT = 7
# The types of storage of the first replica and of the others.
_TYPES = {
    2: ("archive", "archive"),
    5: ("disk", "archive"),
    7: ("disk", "disk"),
    12: ("ssd", "ssd"),
}
_NOTHING = dict.fromkeys(
    (
        "space_bytes",
        *(f"{each}_bytes" for each in ("ssd", "disk", "archive", "provided", "nvdimm")),
    ),
    0,
)


def _has_quota(node: Node) -> bool:
    return any(limit is not None for limit in limits(node).values())


def _above(tree: Tree, path: str) -> list[tuple[str, Node]]:
    """The directories above a path as far as they are there, root first."""
    found = [("/", tree.root)]
    parts = [part for part in path.split("/") if part][:-1]
    for depth in range(1, len(parts) + 1):
        at = "/" + "/".join(parts[:depth])
        if not tree.exists(at):
            break
        found.append((at, tree.find(at)))
    return found


def _policy(tree: Tree, path: str) -> int:
    own = [node.storage_policy for _, node in _above(tree, path) if node.storage_policy]
    return own[-1] if own else _HOT


def above(tree: Tree, path: str) -> Json:
    """Directories with a quota above a path."""
    return {
        "directories": [
            {"inode_id": node.inode_id, "path": at}
            for at, node in _above(tree, path)
            if _has_quota(node)
        ],
        "storage_policy": _policy(tree, path),
        "as_of_ms": 1_700_000_000_000,
    }


def rows(tree: Tree, query: Json) -> Json:
    """Limits and use of those of some inodes that have a quota."""
    found = []
    for inode_id in map(int, query["inode_ids"].split(",")):
        try:
            path, node = tree.find_inode(inode_id)
        except Refused:
            continue
        if _has_quota(node):
            told = tree.summary(path)
            types = {name: told[name] for name in told if name.endswith("_used_bytes")}
            found.append(
                {
                    "inode_id": inode_id,
                    **{name: getattr(node, name) for name in LIMITS},
                    **types,
                    "namespace_used": told["files"] + told["directories"],
                    "space_used_bytes": told["space_consumed_bytes"],
                }
            )
    return {"rows": found, "next_cursor": None, "as_of_ms": 1_700_000_000_000}


def gains(tree: Tree) -> list[Json]:
    """What directories would gain if inodes had what the last look wants of them."""
    found: dict[int, Json] = {}
    for inode_id, wanted in tree.wanted.items():
        path, node = tree.find_inode(inode_id)
        if node.kind != "file" or not wanted.keys() & {"replication", "storage_policy"}:
            continue
        change = _change(tree, path, node, wanted)
        for at, directory in _above(tree, path):
            if _has_quota(directory):
                known = {"inode_id": directory.inode_id, "path": at, **_NOTHING}
                one = found.setdefault(directory.inode_id, known | {"types_exact": True})
                one |= {name: one[name] + change.get(name, 0) for name in _NOTHING}
    return list(found.values())


def _change(tree: Tree, path: str, node: Node, wanted: Json) -> dict[str, int]:
    change: dict[str, int] = {}
    sides: tuple[tuple[int, Json], ...] = ((-1, {}), (1, wanted))
    for sign, values in sides:
        copies = values.get("replication", node.replication)
        policy = values.get("storage_policy", node.storage_policy) or _policy(tree, path)
        first, others = _TYPES[policy]
        for name, amount in (("space", copies), (first, 1), (others, copies - 1)):
            key = f"{name}_bytes"
            change[key] = change.get(key, 0) + sign * amount * node.size_bytes
    return change
