"""What clients are told of a namespace: what an upgrade must not change.

Everything is read over WebHDFS, which all versions have: attributes, limits, ACLs, extended
attributes, blocks, totals, snapshots and bytes.
"""

import hashlib
from collections.abc import Container
from typing import Any

from .conftest import WebHdfs

Facts = dict[str, dict[str, Any]]
# When a file was read last is of the reader, not of the file.
NOT_COMPARED = ("accessTime", "pathSuffix")
SNAPSHOTS = ".snapshot"


def facts_of(webhdfs: WebHdfs, paths: list[str], *, with_bytes: bool) -> Facts:
    """The facts by path of some directories, of all below them and of their snapshots.

    with_bytes: needs datanodes; without them bytes and their places in the database are left out.
    """
    found: Facts = {}
    for path in paths:
        status = webhdfs.ok("GET", path, "GETFILESTATUS").json()["FileStatus"]
        _add(webhdfs, path, status, found, with_bytes=with_bytes)
    return found


def _add(
    webhdfs: WebHdfs, path: str, status: dict[str, Any], found: Facts, *, with_bytes: bool
) -> None:
    facts: dict[str, Any] = {
        name: value for name, value in status.items() if name not in NOT_COMPARED
    }
    found[path] = facts
    acl = webhdfs.ok("GET", path, "GETACLSTATUS").json()["AclStatus"]
    facts["acl"] = acl["entries"]
    facts["xattrs"] = webhdfs.ok("GET", path, "GETXATTRS", encoding="hex").json()["XAttrs"]
    if status["type"] == "FILE":
        if with_bytes:
            content = webhdfs.ok("GET", path, "OPEN").content if status["length"] else b""
            facts["sha256"] = hashlib.sha256(content).hexdigest()
        located = webhdfs.call("GET", path, "GET_BLOCK_LOCATIONS")
        # Of bytes in the database, datanodes are told, or nobody.
        assert located.is_success or not with_bytes, located.text
        if located.is_success:
            facts["blocks"] = [
                [block["block"][name] for name in ("blockId", "generationStamp", "numBytes")]
                for block in located.json()["LocatedBlocks"]["locatedBlocks"]
            ]
        return
    facts["summary"] = webhdfs.ok("GET", path, "GETCONTENTSUMMARY").json()["ContentSummary"]
    listed = webhdfs.ok("GET", path, "LISTSTATUS").json()["FileStatuses"]["FileStatus"]
    for each in listed:
        _add(webhdfs, f"{path}/{each['pathSuffix']}", each, found, with_bytes=with_bytes)
    # What a snapshot keeps of its directory says so of itself, too.
    if status.get("snapshotEnabled") and SNAPSHOTS not in path:
        kept = webhdfs.ok("GET", f"{path}/{SNAPSHOTS}", "LISTSTATUS").json()
        for each in kept["FileStatuses"]["FileStatus"]:
            below = f"{path}/{SNAPSHOTS}/{each['pathSuffix']}"
            _add(webhdfs, below, each, found, with_bytes=with_bytes)


def differences(before: Facts, now: Facts, *, without: Container[str] = ()) -> list[str]:
    """Each fact that is not as it was; what the later version tells besides does no harm."""
    paths = [f"{path}: only one has it" for path in sorted(before.keys() ^ now.keys())]
    return paths + [
        f"{path}: {name} was {value}, is {now[path].get(name)}"
        for path, facts in before.items()
        for name, value in facts.items()
        if path in now and name not in without and now[path].get(name) != value
    ]
