"""Streams take no place from requests, and each request gives its place back."""

import threading
from collections.abc import Iterable
from typing import Any
from wsgiref.util import FileWrapper

import pytest

from config.request_places import EVENTS_PATH, RequestPlaces

FAILS, FILE = "/fails", "/file"


class Body:
    closed = 0

    def __iter__(self) -> Any:
        return iter([b"a"])

    def close(self) -> None:
        Body.closed += 1


def application(environ: Any, _start: Any) -> Iterable[bytes]:
    match environ["PATH_INFO"]:
        case "/fails":
            raise ZeroDivisionError
        case "/file":
            return FileWrapper(Body())  # type: ignore[arg-type]
    return Body()


def ask(places: RequestPlaces, path: str) -> Any:
    return places({"PATH_INFO": path, "wsgi.file_wrapper": FileWrapper}, lambda *_: lambda _: None)


@pytest.mark.parametrize("path", ["/any", FILE])
def test_a_place_is_free_again_when_the_answer_was_sent(path: str) -> None:
    places = RequestPlaces(application, 1)
    first = ask(places, path)
    assert isinstance(first, FileWrapper) is (path == FILE)
    assert ask(places, EVENTS_PATH) is not None, "a stream needs none"
    second: list[Any] = []
    waiting = threading.Thread(target=lambda: second.append(ask(places, path)))
    waiting.start()
    waiting.join(0.05)
    assert second == []
    before = Body.closed
    first.close()
    waiting.join(10)
    assert (len(second), Body.closed) == (1, before + 1)


def test_a_request_that_fails_gives_its_place_back() -> None:
    places = RequestPlaces(application, 1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            ask(places, FAILS)
    assert list(ask(places, "/any")) == [b"a"]
