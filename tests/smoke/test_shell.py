"""What operators and applications do all day, with Hadoop's stock shell."""

from collections.abc import Callable
from pathlib import Path

import pytest
from warren_cli import hadoop_conf
from warren_cli.settings import Settings

from .conftest import Shell

MEGABYTE = 1024 * 1024
Local = Callable[[int], Path]


def stat(shell: Shell, layout: str, path: str) -> str:
    return shell.ok("-stat", layout, path).strip()


def test_a_file_of_several_blocks_comes_back_byte_for_byte(
    shell: Shell, area: str, local: Local, tmp_path: Path
) -> None:
    source = local(3 * MEGABYTE + 4321)
    shell.ok(f"-Ddfs.blocksize={MEGABYTE}", "-put", str(source), f"{area}/blocks")
    assert stat(shell, "%b %o", f"{area}/blocks") == f"{source.stat().st_size} {MEGABYTE}"
    shell.ok("-get", f"{area}/blocks", str(tmp_path / "copy"))
    assert (tmp_path / "copy").read_bytes() == source.read_bytes()


def test_empty_and_small_files(shell: Shell, area: str, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "small").write_text("hello, rabbits\n")
    shell.ok("-touchz", f"{area}/empty")
    shell.ok("-put", str(tmp_path / "small"), f"{area}/small")
    assert shell.ok("-cat", f"{area}/empty") == ""
    assert shell.ok("-cat", f"{area}/small") == "hello, rabbits\n"
    replicas = hadoop_conf.datanode_count(settings)
    assert stat(shell, "%F %r", f"{area}/small") == f"regular file {replicas}"


def test_listing_shows_everything_in_name_order(shell: Shell, area: str) -> None:
    shell.ok("-mkdir", "-p", f"{area}/b/c", f"{area}/a")
    shell.ok("-touchz", f"{area}/b/z", f"{area}/ä")
    assert shell.ok("-ls", "-C", area).split() == [f"{area}/{name}" for name in ("a", "b", "ä")]
    recursive = shell.ok("-ls", "-R", "-C", area).split()
    assert set(recursive) == {f"{area}/{name}" for name in ("a", "b", "b/c", "b/z", "ä")}


def test_a_long_listing_is_paged_without_loss(shell: Shell, area: str, tmp_path: Path) -> None:
    for number in range(1500):
        (tmp_path / f"f{number:04d}").touch()
    shell.ok("-put", "-t", "4", tmp_path.as_uri(), f"{area}/many")
    names = [line.rpartition("/")[2] for line in shell.ok("-ls", "-C", f"{area}/many").split()]
    assert names == [f"f{number:04d}" for number in range(1500)]


def test_rename_and_delete(shell: Shell, area: str) -> None:
    shell.ok("-mkdir", "-p", f"{area}/from/deep", f"{area}/to")
    shell.ok("-touchz", f"{area}/from/deep/file")
    shell.ok("-mv", f"{area}/from", f"{area}/to/")
    shell.ok("-test", "-f", f"{area}/to/from/deep/file")
    assert "exists" in shell.refused("-mkdir", f"{area}/to")
    assert "is a directory" in shell.refused("-rm", f"{area}/to").lower()
    assert "not empty" in shell.refused("-rmdir", f"{area}/to").lower()
    shell.ok("-rm", "-r", "-skipTrash", f"{area}/to")
    assert "No such file or directory" in shell.refused("-ls", f"{area}/to")


def test_mode_owner_and_replication(shell: Shell, area: str) -> None:
    shell.ok("-mkdir", f"{area}/d")
    shell.ok("-touchz", f"{area}/d/f")
    shell.ok("-chmod", "-R", "0750", f"{area}/d")
    shell.ok("-chown", "-R", "alice:staff", f"{area}/d")
    shell.ok("-setrep", "2", f"{area}/d/f")
    assert stat(shell, "%a %u %g", f"{area}/d") == "750 alice staff"
    assert stat(shell, "%u %g %r", f"{area}/d/f") == "alice staff 2"


def test_permissions_are_checked(shell: Shell, area: str) -> None:
    shell.ok("-mkdir", f"{area}/private")
    shell.ok("-touchz", f"{area}/private/f")
    shell.ok("-chmod", "0700", f"{area}/private")
    mallory = Shell("mallory")
    for attempt in (
        ("-ls", f"{area}/private"),
        ("-cat", f"{area}/private/f"),
        ("-mkdir", f"{area}/mine"),
        ("-chmod", "0777", f"{area}/private"),
        ("-rm", "-skipTrash", f"{area}/private/f"),
    ):
        assert "Permission denied" in mallory.refused(*attempt)
    shell.ok("-test", "-f", f"{area}/private/f")


def test_du_and_count(shell: Shell, area: str, local: Local) -> None:
    shell.ok("-mkdir", f"{area}/d")
    shell.ok("-put", str(local(1000)), f"{area}/d/one")
    shell.ok("-put", str(local(234)), f"{area}/two")
    assert shell.ok("-du", "-s", area).split()[0] == "1234"
    assert shell.ok("-count", area).split()[:3] == ["2", "2", "1234"]


@pytest.mark.parametrize("length_bytes", [10, MEGABYTE])
def test_append(shell: Shell, area: str, local: Local, tmp_path: Path, length_bytes: int) -> None:
    source = local(length_bytes)
    block = f"-Ddfs.blocksize={MEGABYTE}"
    shell.ok(block, "-put", str(source), f"{area}/log")
    shell.ok("-appendToFile", str(source), f"{area}/log")
    shell.ok("-get", f"{area}/log", str(tmp_path / "copy"))
    assert (tmp_path / "copy").read_bytes() == source.read_bytes() * 2


def test_truncate(shell: Shell, area: str, local: Local, tmp_path: Path) -> None:
    """It works, or it says honestly that this Warren cannot do it."""
    source = local(2000)
    shell.ok("-put", str(source), f"{area}/f")
    done = shell.run("-truncate", "-w", "1000", f"{area}/f")
    if done.returncode != 0:
        assert b"truncate" in done.stderr
        assert b"UnsupportedOperation" in done.stderr or b"not supported" in done.stderr
        assert stat(shell, "%b", f"{area}/f") == "2000"
    else:
        shell.ok("-get", f"{area}/f", str(tmp_path / "copy"))
        assert (tmp_path / "copy").read_bytes() == source.read_bytes()[:1000]
