"""The feed reader against doubles of the namenodes: failures, restarts and rebuilds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random

import pytest
from warren_cdc.admin import AdminClient
from warren_cdc.control import Control, Work
from warren_cdc.errands import ErrandState
from warren_cdc.indexer import Indexer
from warren_cdc.settings import FeedSettings
from warren_cdc.sources import open_index_source
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble
from warren_cdc.testkit.rows import xattr
from warren_cdc.wiring import open_store
from warren_search import FeedState, Kind, SearchQuery, SearchReader, Sort, Viewer, open_reader
from warren_search.errors import IndexCorrupt, IndexLocked, IndexNotReady
from warren_search.operation import Delete, Put
from warren_search.position import FeedPosition, FeedReport
from warren_search.sqlite.generations import IndexGenerations, active_file
from warren_search.testkit.history import directory, disturbed, file, random_history, root
from warren_search.testkit.model import ModelIndex

DEADLINE_S = 20


@dataclass
class Cluster:
    """Two namenodes over one store, and the index that follows them."""

    store: StoreDouble
    namenodes: list[NamenodeDouble]
    settings: FeedSettings
    reader: SearchReader
    control: Control = field(default_factory=Control)

    @contextmanager
    def indexer(self, settings: FeedSettings | None = None) -> Iterator[threading.Event]:
        """Runs an indexer; at the end it is stopped and must end by itself."""
        stop = threading.Event()
        failures: list[BaseException] = []
        thread = threading.Thread(
            target=self._run, args=(settings or self.settings, stop, failures)
        )
        thread.start()
        try:
            yield stop
        finally:
            stop.set()
            thread.join(DEADLINE_S)
            assert not thread.is_alive()
        assert not failures

    def _run(
        self, settings: FeedSettings, stop: threading.Event, failures: list[BaseException]
    ) -> None:
        client = AdminClient(
            settings.admin_urls,
            settings.token_file,
            timeout_ms=settings.admin_timeout_ms,
            stop=stop,
        )
        try:
            with open_store(settings) as store, open_index_source(settings, client) as (source, _):
                Indexer(client, store, source, settings, stop=stop, control=self.control).run()
        except BaseException as error:  # noqa: BLE001 - shown by the test's own thread
            failures.append(error)
        finally:
            client.close()

    def is_done(self, work: Work) -> bool:
        return self.control.ask(work, "one").state is ErrandState.DONE

    def wait_for_sequence(self, sequence: int) -> None:
        until(lambda: self._sequence() >= sequence)

    def wait_for_state(self, state: FeedState) -> None:
        until(lambda: self.reader.status().state is state)

    def names(self, text: str) -> list[str]:
        return [hit.name for hit in self.reader.search(SearchQuery(text=text)).items]

    def names_of_all(self) -> list[str]:
        query = SearchQuery(sort=Sort.NAME, limit=500)
        return [hit.name for hit in self.reader.search(query).items]

    def _sequence(self) -> int:
        as_of = self.reader.status().as_of
        return -1 if as_of is None else as_of.sequence


def until(condition: Callable[[], bool]) -> None:
    """Polls a condition up to a deadline."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.01)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    store = StoreDouble()
    (tmp_path / "token").write_text(TOKEN + "\n")
    with NamenodeDouble(store) as first, NamenodeDouble(store) as second:
        settings = FeedSettings(
            home=tmp_path,
            admin_urls=(first.url, second.url),
            admin_token_file=tmp_path / "token",
            admin_timeout_ms=2_000,
            feed_batch_events=7,
            feed_wait_ms=50,
            rebuild_page_inodes=5,
            retry_pause_ms=20,
        )
        reader = open_reader(settings.index_path)
        yield Cluster(store, [first, second], settings, reader)
        reader.close()


def _same_as_model(reader: SearchReader, model: ModelIndex) -> None:
    query = SearchQuery(sort=Sort.NAME, limit=500)
    assert reader.search(query).items == model.search(query).items
    expected = model.stats()
    assert replace(reader.stats(), as_of=expected.as_of, lag_ms=0) == expected


def test_builds_then_follows(cluster: Cluster) -> None:
    cluster.store.commit([Put(root()), *[Put(file(at, 1, f"old-{at}")) for at in range(2, 30)]])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
        assert len(cluster.names("old")) == 28
        head = cluster.store.commit([Put(file(100, 1, "fresh"))])
        page = cluster.reader.search(SearchQuery(text="fresh", min_commit=head))
        assert [hit.path for hit in page.items] == ["/fresh"]
        status = cluster.reader.status()
        assert (status.head_sequence, status.last_error) == (head, None)
        assert status.lag_ms is not None
        assert status.lag_ms < 5_000


