"""The archive of classes is used only when it is of the jars that are there."""

import os
from pathlib import Path

import pytest

from warren_cli import build, programs, shared_classes
from warren_cli.home import Home
from warren_cli.settings import load


@pytest.fixture
def jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    lib = tmp_path / "lib"
    lib.mkdir()
    jar = lib / "some.jar"
    jar.write_bytes(b"classes")
    monkeypatch.setattr(build, "JAVA_LIB", lib)
    monkeypatch.setattr(shared_classes, "ARCHIVE", tmp_path / "classes.jsa")
    monkeypatch.setattr(shared_classes, "STAMP", tmp_path / "classes.sha256")
    return jar


def archived() -> None:
    shared_classes.ARCHIVE.write_bytes(b"archive")
    build.stamp(shared_classes.STAMP, shared_classes.wanted())


def test_without_an_archive_java_starts_as_ever(jar: Path) -> None:
    assert jar.is_file()
    assert shared_classes.flags() == ()


def test_an_archive_of_these_jars_is_used(jar: Path) -> None:
    archived()
    assert jar.is_file()
    assert shared_classes.flags() == (f"-XX:SharedArchiveFile={shared_classes.ARCHIVE}",)


def test_an_archive_of_other_jars_is_not(jar: Path) -> None:
    archived()
    os.utime(jar, (1, 1))
    assert shared_classes.flags() == ()
    archived()
    jar.with_name("another.jar").touch()
    assert shared_classes.flags() == ()


def test_one_that_was_taken_away_is_not(jar: Path) -> None:
    archived()
    assert jar.is_file()
    shared_classes.ARCHIVE.unlink()
    assert shared_classes.flags() == ()


def test_every_class_path_begins_with_the_jars(jar: Path, tmp_path: Path) -> None:
    archived()
    settings = load({"WARREN_HOME": str(tmp_path / "home")})
    home = Home(settings.home)
    home.conf.mkdir(parents=True)
    commands = [p.command for p in programs.programs(settings, home) if "-cp" in p.command]
    assert len(commands) == 2
    for command in commands:
        assert command[command.index("-cp") + 1] == f"{jar.parent}/*:{home.conf}"
        assert shared_classes.flags()[0] in command
