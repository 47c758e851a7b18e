"""Which indexes drive conditions that are put together, and what that costs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace

import pytest
from warren_search import FeedState
from warren_search.columns import DocumentColumns
from warren_search.conditions import (
    All,
    AnyOf,
    Between,
    Condition,
    Glob,
    InDatabase,
    Not,
    Number,
    OneOf,
    Text,
    Word,
)
from warren_search.position import FeedPosition, FeedReport
from warren_search.sqlite import pages, schema, trees
from warren_search.sqlite.generations import IndexGenerations, active_file
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import now_ms

FILES = 4_000
STEPS_PER_CALL = 100
CSV = OneOf(Text.EXTENSION, ("csv",))
LARGE = Between(Number.SIZE, 10, None)


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """A reader's connection to an index of files of two owners and endings."""
    path = tmp_path_factory.mktemp("search") / "index.sqlite"
    documents = [root(), directory(2, 1, "data")]
    documents += [
        replace(
            file(10 + at, 2, f"part-{at}.{'csv' if at % 2 else 'parquet'}", at),
            owner=f"owner{at % 2}",
        )
        for at in range(FILES)
    ]
    with IndexGenerations(path) as generations:
        builder = generations.start_build()
        builder.writer.load(DocumentColumns.of(documents))
        report = FeedReport(FeedState.FOLLOWING, 1, now_ms())
        position = FeedPosition("c1", 1, now_ms())
        generations.activate(builder.finish_load(lambda: None), position, report)
        opened = active_file(path)
        assert opened is not None
        connection = schema.open_for_reading(opened)
        yield connection
        connection.close()


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (AnyOf((CSV, Glob("*.parquet"))), FILES),
        (AnyOf((Glob("part-1.*"), Glob("part-2.csv*"))), None),
        (All((Not(CSV), Glob("*.parquet"))), FILES // 2),
        (OneOf(Text.OWNER, ("owner0", "owner1")), FILES),
        (OneOf(Text.GROUP, ("supergroup",)), FILES + 2),
        (OneOf(Text.KIND, ("directory",)), 2),
        (AnyOf(()), 0),
        (Between(Number.MTIME, 0, None), FILES + 2),
    ],
)
def test_what_drives_is_a_superset_without_doubles(
    connection: sqlite3.Connection, condition: Condition, found: int | None
) -> None:
    (driver,) = trees.drivers(condition)
    ids = [row[0] for row in connection.execute(driver.text, driver.parameters)]
    assert len(ids) == len(set(ids))
    sql = trees.sql_of(condition)
    wanted = {
        row[0]
        for row in connection.execute(
            f"SELECT inode_id FROM document WHERE {sql.text}", sql.parameters
        )
    }
    assert wanted <= set(ids)
    assert found is None or len(ids) == found


@pytest.mark.parametrize(
    "condition",
    [
        Not(CSV),
        Word("ab"),
        Glob("?*"),
        OneOf(Text.KIND, ("file",)),
        InDatabase(stored=False),
        Between(Number.REPLICATION, 1, None),
        AnyOf((CSV, Not(LARGE))),
    ],
)
def test_what_no_index_answers_drives_nothing(condition: Condition) -> None:
    assert list(trees.drivers(condition)) == []


@pytest.mark.parametrize(
    "condition",
    [
        CSV,
        Not(OneOf(Text.OWNER, ("owner0", "nobody"))),
        OneOf(Text.GROUP, ("supergroup",)),
        OneOf(Text.KIND, ("directory", "symlink")),
        AnyOf((InDatabase(stored=False), Not(LARGE))),
        InDatabase(stored=True),
        All((AnyOf((CSV, LARGE)), Not(OneOf(Text.OWNER, ("owner1",))), Glob("part-1*"))),
        Between(Number.MTIME, None, 5),
        AnyOf(()),
    ],
)
@pytest.mark.parametrize("index", ["document_by_name", "document_by_size", "document_by_mtime"])
def test_what_classes_tell_is_told_by_the_indexes_that_are_walked(
    connection: sqlite3.Connection, condition: Condition, index: str
) -> None:
    sql = trees.sql_of(condition, by_class=True)
    plain = trees.sql_of(condition)
    walked = f"SELECT inode_id FROM document INDEXED BY {index} WHERE {sql.text}"
    found = connection.execute(walked, sql.parameters).fetchall()
    wanted = connection.execute(
        f"SELECT inode_id FROM document WHERE {plain.text}", plain.parameters
    ).fetchall()
    assert sorted(found) == sorted(wanted)
    named = "glob" in sql.text.lower()
    if not named or index == "document_by_name":
        plan = connection.execute(f"EXPLAIN QUERY PLAN {walked}", sql.parameters).fetchall()
        assert f"COVERING INDEX {index}" in str(plan)


def test_alternatives_that_match_much_are_measured_no_further(
    connection: sqlite3.Connection,
) -> None:
    calls: list[int] = []
    connection.set_progress_handler(lambda: calls.append(1), STEPS_PER_CALL)
    try:
        drivers = list(trees.drivers(AnyOf((CSV, LARGE, OneOf(Text.OWNER, ("owner0",))))))
        assert pages.choose_driver(connection, drivers, 10) is None
    finally:
        connection.set_progress_handler(None, 0)
    # Reading them all takes some ten steps for each of the files.
    assert len(calls) * STEPS_PER_CALL < FILES
