"""Answers of the API are compressed for who takes that, downloads are not."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory

from config.compression import AnswerCompressionMiddleware

pytestmark = pytest.mark.django_db


def test_answers_are_compressed_for_who_takes_it() -> None:
    plain = Client().get("/api/v1/schema")
    packed = Client().get("/api/v1/schema", HTTP_ACCEPT_ENCODING="gzip, br")
    assert (plain.get("Content-Encoding"), packed["Content-Encoding"]) == (None, "gzip")
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 4
    assert int(packed["Content-Length"]) == len(packed.content)
    assert "Accept-Encoding" in packed["Vary"]


def test_short_answers_stay_as_they_are() -> None:
    answer = Client().get("/api/v1/nothing", HTTP_ACCEPT_ENCODING="gzip")
    assert "Content-Encoding" not in answer
    assert json.loads(answer.content)["status"] == 404


def _download(folder: Path) -> HttpResponseBase:
    file = folder / "rows.csv"
    file.write_text(1_000 * "a,b\n", encoding="utf-8")
    return FileResponse(file.open("rb"), as_attachment=True)


def _attachment(_folder: Path) -> HttpResponseBase:
    return HttpResponse(4_000 * b"a", headers={"Content-Disposition": "attachment"})


@pytest.mark.parametrize("made", [_download, _attachment])
def test_downloads_keep_their_length(
    made: Callable[[Path], HttpResponseBase], tmp_path: Path
) -> None:
    def answer(_request: HttpRequest) -> HttpResponseBase:
        return made(tmp_path)

    request = RequestFactory().get("/", HTTP_ACCEPT_ENCODING="gzip")
    response = AnswerCompressionMiddleware(answer)(request)
    assert isinstance(response, HttpResponseBase)
    assert "Content-Encoding" not in response
    response.close()
