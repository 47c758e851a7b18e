"""Odd names: each works and comes back as it was, or is refused in words; nothing is lost."""

import re

import pytest

from .conftest import Shell, WebHdfs

NAME_BYTES_MAX = 255


NAMES = (
    "two words",
    "tab\there",
    "line\nbreak",
    "50%25",
    "plus+&#",
    "what?",
    "[a]{b}*",
    "日本語",
    "\N{RABBIT}",
    "-dash",
    "'\"",
)


def quoted(path: str) -> str:
    """The path with what FsShell would expand made literal."""
    return re.sub(r"([*?\[\]{}])", r"\\\1", path)


def test_valid_names_come_back_as_they_were(shell: Shell, webhdfs: WebHdfs, area: str) -> None:
    paths = [quoted(f"{area}/{name}") for name in NAMES]
    shell.ok("-mkdir", *paths)
    assert webhdfs.names(area) == set(NAMES)
    shell.ok("-rm", "-r", "-skipTrash", *paths)
    assert webhdfs.names(area) == set()


@pytest.mark.parametrize("letter", ["x", "é"])
def test_a_name_may_have_255_bytes_and_not_256(
    shell: Shell, webhdfs: WebHdfs, area: str, letter: str
) -> None:
    unit = len(letter.encode())
    longest = letter * (NAME_BYTES_MAX // unit) + "y" * (NAME_BYTES_MAX % unit)
    shell.ok("-mkdir", f"{area}/{longest}")
    assert str(NAME_BYTES_MAX) in shell.refused("-mkdir", f"{area}/{longest}y")
    assert webhdfs.names(area) == {longest}


def test_a_path_may_not_be_endless(shell: Shell, webhdfs: WebHdfs, area: str) -> None:
    deep = area + "/d" * 500
    shell.ok("-mkdir", "-p", deep)
    shell.ok("-touchz", f"{deep}/bottom")
    message = shell.refused("-mkdir", "-p", area + "/e" * 1000)
    assert "1000" in message
    assert webhdfs.names(area) == {"d"}
    shell.ok("-test", "-e", f"{deep}/bottom")


def test_a_name_that_is_not_utf8_is_not_mangled_into_another(
    shell: Shell, webhdfs: WebHdfs, area: str
) -> None:
    answer = webhdfs.call("PUT", f"{area}/%FF%FE", "MKDIRS")
    assert answer.status_code == 400, answer.text
    assert answer.json()["RemoteException"]["message"]
    assert webhdfs.names(area) == set()


def test_names_that_hdfs_reserves_are_refused(shell: Shell, webhdfs: WebHdfs, area: str) -> None:
    assert "a:b" in shell.refused("-mkdir", f"hdfs://warren{area}/a:b")
    assert webhdfs.names(area) == set()
