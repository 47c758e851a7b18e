"""`files` as a user types it, against a server that answers as Warren does."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from warren_cli.remote.tests.test_remote import HIT, SECRET, Double, run, warren

__all__ = ["warren"]
BYTES = bytes(range(256)) * 4096
PERMISSIONS = {"path": "/a", "kind": "file", "mode": "0640", "owner": "ana", "group": "g"}


class Bytes:
    """A server of bytes: what it sends and how much of it, and what it was sent."""

    def __init__(self) -> None:
        self.sent_bytes = len(BYTES)
        self.got: list[tuple[dict[str, list[str]], dict[str, str], bytes]] = []


@pytest.fixture
def content(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bytes]:
    double = Bytes()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            """Says nothing."""

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(BYTES)))
            self.end_headers()
            self.wfile.write(BYTES[: double.sent_bytes])

        def do_PUT(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            query = parse_qs(urlsplit(self.path).query)
            double.got.append((query, dict(self.headers), body))
            self.send_response(201)
            self.end_headers()
            self.wfile.write(b'{"path": "/a"}')

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("WARREN_URL", f"http://127.0.0.1:{server.server_address[1]}")
    monkeypatch.setenv("WARREN_TOKEN", SECRET)
    yield double
    server.shutdown()
    server.server_close()


def test_a_directory_is_listed(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = {**HIT, "name": "odd\x1bname"}
    warren.on("GET namespace/children", 200, {"items": [entry], "next_cursor": None})
    assert run(monkeypatch, "files", "ls", "/data") == 0
    shown = capsys.readouterr().out
    assert "1.5 KiB" in shown
    assert "\x1b" not in shown
    assert warren.asked[0][2] == {"path": ["/data"], "limit": ["50"]}


def test_what_is_not_there_has_an_exit_code(
    warren: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(monkeypatch, "files", "show", "/none") == 4
    assert run(monkeypatch, "files", "preview", "/none") == 4


def test_directories_are_made_and_moved(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("POST files/directories", 201, PERMISSIONS)
    warren.on("POST files/moves", 200, {**PERMISSIONS, "path": "/b"})
    assert run(monkeypatch, "files", "mkdir", "/a", "--mode", "0700") == 0
    assert run(monkeypatch, "files", "mv", "/a", "/b") == 0
    assert [asked[3] for asked in warren.asked] == [
        {"path": "/a", "mode": "0700"},
        {"path": "/a", "to": "/b"},
    ]
    assert all(warren.keys)
    assert capsys.readouterr().out == "/a\n/b\n"


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ({"text": "one\ntwo\n", "hex": None}, "one\ntwo\n"),
        ({"text": None, "hex": "00ff"}, "00ff\n"),
    ],
)
def test_the_first_bytes_are_shown(
    warren: Double,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    told: dict[str, str | None],
    shown: str,
) -> None:
    warren.on("GET namespace/preview", 200, {**told, "length_bytes": 8, "size_bytes": 2048})
    assert run(monkeypatch, "files", "preview", "/a") == 0
    told_of = capsys.readouterr()
    assert (told_of.out, told_of.err) == (shown, "The first 8 B of 2.0 KiB\n")


TABLE = {
    "columns": [{"name": "id", "type": "int64"}, {"name": "note", "type": "string"}],
    "columns_left_out": 3,
    "rows": [["7", "by post"], ["8", None]],
}


def test_a_table_shows_its_rows_or_its_types(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("GET files/table", 200, TABLE)
    assert run(monkeypatch, "files", "table", "/a") == 0
    told = capsys.readouterr()
    assert [line.split() for line in told.out.splitlines()] == [
        ["id", "note"],
        ["7", "by", "post"],
        ["8", "-"],
    ]
    assert told.err == "3 more columns are left out\n"
    assert run(monkeypatch, "files", "table", "/a", "--types", "--format", "csv") == 0
    assert capsys.readouterr().out.splitlines() == ["column,type", "id,int64", "note,string"]
    assert run(monkeypatch, "files", "table", "/a", "--format", "csv") == 0
    assert capsys.readouterr().out.splitlines() == ["id,note", "7,by post", "8,"]


def test_rows_that_take_too_much_are_left_out(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("GET files/table", 200, {**TABLE, "rows": None, "columns_left_out": 0})
    assert run(monkeypatch, "files", "table", "/a") == 0
    assert "--types" in capsys.readouterr().err


def test_a_file_is_fetched_whole_and_replaces_nothing(
    content: Bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run(monkeypatch, "files", "get", "/data/x", str(tmp_path)) == 0
    assert (tmp_path / "x").read_bytes() == BYTES
    (tmp_path / "x").write_bytes(b"mine")
    assert run(monkeypatch, "files", "get", "/data/x", str(tmp_path)) == 1
    assert (tmp_path / "x").read_bytes() == b"mine"
    assert run(monkeypatch, "files", "get", "/data/x", str(tmp_path), "--overwrite") == 0
    assert (tmp_path / "x").read_bytes() == BYTES


def test_of_an_answer_that_ends_too_soon_nothing_is_left(
    content: Bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    content.sent_bytes = 1000
    assert run(monkeypatch, "files", "get", "/data/x", str(tmp_path)) == 5
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_sent_with_its_length(
    content: Bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "x").write_bytes(BYTES)
    assert run(monkeypatch, "files", "put", str(tmp_path / "x"), "/a", "--overwrite") == 0
    query, headers, body = content.got[0]
    assert query == {"path": ["/a"], "overwrite": ["true"]}
    assert headers["Content-Type"] == "application/octet-stream"
    assert "Transfer-Encoding" not in headers
    assert body == BYTES
    assert run(monkeypatch, "files", "put", str(tmp_path / "none"), "/a") == 2


def test_a_mode_is_set_as_long_as_it_was_not_changed(
    warren: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    warren.on("GET files/permissions", 200, {**PERMISSIONS, "acl": [], "etag": '"t"'})
    warren.on("PUT files/permissions", 200, {**PERMISSIONS, "acl": []})
    assert run(monkeypatch, "files", "chmod", "0640", "/a", "--group", "g") == 0
    assert warren.asked[-1][0] == "PUT files/permissions"
    assert warren.asked[-1][3] == {"mode": "0640", "group": "g"}
    assert warren.tags == ['"t"']
