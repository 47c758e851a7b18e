"""WebHDFS over the double's tree: what the platform asks for, with Hadoop's answers and errors."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from doubles.refused import Refused
from doubles.tree import Json, Node, Tree

PREFIX = "/webhdfs/v1"
# Where the same server plays a datanode.
DATA_PREFIX = "/data/webhdfs/v1"
_STATUS = {"FileNotFoundException": 404, "IllegalArgumentException": 400}


class HadoopError(Exception):
    """An exception of Hadoop's, by its simple name."""

    def __init__(self, kind: str, message: str = "") -> None:
        self.kind, self.message = kind, message
        super().__init__(kind)


@dataclass
class Reply:
    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Taken:
    """A snapshot: a copy of the tree."""

    snapshot_id: int
    name: str
    tree: Node
    taken_at_ms: int


class WebHdfs:
    """Changes `tree`. `acls` and `snapshots` are by inode and by path."""

    def __init__(self, tree: Tree, url: str) -> None:
        self.tree = tree
        self.url = url
        self.calls: list[tuple[str, str, str, Json]] = []
        self.acls: dict[int, list[str]] = {}
        # By inode: of files that are not in the database.
        self.blocks: dict[int, bytes] = {}
        self.snapshots: dict[str, list[Taken]] = {}
        self.fail: list[HadoopError] = []
        # Changes that are made, and of which nobody hears.
        self.lose_changes = False
        self.superusers: set[str] | None = None
        self._ids = 0

    def answer(self, method: str, path: str, query: Json, body: bytes) -> Reply:
        """What a namenode or, below DATA_PREFIX, a datanode answers."""
        data = path.startswith(DATA_PREFIX)
        target = unquote(path.removeprefix(DATA_PREFIX if data else PREFIX)) or "/"
        op, user = query["op"].upper(), query.get("user.name", "")
        self.calls.append((op, target, user, query))
        try:
            if self.fail and not data:
                raise self.fail.pop(0)
            if data:
                return self._data(method, target, user, query, body)
            told = getattr(self, f"_{op.lower()}")(target, user, query)
        except Refused as refused:
            denied = refused.code == "access_denied"
            return _failed(
                HadoopError("AccessControlException" if denied else "FileNotFoundException")
            )
        except HadoopError as error:
            return _failed(error)
        if isinstance(told, Reply):
            return told
        return Reply(body=b"" if told is None else json.dumps(told).encode())

    def _data(self, method: str, path: str, user: str, query: Json, body: bytes) -> Reply:
        if method == "PUT":
            if self.tree.exists(path):
                raise HadoopError("FileAlreadyExistsException", f"{path} is there")
            self.tree.add_file(path, len(body), contents=body, owner=user)
            return Reply(201)
        node = self._find(path, user)
        contents = self.blocks.get(node.inode_id, node.contents or b"")
        offset = int(query.get("offset", 0))
        return Reply(body=contents[offset : offset + int(query.get("length", len(contents)))])

    def _find(self, path: str, user: str | None = None) -> Node:
        if "/.snapshot/" not in path:
            return self.tree.find(path, self._limited(user))
        root, _, rest = path.partition("/.snapshot/")
        name, _, below = rest.partition("/")
        node = self._taken(root, name).tree
        for part in filter(None, below.split("/")):
            if part not in node.children:
                raise Refused(404, "not_found", "")
            node = node.children[part]
        return node

    def _limited(self, user: str | None) -> str | None:
        return None if self.superusers is None or user in self.superusers else user

    def _writable(self, path: str, user: str) -> Node:
        """The directory that holds a path, if the user may change it."""
        parent = self._find(path.rpartition("/")[0] or "/", user)
        limited = self._limited(user)
        if limited is not None and not self.tree._may(parent, limited, 0o2):
            raise HadoopError("AccessControlException", f"Permission denied: user={user}")
        return parent

    def _status(self, node: Node, name: str = "") -> Json:
        return {
            "pathSuffix": name,
            "type": node.kind.upper(),
            "length": node.size_bytes,
            "owner": node.owner,
            "group": node.group,
            "permission": f"{node.mode:o}",
            "accessTime": 0,
            "modificationTime": node.mtime_ms,
            "blockSize": 0,
            "replication": node.replication,
            "fileId": node.inode_id,
            "childrenNum": len(node.children),
        }

    def _getfilestatus(self, path: str, user: str, _query: Json) -> Json:
        return {"FileStatus": self._status(self._find(path, user))}

    def _liststatus_batch(self, path: str, user: str, query: Json) -> Json:
        node = self._find(path, user)
        names = sorted(name for name in node.children if name > query.get("startAfter", ""))
        listed = [self._status(node.children[name], name) for name in names[:2]]
        page = {
            "partialListing": {"FileStatuses": {"FileStatus": listed}},
            "remainingEntries": len(names) - len(listed),
        }
        return {"DirectoryListing": page}

    def _getaclstatus(self, path: str, user: str, _query: Json) -> Json:
        node = self._find(path, user)
        return {
            "AclStatus": {
                "entries": self.acls.get(node.inode_id, []),
                "owner": node.owner,
                "group": node.group,
                "permission": f"{node.mode & 0o777:o}",
                "stickyBit": bool(node.mode & 0o1000),
            }
        }

    def _mkdirs(self, path: str, user: str, query: Json) -> Json:
        self._writable(path, user)
        self.tree.mkdirs(path, mode=int(query.get("permission", "755"), 8), owner=user)
        return {"boolean": True}

    def _rename(self, path: str, user: str, query: Json) -> None:
        to = query["destination"]
        node, source, target = self._find(path, user), self._writable(path, user), to
        into = self._writable(target, user)
        name = target.rpartition("/")[2]
        if name in into.children and query["renameoptions"] != "OVERWRITE":
            raise HadoopError("FileAlreadyExistsException", f"{to} is there")
        del source.children[node.name]
        node.name = name
        into.children[name] = node

    def _setpermission(self, path: str, user: str, query: Json) -> None:
        self._owned(path, user).mode = int(query["permission"], 8)

    def _owned(self, path: str, user: str) -> Node:
        node = self._find(path, user)
        if self._limited(user) is not None and node.owner != user:
            raise HadoopError("AccessControlException", f"Permission denied. user={user}")
        return node

    def _setowner(self, path: str, user: str, query: Json) -> None:
        if self._limited(user) is not None and "owner" in query:
            raise HadoopError("AccessControlException", "Non-super user cannot change owner")
        node = self._owned(path, user)
        node.owner = query.get("owner", node.owner)
        node.group = query.get("group", node.group)

    def _setacl(self, path: str, user: str, query: Json) -> None:
        node = self._owned(path, user)
        plain = re.compile(r"^(user::|other::|mask::)")
        entries = [each for each in query["aclspec"].split(",") if not plain.match(each)]
        self.acls[node.inode_id] = entries

    def _removeacl(self, path: str, user: str, _query: Json) -> None:
        self.acls.pop(self._owned(path, user).inode_id, None)

    def _create(self, path: str, user: str, query: Json) -> Json:
        self._writable(path, user)
        return {"Location": f"{self.url}{DATA_PREFIX}{path}?op=CREATE&user.name={user}"}

    def _open(self, path: str, user: str, query: Json) -> Reply:
        node = self._find(path, user)
        limited = self._limited(user)
        if limited is not None and not self.tree._may(node, limited, 0o4):
            raise HadoopError("AccessControlException", f"Permission denied: user={user}")
        asked = "&".join(f"{name}={query[name]}" for name in ("offset", "length"))
        location = f"{self.url}{DATA_PREFIX}{path}?op=OPEN&user.name={user}&{asked}"
        return Reply(307, headers={"Location": location})

    def _delete(self, path: str, user: str, _query: Json) -> Json:
        parent = self._writable(path, user)
        gone = parent.children.pop(path.rpartition("/")[2], None)
        return {"boolean": gone is not None}

    def _getcontentsummary(self, path: str, user: str, _query: Json) -> Json:
        node = self._find(path, user)
        below = [node, *(each for _, each in _places(node, ""))]
        files = [each for each in below if each.kind == "file"]
        summary = {
            "directoryCount": len(below) - len(files),
            "fileCount": len(files),
            "length": sum(each.size_bytes for each in files),
        }
        return {"ContentSummary": summary}

    def _settimes(self, path: str, user: str, query: Json) -> None:
        self._owned(path, user).mtime_ms = int(query["modificationtime"])

    def _allowsnapshot(self, path: str, user: str, _query: Json) -> None:
        self._find(path, user)
        self.snapshots.setdefault(path, [])

    def _disallowsnapshot(self, path: str, user: str, _query: Json) -> None:
        del self.snapshots[path]

    def _taken(self, root: str, name: str) -> Taken:
        for each in self.snapshots.get(root, []):
            if each.name == name:
                return each
        raise Refused(404, "not_found", "")

    def _createsnapshot(self, path: str, user: str, query: Json) -> Json:
        name = query["snapshotname"]
        if any(each.name == name for each in self.snapshots[path]):
            raise HadoopError("SnapshotException", f"There is already a snapshot {name}")
        self._ids += 1
        tree = copy.deepcopy(self._find(path, user))
        self.snapshots[path].append(Taken(self._ids, name, tree, 1_700_000_000_000 + self._ids))
        return {"Path": f"{path}/.snapshot/{name}"}

    def _renamesnapshot(self, path: str, user: str, query: Json) -> None:
        self._taken(path, query["oldsnapshotname"]).name = query["snapshotname"]

    def _deletesnapshot(self, path: str, user: str, query: Json) -> None:
        self.snapshots[path].remove(self._taken(path, query["snapshotname"]))

    def _getsnapshottabledirectorylist(self, _path: str, _user: str, _query: Json) -> Json:
        found = []
        for path, taken in self.snapshots.items():
            parent, _, name = path.rpartition("/")
            found.append(
                {
                    "parentFullPath": parent or "/",
                    "snapshotNumber": len(taken),
                    "snapshotQuota": 65536,
                    "dirStatus": self._status(self.tree.find(path), name),
                }
            )
        return {"SnapshottableDirectoryList": found or None}

    def _getsnapshotlist(self, path: str, user: str, _query: Json) -> Json:
        self._find(path, user)
        found = []
        for taken in self.snapshots[path]:
            status = self._status(taken.tree, taken.name)
            status["modificationTime"] = taken.taken_at_ms
            found.append(
                {"parentFullPath": path, "snapshotID": taken.snapshot_id, "dirStatus": status}
            )
        return {"SnapshotList": found}

    def _getsnapshotdiff(self, path: str, user: str, query: Json) -> Json:
        former = self._taken(path, query["oldsnapshotname"]).tree
        later = query.get("snapshotname")
        now = self._taken(path, later).tree if later else self._find(path, user)
        return {"SnapshotDiffReport": {"diffList": _differences(former, now)}}


