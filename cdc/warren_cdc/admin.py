"""Client of the namenodes' admin API: the feed and the inodes."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from operator import ge
from pathlib import Path
from typing import ClassVar, Final, TypeVar

import httpx
from pydantic import BaseModel, ValidationError
from tenacity import (
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_chain,
    wait_none,
    wait_random_exponential,
)
from tenacity.nap import sleep_using_event

from warren_cdc.generated.feed_api import (
    AclRowPage,
    BlockRowPage,
    FeedPage,
    FileChecksums,
    HeatRowPage,
    InodeColumns,
    InodePage,
    Problem,
    QuotaRowPage,
    ReplicaRowPage,
    XattrRowPage,
)

ROUNDS_MAX: Final = 3
RETRY_WAIT_MAX_S: Final = 1.0
PAGE_ROWS: Final = 5_000
# Of so many inodes the admin API tells the rows in one call.
ROW_INODES_MAX: Final = 200
# Of so many inodes it tells checksums in one call, which takes this long at most.
CHECKSUM_INODES_MAX: Final = 20
CHECKSUMS_WAIT_MS: Final = 20_000
# Of the namenodes that are asked one by one, one that hangs holds up no more than this.
EACH_TIMEOUT_S: Final = 2.0
_DETAIL_LENGTH_MAX: Final = 200
_SET_BACK: Final = "feed_set_back"

RowPage = BlockRowPage | ReplicaRowPage | XattrRowPage | QuotaRowPage | AclRowPage
_ROW_PAGES: Final[dict[str, type[RowPage]]] = {
    "blocks": BlockRowPage,
    "replicas": ReplicaRowPage,
    "xattrs": XattrRowPage,
    "quotas": QuotaRowPage,
    "acls": AclRowPage,
}
_INODE_LISTS: Final = tuple(
    name
    for name in InodeColumns.model_fields
    if name not in {"next_after_id", "ids_below", "as_of_ms"}
)
_Page = TypeVar("_Page", bound=BaseModel)


class AdminError(Exception):
    """A namenode's admin API could not be used. A static message plus keyed facts."""

    message: ClassVar[str] = "The admin API failed"

    def __init__(self, **facts: str | int | None) -> None:
        self.facts = facts
        listed = ", ".join(f"{key}={value}" for key, value in facts.items() if value is not None)
        super().__init__(f"{self.message} ({listed})" if listed else self.message)


class AdminUnavailable(AdminError):  # noqa: N818 - named for what is wrong, as all errors here
    """This namenode does not answer, or says that it can't serve: another may."""

    message = "No namenode answers"


class AdminUnauthorized(AdminError):  # noqa: N818
    """The token was refused or cannot be read."""

    message = "The admin token is missing or not accepted"


class AdminRefused(AdminError):  # noqa: N818
    """The request was refused; repeating it will not help."""

    message = "The namenode refused the request"


class AdminAnswerInvalid(AdminError):  # noqa: N818
    """The answer does not meet the contract."""

    message = "The namenode's answer does not meet the admin API's contract"


class FeedTrimmed(AdminError):  # noqa: N818
    """The feed no longer has the events after the cursor: rebuild from the inodes."""

    message = "The feed does not reach back to this position"


class FeedSetBack(FeedTrimmed):
    """The store lost changes that the cursor names: rebuild from the inodes.

    Facts: agreed_through, up to which sequence both had the same changes, where that is known.
    """

    message = "The store was set back to an earlier state"


