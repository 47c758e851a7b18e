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
# A finished export, and one under way, in that version's table.
EXPORTS = """
INSERT INTO search_searchexport (
  id, user_id, owner, q, sort, kind, seen_as, state, cursor, rows, written_bytes, size_bytes,
  truncated, as_of, error, created_at, finished_at, takeovers, complete, epoch, file_epoch
) VALUES
  (1, 1, 'ada', 'ext:csv', 'relevance', 'csv', NULL, 'succeeded', '', 700, 41000, 41100,
   0, '{"sequence": 9, "time_ms": 1700000000000}', NULL, '2026-11-20 08:00:00',
   '2026-11-20 08:00:07', 0, 1, 0, 0),
  (2, 1, 'ada', 'owner:ada', 'newest', 'parquet', NULL, 'running', 'c1', 500, 30000, NULL,
   0, '{"sequence": 9, "time_ms": 1700000000000}', NULL, '2026-11-20 09:00:00',
   NULL, 1, 0, 1, 1);
"""
# What an export's row kept of its state is its job's since exports are jobs.
WITH_THE_JOB = {
    "search_searchexport": {
        *("owner", "state", "cursor", "rows", "written_bytes", "size_bytes", "truncated"),
        *("as_of", "error", "created_at", "finished_at", "lease_token", "lease_expires_at"),
        *("takeovers", "complete", "epoch", "file_epoch"),
    }
}
EXPORTED = """
SELECT e.id, e.q, j.kind, j.actor, j.state, j.files, j.length_bytes, j.created_at, j.finished_at,
  json_extract(j.cursor, '$.cursor'), json_extract(j.cursor, '$.file_epoch'),
  json_extract(j.cursor, '$.size_bytes'), j.takeovers
FROM search_searchexport AS e JOIN jobs_job AS j ON j.id = e.job_id ORDER BY e.id
"""
# What Django keeps for itself.
NOT_OURS = ("django_", "auth_", "sqlite_")

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    file = tmp_path / "platform.sqlite"
    with closing(sqlite3.connect(file)) as made:
        made.executescript(OLD.read_text(encoding="utf-8"))
        made.executescript(EXPORTS)
    return file


def columns_of(file: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(file)) as opened:
        tables = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: [column[1] for column in opened.execute(f'PRAGMA table_info("{name}")')]
            for (name,) in tables
            if not name.startswith(NOT_OURS)
        }


def kept(columns: dict[str, list[str]]) -> dict[str, list[str]]:
    """Those that are in the same table still."""
    return {
        table: [name for name in names if name not in WITH_THE_JOB.get(table, ())]
        for table, names in columns.items()
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
    columns = kept(columns_of(database))
    before = rows_of(database, columns)
    assert sum(map(len, before.values())) > 8
    done = migrate(database)
    assert done.returncode == 0, done.stderr
    assert migrate(database, "--check").returncode == 0
    now = columns_of(database)
    assert {table: set(names) - set(now[table]) for table, names in columns.items()} == {
        table: set() for table in columns
    }
    after = rows_of(database, columns)
    # Each export has a job of its own now.
    new_jobs = [row for row in after["jobs_job"] if row not in before["jobs_job"]]
    assert len(new_jobs) == len(before["search_searchexport"])
    after["jobs_job"] = [row for row in after["jobs_job"] if row not in new_jobs]
    assert after == before
    assert len(now) > len(columns)
    with closing(sqlite3.connect(database)) as upgraded:
        assert upgraded.execute(EXPORTED).fetchall() == [
            (
                *(1, "ext:csv", "export", "ada", "succeeded", 700, 41000),
                *("2026-11-20 08:00:00", "2026-11-20 08:00:07", "", 0, 41100, 1),
            ),
            (
                *(2, "owner:ada", "export", "ada", "running", 500, 30000),
                *("2026-11-20 09:00:00", None, "c1", 1, None, 2),
            ),
        ]
        assert upgraded.execute("PRAGMA foreign_key_check").fetchall() == []
        assert upgraded.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
