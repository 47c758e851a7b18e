"""Fills an empty Warren with one of each kind of thing that an upgrade has to keep."""

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from warren_cli.settings import Settings, load

from .conftest import Shell, WebHdfs, logged_in
from .older_facts import facts_of
from .test_platform import finished, start
from .test_small_files import put_into_the_database

DATA = "/data"
ROOTS = [DATA, "/user"]
BLOCK_BYTES = 1024 * 1024
MANY = 300
SMALL = "in the database\n"
KEEPER = {"username": "keeper", "password": "a burrow below the old oak", "role": "operator"}
OWNED: dict[str, Any] = {
    "kind": "set_owner",
    "path": f"{DATA}/owned",
    "parameters": {"owner": "zoe"},
}
THROWN: dict[str, Any] = {"kind": "delete", "path": f"{DATA}/thrown", "parameters": {}}


def main(facts_file: str) -> None:
    settings = load(os.environ)
    superuser = os.environ.get("WARREN_SUPERUSER", "root")
    webhdfs = WebHdfs(settings.admin_urls, superuser)
    fill(webhdfs, Shell(superuser))
    act(settings)
    facts = facts_of(webhdfs, ROOTS, with_bytes=True)
    Path(facts_file).write_text(json.dumps(facts, indent=1, sort_keys=True), encoding="utf-8")


def fill(webhdfs: WebHdfs, shell: Shell) -> None:
    """What clients make."""

    def put(path: str, operation: str, **more: str) -> None:
        webhdfs.ok("PUT", f"{DATA}{path}", operation, **more)

    def write(path: str, content: bytes) -> None:
        webhdfs.ok("PUT", f"{DATA}{path}", "CREATE", content=content, blocksize=str(BLOCK_BYTES))

    for directory in (
        "/deep/a/b/c/d/e",
        "/many",
        "/owned/below",
        "/limited",
        "/kept",
        "/stored",
        "/cold",
    ):
        put(directory, "MKDIRS")
    write("/empty", b"")
    write("/deep/a/b/c/d/e/three-blocks", b"0123456789abcdef" * (3 * BLOCK_BYTES // 16 - 5))
    write("/näme with spaces & 漢字", "漢字\n".encode())
    for number in range(MANY):
        write(f"/many/f{number:04d}", b"" if number % 10 else f"{number}\n".encode())
    for name in ("one", "below/two", "below/three"):
        write(f"/owned/{name}", name.encode())
    write("/thrown/away", b"in the trash")
    put("/owned", "SETOWNER", owner="ann", group="people")
    put("/owned/one", "SETPERMISSION", permission="640")
    put("/deep/a", "SETPERMISSION", permission="1777")
    put("/deep/a/b", "MODIFYACLENTRIES", aclspec="user:bob:rwx,default:group:staff:r-x")
    put("/deep/a/b/c", "SETXATTR", **_attribute("user.note", '"older"'))
    put("/empty", "SETREPLICATION", replication="2")
    put("/limited", "SETQUOTA", namespacequota="100", storagespacequota="1000000000")
    put("/cold", "SETSTORAGEPOLICY", storagepolicy="COLD")
    put("/empty", "SETTIMES", modificationtime="1700000000000", accesstime="1700000001000")
    _keep_in_snapshots(webhdfs, write)
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "small.txt"
        small.write_text(SMALL, encoding="utf-8")
        put_into_the_database(shell, f"{DATA}/stored", small)
    shell.ok("-rm", f"{DATA}/many/f0000")
    put("/many/f0001", "RENAME", destination=f"{DATA}/deep/renamed")


def _keep_in_snapshots(webhdfs: WebHdfs, write: Callable[[str, bytes], None]) -> None:
    write("/kept/changed", b"first")
    write("/kept/deleted", b"deleted")
    webhdfs.ok("PUT", f"{DATA}/kept", "ALLOWSNAPSHOT")
    webhdfs.ok("PUT", f"{DATA}/kept", "CREATESNAPSHOT", snapshotname="before")
    webhdfs.ok("DELETE", f"{DATA}/kept/deleted", "DELETE")
    webhdfs.ok("DELETE", f"{DATA}/kept/changed", "DELETE")
    write("/kept/changed", b"second, and longer")
    webhdfs.ok("PUT", f"{DATA}/kept", "CREATESNAPSHOT", snapshotname="after")


def _attribute(name: str, value: str) -> dict[str, str]:
    return {"xattr.name": name, "xattr.value": value, "flag": "CREATE"}


def act(settings: Settings) -> None:
    """What people do at the console: an account, and a job that can be undone."""
    password = os.environ["WARREN_CONSOLE_PASSWORD"]
    with logged_in(settings, "admin", password) as api:
        made = api.post("users", json=KEEPER)
        assert made.status_code == httpx.codes.CREATED, made.text
        for job in (OWNED, THROWN):
            assert finished(api, start(api, **job))["state"] == "succeeded"


if __name__ == "__main__":
    main(sys.argv[1])