class AdminClient:
    """Calls one of several equal namenodes and fails over to the next. Threads may share it.

    ``stop`` ends the pauses between attempts early. Each call makes at most ROUNDS_MAX rounds over
    all namenodes; the first round does not pause.
    """

    def __init__(
        self,
        urls: tuple[str, ...],
        token_file: Path,
        *,
        timeout_ms: int,
        stop: threading.Event,
    ) -> None:
        self._urls = [url.rstrip("/") for url in urls]
        self._token_file = token_file
        self._timeout_ms = timeout_ms
        self._at = 0
        self._http = httpx.Client(timeout=timeout_ms / 1000, trust_env=False)
        first_round = [wait_none() for _ in urls]
        self._retrying = Retrying(
            stop=stop_after_attempt(ROUNDS_MAX * len(urls)),
            wait=wait_chain(
                *first_round, wait_random_exponential(multiplier=0.1, max=RETRY_WAIT_MAX_S)
            ),
            retry=retry_if_exception_type(AdminUnavailable),
            sleep=sleep_using_event(stop),
            reraise=True,
        )

    def feed(self, *, after: str | None, limit: int, wait_ms: int) -> FeedPage:
        """Events after a cursor; without one, from the oldest kept.

        Raises FeedTrimmed, AdminUnavailable, AdminUnauthorized, AdminRefused, AdminAnswerInvalid.
        """
        parameters: dict[str, str | int] = {"limit": limit, "wait_ms": wait_ms}
        if after is not None:
            parameters["after"] = after
        return self._get("/admin/v1/feed", parameters, FeedPage, wait_ms)

    def inodes(self, *, after_id: int, limit: int) -> InodePage:
        """Inodes in id order. Raises as ``feed`` does, but for FeedTrimmed."""
        parameters: dict[str, str | int] = {"after_id": after_id, "limit": limit}
        return self._get("/admin/v1/inodes", parameters, InodePage, 0)

    def inode_columns(self, *, after_id: int, limit: int) -> InodeColumns:
        """Inodes in id order, a list for each member, all of one length.

        Raises as ``inodes`` does.
        """
        parameters: dict[str, str | int] = {"after_id": after_id, "limit": limit}
        path = "/admin/v1/inodes/columns"
        page = self._get(path, parameters, InodeColumns, 0)
        ids = page.inode_id
        if any(len(getattr(page, name)) != len(ids) for name in _INODE_LISTS):
            raise AdminAnswerInvalid(path=path, reason="lists of different lengths")
        if any(map(ge, (after_id, *ids), ids)):
            raise AdminAnswerInvalid(path=path, reason="ids do not rise")
        return page

    def rows(
        self,
        table: str,
        *,
        cursor: str | None,
        limit: int,
        inode_ids: Sequence[int] | None = None,
    ) -> RowPage:
        """Rows of blocks, replicas, xattrs, quotas or acls in key order, of all or of some inodes.

        Raises as ``inodes`` does, and AdminRefused when pages do not go forward.
        """
        parameters: dict[str, str | int] = {"limit": limit}
        if cursor is not None:
            parameters["cursor"] = cursor
        if inode_ids is not None:
            parameters["inode_ids"] = ",".join(map(str, inode_ids))
        path = f"/admin/v1/rows/{table}"
        page = self._get(path, parameters, _ROW_PAGES[table], 0)
        if cursor is not None and page.next_cursor == cursor:
            raise AdminRefused(path=path, reason="pages do not go forward")
        return page

    def row_pages(self, table: str, inode_ids: Sequence[int], *, limit: int) -> Iterator[RowPage]:
        """All pages of some inodes' rows, ROW_INODES_MAX at most. Raises as ``rows`` does."""
        cursor: str | None = None
        while True:
            page = self.rows(table, cursor=cursor, limit=limit, inode_ids=inode_ids)
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    def file_checksums(self, inode_ids: Sequence[int]) -> FileChecksums:
        """Checksums of files, asked of the datanodes: CHECKSUM_INODES_MAX at most.

        Raises as ``inodes`` does.
        """
        parameters: dict[str, str | int] = {"inode_ids": ",".join(map(str, inode_ids))}
        path = "/admin/v1/files/checksums"
        return self._get(path, parameters, FileChecksums, CHECKSUMS_WAIT_MS)

    def heat_of_each(self, window: str) -> list[HeatRowPage]:
        """What each namenode that answers is heated by; of the others nothing.

        Raises AdminUnauthorized and AdminAnswerInvalid.
        """
        path = "/admin/v1/rows/heat"
        pages = []
        for url in self._urls:
            try:
                response = self._http.get(
                    url + path,
                    params={"window": window},
                    headers={"Authorization": f"Bearer {self._token()}"},
                    timeout=EACH_TIMEOUT_S,
                )
            except httpx.HTTPError:
                continue
            if response.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
                continue
            if response.status_code != httpx.codes.OK:
                raise _refusal(url + path, response)
            pages.append(_parsed(path, response.content, HeatRowPage))
        return pages

    def close(self) -> None:
        """Closes idle connections."""
        self._http.close()

    def _get(
        self, path: str, parameters: dict[str, str | int], page: type[_Page], wait_ms: int
    ) -> _Page:
        return _parsed(path, self._retrying(self._attempt, path, parameters, wait_ms), page)

    def _attempt(self, path: str, parameters: dict[str, str | int], wait_ms: int) -> bytes:
        at = self._at
        url = self._urls[at]
        try:
            response = self._http.get(
                url + path,
                params=parameters,
                headers={"Authorization": f"Bearer {self._token()}"},
                timeout=(wait_ms + self._timeout_ms) / 1000,
            )
        except httpx.HTTPError as error:
            self._fail_over(at)
            raise AdminUnavailable(url=url, reason=type(error).__name__) from error
        if response.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
            self._fail_over(at)
            raise AdminUnavailable(url=url, status=response.status_code)
        if response.status_code != httpx.codes.OK:
            raise _refusal(url + path, response)
        return response.content

    def _fail_over(self, failed: int) -> None:
        # From the one that failed: another thread may have left it already.
        self._at = (failed + 1) % len(self._urls)

    def _token(self) -> str:
        # Read each time: it is small, and a namenode may have replaced it.
        try:
            token = self._token_file.read_text().strip()
        except (OSError, UnicodeDecodeError) as error:
            raise AdminUnauthorized(
                file=str(self._token_file), reason=type(error).__name__
            ) from error
        if not token or not token.isascii() or not token.isprintable():
            raise AdminUnauthorized(file=str(self._token_file), reason="holds no token")
        return token


def _parsed(path: str, content: bytes, page: type[_Page]) -> _Page:
    try:
        return page.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise AdminAnswerInvalid(path=path, place=place, reason=first["msg"]) from error


def _refusal(url: str, response: httpx.Response) -> AdminError:
    status = response.status_code
    try:
        problem = Problem.model_validate_json(response.content)
        code, detail = problem.code, problem.detail or problem.title
        agreed = (problem.facts or {}).get("agreed_through")
    except ValidationError:
        code, detail, agreed = None, response.text, None
    facts: dict[str, str | int | None] = {
        "url": url,
        "status": status,
        "code": code,
        "detail": detail[:_DETAIL_LENGTH_MAX],
    }
    if status == httpx.codes.GONE and code == _SET_BACK:
        return FeedSetBack(**facts, agreed_through=agreed)
    if status == httpx.codes.GONE:
        return FeedTrimmed(**facts)
    if status in {httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
        return AdminUnauthorized(**facts)
    return AdminRefused(**facts)