def test_what_is_asked_for_is_done_and_told(cluster: Cluster) -> None:
    cluster.store.commit([Put(root()), *[Put(file(at, 1, f"old-{at}")) for at in range(2, 30)]])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
        for work in Work:
            until(partial(cluster.is_done, work))
            assert cluster.control.ask(work, "one").inodes == 29
        assert cluster.control.ask(Work.REPAIR, "one").drift == 0
        assert cluster.control.view().rebuilds == 1


def test_a_rebuild_that_is_withdrawn_leaves_the_old_index(cluster: Cluster) -> None:
    cluster.store.commit([Put(root()), *[Put(file(at, 1, f"old-{at}")) for at in range(2, 30)]])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
        first = cluster.namenodes[0]
        first.inodes_allowed.clear()
        cluster.control.ask(Work.REBUILD, "one")
        until(lambda: cluster.control.ask(Work.REBUILD, "one").state is ErrandState.RUNNING)
        cluster.control.withdraw(Work.REBUILD, "one")
        first.inodes_allowed.set()
        head = cluster.store.commit([Put(file(100, 1, "fresh"))])
        cluster.wait_for_sequence(head)
        assert len(cluster.names("old")) == 28
        assert cluster.control.ask(Work.REBUILD, "one").state is ErrandState.WITHDRAWN


@pytest.mark.parametrize("seed", range(4))
def test_disturbed_feeds_end_as_the_model(cluster: Cluster, seed: int) -> None:
    random = Random(seed)
    history = random_history(random, 300)
    delivered = disturbed(random, history.operations)
    cut = random.randrange(len(delivered))
    cluster.store.commit(delivered[:cut])
    with cluster.indexer():
        for start in range(cut, len(delivered), 25):
            head = cluster.store.commit(delivered[start : start + 25])
        cluster.wait_for_sequence(len(delivered))
    assert cluster.reader.stats().as_of.sequence == head
    model = ModelIndex()
    model.apply(history.operations, FeedPosition("c", 1, 1), FeedReport(FeedState.FOLLOWING, 1, 1))
    _same_as_model(cluster.reader, model)


def test_changes_during_the_build_are_not_lost(cluster: Cluster) -> None:
    first = cluster.namenodes[0]
    cluster.store.commit([Put(root()), *[Put(file(at, 1, f"f{at}")) for at in range(2, 12)]])
    first.inodes_allowed.clear()
    with cluster.indexer():
        until(lambda: "/admin/v1/inodes/columns" in first.paths)
        renamed = replace(file(3, 1, "renamed"), logical_time=2)
        head = cluster.store.commit([Put(renamed), Put(file(50, 1, "born"))])
        with pytest.raises(IndexNotReady):
            cluster.names("f")
        assert cluster.reader.status().state is FeedState.REBUILDING
        first.inodes_allowed.set()
        cluster.wait_for_sequence(head)
    assert cluster.names("renamed") == ["renamed"]
    assert cluster.names("born") == ["born"]
    assert cluster.names("f3") == []


def test_goes_on_at_another_namenode(cluster: Cluster) -> None:
    cluster.store.commit([Put(root())])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
        cluster.namenodes[0].kill()
        head = cluster.store.commit([Put(file(2, 1, "after"))])
        cluster.wait_for_sequence(head)
        cluster.namenodes[1].failing_status = 503
        cluster.wait_for_state(FeedState.STALLED)
        assert "No namenode answers" in (cluster.reader.status().last_error or "")
        assert cluster.names("after") == ["after"]
        head = cluster.store.commit([Put(file(3, 1, "later"))])
        cluster.namenodes[1].failing_status = None
        cluster.wait_for_sequence(head)
        cluster.wait_for_state(FeedState.FOLLOWING)


