"""A small namespace in memory that behaves as the admin API's contract says."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


class Refused(Exception):
    """An operation that the namespace refuses: HTTP status, code and title of the problem."""

    def __init__(self, status: int, code: str, title: str) -> None:
        self.status, self.code, self.title = status, code, title
        super().__init__(title)


@dataclass
class Node:
    inode_id: int
    kind: str
    name: str
    owner: str = "hdfs"
    group: str = "supergroup"
    mode: int = 0o755
    size_bytes: int = 0
    replication: int = 0
    logical_time: int = 1
    mtime_ms: int = 1_700_000_000_123
    namespace_quota: int | None = None
    space_quota_bytes: int | None = None
    children: dict[str, "Node"] = field(default_factory=dict)


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _join(folder: str, name: str) -> str:
    return f"/{name}" if folder == "/" else f"{folder}/{name}"


class Tree:
    """Directories and files with ids. Not safe for threads: the server takes turns."""

    def __init__(self) -> None:
        self._next_id = 16385
        self.sequence = 0
        self.denied: set[str] = set()
        self.root = self._new("directory", "")

    def _new(self, kind: str, name: str, **values: Any) -> Node:
        node = Node(self._next_id, kind, name, **values)
        self._next_id += 1
        return node

    def mkdirs(self, path: str, **values: Any) -> Node:
        node = self.root
        for part in _parts(path):
            if part not in node.children:
                node.children[part] = self._new("directory", part, **values)
            node = node.children[part]
        return node

    def add_file(self, path: str, size_bytes: int = 10, **values: Any) -> Node:
        folder, _, name = path.rpartition("/")
        node = self._new(
            "file",
            name,
            **{"mode": 0o644, "replication": 1, "size_bytes": size_bytes} | values,
        )
        self.mkdirs(folder).children[name] = node
        return node

    def find(self, path: str, as_user: str | None = None) -> Node:
        node = self.root
        for part in _parts(path):
            if as_user is not None and not self._may(node, as_user, 0o1):
                raise Refused(403, "access_denied", "Permission denied")
            if part not in node.children:
                raise Refused(404, "not_found", "No such file or directory")
            node = node.children[part]
        return node

    @staticmethod
    def _may(node: Node, user: str, bit: int) -> bool:
        return bool(node.mode >> (6 if node.owner == user else 0) & bit)

    def exists(self, path: str) -> bool:
        try:
            self.find(path)
        except Refused:
            return False
        return True

    def walk(self, path: str) -> Iterator[tuple[str, Node]]:
        """The subtree, parents before their children, names in order."""
        yield from self._walk(path, self.find(path))

    def _walk(self, path: str, node: Node) -> Iterator[tuple[str, Node]]:
        yield path, node
        for name in sorted(node.children, key=lambda text: text.encode()):
            yield from self._walk(_join(path, name), node.children[name])

    def entry(self, path: str, node: Node, *, counted: bool) -> Json:
        directory = node.kind == "directory"
        return {
            "inode_id": node.inode_id,
            "logical_time": node.logical_time,
            "parent_id": 0 if path == "/" else self.find(path.rpartition("/")[0]).inode_id,
            "name": node.name,
            "kind": node.kind,
            "size_bytes": node.size_bytes,
            "owner": node.owner,
            "group": node.group,
            "mode": node.mode,
            "mtime_ms": node.mtime_ms,
            "atime_ms": 0,
            "replication": node.replication,
            "block_size_bytes": 0 if directory else 134217728,
            "path": path,
            "children_count": len(node.children) if directory and counted else None,
            "open_for_write": False,
            "symlink_target": None,
        }

    def children(self, path: str, cursor: str | None, limit: int, as_user: str | None) -> Json:
        node = self.find(path, as_user)
        if node.kind != "directory":
            raise Refused(400, "not_a_directory", "Not a directory")
        if as_user is not None and not self._may(node, as_user, 0o4):
            raise Refused(403, "access_denied", "Permission denied")
        names = sorted(node.children, key=lambda text: text.encode())
        names = [name for name in names if cursor is None or name > cursor]
        page = names[:limit]
        return {
            "entries": [
                self.entry(_join(path, name), node.children[name], counted=False) for name in page
            ],
            "next_cursor": page[-1] if len(names) > limit else None,
            "as_of_ms": 1_700_000_000_000,
        }

    def summary(self, path: str) -> Json:
        top = self.find(path)
        nodes = [node for _, node in self.walk(path)]
        return {
            "path": path,
            **_counts(nodes),
            "namespace_quota": top.namespace_quota,
            "space_quota_bytes": top.space_quota_bytes,
            "as_of_ms": 1_700_000_000_000,
        }

    def set_quota(self, change: Json) -> Json:
        node = self.find(change["path"])
        if node.kind != "directory":
            raise Refused(400, "not_a_directory", "Not a directory")
        before = self._quota(change["path"], node)
        for name in ("namespace_quota", "space_quota_bytes"):
            if name in change:
                setattr(node, name, change[name])
        return {"before": before, "after": self._quota(change["path"], node)}

    def _quota(self, path: str, node: Node) -> Json:
        totals = _counts([each for _, each in self.walk(path)])
        return {
            "namespace_quota": node.namespace_quota,
            "space_quota_bytes": node.space_quota_bytes,
            "namespace_used": totals["files"] + totals["directories"],
            "space_used_bytes": totals["space_consumed_bytes"],
        }

    def move_to_trash(self, path: str, user: str) -> Json:
        node = self.find(path)
        target = f"/user/{user}/.Trash/Current{path}"
        if self.exists(target):
            target += "1700000000000"
        folder, _, name = path.rpartition("/")
        del self.find(folder).children[name]
        into, _, node.name = target.rpartition("/")
        self.mkdirs(into).children[node.name] = node
        self.sequence += 1
        return {"trash_path": target, "commit_sequence": self.sequence}

    def step(self, request: Json) -> Json:
        """One bounded step. The cursor is the last path visited; a repetition changes nothing."""
        path, cursor = request["path"], request.get("cursor")
        top = self.find(path)
        if request.get("inode_id") not in (None, top.inode_id):
            raise Refused(409, "conflict", "The path names another inode")
        order = list(self.walk(path))
        delete = request["operation"] == "delete"
        if delete:
            order.reverse()
        if cursor is not None:
            order = [
                item
                for item in order
                if (_key(item[0]) < _key(cursor) if delete else _key(item[0]) > _key(cursor))
            ]
        limit = request.get("limit", 1000)
        visited, rest = order[:limit], order[limit:]
        changed, errors = 0, []
        for at_path, node in visited:
            if at_path in self.denied and request["operation"] != "count":
                errors.append({"path": at_path, "code": "access_denied", "message": "refused"})
            elif self._apply(request, at_path, node):
                changed += 1
        return {
            "cursor": visited[-1][0] if rest else None,
            "inode_id": top.inode_id,
            **_counts([node for _, node in visited]),
            "changed": changed,
            "errors": errors,
            "commit_sequence": self.sequence if changed and not request.get("dry_run") else 0,
            "at_path": visited[-1][0] if visited else path,
        }

    def _apply(self, request: Json, path: str, node: Node) -> bool:
        dry_run = request.get("dry_run", False)
        if request["operation"] == "count":
            return False
        if request["operation"] == "delete":
            if not dry_run:
                folder, _, name = path.rpartition("/")
                del self.find(folder).children[name]
                self.sequence += 1
            return True
        if request["operation"] == "set_owner":
            wanted = {"owner": request.get("owner"), "group": request.get("group")}
        else:
            mode = "file_mode" if node.kind == "file" else "directory_mode"
            wanted = {"mode": request.get(mode)}
        differing = {k: v for k, v in wanted.items() if v is not None and v != getattr(node, k)}
        if differing and not dry_run:
            for name, value in differing.items():
                setattr(node, name, value)
            node.logical_time += 1
            self.sequence += 1
        return bool(differing)


def _key(path: str) -> list[bytes]:
    return [part.encode() for part in _parts(path)]


def _counts(nodes: list[Node]) -> dict[str, int]:
    files = [node for node in nodes if node.kind == "file"]
    return {
        "files": len(files),
        "directories": len(nodes) - len(files),
        "length_bytes": sum(node.size_bytes for node in files),
        "space_consumed_bytes": sum(node.size_bytes * node.replication for node in files),
    }
