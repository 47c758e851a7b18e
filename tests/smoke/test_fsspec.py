"""WebHDFS as Python programs use it: fsspec's own client, with nothing of ours in between."""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import fsspec  # type: ignore[import-untyped]
import pytest
from fsspec.implementations.webhdfs import WebHDFS  # type: ignore[import-untyped]
from warren_cli.settings import Settings

DATA = os.urandom(3_000_000)


@pytest.fixture
def files(settings: Settings, superuser: str) -> Iterator[WebHDFS]:
    namenode = urlsplit(settings.admin_urls[0])
    found = fsspec.filesystem(
        "webhdfs",
        host=namenode.hostname,
        port=namenode.port,
        user=superuser,
        skip_instance_cache=True,
    )
    assert isinstance(found, WebHDFS)
    yield found
    found.session.close()


def test_write_read_and_seek(files: WebHDFS, area: str) -> None:
    # Not append: this client asks for no address to append to.
    with files.open(f"{area}/f", "wb") as out:
        out.write(DATA)
    assert files.info(f"{area}/f")["size"] == len(DATA)
    assert files.cat_file(f"{area}/f") == DATA
    with files.open(f"{area}/f", "rb") as source:
        source.seek(2_000_000)
        assert source.read(100) == DATA[2_000_000:2_000_100]


def test_list_walk_move_and_delete(files: WebHDFS, area: str) -> None:
    files.makedirs(f"{area}/a/b")
    files.pipe_file(f"{area}/a/b/one", b"1")
    files.pipe_file(f"{area}/a/two", b"22")
    assert {Path(p).name for p in files.ls(f"{area}/a", detail=False)} == {"b", "two"}
    assert files.find(area) == [f"{area}/a/b/one", f"{area}/a/two"]
    files.mv(f"{area}/a/two", f"{area}/moved")
    assert not files.exists(f"{area}/a/two")
    assert files.cat_file(f"{area}/moved") == b"22"
    files.rm(f"{area}/a", recursive=True)
    assert not files.exists(f"{area}/a")
    with pytest.raises(FileNotFoundError):
        files.info(f"{area}/a")


def test_attributes_and_checksum(files: WebHDFS, area: str) -> None:
    files.pipe_file(f"{area}/f", b"12345")
    files.chmod(f"{area}/f", "640")
    files.chown(f"{area}/f", owner="alice", group="staff")
    status = files.info(f"{area}/f")
    assert (status["permission"], status["owner"], status["group"]) == ("640", "alice", "staff")
    assert files.content_summary(area)["length"] == len(b"12345")
    assert files.ukey(f"{area}/f")["bytes"]
    assert files.home_directory().startswith("/user/")
