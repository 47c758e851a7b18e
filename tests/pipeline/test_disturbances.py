"""Every server of the pipeline is killed under load; the index ends as the whole namespace."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from random import Random

import httpx
import pytest
from warren_cdc.admin import AdminClient
from warren_cli.home import Home
from warren_cli.settings import load
from warren_cli.supervision import RUNNING, Supervisor
from warren_search import SearchReader, open_elastic_reader
from warren_search.elastic.generations import ElasticIndexGenerations
from warren_search.elastic.server import IndexNames, connect
from warren_search.errors import SearchError
from warren_search.operation import Document, document_of
from warren_search.query import Kind

SEED = 7
VICTIMS = ("indexer", "connect", "kafka", "elasticsearch", "sql")
RECOVERY_S = 240
PAGE = 2_000
BETWEEN_KILLS_S = (2.0, 5.0)


class Load(threading.Thread):
    """Random changes of a folder of its own, on both namenodes in turn."""

    def __init__(self, urls: tuple[str, ...], seed: int) -> None:
        super().__init__(daemon=True)
        self.changes = 0
        self.failures: list[str] = []
        self._random = Random(seed)
        self._stop_asked = threading.Event()
        self._urls = urls
        self._base = f"/disturbed-{os.getpid()}-{seed}"
        self._paths = [self._base]
        self._http = httpx.Client(params={"user.name": "root"}, timeout=60, trust_env=False)

    def run(self) -> None:
        with self._http:
            self._change("PUT", self._base, op="MKDIRS")
            while not self._stop_asked.is_set():
                self._step()

    def finish(self) -> None:
        self._stop_asked.set()
        self.join(60)
        assert not self.failures, self.failures[:3]

    def _step(self) -> None:
        random = self._random
        path, choice = random.choice(self._paths), random.random()
        if choice < 0.55 or path == self._base:
            made = f"{path}/n{random.randrange(10**6)}"
            self._change("PUT", made, op="MKDIRS")
            self._paths.append(made)
        elif choice < 0.75:
            self._change("PUT", path, op="SETPERMISSION", permission=random.choice(("700", "755")))
        elif choice < 0.95:
            target = random.choice([each for each in self._paths if not _below(each, path)])
            moved = f"{target}/m{random.randrange(10**6)}"
            self._change("PUT", path, op="RENAME", destination=moved)
            self._paths = [
                moved + each.removeprefix(path) if _below(each, path) else each
                for each in self._paths
            ]
        else:
            self._change("DELETE", path, op="DELETE", recursive="true")
            self._paths = [each for each in self._paths if not _below(each, path)]

    def _change(self, method: str, path: str, **parameters: str) -> None:
        url = self._urls[self.changes % len(self._urls)]
        answer = self._http.request(method, f"{url}/webhdfs/v1{path}", params=parameters)
        self.changes += 1
        if not answer.is_success or answer.text.strip() == '{"boolean":false}':
            self.failures.append(f"{parameters} {path}: {answer.status_code} {answer.text}")


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


@pytest.fixture
def supervisor() -> Supervisor:
    return Supervisor(Home(load(os.environ).home))


@pytest.fixture
def reader() -> Iterator[SearchReader]:
    reader = open_elastic_reader(os.environ["WARREN_ELASTICSEARCH_ADDRESS"], time_limit_ms=20_000)
    yield reader
    reader.close()


def kill(supervisor: Supervisor, name: str) -> int:
    """Kills a supervised process with its children, who share its group; its id."""
    pid = next(each.pid for each in supervisor.processes() if each.name == name)
    os.killpg(os.getpgid(pid), signal.SIGKILL)
    return pid


def runs_again(supervisor: Supervisor, name: str, old_pid: int) -> bool:
    return any(
        each.name == name and each.state == RUNNING and each.pid not in {0, old_pid}
        for each in supervisor.processes()
    )


def reached(reader: SearchReader, sequence: int) -> bool:
    try:
        as_of = reader.status().as_of
    except SearchError:
        return False
    return as_of is not None and as_of.sequence >= sequence


def wait_until_reached(reader: SearchReader, admin: AdminClient) -> None:
    """Until the index has every change that the feed has now."""
    head = admin.feed(after=None, limit=1, wait_ms=0).head_sequence
    deadline = time.monotonic() + RECOVERY_S
    while not reached(reader, head):
        assert time.monotonic() < deadline, f"{head} not reached: {reader.status()}"
        time.sleep(0.2)


def namespace_of(admin: AdminClient) -> dict[int, Document]:
    found: dict[int, Document] = {}
    after_id: int | None = 0
    while after_id is not None:
        page = admin.inodes(after_id=after_id, limit=PAGE)
        found |= {inode.inode_id: document_of(inode) for inode in page.inodes}
        after_id = page.next_after_id
    return found


def index_of(url: str) -> tuple[dict[int, Document], dict[int, list[int]]]:
    """Every document of the index, and its list of ancestors."""
    names = IndexNames("warren-inodes")
    documents: dict[int, Document] = {}
    ancestors: dict[int, list[int]] = {}
    with closing(connect(url, timeout_ms=60_000)) as client:
        writer = ElasticIndexGenerations(client, names).open_active()
        assert writer is not None
        after_id = 0
        while page := writer.documents(after_id, 2**63 - 1, PAGE):
            documents |= {each.inode_id: each for each in page}
            after_id = page[-1].inode_id
        ids = list(documents)
        for start in range(0, len(ids), PAGE):
            some = [str(each) for each in ids[start : start + PAGE]]
            answer = client.mget(index=names.read, ids=some, source_includes=["ancestors"])
            ancestors |= {int(d["_id"]): d["_source"]["ancestors"] for d in answer["docs"]}
    return documents, ancestors


def true_ancestors(documents: dict[int, Document], inode_id: int) -> list[int]:
    found: list[int] = []
    at = documents[inode_id].parent_id
    while at != 0:
        assert documents[at].kind is Kind.DIRECTORY
        found.insert(0, at)
        at = documents[at].parent_id
    return found


@pytest.mark.timeout(900)
def test_the_index_ends_as_the_namespace_whatever_is_killed(
    admin: AdminClient,
    reader: SearchReader,
    supervisor: Supervisor,
    elasticsearch_url: str,
) -> None:
    random = Random(SEED)
    print(f"seed {SEED}")
    load_ = Load(tuple(os.environ["WARREN_ADMIN_URLS"].split(",")), SEED)
    load_.start()
    try:
        for name in VICTIMS:
            time.sleep(random.uniform(*BETWEEN_KILLS_S))
            old_pid = kill(supervisor, name)
            deadline = time.monotonic() + RECOVERY_S
            while not runs_again(supervisor, name, old_pid):
                assert time.monotonic() < deadline, f"{name} did not come back"
                time.sleep(0.2)
        time.sleep(random.uniform(*BETWEEN_KILLS_S))
    finally:
        load_.finish()
    assert load_.changes > 200
    wait_until_reached(reader, admin)
    namespace = namespace_of(admin)
    documents, ancestors = index_of(elasticsearch_url)
    assert documents == namespace
    deadline = time.monotonic() + RECOVERY_S
    while ancestors != {each: true_ancestors(namespace, each) for each in namespace}:
        assert time.monotonic() < deadline, "lists of ancestors are not true"
        time.sleep(1)
        ancestors = index_of(elasticsearch_url)[1]
