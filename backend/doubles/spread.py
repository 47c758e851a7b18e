"""How directories' children are spread, as a namenode keeps it: four shards, half of the 16 parts
of a hashed directory in shard 0 and half in shard 1."""

from doubles.tree import Json, Node

_HOME = 3
_HASHED = (0, 1)
_PARTS = 8


class Spread:
    """Changed through the API; tests say how far a move is by `left`."""

    def __init__(self) -> None:
        self.children: dict[int, str] = {}
        # Children that were not moved yet.
        self.left: dict[int, int] = {}

    def change(self, node: Node, body: Json) -> None:
        if self.children.get(node.inode_id, "by_parent") != body["children"]:
            self.children[node.inode_id] = body["children"]
            self.left[node.inode_id] = len(node.children)

    def answer(self, path: str, node: Node) -> Json:
        count = len(node.children)
        children = self.children.get(node.inode_id, "by_parent")
        left = self.left.get(node.inode_id, 0)
        there, behind = _counts(children, count - left), _counts(_other(children), left)
        by_parent, hashed = _counts("by_parent", count), _counts("hashed", count)
        return {
            "path": path,
            "inode_id": node.inode_id,
            "children": children,
            "changing": left > 0,
            "children_counted": count,
            "count_complete": True,
            "work": {"moved": count - left, "user": "hdfs", "started_at_ms": 1_700_000_000_000}
            if left
            else None,
            "shards": [
                {
                    "shard": shard,
                    "children": there[shard] + behind[shard],
                    "by_parent": by_parent[shard],
                    "hashed": hashed[shard],
                    "partitions_by_parent": int(shard == _HOME),
                    "partitions_hashed": _PARTS if shard in _HASHED else 0,
                }
                for shard in sorted({*_HASHED, _HOME})
            ],
        }


def _other(children: str) -> str:
    return "by_parent" if children == "hashed" else "hashed"


def _counts(children: str, count: int) -> dict[int, int]:
    if children == "by_parent":
        return {0: 0, 1: 0, _HOME: count}
    return {0: count // 2, 1: count - count // 2, _HOME: 0}
