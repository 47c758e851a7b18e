"""The continuous proof: drift is found, told, repaired, and never made up."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from warren_cdc.admin import AdminClient
from warren_cdc.attributes import AttributeReader
from warren_cdc.proof import DriftTooLarge, ProofPace, Prover, checksum
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble
from warren_cdc.testkit.rows import xattr
from warren_search import SearchQuery, open_reader
from warren_search.answer import FeedState
from warren_search.backend import IndexWriter
from warren_search.errors import IndexCorrupt
from warren_search.operation import Delete, Document, IndexOperation, Put
from warren_search.position import FeedPosition, FeedReport
from warren_search.sqlite.generations import IndexGenerations
from warren_search.sqlite.writer import SqliteIndexWriter
from warren_search.testkit.history import file, random_history, root
from warren_search.text import TERMINATOR

PAGE_INODES = 7


@pytest.fixture
def store() -> StoreDouble:
    return StoreDouble()


@pytest.fixture
def prover(store: StoreDouble, tmp_path: Path) -> Iterator[Prover]:
    (tmp_path / "token").write_text(TOKEN)
    with NamenodeDouble(store) as namenode:
        client = AdminClient(
            (namenode.url,), tmp_path / "token", timeout_ms=5_000, stop=threading.Event()
        )
        reader = AttributeReader(client)
        yield Prover(
            client,
            acls=reader.acls,
            xattrs=reader.xattrs,
            page_inodes=PAGE_INODES,
            settle_ms=0,
        )
        client.close()


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[IndexWriter]:
    with IndexGenerations(tmp_path / "index.sqlite") as generations:
        writer = generations.activate_empty(FeedReport(FeedState.REBUILDING, 0, 1))
        yield writer
        writer.close()


def apply(writer: IndexWriter, sequence: int, *operations: IndexOperation) -> None:
    position = FeedPosition(str(sequence), sequence, 1)
    writer.apply(operations, position, FeedReport(FeedState.FOLLOWING, sequence, 1))


def whole_pass(prover: Prover, writer: IndexWriter, sequence: int) -> None:
    """Steps until a pass is complete, and applies what repairs."""
    passes = prover.view.passes
    for _ in range(10_000):
        repairs = prover.step(writer, sequence)
        if repairs:
            done = writer.repair(repairs)
            prover.repaired(len(repairs), done.stored + done.removed)
        if prover.view.passes > passes:
            return
    raise AssertionError("the pass never ends")


def all_documents(writer: IndexWriter) -> dict[int, Document]:
    return {each.inode_id: each for each in writer.documents(0, 2**63 - 1, 100_000)}


def test_a_true_index_is_proved(store: StoreDouble, prover: Prover, writer: IndexWriter) -> None:
    operations = [Put(root()), *[Put(file(at, 1, f"f{at}")) for at in range(2, 40)]]
    head = store.commit(operations)
    apply(writer, head, *operations)
    whole_pass(prover, writer, head)
    last = prover.view.last
    assert last is not None
    assert (last.inodes, last.drift, last.repaired, last.sequence) == (39, 0, 0, head)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: [Put(replace(document, logical_time=5, size_bytes=7))],
        lambda document: [Put(replace(document, logical_time=5, name="another"))],
        lambda document: [Delete(document.inode_id, 5)],
    ],
)
def test_drift_of_the_same_version_is_repaired(
    store: StoreDouble,
    prover: Prover,
    writer: IndexWriter,
    spoil: Callable[[Document], list[IndexOperation]],
) -> None:
    truth = replace(file(9, 1, "truth"), logical_time=5)
    head = store.commit([Put(root()), Put(truth)])
    apply(writer, head, Put(root()), *spoil(truth))
    whole_pass(prover, writer, head)
    assert all_documents(writer)[9] == truth
    assert (prover.view.drift_found, prover.view.repaired) == (1, 1)
    whole_pass(prover, writer, head)
    assert prover.view.last is not None
    assert prover.view.last.drift == 0


def test_what_the_store_does_not_have_is_removed(
    store: StoreDouble, prover: Prover, writer: IndexWriter
) -> None:
    head = store.commit([Put(root())])
    apply(writer, head, Put(root()), *[Put(file(at, 1, "ghost")) for at in range(50, 90)])
    whole_pass(prover, writer, head)
    assert list(all_documents(writer)) == [1]
    assert prover.view.repaired == 40


def test_another_acl_of_the_same_version_is_drift(
    store: StoreDouble, prover: Prover, writer: IndexWriter
) -> None:
    right = replace(file(2, 1, "a"), acl="user:eve:r--,group::---,mask::r--,other::---")
    head = store.commit([Put(root()), Put(right), Put(file(3, 1, "b"))])
    wrong = replace(right, acl="user:bob:r--,group::---,mask::r--,other::---")
    gone = replace(file(3, 1, "b"), acl="?")
    apply(writer, head, Put(root()), Put(wrong), Put(gone))
    whole_pass(prover, writer, head)
    assert prover.view.repaired == 2
    assert [each.acl for each in all_documents(writer).values()] == ["", right.acl, ""]


def spoil(writer: IndexWriter, *statements: str) -> None:
    """What nobody thought of changes the index's file."""
    assert isinstance(writer, SqliteIndexWriter)
    connection = sqlite3.connect(writer.file)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def names(writer: IndexWriter, text: str) -> list[str]:
    """What a search finds."""
    assert isinstance(writer, SqliteIndexWriter)
    reader = open_reader(writer.file.with_suffix(""))
    try:
        return [hit.name for hit in reader.search(SearchQuery(text=text)).items]
    finally:
        reader.close()


