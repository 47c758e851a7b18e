"""Tokens of the admin API: each process is told of its own one, and the namenodes know the same."""

import re
import stat
from pathlib import Path

import pytest

from warren_cli import parts, programs, supervision
from warren_cli.admin_tokens import PROCESSES, VARIABLE, Holder, environment, token_file
from warren_cli.home import Home, prepare
from warren_cli.settings import REPOSITORY, Settings, load

JAVA = "fs-core/namenode/src/main/java/io/warren/namenode/admin/AdminHolder.java"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    found = load({"WARREN_HOME": str(tmp_path / "home")})
    prepare(Home(found.home), found, None)
    return found


def test_the_namenodes_look_for_the_same_files(tmp_path: Path) -> None:
    java = (REPOSITORY / JAVA).read_text(encoding="utf-8")
    known = {
        name.lower(): file for name, file in re.findall(r'^ {2}([A-Z]+)\("([a-z-]+)"', java, re.M)
    }
    assert known == {holder: token_file(tmp_path, holder).name for holder in Holder}


def test_each_holder_gets_a_secret_of_its_own(settings: Settings) -> None:
    files = [token_file(settings.home, holder) for holder in Holder]
    first = [file.read_text() for file in files]
    assert len(set(first)) == len(Holder)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    prepare(Home(settings.home), settings, None)
    assert [file.read_text() for file in files] == first


def test_a_data_folder_of_before_keeps_the_operators_and_gets_the_others(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path / "home")})
    home = Home(settings.home)
    prepare(home, settings, None)
    operator = token_file(settings.home, Holder.OPERATOR).read_text()
    for holder in set(Holder) - {Holder.OPERATOR}:
        token_file(settings.home, holder).unlink()
    prepare(home, settings, None)
    assert token_file(settings.home, Holder.OPERATOR).read_text() == operator
    assert all(token_file(settings.home, holder).read_text() != operator for holder in PROCESSES)


def test_no_process_is_told_of_anothers_token(settings: Settings) -> None:
    operator = str(token_file(settings.home, Holder.OPERATOR))
    assert VARIABLE not in programs.environment(settings, {VARIABLE: operator, "LANG": "C.UTF-8"})
    text = supervision.configuration(settings, Home(settings.home))
    sections = re.split(r"^\[program:(\w+)]$", text, flags=re.M)
    told = {
        name: re.findall(rf'{VARIABLE}="([^"]*)"', section)
        for name, section in zip(sections[1::2], sections[2::2], strict=True)
    }
    assert set(told) >= PROCESSES
    for name, files in told.items():
        own = [str(token_file(settings.home, Holder(name)))] if name in PROCESSES else []
        assert files == own, name
    assert VARIABLE not in sections[0]


def test_a_container_is_told_of_its_own_token(settings: Settings) -> None:
    seen: list[dict[str, str]] = []
    for name in ("worker", "namenodes"):
        parts.run(settings, name, lambda _file, _command, given: seen.append(given))
    assert seen[0][VARIABLE] == environment(settings.home, "worker")[VARIABLE]
    assert VARIABLE not in seen[1]
