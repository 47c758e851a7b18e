"""One call of the API, before it is sent."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, Protocol
from urllib.parse import quote

import httpx
from pydantic import BaseModel

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Value = str | int | float | bool | datetime

KEY_HEADER: Final = "Idempotency-Key"
MATCH_HEADER: Final = "If-Match"


class Tagged(Protocol):
    """What tells the tag of its state, as all that can be changed does."""

    @property
    def etag(self) -> str: ...


def new_key() -> str:
    """A key under which something is done once, however often it is asked for within a day."""
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request. `path` has names in braces, whose values `parts` has.

    key: under which it may be sent again. if_match: the state that a change is about: its tag, or
    what was read. Values of `query` that are None are left out. contents: a file, as the body.
    """

    method: Method
    path: str
    parts: Mapping[str, str | int] = field(default_factory=dict)
    query: Mapping[str, Value | None] = field(default_factory=dict)
    body: BaseModel | None = None
    contents: bytes | None = None
    key: str | None = None
    if_match: str | Tagged | None = None

    @property
    def may_be_repeated(self) -> bool:
        """Whether it does no more when it is sent twice."""
        return self.method == "GET" or self.key is not None

    def request(self, http: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        """ValueError for what can't be sent: an empty part of the path, a time of no zone."""
        headers = {}
        if self.key is not None:
            headers[KEY_HEADER] = self.key
        if self.if_match is not None:
            seen = self.if_match
            headers[MATCH_HEADER] = seen if isinstance(seen, str) else seen.etag
        content: str | bytes | None = self.contents
        if content is not None:
            headers["Content-Type"] = "application/octet-stream"
        if self.body is not None:
            headers["Content-Type"] = "application/json"
            content = self.body.model_dump_json(by_alias=True, exclude_unset=True)
        return http.build_request(
            self.method,
            self.address,
            params={n: _text(n, v) for n, v in self.query.items() if v is not None},
            headers=headers,
            content=content,
        )

    @property
    def address(self) -> str:
        """The path with its parts."""
        return self.path.format_map({n: _part(n, v) for n, v in self.parts.items()})


def _part(name: str, value: str | int) -> str:
    text = quote(str(value), safe="")
    # Else it would be another address.
    if text in {"", ".", ".."}:
        raise ValueError(f"{name} can't be {str(value)!r}")
    return text


def _text(name: str, value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise ValueError(f"{name} needs a time zone: {value.isoformat()}")
        return value.isoformat()
    return str(value)
