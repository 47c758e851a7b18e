"""A real worker process, killed with SIGKILL between sending a message and writing that down."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from doubles.namenode import TOKEN
from doubles.receiver import WebhookReceiver

BACKEND = Path(__file__).resolve().parents[3]
DEADLINE_S = 60.0
WORKER = ("-m", "celery", "-A", "config.celery", "worker", "--pool=threads", "-c", "2")
# A channel, and a change of a minute ago that it is to tell.
PREPARE = """
from datetime import timedelta
from django.utils import timezone
from apps.alerts.tests.conftest import channel, changed
_, secret = channel(url={url!r}, checks=["datanodes"])
changed("error")
print(secret)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "secrets" / "admin-token-web").write_text(TOKEN, encoding="utf-8")
    (tmp_path / "platform").mkdir()
    return tmp_path


@pytest.fixture
def environment(home: Path) -> dict[str, str]:
    others = ("generations", "search", "analytics", "clients/namenode")
    parts = [str(BACKEND), *(str(BACKEND.parent / each) for each in others)]
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("WARREN_")},
        "PYTHONPATH": os.pathsep.join(parts),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "WARREN_HOME": str(home),
        "WARREN_ADMIN_URLS": "http://127.0.0.1:1",
        "WARREN_ADMIN_ATTEMPTS_MAX": "1",
        "WARREN_ALERT_PRIVATE_ADDRESSES": "true",
    }


@pytest.fixture
def start_worker(
    environment: dict[str, str], home: Path
) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        with (home / f"worker{len(started)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, *WORKER], env=environment, cwd=BACKEND, stdout=log, stderr=log
            )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait(timeout=10)


def until(what: str, condition: Callable[[], Any], home: Path) -> None:
    deadline_s = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline_s:
        if condition():
            return
        time.sleep(0.05)
    logs = "\n".join(path.read_text()[-3000:] for path in home.glob("worker*.log"))
    raise AssertionError(f"Not within {DEADLINE_S} s: {what}\n{logs}")


def sql(home: Path, statement: str) -> list[Any]:
    with closing(sqlite3.connect(home / "platform" / "platform.sqlite", timeout=20)) as database:
        rows = database.execute(statement).fetchall()
        database.commit()
        return rows


@pytest.mark.timeout(240)
def test_sigkill_between_sending_and_writing(
    home: Path,
    environment: dict[str, str],
    receiver: WebhookReceiver,
    start_worker: Callable[[], subprocess.Popen[bytes]],
) -> None:
    def django(*arguments: str, stdin: str = "") -> str:
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

    django("migrate", "--noinput", "-v", "0")
    secret = django("shell", "--no-imports", stdin=PREPARE.format(url=receiver.url)).split()[-1]

    receiver.hold = threading.Event()
    first = start_worker()
    until("the message", lambda: receiver.got, home)
    first.send_signal(signal.SIGKILL)
    first.wait(timeout=10)
    receiver.hold.set()
    ((state, attempts, lease),) = sql(
        home, "SELECT state, attempts, lease_token FROM alerts_alertdelivery"
    )
    assert (state, attempts) == ("queued", 0)
    assert lease is not None

    # As if its lease had run out, and the wait for a lost message of the broker.
    past = "'2000-01-01 00:00:00'"
    sql(home, f"UPDATE alerts_alertdelivery SET lease_expires_at = {past}, woken_at = {past}")
    start_worker()
    until(
        "the end",
        lambda: sql(home, "SELECT 1 FROM alerts_alertdelivery WHERE state = 'delivered'"),
        home,
    )
    assert len(receiver.got) == 2
    assert len({got.headers["webhook-id"] for got in receiver.got}) == 1
    assert all(got.signed_with(secret) for got in receiver.got)
    assert sql(home, "SELECT COUNT(*) FROM alerts_alertdelivery") == [(1,)]