def test_a_restart_goes_on_where_it_was(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    cluster.store.commit([Put(root())])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
    generation = active_file(cluster.settings.index_path)
    caplog.clear()
    head = cluster.store.commit([Put(file(at, 1, f"n{at}")) for at in range(2, 40)])
    with cluster.indexer():
        cluster.wait_for_sequence(head)
    assert active_file(cluster.settings.index_path) == generation
    events = [record.msg["event"] for record in caplog.records if isinstance(record.msg, dict)]
    assert "following" in events
    assert "rebuilding" not in events
    assert cluster.reader.stats().files == 38


def test_a_trimmed_feed_is_rebuilt_while_the_old_index_answers(cluster: Cluster) -> None:
    cluster.store.commit([Put(root()), Put(file(2, 1, "first"))])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
    before = active_file(cluster.settings.index_path)
    head = cluster.store.commit([Put(file(at, 1, f"n{at}")) for at in range(3, 30)])
    cluster.store.trim(kept=2)
    for namenode in cluster.namenodes:
        namenode.inodes_allowed.clear()
    with cluster.indexer():
        until(lambda: any("/admin/v1/inodes/columns" in each.paths for each in cluster.namenodes))
        assert cluster.names("first") == ["first"]
        assert cluster.names("n29") == []
        for namenode in cluster.namenodes:
            namenode.inodes_allowed.set()
        cluster.wait_for_sequence(head)
        assert cluster.names("n29") == ["n29"]
        assert active_file(cluster.settings.index_path) != before
    with cluster.indexer():
        until(lambda: before is not None and not before.exists())
        assert cluster.names("first") == ["first"]


@pytest.mark.parametrize("given_again", [0, 2, 40])
def test_a_store_that_was_set_back_is_noticed_although_its_sequences_are_given_again(
    cluster: Cluster, given_again: int
) -> None:
    kept = cluster.store.commit([Put(root()), Put(file(2, 1, "kept")), Put(file(3, 1, "moved"))])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
        moved = replace(file(3, 1, "lost-name"), logical_time=7)
        head = cluster.store.commit([Put(moved), Delete(2, 7), Put(file(4, 1, "lost"))])
        cluster.wait_for_sequence(head)
        assert cluster.names_of_all() == ["", "lost", "lost-name"]
        cluster.store.set_back(kept, incarnation=2)
        # The same sequences, other changes: also of versions and ids that the index has seen.
        cluster.store.commit([Put(file(4 + at, 1, f"new{at}")) for at in range(given_again)])
        expected = {"", "kept", "moved", *(f"new{at}" for at in range(given_again))}
        until(lambda: set(cluster.names_of_all()) == expected)
        head = cluster.store.commit([Put(replace(file(3, 1, "after"), logical_time=2))])
        until(lambda: cluster.names("after") == ["after"])


@pytest.mark.parametrize("events", [0, 40])
def test_another_store_is_noticed(cluster: Cluster, tmp_path: Path, events: int) -> None:
    cluster.store.commit([Put(root()), Put(file(2, 1, "mine")), Put(file(3, 1, "mine too"))])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
    other = StoreDouble("another" if events else "store")
    other.commit([Put(root()), Put(file(9, 1, "theirs"))])
    other.commit([Put(file(20 + at, 1, f"x{at}")) for at in range(events)])
    with NamenodeDouble(other) as namenode:
        settings = cluster.settings.model_copy(update={"admin_urls": (namenode.url,)})
        with cluster.indexer(settings):
            until(lambda: cluster.names("theirs") == ["theirs"])
        assert cluster.names("mine") == []


def test_a_missing_token_is_said_and_waited_for(cluster: Cluster) -> None:
    cluster.store.commit([Put(root())])
    cluster.settings.token_file.unlink()
    with cluster.indexer():
        until(lambda: "token" in (cluster.reader.status().last_error or ""))
        assert cluster.reader.status().state is FeedState.STALLED
        cluster.settings.token_file.write_text("wrong")
        until(lambda: "status=401" in (cluster.reader.status().last_error or ""))
        cluster.settings.token_file.write_text(TOKEN)
        cluster.wait_for_state(FeedState.FOLLOWING)
        assert cluster.reader.status().last_error is None


@pytest.mark.parametrize(
    "answer", [b"{}", b"not json", b'{"events": [{"name": "\\ud800"}]}', b"\xff", b""]
)
def test_an_answer_against_the_contract_stalls_and_loses_nothing(
    cluster: Cluster, answer: bytes
) -> None:
    cluster.store.commit([Put(root()), Put(file(2, 1, "kept"))])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
        for namenode in cluster.namenodes:
            namenode.broken_answer = answer
        cluster.wait_for_state(FeedState.STALLED)
        assert "contract" in (cluster.reader.status().last_error or "")
        assert cluster.names("kept") == ["kept"]
        head = cluster.store.commit([Put(file(3, 1, "next"))])
        for namenode in cluster.namenodes:
            namenode.broken_answer = None
        cluster.wait_for_sequence(head)


def test_a_damaged_index_is_built_again(cluster: Cluster) -> None:
    head = cluster.store.commit([Put(root()), Put(directory(2, 1, "d")), Put(file(3, 2, "leaf"))])
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
    damaged = active_file(cluster.settings.index_path)
    assert damaged is not None
    damaged.write_bytes(b"this is no database" * 1000)
    with pytest.raises(IndexCorrupt):
        open_reader(cluster.settings.index_path).search(SearchQuery())
    with cluster.indexer():
        until(lambda: active_file(cluster.settings.index_path) != damaged)
        cluster.wait_for_sequence(head)
    assert cluster.names("leaf") == ["leaf"]
    assert not damaged.exists()


def test_a_foreign_file_is_not_overwritten(cluster: Cluster) -> None:
    path = cluster.settings.index_path
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    with IndexGenerations(path) as generations, pytest.raises(IndexCorrupt):
        generations.open_active()
    with pytest.raises(IndexCorrupt):
        cluster.reader.search(SearchQuery())
    assert path.read_text() == "mine"


def test_an_index_has_one_writer(cluster: Cluster) -> None:
    path = cluster.settings.index_path
    with IndexGenerations(path), pytest.raises(IndexLocked):
        IndexGenerations(path)


def test_stopping_during_a_build_leaves_what_can_be_resumed(cluster: Cluster) -> None:
    cluster.store.commit([Put(root()), *[Put(file(at, 1, f"f{at}")) for at in range(2, 12)]])
    first = cluster.namenodes[0]
    first.inodes_allowed.clear()
    with cluster.indexer() as stop:
        until(lambda: "/admin/v1/inodes/columns" in first.paths)
        stop.set()
        first.inodes_allowed.set()
    path = cluster.settings.index_path
    assert not cluster.reader.status().searchable
    with cluster.indexer():
        cluster.wait_for_state(FeedState.FOLLOWING)
        assert cluster.reader.stats().files == 10
    with cluster.indexer():
        until(lambda: [each.name for each in path.parent.glob("*.g?")] == [path.readlink().name])


def test_acls_are_read_with_the_inodes_that_have_them(cluster: Cluster) -> None:
    lets_eve = "user:eve:r-x,group::---,mask::r-x,other::---"
    guarded = replace(directory(2, 1, "guarded"), mode=0o750, acl=lets_eve)
    cluster.store.commit([Put(root()), Put(guarded), Put(file(3, 2, "secret"))])

    def found(user: str) -> list[str]:
        query = SearchQuery(kind=Kind.FILE, viewer=Viewer(user))
        return [hit.name for hit in cluster.reader.search(query).items]

    with cluster.indexer():
        cluster.wait_for_sequence(3)
        # Once by the build, then by events.
        assert (found("eve"), found("bob")) == (["secret"], [])
        lets_bob = lets_eve.replace("eve", "bob")
        changed = replace(guarded, logical_time=2, acl=lets_bob)
        cluster.wait_for_sequence(cluster.store.commit([Put(changed)]))
        assert (found("eve"), found("bob")) == ([], ["secret"])
        # The event tells of an ACL that is gone when it is read: nobody gets in by the mode.
        open_to_all = replace(guarded, logical_time=3, mode=0o755, acl=lets_bob)
        with cluster.store.rows.withheld("acls"):
            cluster.wait_for_sequence(cluster.store.commit([Put(open_to_all)]))
            assert (found("eve"), found("bob"), found("hdfs")) == ([], [], ["secret"])
        bare = replace(guarded, logical_time=4, mode=0o755, acl="")
        cluster.wait_for_sequence(cluster.store.commit([Put(bare)]))
        assert (found("eve"), found("bob")) == (["secret"], ["secret"])


def test_attributes_are_read_with_the_inodes_that_have_them(cluster: Cluster) -> None:
    marked = replace(file(3, 1, "marked"), xattrs=("team",))
    cluster.store.rows.put("xattrs", xattr(3, "team", "blue"), xattr(3, "long", "whole", part=1))
    cluster.store.commit([Put(root()), Put(marked), Put(file(4, 1, "plain"))])

    def found(term: str) -> list[str]:
        return [hit.name for hit in cluster.reader.search(SearchQuery(xattrs=(term,))).items]

    with cluster.indexer():
        cluster.wait_for_sequence(3)
        # Once by the build, then by an event.
        assert (found("team"), found("team=blue"), found("long")) == (["marked"], ["marked"], [])
        cluster.store.rows.put("xattrs", xattr(4, "team", "red"))
        changed = replace(file(4, 1, "plain"), logical_time=2, xattrs=("team",))
        cluster.wait_for_sequence(cluster.store.commit([Put(changed)]))
        assert found("team=red") == ["plain"]
        cluster.store.rows.remove("xattrs", 3)
        bare = replace(marked, logical_time=2, xattrs=())
        cluster.wait_for_sequence(cluster.store.commit([Put(bare)]))
        assert found("team") == ["plain"]
