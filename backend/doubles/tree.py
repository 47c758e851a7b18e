"""A small namespace in memory that behaves as the admin API's contract says."""

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from doubles.attributes import WANTED, refusal
from doubles.changed import EXAMPLES_MAX, Changed, values_of
from doubles.refused import Refused

Json = dict[str, Any]
_TYPES = ("ssd", "disk", "archive", "provided", "nvdimm")
LIMITS = ("namespace_quota", "space_quota_bytes", *(f"{each}_quota_bytes" for each in _TYPES))


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
    erasure_coded: bool = False
    storage_policy: int = 0
    # Of a directory.
    erasure_coding: int = 0
    acl: str = "user::rwx,group::r-x,other::r-x"
    # The one that steps set.
    xattr: Json = field(default_factory=lambda: {"name": "user.team", "value": None})
    logical_time: int = 1
    mtime_ms: int = 1_700_000_000_123
    namespace_quota: int | None = None
    space_quota_bytes: int | None = None
    ssd_quota_bytes: int | None = None
    disk_quota_bytes: int | None = None
    archive_quota_bytes: int | None = None
    provided_quota_bytes: int | None = None
    nvdimm_quota_bytes: int | None = None
    in_database: bool = False
    # Null: in blocks.
    contents: bytes | None = None
    children: dict[str, "Node"] = field(default_factory=dict)


def limits(node: Node) -> Json:
    """All limits of a directory; null for none."""
    return {name: getattr(node, name) for name in LIMITS}


