"""The WebHDFS client of this process, and its failures as problems of the platform."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from apps.common.problems import (
    AccessDenied,
    Conflict,
    InvalidInput,
    NotFound,
    Problem,
    Unavailable,
    Unsupported,
)
from config.env import env
from integrations.webhdfs import OutcomeUnknown, WebHdfs, WebHdfsRefusal, WebHdfsUnreachable

__all__ = ["superuser", "webhdfs_problems"]

_ACCESS: Final = (AccessDenied, "access_denied", "HDFS does not let you do this")
_TAKEN: Final = (Conflict, "already_exists", "Something has this name already")
_NOTHING: Final = (NotFound, "not_found", "There is nothing at this path")
_NO_DIRECTORY: Final = (Conflict, "not_a_directory", "What is above is no directory")
_FULL: Final = (Conflict, "quota_exceeded", "A quota does not allow this")
_WRONG: Final = (InvalidInput, "invalid_argument", "HDFS does not take this")
_LATER: Final = (Unavailable, "namenode_safe_mode", "The namenodes change nothing now")
_SNAPSHOT: Final = (Conflict, "snapshot_refused", "HDFS does not let snapshots be used so")
_BY_KIND: Final[dict[str, tuple[type[Problem], str, str]]] = {
    "AccessControlException": _ACCESS,
    "AuthorizationException": _ACCESS,
    "SecurityException": _ACCESS,
    "SnapshotAccessControlException": (Conflict, "read_only", "A snapshot can't be changed"),
    "FileNotFoundException": _NOTHING,
    "FileAlreadyExistsException": _TAKEN,
    "AlreadyBeingCreatedException": (Conflict, "being_written", "Somebody writes this file now"),
    "ParentNotDirectoryException": _NO_DIRECTORY,
    "PathIsNotDirectoryException": _NO_DIRECTORY,
    "PathIsNotEmptyDirectoryException": (Conflict, "not_empty", "The directory is not empty"),
    "NSQuotaExceededException": _FULL,
    "DSQuotaExceededException": _FULL,
    "QuotaByStorageTypeExceededException": _FULL,
    "SnapshotException": _SNAPSHOT,
    "AclException": _WRONG,
    "HadoopIllegalArgumentException": _WRONG,
    "IllegalArgumentException": _WRONG,
    "InvalidPathException": _WRONG,
    "PathComponentTooLongException": _WRONG,
    "UnsupportedOperationException": (Unsupported, "unsupported", "HDFS can't do this here"),
    "SafeModeException": _LATER,
    "BadAnswer": (Unavailable, "webhdfs_bad_answer", "A server gave an answer off its contract"),
    "TooMuch": (Conflict, "too_much", "The answer is more than the platform reads"),
}
_REFUSED: Final = (Conflict, "refused", "HDFS refuses this")


@lru_cache(maxsize=1)
def _client() -> WebHdfs:
    return WebHdfs(
        urls=env().admin_urls,
        timeout_ms=env().admin_timeout_ms,
        connect_timeout_ms=env().admin_connect_timeout_ms,
    )


def superuser() -> str:
    """As whom the platform acts where a role of Warren's decides, and not HDFS."""
    return env().hdfs_superuser_name


@contextmanager
def webhdfs_problems() -> Iterator[WebHdfs]:
    """The client, for use inside the block; its errors leave the block as problems."""
    try:
        yield _client()
    except WebHdfsRefusal as error:
        raise _problem_of(error) from error
    except WebHdfsUnreachable as error:
        raise Unavailable(
            "No server takes the call",
            code="webhdfs_unavailable",
            detail="Nothing was changed. Check the namenodes and datanodes (`make status`), then "
            "try again.",
            facts={"tried": error.causes},
        ) from error
    except OutcomeUnknown as error:
        raise Unavailable(
            "HDFS did not answer whether it did this",
            code="outcome_unknown",
            detail="Look whether it was done before you try again.",
            facts={"cause": error.cause},
        ) from error


def _problem_of(error: WebHdfsRefusal) -> Problem:
    kind, code, title = _BY_KIND.get(error.kind, _REFUSED)
    facts: dict[str, object] = {"hdfs_user": error.user, "hdfs_error": error.kind}
    return kind(title, code=code, detail=error.message, facts=facts)
