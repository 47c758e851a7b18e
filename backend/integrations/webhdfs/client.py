"""Client of the WebHDFS that every namenode serves (Hadoop's REST API, version 1).

A read goes to the next namenode when one does not answer. A change does so only where it is sure
that nothing was done: the connection was refused, or the namenode said that it does not serve.
Names of users are believed, as in a cluster without Kerberos.
"""

import ssl
from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, Literal
from urllib.parse import quote

import httpx
from pydantic import BaseModel, ValidationError

from integrations.webhdfs.errors import OutcomeUnknown, WebHdfsRefusal, WebHdfsUnreachable

Method = Literal["GET", "PUT", "DELETE"]
Parameters = dict[str, str]

_PREFIX: Final = "/webhdfs/v1"
# What a namenode says that did nothing: another one, or the same one later, may.
_MOVE_ON: Final = frozenset({"StandbyException", "RetriableException"})
_CHUNK_BYTES: Final = 256 * 1024
# Datanodes that are asked for the same bytes, one after the other.
_DATANODES_MAX: Final = 3
_MESSAGE_LENGTH_MAX: Final = 300
_ANSWER_BYTES_MAX: Final = 128 * 1024 * 1024


class _RemoteException(BaseModel):
    exception: str
    message: str | None = None


class _Refused(BaseModel):
    RemoteException: _RemoteException


class _Location(BaseModel):
    Location: str


