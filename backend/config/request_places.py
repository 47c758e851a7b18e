"""How many requests a process answers at once, apart from the streams of events.

A stream keeps its thread as long as it lasts. The server has a thread for each that may be, and
`WEB_THREADS` more, so that streams take none from requests; what requests find free of the
streams' threads is not theirs either, or twice as many connections and calls would be open.
"""

from collections.abc import Callable, Iterable, Iterator
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

EVENTS_PATH: Final = "/api/v1/events"
_FILE_WRAPPER: Final = "wsgi.file_wrapper"


class _Held(Iterator[bytes]):
    """An answer whose place is free once it was sent, or given up."""

    def __init__(self, body: Iterable[bytes], leave: Callable[[], None]) -> None:
        self._body = body
        self._parts = iter(body)
        self._leave = leave

    def __next__(self) -> bytes:
        return next(self._parts)

    def close(self) -> None:
        try:
            close = getattr(self._body, "close", None)
            if close is not None:
                close()
        finally:
            self._leave()


class RequestPlaces:
    """A WSGI application of which at most so many requests run at once; others wait."""

    def __init__(self, application: "WSGIApplication", at_once: int) -> None:
        self._application = application
        self._places = BoundedSemaphore(at_once)

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        if environ.get("PATH_INFO") == EVENTS_PATH:
            return self._application(environ, start_response)
        self._places.acquire()
        try:
            body = self._application(environ, start_response)
        except BaseException:
            self._places.release()
            raise
        if isinstance(body, environ.get(_FILE_WRAPPER, ())):
            return self._file(body)
        return _Held(body, self._places.release)

    def _file(self, body: Any) -> Iterable[bytes]:
        """A file stays what it is: the server sends it by itself."""
        close = getattr(body, "close", None)

        def leave() -> None:
            try:
                if close is not None:
                    close()
            finally:
                self._places.release()

        body.close = leave
        return body  # type: ignore[no-any-return]
