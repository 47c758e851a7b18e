"""Tools: what is missing or of another version is said in one line."""

from pathlib import Path

import pytest

from warren_cli import toolchain
from warren_cli.errors import OperatorError


def fake(folder: Path, name: str, output: str) -> None:
    script = folder / name
    script.write_text(f"#!/bin/sh\necho '{output}'\n")
    script.chmod(0o755)


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    fake(tmp_path, "java", 'openjdk version "17.0.15" 2025-04-15')
    fake(tmp_path, "javac", "javac 17.0.15")
    fake(tmp_path, "mvn", "Apache Maven 3.8.7")
    fake(tmp_path, "node", "v20.19.2")
    fake(tmp_path, "npm", "9.2.0")
    return tmp_path


def test_the_stated_machine_will_do(bin_folder: Path) -> None:
    toolchain.require()


def test_everything_missing_is_named_at_once(bin_folder: Path) -> None:
    (bin_folder / "javac").unlink()
    (bin_folder / "node").unlink()
    with pytest.raises(OperatorError) as raised:
        toolchain.require()
    message = str(raised.value)
    assert "javac not found, node not found" in message
    assert "openjdk-17-jdk-headless" in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("java", 'openjdk version "11.0.2"'),
        ("java", 'openjdk version "21.0.1"'),
        ("mvn", "Apache Maven 3.6.3"),
        ("node", "v18.20.4"),
        ("npm", "who knows"),
    ],
)
def test_another_version_is_refused(bin_folder: Path, name: str, output: str) -> None:
    fake(bin_folder, name, output)
    with pytest.raises(OperatorError, match=f"tools={name} "):
        toolchain.require()


def test_a_java_home_without_java_is_said(
    bin_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(bin_folder / "nothing"))
    with pytest.raises(OperatorError, match="JAVA_HOME is set and has none"):
        toolchain.require()
