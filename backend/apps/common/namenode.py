"""The namenode client of this process, and its failures as problems of the platform."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from apps.common.acting import acting_user
from apps.common.problems import PROBLEM_BY_STATUS, Internal, Problem, Unavailable
from config.env import env
from integrations.namenode import NamenodeClient, NamenodeProblem, NamenodeUnreachable

__all__ = ["namenode", "namenode_problems", "problem_of"]

_NOT_ITS_SCOPE = "insufficient_scope"
_ACCESS_DENIED = "access_denied"
_NAMENODE_FAILURES = frozenset({500, 502, 503, 504})


@lru_cache(maxsize=1)
def _client() -> NamenodeClient:
    return NamenodeClient(
        urls=env().admin_urls,
        token_file=env().admin_token_path,
        timeout_ms=env().admin_timeout_ms,
        connect_timeout_ms=env().admin_connect_timeout_ms,
        rounds_max=env().admin_attempts_max,
        acting_user=acting_user,
    )


def problem_of(error: NamenodeProblem | NamenodeUnreachable) -> Problem:
    """What a caller of the platform is told about a namenode's refusal or silence."""
    if isinstance(error, NamenodeUnreachable):
        return Unavailable(
            "No namenode answers",
            code="namenode_unavailable",
            detail="Check the namenodes (`make status`), then try again.",
            facts={"tried": error.causes},
        )
    if error.status == 401 or error.code == _NOT_ITS_SCOPE:
        return Unavailable(
            "The namenodes refuse the platform's token",
            code="namenode_unauthorized",
            detail="WARREN_ADMIN_TOKEN_FILE must hold the token that the namenodes have for this "
            "process.",
            facts=error.facts,
        )
    if error.status in _NAMENODE_FAILURES:
        # To the platform's caller, a namenode that failed is a part that does not answer.
        return Unavailable(
            error.title, code=f"namenode_{error.code}", detail=error.detail, facts=error.facts
        )
    kind = PROBLEM_BY_STATUS.get(error.status, Internal)
    detail = error.detail
    if error.code == _ACCESS_DENIED and not detail:
        # No role of the platform would help: these are the file system's own rights.
        detail = "Its mode and ACL in HDFS do not let you. Its owner can change that."
    return kind(error.title, code=error.code, detail=detail, facts=error.facts)


@contextmanager
def namenode_problems() -> Iterator[NamenodeClient]:
    """The client, for use inside the block; its errors leave the block as problems."""
    try:
        yield _client()
    except (NamenodeProblem, NamenodeUnreachable) as error:
        raise problem_of(error) from error


def namenode() -> NamenodeClient:
    """The client itself, for callers that tell its errors apart."""
    return _client()


def namenode_health() -> tuple[int, int]:
    """How many namenodes serve clients now, and how many were asked."""
    return _client().serving(), len(env().admin_urls)