def _used_of_types(nodes: list[Node]) -> Json:
    """All of it is on disks, as if that were the policy of the root."""
    used = {f"{each}_used_bytes": 0 for each in _TYPES}
    return used | {"disk_used_bytes": counts(nodes)["space_consumed_bytes"]}


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
        # What the group mapping of the namenodes says.
        self.groups: dict[str, list[str]] = {}
        self.superusers: set[str] = set()
        # What the namenodes keep of each job: epoch, last step, and what that answered.
        self.jobs: dict[str, Json] = {}
        # After so many inodes the next step is interrupted.
        self.interrupt_after: int | None = None
        # What the step that is looked at, or made, wants of inodes, by their ids.
        self.wanted: dict[int, Json] = {}
        self._interrupted = False
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

    def _may(self, node: Node, user: str, bit: int) -> bool:
        if user in self.superusers:
            return True
        in_group = node.group in self.groups.get(user, [])
        return bool(node.mode >> (6 if node.owner == user else 3 if in_group else 0) & bit)

    def lists(self, path: str, user: str) -> bool:
        """Whether a user may read and enter a directory."""
        try:
            node = self.find(path, user)
        except Refused:
            return False
        may = self._may(node, user, 0o4) and self._may(node, user, 0o1)
        return node.kind == "directory" and may

    def find_inode(self, inode_id: int) -> tuple[str, Node]:
        """Where an inode is, and itself."""
        for path, node in self.walk("/"):
            if node.inode_id == inode_id:
                return path, node
        raise Refused(404, "not_found", "The inode is not in the tree any more")

    def path_of(self, query: Json) -> str:
        """The path that a query is about."""
        if "inode_id" in query:
            return self.find_inode(int(query["inode_id"]))[0]
        path: str = query["path"]
        return path

    def take(self, job: str, epoch: int) -> Json:
        """A worker takes a job."""
        record = self.jobs.setdefault(job, {"epoch": epoch, "step": 0, "answer": None})
        if record["epoch"] > epoch:
            raise Refused(409, "stale_job_epoch", "Another worker has taken the job")
        record["epoch"] = epoch
        return {"job": job, "epoch": epoch, "last_step": record["step"]}

    def once(self, request: Json, change: Callable[[], Json]) -> Json:
        """Makes a step of a job, or answers what it did."""
        record = self.jobs.get(request["job"])
        epoch, step = request["epoch"], request["step"]
        if record is None or record["epoch"] != epoch or record["step"] > step:
            raise Refused(409, "stale_job_epoch", "Another worker has taken the job")
        if record["step"] < step:
            answer = change()
            record |= {"step": step, "answer": answer | {"commit_sequence": 0}}
            if self._interrupted:
                self._interrupted = False
                raise Refused(503, "unavailable", "Interrupted")
            return answer
        told: Json = record["answer"]
        return told

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

    def entry(self, path: str, node: Node, *, counted: bool, totals: bool = False) -> Json:
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
            "storage_policy": node.storage_policy,
            "features": 512 if node.contents is not None else 0,
            "content": self._content(path, node) if directory and totals else None,
        }

    def _content(self, path: str, node: Node) -> Json:
        below = counts([each for _, each in self._walk(path, node) if each is not node])
        return {
            "files": below["files"],
            "directories": below["directories"],
            "symlinks": 0,
            "length_bytes": below["length_bytes"],
            "space_bytes": below["space_consumed_bytes"],
        }

    def details(self, path: str, as_user: str | None) -> Json:
        node = self.find(path, as_user)
        reads = as_user is None or self._may(node, as_user, 0o4)
        replica = {
            "unit": None,
            "datanode_uuid": "d-1",
            "datanode_address": "127.0.0.1:9866",
            "hostname": "one.example",
            "rack": "/rack-1",
            "storage_uuid": "DS-1",
            "storage_type": "DISK",
            "state": "finalized",
        }
        block = {
            "block_id": 1_073_741_825,
            "index": 0,
            "offset_bytes": 0,
            "length_bytes": node.size_bytes,
            "generation_stamp": 1001,
            "replicas": [replica],
        }
        attributes = [
            {"name": "user.team", "value_base64": "Ymx1ZQ=="},
            {"name": "user.key", "value_base64": "AP8="},
        ]
        shown = reads and node.kind == "file"
        return {
            "inode_id": node.inode_id,
            "path": path,
            "acl": ["user:ann:r--"],
            "xattrs": attributes if reads else None,
            "storage_policy": {"name": "COLD", "set_at": "/"} if reads else None,
            "erasure_coding": None,
            "blocks": {"items": [block], "more": False} if shown else None,
            "snapshots": [],
            "as_of_ms": 1_700_000_000_000,
        }

    def preview(self, path: str, as_user: str | None) -> Json:
        node = self.find(path, as_user)
        if as_user is not None and not self._may(node, as_user, 0o4):
            raise Refused(403, "access_denied", "Permission denied")
        contents = node.contents
        return {
            "inode_id": node.inode_id,
            "path": path,
            "size_bytes": node.size_bytes,
            "in_database": contents is not None,
            "bytes_base64": None
            if contents is None
            else base64.b64encode(contents[:4096]).decode(),
            "as_of_ms": 1_700_000_000_000,
        }

    def children(self, path: str, query: Json) -> Json:
        as_user, cursor = query.get("as_user"), query.get("cursor")
        limit, totals = int(query.get("limit", "100")), query.get("totals") == "true"
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
                self.entry(_join(path, name), node.children[name], counted=False, totals=totals)
                for name in page
            ],
            "next_cursor": page[-1] if len(names) > limit else None,
            "as_of_ms": 1_700_000_000_000,
        }

    def summary(self, path: str) -> Json:
        top = self.find(path)
        nodes = [node for _, node in self.walk(path)]
        return {
            "path": path,
            **counts(nodes),
            **limits(top),
            **_used_of_types(nodes),
            "as_of_ms": 1_700_000_000_000,
        }

    def set_quota(self, change: Json) -> Json:
        path, node = self.find_inode(change["inode_id"])
        if node.kind != "directory":
            raise Refused(400, "not_a_directory", "Not a directory")
        before = self._quota(path, node)
        for name in LIMITS:
            if name in change:
                setattr(node, name, change[name])
        return {"before": before, "after": self._quota(path, node)}

    def _quota(self, path: str, node: Node) -> Json:
        nodes = [each for _, each in self.walk(path)]
        totals = counts(nodes)
        return {
            **limits(node),
            **_used_of_types(nodes),
            "namespace_used": totals["files"] + totals["directories"],
            "space_used_bytes": totals["space_consumed_bytes"],
        }

    def move_to_trash(self, path: str, user: str) -> Json:
        node = self.find(path)
        totals = counts([each for _, each in self.walk(path)])
        target = f"/user/{user}/.Trash/Current{path}"
        if self.exists(target):
            target += "1700000000000"
        folder, _, name = path.rpartition("/")
        del self.find(folder).children[name]
        into, _, node.name = target.rpartition("/")
        self.mkdirs(into).children[node.name] = node
        self.sequence += 1
        return {"trash_path": target, **totals, "commit_sequence": self.sequence}

    def step(self, request: Json) -> Json:
        """One bounded step. The cursor is the last path visited below the root, "." for that."""
        path, top = self.find_inode(request["inode_id"])
        told = request.get("cursor")
        cursor = None if told is None else path if told == "." else f"{path}/{told}"
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
        if self.interrupt_after is not None and "job" in request:
            limit, self.interrupt_after = min(limit, self.interrupt_after), None
            self._interrupted = True
        visited, rest = order[:limit], order[limit:]
        changed, errors = 0, []
        attributes = Changed()
        for at_path, node in visited:
            before = values_of(node)
            if at_path in self.denied and request["operation"] != "count":
                errors.append({"path": at_path, "code": "access_denied", "message": "refused"})
            elif (refused := refusal(request, node)) is not None:
                errors.append({"path": at_path, **refused})
            elif self.apply(request, at_path, node):
                changed += 1
                wanted = self.wanted.get(node.inode_id, {})
                attributes.note(node.inode_id, before, before | wanted)
        if request.get("dry_run"):
            attributes.only(EXAMPLES_MAX)
        return {
            "cursor": (visited[-1][0][len(path) + 1 :] or ".") if rest else None,
            "inode_id": top.inode_id,
            **counts([node for _, node in visited]),
            "changed": changed,
            "error_count": len(errors),
            "errors": errors,
            "attributes": attributes.told(),
            "path": path,
            "commit_sequence": self.sequence if changed and not request.get("dry_run") else 0,
            "at_path": visited[-1][0] if visited else path,
        }

    def apply(self, request: Json, path: str, node: Node) -> bool:
        dry_run = request.get("dry_run", False)
        if request["operation"] == "count":
            return False
        if request["operation"] == "delete":
            if not dry_run:
                folder, _, name = path.rpartition("/")
                del self.find(folder).children[name]
                self.sequence += 1
            return True
        wanted = WANTED[request["operation"]](request, node)
        differing = {k: v for k, v in wanted.items() if v is not None and v != getattr(node, k)}
        self.wanted[node.inode_id] = differing
        if differing and not dry_run:
            for name, value in differing.items():
                setattr(node, name, value)
            node.logical_time += 1
            self.sequence += 1
        return bool(differing)


def _key(path: str) -> list[bytes]:
    return [part.encode() for part in _parts(path)]


def counts(nodes: list[Node]) -> dict[str, int]:
    files = [node for node in nodes if node.kind == "file"]
    return {
        "files": len(files),
        "directories": len(nodes) - len(files),
        "length_bytes": sum(node.size_bytes for node in files),
        "space_consumed_bytes": sum(node.size_bytes * node.replication for node in files),
    }
