"""What an operator gets wrong: one clear line, a fitting exit code, and nothing touched."""

import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from warren_cli.home import Home
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor

from .conftest import warren


@pytest.fixture
def folder(settings: Settings) -> Iterator[Path]:
    """A short temporary folder: a data folder's path has to fit a Unix socket's address."""
    with tempfile.TemporaryDirectory(prefix="warren-smoke-") as path:
        yield Path(path)


@pytest.mark.parametrize(
    "arguments",
    [("run", "--fast"), ("frobnicate",), ("namenode", "explode", "nn1"), ("demo", "--dir")],
)
def test_unknown_commands_and_flags(arguments: tuple[str, ...]) -> None:
    refused = warren(*arguments)
    assert refused.returncode == 2
    assert b"Error" in refused.stderr
    assert b"Traceback" not in refused.stderr


def test_a_busy_port_is_named_with_its_setting(folder: Path) -> None:
    """The running system holds every port, so the first one is refused."""
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen(1)
        address = f"127.0.0.1:{busy.getsockname()[1]}"
        refused = warren("run", WARREN_HOME=str(folder / "home"), WARREN_NN1_RPC_ADDRESS=address)
    assert refused.returncode == 1
    assert b"WARREN_NN1_RPC_ADDRESS" in refused.stderr
    assert address.encode() in refused.stderr
    assert b"pid" in refused.stderr
    assert not (folder / "home").exists()


def test_a_foreign_folder_is_refused_untouched(folder: Path) -> None:
    (folder / "notes.txt").write_text("mine")
    refused = warren("run", WARREN_HOME=str(folder))
    assert refused.returncode == 2
    assert b"Nothing was touched" in refused.stderr
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


def test_a_corrupt_folder_is_refused_untouched(folder: Path) -> None:
    (folder / "warren-home.json").write_text("\0\0\0")
    (folder / "store").mkdir()
    for command in ("run", "stop", "status", "logs"):
        refused = warren(command, WARREN_HOME=str(folder))
        assert refused.returncode == 2
        assert b"cannot be understood" in refused.stderr
    assert (folder / "warren-home.json").read_text() == "\0\0\0"


def test_a_bad_setting_is_named(folder: Path) -> None:
    refused = warren("status", WARREN_HOME=str(folder), WARREN_HTTP_ADDRESS="nonsense")
    assert refused.returncode == 2
    assert b"WARREN_HTTP_ADDRESS" in refused.stderr


def test_a_missing_jdk_is_said(folder: Path) -> None:
    refused = warren("run", WARREN_HOME=str(folder / "home"), JAVA_HOME=str(folder))
    assert refused.returncode == 1
    assert b"JDK 17" in refused.stderr
    assert not (folder / "home").exists()


def test_client_conf_keeps_foreign_files(folder: Path) -> None:
    (folder / "core-site.xml").write_text("<configuration/>")
    refused = warren("client-conf", str(folder))
    assert refused.returncode == 2
    assert b"--force" in refused.stderr
    assert (folder / "core-site.xml").read_text() == "<configuration/>"


def test_an_unknown_log_is_refused_and_the_known_are_named(settings: Settings) -> None:
    refused = warren("logs", "nonsense")
    assert refused.returncode == 2
    parts = [part.name for part in Supervisor(Home(settings.home)).processes()]
    assert parts
    assert {name for name in parts if name.encode() not in refused.stderr} == set()


def test_a_demo_of_a_missing_folder_is_refused() -> None:
    refused = warren("demo", "--dir", "/no/such/folder")
    assert refused.returncode == 2
    assert b"DEMO_DIR" in refused.stderr
