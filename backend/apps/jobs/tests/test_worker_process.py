"""A real worker process, killed with SIGKILL in the middle of a job; another one finishes it."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from doubles.namenode import TOKEN, NamenodeDouble

BACKEND = Path(__file__).resolve().parents[3]
FILES = 200
STEP = 10
DEADLINE_S = 60.0
WORKER = ("-m", "celery", "-A", "config.celery", "worker", "--pool=threads", "-c", "2")
CREATE = """
from apps.common.actor import Actor
from apps.common.rights import EVERYTHING
from apps.jobs import services
from apps.jobs.kinds import JobKind
print(services.job_create(
    actor=Actor(name="olga", user_id=None, hdfs_user="olga", rights=EVERYTHING),
    kind=JobKind.SET_OWNER,
    path="/data", parameters={"owner": "ann"}, dry_run=False, idempotency_key=None).pk)
"""

COUNT = """
from apps.jobs import wake
wake.job(1)
wake.job(2)
print(wake.messages())
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "secrets").mkdir(exist_ok=True)
    (tmp_path / "secrets" / "admin-token-web").write_text(TOKEN, encoding="utf-8")
    (tmp_path / "platform").mkdir()
    return tmp_path


@pytest.fixture
def environment(home: Path, namenode: NamenodeDouble) -> dict[str, str]:
    others = ("generations", "search", "analytics", "clients/namenode")
    roots = (BACKEND, *(BACKEND.parent / each for each in others))
    return {
        # Settings of the run around it, such as another database, are not this platform's.
        **{name: value for name, value in os.environ.items() if not name.startswith("WARREN_")},
        "PYTHONPATH": os.pathsep.join(map(str, roots)),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "WARREN_HOME": str(home),
        "WARREN_ADMIN_URLS": namenode.url,
        "WARREN_WORKER_METRICS_ADDRESS": "127.0.0.1:0",
        "WARREN_JOB_STEP_INODES": str(STEP),
        "WARREN_JOB_LEASE_MS": "1000",
        "WARREN_WORKER_BEAT_MS": "100",
    }


def django(environment: dict[str, str], *arguments: str, stdin: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "django", *arguments],
        env=environment,
        cwd=BACKEND,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def start_worker(
    environment: dict[str, str], home: Path
) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        with (home / f"worker{len(started)}.log").open("wb") as log:
            process = subprocess.Popen(
                [
                    sys.executable,
                    *["-m", "celery", "-A", "config.celery", "worker", "--pool=threads", "-c", "2"],
                ],
                env=environment,
                cwd=BACKEND,
                stdout=log,
                stderr=log,
            )
        started.append(process)
        return process

    yield start
    for process in started:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait(timeout=10)


def until(what: str, condition: Callable[[], Any], home: Path) -> Any:
    deadline_s = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline_s:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    logs = "\n".join(path.read_text()[-3000:] for path in home.glob("worker*.log"))
    raise AssertionError(f"Not within {DEADLINE_S} s: {what}\n{logs}")


def job_row(home: Path, job_id: int) -> dict[str, Any]:
    with closing(sqlite3.connect(home / "platform" / "platform.sqlite", timeout=20)) as database:
        database.row_factory = sqlite3.Row
        row = database.execute("SELECT * FROM jobs_job WHERE id = ?", (job_id,)).fetchone()
        return dict(row)


def test_messages_are_counted(environment: dict[str, str]) -> None:
    django(environment, "migrate", "--noinput", "-v", "0")
    assert django(environment, "shell", "--no-imports", stdin=COUNT).split()[-1] == "2"


@pytest.mark.timeout(240)
def test_sigkill_in_the_middle(
    home: Path,
    environment: dict[str, str],
    namenode: NamenodeDouble,
    start_worker: Callable[[], subprocess.Popen[bytes]],
) -> None:
    for number in range(FILES):
        namenode.tree.add_file(f"/data/file{number:04d}")
    namenode.on_request = lambda resource, _body: (
        time.sleep(0.03) if resource == "subtree/steps" else None
    )
    django(environment, "migrate", "--noinput", "-v", "0")
    job_id = int(django(environment, "shell", "--no-imports", stdin=CREATE).split()[-1])

    first = start_worker()
    until(
        "some acting steps",
        lambda: job_row(home, job_id)["phase"] == "acting" and job_row(home, job_id)["files"] > 30,
        home,
    )
    first.send_signal(signal.SIGKILL)
    first.wait(timeout=10)
    killed = job_row(home, job_id)
    assert (killed["state"], killed["lease_token"] is not None) == ("running", True)
    assert 30 < killed["files"] < FILES

    start_worker()
    until("the end", lambda: job_row(home, job_id)["finished_at"], home)
    job = job_row(home, job_id)
    assert (job["state"], job["takeovers"]) == ("succeeded", 1)
    assert (job["files"], job["directories"], job["total"]) == (FILES, 1, FILES + 1)
    assert job["changed"] == FILES + 1
    versions = {node.logical_time for _, node in namenode.tree.walk("/data")}
    assert versions == {2}, "each inode was changed exactly once"


@pytest.mark.timeout(240)
def test_a_worker_looks_after_the_cluster(
    home: Path,
    environment: dict[str, str],
    namenode: NamenodeDouble,
    start_worker: Callable[[], subprocess.Popen[bytes]],
) -> None:
    """Checks are made and figures are taken beside jobs, from the start of the worker."""
    django(environment, "migrate", "--noinput", "-v", "0")
    start_worker()

    def count(table: str) -> int:
        with closing(sqlite3.connect(home / "platform" / "platform.sqlite")) as database:
            return int(database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])

    until("findings", lambda: count("health_healthfinding"), home)
    until("a sample", lambda: count("figures_figuresample"), home)