class WebHdfs:
    """Calls over WebHDFS. One instance may be used by several threads."""

    def __init__(self, *, urls: Sequence[str], timeout_ms: int, connect_timeout_ms: int) -> None:
        """timeout_ms: the longest silence of a server, not of a whole file."""
        self._urls = tuple(urls)
        self._preferred = 0
        self._http = httpx.Client(
            verify=_trust(),
            timeout=httpx.Timeout(timeout_ms / 1000, connect=connect_timeout_ms / 1000),
            limits=httpx.Limits(max_connections=100, max_keepalive_connections=10),
            trust_env=False,
        )

    def close(self) -> None:
        self._http.close()

    def get(self, path: str, op: str, *, user: str, **parameters: str) -> Any:
        """What a read answers, as JSON has it."""
        return self._json("GET", path, op, user, parameters)

    def put(self, path: str, op: str, *, user: str, **parameters: str) -> Any:
        """Make a change; what it answers, None for nothing."""
        return self._json("PUT", path, op, user, parameters)

    def delete(self, path: str, op: str, *, user: str, **parameters: str) -> Any:
        """Take something away; what that answers, None for nothing."""
        return self._json("DELETE", path, op, user, parameters)

    def read(self, path: str, *, user: str, offset: int, length: int) -> "Pieces":
        """The bytes of a file, piece by piece. The first piece is awaited before this returns."""
        others = self._pieces(path, user, {"offset": str(offset), "length": str(length)})
        return Pieces(next(others, b"") if length else b"", others)

    def read_all(self, path: str, *, user: str, offset: int, length: int) -> bytes:
        """As `read`, in one piece: for few bytes."""
        pieces = self.read(path, user=user, offset=offset, length=length)
        try:
            return b"".join(pieces)
        finally:
            pieces.close()

    def create(
        self, path: str, *, user: str, pieces: Iterator[bytes], length: int, **parameters: str
    ) -> None:
        """Write a new file of `length` bytes; what is there already is refused.

        When `pieces` raises, the write breaks off, and what came until then may stay at the path.
        """
        asked = {"overwrite": "false", "noredirect": "true", **parameters}
        answer = self._json("PUT", path, "CREATE", user, asked)
        try:
            location = _Location.model_validate(answer).Location
        except ValidationError as error:
            raise WebHdfsRefusal("BadAnswer", "No location", status=502, user=user) from error
        try:
            response = self._http.put(
                location,
                content=pieces,
                headers={
                    "Content-Length": str(length),
                    "Content-Type": "application/octet-stream",
                },
            )
        except httpx.ConnectError as error:
            raise WebHdfsUnreachable({_host(location): type(error).__name__}) from error
        except httpx.TransportError as error:
            raise OutcomeUnknown(type(error).__name__) from error
        if not response.is_success:
            raise _refusal(response, user)

    def _pieces(self, path: str, user: str, parameters: Parameters) -> Generator[bytes]:
        """Asks a namenode, and one datanode after the other until one begins to answer."""
        excluded: list[str] = []
        causes: dict[str, str] = {}
        for _ in range(_DATANODES_MAX):
            asked = parameters | ({"excludedatanodes": ",".join(excluded)} if excluded else {})
            answer = self._ask("GET", path, "OPEN", user, asked)
            if not answer.is_redirect:
                yield answer.content
                return
            location = answer.headers["Location"]
            begun = False
            try:
                with self._http.stream("GET", location) as stream:
                    if not stream.is_success:
                        stream.read()
                        raise _refusal(stream, user)
                    for piece in stream.iter_bytes(_CHUNK_BYTES):
                        begun = True
                        yield piece
                return
            except httpx.TransportError as error:
                if begun:
                    raise OutcomeUnknown(type(error).__name__) from error
                causes[_host(location)] = type(error).__name__
                excluded.append(httpx.URL(location).host)
        raise WebHdfsUnreachable(causes)

    def _json(self, method: Method, path: str, op: str, user: str, parameters: Parameters) -> Any:
        answer = self._ask(method, path, op, user, parameters)
        if len(answer.content) > _ANSWER_BYTES_MAX:
            raise WebHdfsRefusal("TooMuch", "The answer is too long", status=502, user=user)
        if not answer.content:
            return None
        try:
            return answer.json()
        except ValueError as error:
            raise WebHdfsRefusal(
                "BadAnswer", "The answer is no JSON", status=502, user=user
            ) from error

    def _ask(
        self, method: Method, path: str, op: str, user: str, parameters: Parameters
    ) -> httpx.Response:
        """Each namenode once, the preferred one first. WebHdfsRefusal for what one refuses."""
        causes: dict[str, str] = {}
        params = {"op": op, "user.name": user, **parameters}
        first = self._preferred
        for offset in range(len(self._urls)):
            index = (first + offset) % len(self._urls)
            url = self._urls[index]
            try:
                response = self._http.request(
                    method, f"{url}{_PREFIX}{quote(path, safe='/')}", params=params
                )
            except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
                causes[url] = type(error).__name__
                continue
            except httpx.TransportError as error:
                if method != "GET":
                    raise OutcomeUnknown(type(error).__name__) from error
                causes[url] = type(error).__name__
                continue
            if response.is_success or response.is_redirect:
                self._preferred = index
                return response
            refusal = _refusal(response, user)
            if refusal.kind not in _MOVE_ON:
                self._preferred = index
                raise refusal
            causes[url] = refusal.kind
        raise WebHdfsUnreachable(causes)


class Pieces:
    """Bytes that come one piece after the other. Whoever has it closes it: a connection is its."""

    def __init__(self, first: bytes, others: Generator[bytes]) -> None:
        self._first = first
        self._others = others

    def __iter__(self) -> Iterator[bytes]:
        if self._first:
            yield self._first
        yield from self._others

    def close(self) -> None:
        self._others.close()


def _refusal(response: httpx.Response, user: str) -> WebHdfsRefusal:
    status = response.status_code
    try:
        told = _Refused.model_validate_json(response.content).RemoteException
    except ValidationError:
        return WebHdfsRefusal("BadAnswer", f"HTTP {status}", status=status, user=user)
    lines = (told.message or "").strip().splitlines()
    message = lines[0][:_MESSAGE_LENGTH_MAX] if lines else ""
    return WebHdfsRefusal(told.exception, message, status=status, user=user)


def _host(location: str) -> str:
    url = httpx.URL(location)
    return f"{url.host}:{url.port}"


@lru_cache(maxsize=1)
def _trust() -> ssl.SSLContext:
    """The system's certificates; reading them takes long, so all clients share them."""
    return ssl.create_default_context()