def test_attributes_that_differ_are_drift(
    store: StoreDouble, prover: Prover, writer: IndexWriter
) -> None:
    store.rows.put("xattrs", xattr(2, "team", "blue"), xattr(3, "team", "red"))
    right = [
        replace(file(2, 1, "a"), xattrs=("team", "team=blue")),
        replace(file(3, 1, "b"), xattrs=("team", "team=red")),
    ]
    operations = [Put(root()), *map(Put, right), Put(file(4, 1, "c"))]
    head = store.commit(operations)
    apply(writer, head, *operations)
    whole_pass(prover, writer, head)
    assert prover.view.drift_found == 0
    spoil(
        writer,
        "UPDATE attribute SET term = 'team=green' WHERE term = 'team=blue'",
        "DELETE FROM attribute WHERE inode_id = 3",
        "INSERT INTO attribute VALUES ('team', 4)",
    )
    whole_pass(prover, writer, head)
    assert (prover.view.drift_found, prover.view.repaired) == (3, 3)
    found = all_documents(writer)
    assert [sorted(found[each].xattrs) for each in (2, 3, 4)] == [
        ["team", "team=blue"],
        ["team", "team=red"],
        [],
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE document SET class_id = (SELECT class_id FROM document WHERE inode_id = 1)"
        " WHERE inode_id = 2",
        "UPDATE document SET class_id = 99999 WHERE inode_id = 2",
        "UPDATE document SET storage_policy = 2 WHERE inode_id = 2",
    ],
)
def test_what_is_derived_wrong_is_found_and_repaired(
    store: StoreDouble, prover: Prover, writer: IndexWriter, statement: str
) -> None:
    operations = [Put(root()), Put(file(2, 1, "quarterly.csv")), Put(file(3, 1, "other"))]
    head = store.commit(operations)
    apply(writer, head, *operations)
    whole_pass(prover, writer, head)
    assert prover.view.drift_found == 0
    spoil(writer, statement)
    whole_pass(prover, writer, head)
    assert (prover.view.drift_found, prover.view.repaired) == (1, 1)
    whole_pass(prover, writer, head)
    assert prover.view.drift_found == 1
    assert all_documents(writer)[2] == file(2, 1, "quarterly.csv")
    assert names(writer, "quarterly") == ["quarterly.csv"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE document SET folded = 'else' WHERE inode_id = 2",
        # Of the contentless index only what was inserted can be taken back, by its text.
        "INSERT INTO name_gram (name_gram, rowid, text) VALUES ('delete', 2, 'quarterly.csv"
        "' || char(0) || char(0))",
    ],
)
def test_names_that_trigrams_do_not_lead_to_have_the_index_built_anew(
    store: StoreDouble, prover: Prover, writer: IndexWriter, statement: str
) -> None:
    operations = [Put(root()), Put(file(2, 1, "quarterly.csv")), Put(file(3, 1, "other"))]
    head = store.commit(operations)
    apply(writer, head, *operations)
    spoil(writer, statement.replace("char(0)", f"char({ord(TERMINATOR)})"))
    with pytest.raises(IndexCorrupt, match="trigrams"):
        whole_pass(prover, writer, head)


def test_totals_that_are_wrong_are_corrected(
    store: StoreDouble, prover: Prover, writer: IndexWriter
) -> None:
    operations = [Put(root()), Put(file(2, 1, "a", 100))]
    head = store.commit(operations)
    apply(writer, head, *operations)
    spoil(writer, "UPDATE total SET files = 7, length_bytes = 1")
    whole_pass(prover, writer, head)
    assert (prover.view.drift_found, prover.view.repaired) == (2, 2)
    whole_pass(prover, writer, head)
    assert prover.view.drift_found == 2


