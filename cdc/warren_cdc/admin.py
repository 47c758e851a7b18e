"""Client of the namenodes' admin API: the feed and the inodes."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from operator import ge
from pathlib import Path
from typing import ClassVar, Final, TypeVar

from pydantic import BaseModel
from tenacity.nap import sleep_using_event
from warren_namenode import (
    BAD_ANSWER,
    AdminTransport,
    NamenodeProblem,
    NamenodeUnreachable,
    NoToken,
)
from warren_namenode.generated.admin_api import (
    AclRowPage,
    BlockRowPage,
    FeedPage,
    FileChecksums,
    HeatRowPage,
    InodeColumns,
    InodePage,
    QuotaRowPage,
    ReplicaRowPage,
    XattrRowPage,
)

ROUNDS_MAX: Final = 3
PAGE_ROWS: Final = 5_000
# Of so many inodes the admin API tells the rows in one call.
ROW_INODES_MAX: Final = 200
# Of so many inodes it tells checksums in one call, which takes this long at most.
CHECKSUM_INODES_MAX: Final = 20
CHECKSUMS_WAIT_MS: Final = 20_000
_DETAIL_LENGTH_MAX: Final = 200
_SET_BACK: Final = "feed_set_back"
# Whatever failed at one namenode, another may do.
_FAILED: Final = range(500, 600)
_UNAUTHORIZED: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})

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
        self._timeout_ms = timeout_ms
        self._transport = AdminTransport(
            urls=[url.rstrip("/") for url in urls],
            token_file=token_file,
            timeout_ms=timeout_ms,
            connect_timeout_ms=timeout_ms,
            rounds_max=ROUNDS_MAX,
            moves_on=_FAILED,
            sleep=sleep_using_event(stop),
        )

    def feed(self, *, after: str | None, limit: int, wait_ms: int) -> FeedPage:
        """Events after a cursor; without one, from the oldest kept.

        Raises FeedTrimmed, AdminUnavailable, AdminUnauthorized, AdminRefused, AdminAnswerInvalid.
        """
        parameters: dict[str, str | int] = {"limit": limit, "wait_ms": wait_ms}
        if after is not None:
            parameters["after"] = after
        return self._get("feed", parameters, FeedPage, wait_ms)

    def inodes(self, *, after_id: int, limit: int) -> InodePage:
        """Inodes in id order. Raises as ``feed`` does, but for FeedTrimmed."""
        parameters: dict[str, str | int] = {"after_id": after_id, "limit": limit}
        return self._get("inodes", parameters, InodePage, 0)

    def inode_columns(self, *, after_id: int, limit: int) -> InodeColumns:
        """Inodes in id order, a list for each member, all of one length.

        Raises as ``inodes`` does.
        """
        parameters: dict[str, str | int] = {"after_id": after_id, "limit": limit}
        path = "inodes/columns"
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
        path = f"rows/{table}"
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
        path = "files/checksums"
        return self._get(path, parameters, FileChecksums, CHECKSUMS_WAIT_MS)

    def heat_of_each(self, window: str) -> list[HeatRowPage]:
        """What each namenode that answers is heated by; of the others nothing.

        Raises AdminUnauthorized and AdminAnswerInvalid.
        """
        try:
            pages, _ = self._transport.each(HeatRowPage, "rows/heat", {"window": window})
        except NoToken as error:
            raise _no_token(error) from error
        except NamenodeUnreachable:
            return []
        except NamenodeProblem as error:
            raise _refusal("rows/heat", error) from error
        return pages

    def close(self) -> None:
        """Closes idle connections."""
        self._transport.close()

    def _get(
        self, path: str, parameters: dict[str, str | int], page: type[_Page], wait_ms: int
    ) -> _Page:
        params = {name: str(value) for name, value in parameters.items()}
        timeout_s = (wait_ms + self._timeout_ms) / 1000
        try:
            return self._transport.call(page, "GET", path, params=params, timeout_s=timeout_s)
        except NoToken as error:
            raise _no_token(error) from error
        except NamenodeUnreachable as error:
            tried = "; ".join(f"{url}: {why}" for url, why in error.causes.items())
            raise AdminUnavailable(tried=tried) from error
        except NamenodeProblem as error:
            raise _refusal(path, error) from error


def _no_token(error: NoToken) -> AdminUnauthorized:
    return AdminUnauthorized(file=str(error.file), reason=error.why)


def _refusal(path: str, problem: NamenodeProblem) -> AdminError:
    # Of an answer that is not one of the contract, its own status counts.
    status = int(problem.facts.get("http_status", problem.status))
    facts: dict[str, str | int | None] = {
        "path": path,
        "status": status,
        "code": problem.code,
        "detail": (problem.detail or problem.title)[:_DETAIL_LENGTH_MAX],
    }
    if status in _FAILED:
        return AdminUnavailable(**facts)
    if status in _UNAUTHORIZED:
        return AdminUnauthorized(**facts)
    if problem.code == BAD_ANSWER:
        place, reason = problem.facts.get("place"), problem.facts.get("reason")
        return AdminAnswerInvalid(path=path, place=place, reason=reason)
    if status == HTTPStatus.GONE and problem.code == _SET_BACK:
        return FeedSetBack(**facts, agreed_through=problem.facts.get("agreed_through"))
    if status == HTTPStatus.GONE:
        return FeedTrimmed(**facts)
    return AdminRefused(**facts)
