"""Losing a namenode, losing both, restarting everything: clients go on, nothing is lost."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from warren_cli import health
from warren_cli.settings import Settings

from .conftest import RECOVERY_S, Shell, WebHdfs, eventually, healthy, pid_of, warren

WRITERS = 4
ACKNOWLEDGED_BEFORE_KILL = 200
WRITES_PER_WRITER_MAX = 20_000


def namenode_pids(settings: Settings) -> list[int]:
    """The processes that namenodes live in: one in the embedded mode, two in the cluster."""
    names = ("nn1", "nn2") if settings.is_cluster else (health.NAMENODES,)
    return [pid_of(settings, name) for name in names]


@pytest.mark.usefixtures("restored")
# Both are in one process of the embedded mode.
@pytest.mark.parametrize("name", ["nn1", pytest.param("nn2", marks=pytest.mark.cluster)])
def test_clients_work_while_one_namenode_is_stopped(
    *, shell: Shell, webhdfs: WebHdfs, area: str, settings: Settings, name: str, tmp_path: Path
) -> None:
    (tmp_path / "before").write_text("written before\n")
    shell.ok("-put", str(tmp_path / "before"), area)
    stopped = warren("namenode", "stop", name)
    assert stopped.returncode == 0, stopped.stderr
    assert warren("namenode", "status", name).returncode == 1
    # Several fresh clients: each starts at a random namenode, so some meet the stopped one.
    for number in range(4):
        shell.ok("-mkdir", f"{area}/while-{number}")
    assert shell.ok("-cat", f"{area}/before") == "written before\n"
    (tmp_path / "during").write_text("written meanwhile\n")
    shell.ok("-put", str(tmp_path / "during"), area)
    assert warren("namenode", "start", name).returncode == 0
    assert eventually(lambda: healthy(settings), RECOVERY_S)
    # The one that was away sees at once what the other did.
    url = settings.admin_urls[("nn1", "nn2").index(name)]
    away = WebHdfs((url,), os.environ.get("HADOOP_USER_NAME", shell.user))
    assert away.names(area) == {"before", "during", *(f"while-{n}" for n in range(4))}
    # Data waits for the datanode, which reports to a namenode that came back after a moment.
    assert eventually(lambda: away.call("GET", f"{area}/during", "OPEN").is_success, RECOVERY_S)
    assert away.ok("GET", f"{area}/during", "OPEN").content == b"written meanwhile\n"


@pytest.mark.usefixtures("restored")
def test_the_last_namenode_is_not_stopped(settings: Settings) -> None:
    assert warren("namenode", "stop", "nn1").returncode == 0
    refused = warren("namenode", "stop", "nn2")
    assert refused.returncode == 1
    assert refused.stderr.strip()
    assert warren("namenode", "status", "nn2").returncode == 0


def test_an_unknown_namenode_is_named() -> None:
    refused = warren("namenode", "stop", "nn9")
    assert refused.returncode == 2
    assert b"nn9" in refused.stderr


def kill(pids: list[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


class Writers:
    """Threads that change the namespace and remember what was acknowledged."""

    def __init__(self, settings: Settings, user: str, area: str) -> None:
        self._settings = settings
        self._user = user
        self._area = area
        self._stop = threading.Event()
        self.acknowledged: list[str] = []

    def write(self, writer: int) -> None:
        """Makes a folder and renames it, over and over, until a call is not answered."""
        client = WebHdfs((self._settings.admin_urls[writer % 2],), self._user)
        for number in range(WRITES_PER_WRITER_MAX):
            name = f"w{writer}-{number}"
            try:
                client.ok("PUT", f"{self._area}/{name}.new", "MKDIRS")
                done = client.ok(
                    "PUT", f"{self._area}/{name}.new", "RENAME", destination=f"{self._area}/{name}"
                )
            except (httpx.HTTPError, AssertionError):
                return
            if done.json()["boolean"] is True:
                self.acknowledged.append(name)
            if self._stop.is_set():
                return

    def stop(self) -> None:
        self._stop.set()


@pytest.mark.usefixtures("restored")
def test_killing_the_namenodes_amid_writes_loses_nothing_acknowledged(
    *, settings: Settings, shell: Shell, webhdfs: WebHdfs, area: str, superuser: str, tmp_path: Path
) -> None:
    (tmp_path / "data").write_bytes(os.urandom(2_000_000))
    shell.ok("-put", str(tmp_path / "data"), f"{area}/data")
    before = namenode_pids(settings)
    writers = Writers(settings, superuser, area)
    with ThreadPoolExecutor(WRITERS) as pool:
        for writer in range(WRITERS):
            pool.submit(writers.write, writer)
        enough = eventually(lambda: len(writers.acknowledged) >= ACKNOWLEDGED_BEFORE_KILL, 60)
        kill(before)
        writers.stop()
    assert enough, f"only {len(writers.acknowledged)} changes were acknowledged"
    assert eventually(lambda: healthy(settings), RECOVERY_S)
    assert not set(namenode_pids(settings)) & set(before)
    assert set(writers.acknowledged) - webhdfs.names(area) == set()
    shell.ok("-get", f"{area}/data", str(tmp_path / "copy"))
    assert (tmp_path / "copy").read_bytes() == (tmp_path / "data").read_bytes()


def test_a_client_rides_out_a_crash_of_both_namenodes(
    settings: Settings, shell: Shell, area: str, tmp_path: Path
) -> None:
    (tmp_path / "data").write_bytes(os.urandom(1_000_000))
    before = namenode_pids(settings)
    kill(before)
    shell.ok("-put", str(tmp_path / "data"), f"{area}/data")
    assert eventually(lambda: healthy(settings), RECOVERY_S)
    shell.ok("-get", f"{area}/data", str(tmp_path / "copy"))
    assert (tmp_path / "copy").read_bytes() == (tmp_path / "data").read_bytes()


@pytest.mark.timeout(1200)
def test_everything_survives_stop_and_run(shell: Shell, area: str, tmp_path: Path) -> None:
    shell.ok("-mkdir", "-p", f"{area}/kept/deep")
    shell.ok("-chmod", "0712", f"{area}/kept")
    (tmp_path / "data").write_bytes(os.urandom(1_500_000))
    shell.ok("-put", str(tmp_path / "data"), f"{area}/kept/data")
    stopped = warren("stop")
    assert stopped.returncode == 0, stopped.stderr
    assert warren("status").returncode == 3
    again = warren("stop")
    assert again.returncode == 0, "a second stop must be harmless"
    started = warren("run")
    assert started.returncode == 0, started.stdout + started.stderr
    assert b"password in" in started.stdout
    assert shell.ok("-stat", "%a", f"{area}/kept").strip() == "712"
    shell.ok("-test", "-d", f"{area}/kept/deep")
    shell.ok("-get", f"{area}/kept/data", str(tmp_path / "copy"))
    assert (tmp_path / "copy").read_bytes() == (tmp_path / "data").read_bytes()
    repeated = warren("run")
    assert repeated.returncode == 0
    assert b"already running" in repeated.stdout
    assert warren("status").returncode == 0
