"""A database of an earlier version, with rows of people: migrations take nothing from it.

data/platform-20261123.sql is that of the version of 23 November 2026: before undo, approvals,
selections and paces of jobs, roles below paths, and logins by an organisation.
"""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
OLD = HERE / "data" / "platform-20261123.sql"
BACKEND = HERE.parents[1]
TIMEOUT_S = 120
# What Django keeps for itself.
NOT_OURS = ("django_", "auth_", "sqlite_")

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    file = tmp_path / "platform.sqlite"
    with closing(sqlite3.connect(file)) as made:
        made.executescript(OLD.read_text(encoding="utf-8"))
    return file


def columns_of(file: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(file)) as opened:
        tables = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: [column[1] for column in opened.execute(f'PRAGMA table_info("{name}")')]
            for (name,) in tables
            if not name.startswith(NOT_OURS)
        }


def rows_of(file: Path, columns: dict[str, list[str]]) -> Rows:
    found: Rows = {}
    with closing(sqlite3.connect(file)) as opened:
        for table, names in columns.items():
            listed = ", ".join(f'"{name}"' for name in names)
            rows = opened.execute(f'SELECT {listed} FROM "{table}"').fetchall()
            found[table] = sorted(rows, key=repr)
    return found


def migrate(file: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "migrate", "--noinput", "-v", "0", *options],
        cwd=BACKEND,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "WARREN_HOME": str(file.parent),
            "WARREN_PLATFORM_DB": str(file),
        },
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def test_rows_of_an_earlier_version_are_the_same_after_its_upgrade(database: Path) -> None:
    columns = columns_of(database)
    before = rows_of(database, columns)
    assert sum(map(len, before.values())) > 8
    done = migrate(database)
    assert done.returncode == 0, done.stderr
    assert migrate(database, "--check").returncode == 0
    now = columns_of(database)
    assert {table: set(names) - set(now[table]) for table, names in columns.items()} == {
        table: set() for table in columns
    }
    assert rows_of(database, columns) == before
    assert len(now) > len(columns)
    with closing(sqlite3.connect(database)) as upgraded:
        assert upgraded.execute("PRAGMA foreign_key_check").fetchall() == []
        assert upgraded.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