def test_documents_ahead_of_the_store_are_brought_back(
    store: StoreDouble, prover: Prover, writer: IndexWriter
) -> None:
    """What an index keeps of changes that the store lost: later versions, and deletions."""
    operations = [Put(root()), *[Put(file(at, 1, f"f{at}")) for at in (2, 3, 4)]]
    head = store.commit(operations)
    apply(writer, head, *operations)
    ahead = replace(file(2, 1, "renamed"), logical_time=9)
    apply(writer, head, Put(ahead), Delete(3, 9), Put(replace(file(9, 1, "ghost"), logical_time=9)))
    whole_pass(prover, writer, head)
    assert (prover.view.drift_found, prover.view.repaired) == (3, 3)
    assert [each.name for each in all_documents(writer).values()] == ["", "f2", "f3", "f4"]
    # The store goes on with versions and ids that the index had seen, and they count.
    again = [Put(replace(file(2, 1, "again"), logical_time=2)), Put(file(9, 1, "reborn"))]
    head = store.commit(again)
    apply(writer, head, *again)
    assert [all_documents(writer)[each].name for each in (2, 9)] == ["again", "reborn"]


def test_a_repair_that_is_refused_is_not_counted(
    store: StoreDouble, prover: Prover, writer: IndexWriter
) -> None:
    prover.repaired(5, 2)
    assert (prover.view.drift_found, prover.view.repaired) == (5, 2)


def test_what_is_under_way_is_no_drift(
    store: StoreDouble, prover: Prover, writer: IndexWriter
) -> None:
    first = store.commit([Put(root()), Put(file(2, 1, "a"))])
    apply(writer, first, Put(root()), Put(file(2, 1, "a")))
    late = replace(file(2, 1, "b"), logical_time=2)
    head = store.commit([Put(late), Put(file(3, 1, "new"))])
    for _ in range(5):
        assert prover.step(writer, first) == []
    assert prover.view.suspects == 2
    apply(writer, head, Put(late), Put(file(3, 1, "new")))
    whole_pass(prover, writer, head)
    assert (prover.view.drift_found, prover.view.suspects) == (0, 0)


def test_a_commit_that_has_no_place_in_the_feed_yet_is_no_drift(
    store: StoreDouble, prover: Prover, writer: IndexWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    prover = Prover(
        prover._client,
        acls=None,
        page_inodes=PAGE_INODES,
        settle_ms=10_000,
        clock=lambda: now[0],
    )
    seen = [Put(root()), Put(file(2, 1, "a"))]
    apply(writer, store.commit(seen), *seen)
    # The store shows it, the head does not count it.
    monkeypatch.setattr(prover, "_head", lambda: 2)
    store.commit([Put(replace(file(2, 1, "b"), logical_time=2)), Put(file(3, 1, "new"))])
    for _ in range(20):
        assert prover.step(writer, 2) == []
        now[0] += 0.4
    assert prover.view.suspects == 2
    now[0] += 10
    whole_pass(prover, writer, 2)
    assert prover.view.drift_found == 2


@pytest.mark.parametrize("seed", range(5))
def test_random_damage_ends_as_the_store(
    store: StoreDouble, prover: Prover, writer: IndexWriter, seed: int
) -> None:
    random = Random(seed)
    history = random_history(random, 200)
    head = store.commit(history.operations)
    spoiled = [each for each in history.operations if random.random() < 0.7]
    apply(writer, head, *spoiled)
    whole_pass(prover, writer, head)
    assert all_documents(writer) == history.left
    # The store's double keeps no attributes with its documents.
    left = [replace(each, xattrs=()) for each in history.left.values()]
    assert checksum(all_documents(writer).values()) == checksum(left)


def test_an_index_that_is_mostly_wrong_is_to_be_built_anew(
    store: StoreDouble,
    prover: Prover,
    writer: IndexWriter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("warren_cdc.proof.REPAIRS_MAX", 20)
    head = store.commit([Put(root()), *[Put(file(at, 1, "f")) for at in range(2, 60)]])
    apply(writer, head, Put(root()))
    with pytest.raises(DriftTooLarge):
        whole_pass(prover, writer, head)


@pytest.mark.parametrize(("took_s", "due_at"), [(0.0, 0.5), (0.01, 0.5), (2.0, 20.0)])
def test_proofs_take_a_tenth_of_the_time_at_most(took_s: float, due_at: float) -> None:
    now = [0.0]
    pace = ProofPace(500, clock=lambda: now[0])
    assert pace.is_due()
    with pace.step():
        now[0] = took_s
    now[0] = due_at - 0.001
    assert not pace.is_due()
    now[0] = due_at
    assert pace.is_due()