def _differences(former: Node, now: Node) -> list[Json]:
    before, after = dict(_places(former, "")), dict(_places(now, ""))
    old = {node.inode_id: path for path, node in before.items()}
    new = {node.inode_id: path for path, node in after.items()}
    found = []
    for inode_id, path in old.items():
        if inode_id not in new:
            found.append({"type": "DELETE", "sourcePath": path})
        elif new[inode_id] != path:
            found.append({"type": "RENAME", "sourcePath": path, "targetPath": new[inode_id]})
        elif before[path].size_bytes != after[path].size_bytes:
            found.append({"type": "MODIFY", "sourcePath": path})
    return found + [
        {"type": "CREATE", "sourcePath": path} for inode, path in new.items() if inode not in old
    ]


def _places(node: Node, path: str) -> Iterator[tuple[str, Node]]:
    for name, child in sorted(node.children.items()):
        below = f"{path}/{name}".lstrip("/")
        yield below, child
        yield from _places(child, below)


def _failed(error: HadoopError) -> Reply:
    told: dict[str, Any] = {
        "exception": error.kind,
        "javaClassName": f"org.apache.hadoop.{error.kind}",
        "message": f"{error.message}\n\tat somewhere",
    }
    status = _STATUS.get(error.kind, 403)
    return Reply(status, json.dumps({"RemoteException": told}).encode())
