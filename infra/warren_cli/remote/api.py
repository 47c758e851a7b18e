"""The REST API as commands ask it: pages are followed, problems become OperatorErrors.

What makes or begins something is sent under a key and, when its answer is lost, again: Warren does
it once.
"""

import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, BinaryIO, Self

import httpx

from warren_cli.errors import OperatorError
from warren_cli.remote.access import Access

TIMEOUT_S = 60.0
PAGE_ROWS_MAX = 100
# Of a file's bytes, in memory at a time.
PIECE_BYTES = 256 * 1024
# Waits before a request that got no answer is sent again.
RETRY_WAITS_S = (0.5, 2.0)
UNDER_WAY = "request_under_way"
EXIT_BAD_INPUT = 2
EXIT_NOT_ALLOWED = 3
EXIT_NOT_FOUND = 4
EXIT_UNAVAILABLE = 5
_EXIT_CODES = {
    400: EXIT_BAD_INPUT,
    401: EXIT_NOT_ALLOWED,
    403: EXIT_NOT_ALLOWED,
    404: EXIT_NOT_FOUND,
    422: EXIT_BAD_INPUT,
    502: EXIT_UNAVAILABLE,
    503: EXIT_UNAVAILABLE,
    504: EXIT_UNAVAILABLE,
}

Json = dict[str, Any]
Value = str | int | bool | None


class Api:
    """A Warren that is asked with a token. Every method raises OperatorError."""

    def __init__(self, access: Access, transport: httpx.BaseTransport | None = None) -> None:
        self._url = access.url
        self._http = httpx.Client(
            base_url=f"{access.url}/api/v1/",
            headers={"Authorization": f"Bearer {access.token}"},
            timeout=TIMEOUT_S,
            transport=transport,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.close()

    def get(self, path: str, /, **parameters: Value) -> Json:
        """One answer; parameters that are None are left out."""
        return self._object("GET", path, params=_given(parameters))

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> Json:
        """Makes or begins something, once, however often it has to be sent."""
        key = {"Idempotency-Key": uuid.uuid4().hex}
        for wait_s in RETRY_WAITS_S:
            try:
                return self._object("POST", path, json=body, headers=key)
            except OperatorError as error:
                if not _may_be_done(error):
                    raise
            time.sleep(wait_s)
        return self._object("POST", path, json=body, headers=key)

    def tell(self, path: str, body: Mapping[str, Any] | None = None) -> Json:
        """Says something of what there is, which goes by no key: it is sent as it is, once."""
        return self._object("POST", path, json=body)

    def patch(self, path: str, body: Mapping[str, Any]) -> Json:
        return self._object("PATCH", path, json=body)

    def put(
        self, path: str, body: Mapping[str, Any], if_match: str, /, **parameters: Value
    ) -> Json:
        """Changes what is still as its tag `if_match` says."""
        headers = {"If-Match": if_match}
        return self._object("PUT", path, json=body, params=_given(parameters), headers=headers)

    def download(
        self, path: str, out: BinaryIO, told: Callable[[int, int], None], /, **parameters: Value
    ) -> int:
        """Writes an answer to `out`, piece by piece; `told` hears of its bytes and of how many.

        Returns the length in bytes; an answer that ends too soon is an error.
        """
        with (
            self._answering(),
            self._http.stream("GET", path, params=_given(parameters)) as answer,
        ):
            if not answer.is_success:
                answer.read()
                raise problem(answer)
            total = int(answer.headers.get("Content-Length", "0"))
            done = 0
            for piece in answer.iter_bytes(PIECE_BYTES):
                out.write(piece)
                done += len(piece)
                told(done, total)
            return done

    def upload(self, path: str, body: Iterator[bytes], length: int, /, **parameters: Value) -> Json:
        """Sends `length` bytes, once."""
        headers = {"Content-Type": "application/octet-stream", "Content-Length": str(length)}
        asked = _given(parameters)
        return self._object("PUT", path, content=body, params=asked, headers=headers)

    def delete(self, path: str) -> None:
        self._send("DELETE", path)

    def delete_asked(self, path: str, /, **parameters: Value) -> Json:
        """For what is deleted later, by someone else: what becomes of the wish."""
        return self._object("DELETE", path, params=_given(parameters))

    def items(self, path: str, limit: int, /, **parameters: Value) -> Iterator[Any]:
        """The first `limit` items of a list, page after page as they are taken."""
        cursor: str | None = None
        left = limit
        while left > 0:
            page = self.get(path, **parameters, limit=min(left, PAGE_ROWS_MAX), cursor=cursor)
            found = page["items"][:left]
            yield from found
            left -= len(found)
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def _object(self, method: str, path: str, **request: Any) -> Json:
        answer = self._send(method, path, **request)
        try:
            found: Json = answer.json()
        except ValueError as error:
            raise OperatorError(
                "What answered is no Warren", exit_code=EXIT_UNAVAILABLE, url=self._url
            ) from error
        return found

    def _send(self, method: str, path: str, **request: Any) -> httpx.Response:
        with self._answering():
            answer = self._http.request(method, path, **request)
        if answer.is_success:
            return answer
        raise problem(answer)

    @contextmanager
    def _answering(self) -> Iterator[None]:
        try:
            yield
        except httpx.HTTPError as error:
            raise OperatorError(
                "Warren does not answer",
                remedy="Check the URL, and `bin/warren status` where it runs",
                exit_code=EXIT_UNAVAILABLE,
                url=self._url,
                reason=str(error) or type(error).__name__,
            ) from error


def _may_be_done(error: OperatorError) -> bool:
    """Whether no answer came, so that nobody knows whether it was done, or it is being done."""
    return isinstance(error.__cause__, httpx.TransportError) or error.facts.get("code") == UNDER_WAY


def _given(parameters: Mapping[str, Value]) -> dict[str, str]:
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in parameters.items()
        if value is not None
    }


def problem(answer: httpx.Response) -> OperatorError:
    """A refusal in the API's own words."""
    exit_code = _EXIT_CODES.get(answer.status_code, 1)
    try:
        told: Json = answer.json()
        wrong = told.get("fields", {})
        fields = {name: " ".join(messages).rstrip(".") for name, messages in wrong.items()}
        return OperatorError(
            str(told["title"]).rstrip("."),
            remedy=str(told["detail"]),
            exit_code=exit_code,
            code=told["code"],
            **fields,
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return OperatorError("Warren refused", exit_code=exit_code, status=answer.status_code)
