"""Changes of all kinds below a folder of its own, on both namenodes in turn. Seeded."""

from __future__ import annotations

import itertools
import os
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

import httpx

ANSWER_TIMEOUT_S: Final = 60
FINISH_TIMEOUT_S: Final = 90
DEPTH_MAX: Final = 12
LENGTH_MAX_BYTES: Final = 6_000
_runs: Final = itertools.count(1)
ACL: Final = "user::rwx,user:ann:r-x,group::r-x,mask::rwx,other::---"


@dataclass
class Tree:
    """What the folder holds: directories, and the files with how they were made."""

    base: str
    directories: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def moved(self, path: str, target: str) -> None:
        """A file or directory, with all below it, has another place."""
        self.directories = [_moved(each, path, target) for each in self.directories]
        self.files = [_moved(each, path, target) for each in self.files]

    def removed(self, path: str) -> None:
        """A file or directory is gone with all below it."""
        self.directories = [each for each in self.directories if not is_below(each, path)]
        self.files = [each for each in self.files if not is_below(each, path)]


class Changes(threading.Thread):
    """Works until it is finished; notes what the namenodes refused."""

    def __init__(self, urls: tuple[str, ...], seed: int) -> None:
        super().__init__(name=f"changes-{seed}", daemon=True)
        self.done: Counter[str] = Counter()
        self.failures: list[str] = []
        self._urls = urls
        self._random = Random(seed)
        self._numbers = 0
        self._asked = 0
        self._finish = threading.Event()
        # A test that is run again begins in a folder of its own, too.
        self._tree = Tree(f"/disturbed-{os.getpid()}-{seed}-{next(_runs)}")
        self._http = httpx.Client(timeout=ANSWER_TIMEOUT_S, trust_env=False)
        # How often each is drawn; creations outweigh removals, so that the tree grows.
        self._kinds: dict[Callable[[], None], int] = {
            self._make_directory: 18,
            self._write_file: 14,
            self._append: 5,
            self._truncate: 2,
            self._concat: 2,
            self._move_directory: 10,
            self._move_file: 8,
            self._rename_in_place: 8,
            self._delete_directory: 3,
            self._delete_file: 4,
            self._set_permission: 4,
            self._set_owner: 4,
            self._set_times: 3,
            self._set_replication: 2,
            self._set_acl: 3,
            self._set_attribute: 3,
            self._set_policy: 3,
            self._set_quota: 2,
            self._take_snapshot: 2,
        }

    def run(self) -> None:
        with self._http:
            try:
                self._call("PUT", self._tree.base, "MKDIRS")
                self._tree.directories.append(self._tree.base)
                kinds, weights = list(self._kinds), list(self._kinds.values())
                while not self._finish.is_set():
                    self._random.choices(kinds, weights)[0]()
            except httpx.HTTPError as error:
                self.failures.append(repr(error))

    def finish(self) -> None:
        """Waits for the change under way; fails when a namenode refused anything."""
        self._finish.set()
        self.join(FINISH_TIMEOUT_S)
        assert not self.is_alive(), "a change does not end"
        assert not self.failures, self.failures[:3]

    def _make_directory(self) -> None:
        path = self._new_path()
        self._call("PUT", path, "MKDIRS")
        self._tree.directories.append(path)

    def _write_file(self) -> None:
        overwrites = bool(self._tree.files) and self._random.random() < 0.2
        path = self._random.choice(self._tree.files) if overwrites else self._new_path()
        self._write("PUT", path, "CREATE", overwrite="true")
        if not overwrites:
            self._tree.files.append(path)

    def _append(self) -> None:
        if path := self._a_file():
            self._write("POST", path, "APPEND")

    def _truncate(self) -> None:
        # At a block's boundary it is done with the answer; elsewhere a datanode has to help first.
        if path := self._a_file():
            self._call("POST", path, "TRUNCATE", newlength="0")

    def _concat(self) -> None:
        folder = self._a_directory()
        paths = [f"{folder}/{self._new_name()}" for _ in range(2)]
        for path in paths:
            self._write("PUT", path, "CREATE")
        self._call("POST", paths[0], "CONCAT", sources=paths[1])
        self._tree.files.append(paths[0])

    def _move_directory(self) -> None:
        path = self._a_directory()
        if path != self._tree.base:
            self._move(path, f"{self._a_directory(outside=path)}/{self._new_name()}")

    def _move_file(self) -> None:
        if path := self._a_file():
            self._move(path, f"{self._a_directory()}/{self._new_name()}")

    def _rename_in_place(self) -> None:
        path = self._something()
        if path != self._tree.base:
            self._move(path, f"{path.rpartition('/')[0]}/{self._new_name()}")

    def _move(self, path: str, target: str) -> None:
        self._call("PUT", path, "RENAME", destination=target)
        self._tree.moved(path, target)

    def _delete_directory(self) -> None:
        path = self._a_directory()
        if path != self._tree.base:
            self._call("DELETE", path, "DELETE", recursive="true")
            self._tree.removed(path)

    def _delete_file(self) -> None:
        if path := self._a_file():
            self._call("DELETE", path, "DELETE")
            self._tree.removed(path)

    def _set_permission(self) -> None:
        mode = self._random.choice(("700", "755", "1777"))
        self._call("PUT", self._something(), "SETPERMISSION", permission=mode)

    def _set_owner(self) -> None:
        owner = self._random.choice(("ann", "bob", "日本"))
        self._call("PUT", self._something(), "SETOWNER", owner=owner, group="staff")

    def _set_times(self) -> None:
        at_ms = str(self._random.randrange(1, 2**41))
        path = self._a_file() or self._a_directory()
        self._call("PUT", path, "SETTIMES", modificationtime=at_ms, accesstime=at_ms)

    def _set_replication(self) -> None:
        if path := self._a_file():
            self._call("PUT", path, "SETREPLICATION", replication=self._random.choice("123"))

    def _set_acl(self) -> None:
        path = self._something()
        self._call("PUT", path, "SETACL", aclspec=ACL)
        if self._random.random() < 0.5:
            self._call("PUT", path, "REMOVEACL")

    def _set_attribute(self) -> None:
        path, name = self._something(), {"xattr.name": "user.note"}
        value = f'"{self._random.randrange(10**9)}"'
        self._call("PUT", path, "SETXATTR", **name, flag="CREATE,REPLACE", **{"xattr.value": value})
        if self._random.random() < 0.5:
            self._call("PUT", path, "REMOVEXATTR", **name)

    def _set_policy(self) -> None:
        path = self._a_directory()
        self._call("PUT", path, "SETSTORAGEPOLICY", storagepolicy="COLD")
        self._call("POST", path, "UNSETSTORAGEPOLICY")

    def _set_quota(self) -> None:
        path = self._new_path()
        self._call("PUT", path, "MKDIRS")
        self._tree.directories.append(path)
        limits = {"namespacequota": "1000000", "storagespacequota": str(2**50)}
        self._call("PUT", path, "SETQUOTA", **limits)

    def _take_snapshot(self) -> None:
        """What a snapshot holds can be changed and deleted below it meanwhile."""
        path = self._new_path()
        self._call("PUT", f"{path}/kept", "MKDIRS")
        self._call("PUT", path, "ALLOWSNAPSHOT")
        self._call("PUT", path, "CREATESNAPSHOT", snapshotname="before")
        self._call("PUT", f"{path}/kept", "RENAME", destination=f"{path}/renamed")
        self._call("DELETE", f"{path}/renamed", "DELETE", recursive="true")
        self._call("DELETE", path, "DELETESNAPSHOT", snapshotname="before")
        self._call("PUT", path, "DISALLOWSNAPSHOT")
        self._tree.directories.append(path)

    def _a_directory(self, outside: str | None = None) -> str:
        shallow = [each for each in self._tree.directories if each.count("/") < DEPTH_MAX]
        return self._random.choice(
            [each for each in shallow if outside is None or not is_below(each, outside)]
        )

    def _a_file(self) -> str | None:
        return self._random.choice(self._tree.files) if self._tree.files else None

    def _something(self) -> str:
        return self._random.choice([*self._tree.directories, *self._tree.files])

    def _new_path(self) -> str:
        return f"{self._a_directory()}/{self._new_name()}"

    def _new_name(self) -> str:
        self._numbers += 1
        return f"n{self._numbers}{self._random.choice(('', '.csv', '日 é'))}"

    def _call(self, method: str, path: str, operation: str, **more: str) -> None:
        self._ask(method, path, {"op": operation, **more}, None)

    def _write(self, method: str, path: str, operation: str, **more: str) -> None:
        """As ``_call``, with some data that goes to a datanode."""
        content = self._random.randbytes(self._random.randrange(LENGTH_MAX_BYTES))
        self._ask(method, path, {"op": operation, **more}, content)

    def _ask(self, method: str, path: str, asked: Mapping[str, str], data: bytes | None) -> None:
        url = self._urls[self._asked % len(self._urls)]
        self._asked += 1
        parameters = {"user.name": "root", **asked}
        answer = self._http.request(method, f"{url}/webhdfs/v1{path}", params=parameters)
        if answer.status_code == httpx.codes.TEMPORARY_REDIRECT:
            answer = self._http.request(method, answer.headers["location"], content=data)
        self.done[asked["op"]] += 1
        if not answer.is_success or answer.text.strip() == '{"boolean":false}':
            self.failures.append(f"{asked} {path}: {answer.status_code} {answer.text}")


def is_below(path: str, folder: str) -> bool:
    """Whether a path is the folder or below it."""
    return path == folder or path.startswith(f"{folder}/")


def _moved(each: str, path: str, target: str) -> str:
    return target + each.removeprefix(path) if is_below(each, path) else each
