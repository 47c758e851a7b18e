"""The console's files, the addresses around them, and the headers on all of them."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from doubles.world import SetEnv

pytestmark = pytest.mark.django_db


@pytest.fixture
def dist(tmp_path: Path, set_env: SetEnv) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>console</title>", encoding="utf-8")
    (folder / "assets" / "app-1a2b3c.js").write_text("run()", encoding="utf-8")
    (folder / "favicon.svg").write_text("<svg/>", encoding="utf-8")
    set_env(console_dist=folder)
    return folder


def body(response: Any) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


@pytest.mark.parametrize("path", ["/", "/files/data/a%20b", "/jobs/7?x=1", "/apiary"])
def test_every_page_is_the_console(dist: Path, path: str) -> None:
    response = Client().get(path)
    assert (response.status_code, b"<title>console" in body(response)) == (200, True)
    assert response["Cache-Control"] == "no-cache"
    assert "csrftoken" in response.cookies


def test_assets_are_cached_for_good_and_other_files_are_not(dist: Path) -> None:
    asset = Client().get("/assets/app-1a2b3c.js")
    assert (asset.status_code, body(asset)) == (200, b"run()")
    assert "immutable" in asset["Cache-Control"]
    icon = Client().get("/favicon.svg")
    assert (icon.status_code, "immutable" in icon["Cache-Control"]) == (200, False)


@pytest.mark.parametrize(
    ("accepted", "sent", "content"),
    [("gzip, br", "br", b"by brotli"), ("gzip", "gzip", b"made by gzip"), ("", None, 9 * b"run()")],
)
def test_a_browser_gets_the_smallest_form_that_it_takes(
    dist: Path, set_env: SetEnv, accepted: str, sent: str | None, content: bytes
) -> None:
    assets = dist / "assets"
    (assets / "app-1a2b3c.js").write_text(9 * "run()", encoding="utf-8")
    (assets / "app-1a2b3c.js.br").write_bytes(b"by brotli")
    (assets / "app-1a2b3c.js.gz").write_bytes(b"made by gzip")
    set_env(console_dist=dist)
    asset = Client().get("/assets/app-1a2b3c.js", HTTP_ACCEPT_ENCODING=accepted)
    assert (asset.get("Content-Encoding"), body(asset)) == (sent, content)
    assert asset["Vary"] == "Accept-Encoding"
    assert asset["Content-Type"].startswith("text/javascript")


def test_a_missing_asset_is_not_the_console(dist: Path) -> None:
    assert Client().get("/assets/gone-000000.js").status_code == 404


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v2", "/api"])
def test_unknown_operations_are_problems(dist: Path, path: str) -> None:
    response = Client().get(path)
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")


def test_a_console_that_was_not_built_says_so(tmp_path: Path, set_env: SetEnv) -> None:
    set_env(console_dist=tmp_path / "nothing")
    response = Client().get("/")
    assert (response.status_code, b"not built" in response.content) == (503, True)


def test_headers(dist: Path) -> None:
    for path in ("/", "/assets/app-1a2b3c.js", "/api/v1/schema"):
        response = Client().get(path, headers={"X-Request-ID": "my-request-1"})
        body(response)
        assert "script-src 'self'" in response["Content-Security-Policy"]
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["X-Request-ID"] == "my-request-1"
    assert response["Cache-Control"] == "no-store"
    assert response["X-Frame-Options"] == "DENY"


def test_foreign_host_names_are_refused(dist: Path) -> None:
    assert Client().get("/api/v1/schema", headers={"Host": "evil.example"}).status_code == 400


def test_request_ids_that_could_forge_log_lines_are_replaced() -> None:
    response = Client().get("/api/v1/schema", headers={"X-Request-ID": "a b\tc" * 10})
    assert len(response["X-Request-ID"]) == 32
