"""Calls of the namenodes' admin API (contract: admin-api.yaml), by whatever part of Warren.

Every namenode is equal, so a call goes to the one that answered last and moves on to the next
when that one does not answer. Rounds over all of them are bounded and jittered. Every call may be
repeated without harm: one that changes something is a numbered step of a job, which the namenodes
make once.
"""

import ssl
import time
from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, ValidationError
from tenacity import (
    RetryError,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_random_exponential,
)

from warren_namenode.errors import (
    BAD_ANSWER,
    SAFE_MODE,
    NamenodeProblem,
    NamenodeUnreachable,
    NoToken,
)
from warren_namenode.generated.admin_api import Problem

Answer = TypeVar("Answer", bound=BaseModel)
Method = Literal["GET", "PUT", "POST", "DELETE"]

ACTOR_HEADER = "X-Warren-Actor"
# Pages about failover and reads beside a search ask while a namenode hangs: they must not wait for
# it as long as others do.
SHORT_TIMEOUT_S = 2.0
_RETRY_WAIT_FIRST_S = 0.1
_RETRY_WAIT_MAX_S = 1.0
MOVE_ON_STATUSES = frozenset({502, 503, 504})


class _RoundFailed(Exception):
    """No namenode did its work in one round over all of them; `last` is what the last one said."""

    def __init__(self, causes: dict[str, str], last: httpx.Response | None) -> None:
        self.causes = causes
        self.last = last
        super().__init__("No namenode answered in this round")


class AdminTransport:
    """Calls of equal namenodes. One instance may be used by several threads."""

    def __init__(
        self,
        *,
        urls: Sequence[str],
        token_file: Path,
        timeout_ms: int,
        connect_timeout_ms: int,
        rounds_max: int,
        acting_user: Callable[[], str | None] = lambda: None,
        moves_on: Container[int] = MOVE_ON_STATUSES,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`acting_user` tells for whom the calling thread acts; the namenodes record the name.

        moves_on: with these statuses a namenode counts as one that does not answer. sleep: pauses
        between rounds, and may end early.
        """
        self.urls = tuple(urls)
        self._acting_user = acting_user
        self._moves_on = moves_on
        self._sleep = sleep
        self._token_file = token_file
        self._rounds_max = rounds_max
        self._preferred = 0
        self.http = httpx.Client(
            verify=_trust(),
            timeout=httpx.Timeout(timeout_ms / 1000, connect=connect_timeout_ms / 1000),
            limits=httpx.Limits(max_connections=20, max_keepalive_connections=10),
            # The address of a namenode is explicit; a proxy of the environment has no say.
            trust_env=False,
        )

    def close(self) -> None:
        self.http.close()

    def call(
        self,
        answer: type[Answer],
        method: Method,
        resource: str,
        *,
        params: dict[str, str] | None = None,
        body: dict[str, Any] | None = None,
        timeout_s: float | None = None,
    ) -> Answer:
        """What a namenode answers. Raises NamenodeProblem and NamenodeUnreachable."""
        retrying = Retrying(
            retry=retry_if_exception_type(_RoundFailed),
            stop=stop_after_attempt(self._rounds_max),
            wait=wait_random_exponential(multiplier=_RETRY_WAIT_FIRST_S, max=_RETRY_WAIT_MAX_S),
            sleep=self._sleep,
        )
        try:
            response: httpx.Response = retrying(
                self._round,
                method,
                f"/admin/v1/{resource}",
                params,
                body,
                timeout_s=timeout_s,
            )
        except RetryError as error:
            cause = error.last_attempt.exception()
            if isinstance(cause, _RoundFailed) and cause.last is not None:
                raise _problem(cause.last) from cause
            causes = cause.causes if isinstance(cause, _RoundFailed) else {}
            raise NamenodeUnreachable(causes) from cause
        return _parsed(answer, response)

    def _round(
        self,
        method: Method,
        path: str,
        params: dict[str, str] | None,
        body: dict[str, Any] | None,
        *,
        timeout_s: float | None,
    ) -> httpx.Response:
        """Ask each namenode once, the preferred one first."""
        causes: dict[str, str] = {}
        last: httpx.Response | None = None
        headers = self._headers()
        timeout = self._timeout(timeout_s)
        first = self._preferred
        for offset in range(len(self.urls)):
            index = (first + offset) % len(self.urls)
            url = self.urls[index]
            try:
                response = self.http.request(
                    method, url + path, params=params, json=body, headers=headers, timeout=timeout
                )
            except httpx.TransportError as error:
                causes[url] = type(error).__name__
                continue
            if response.status_code in self._moves_on and not _refused_by_all(response):
                causes[url] = f"HTTP {response.status_code}"
                last = response
                continue
            self._preferred = index
            return response
        raise _RoundFailed(causes, last)

    def _timeout(self, timeout_s: float | None) -> httpx.Timeout:
        return self.http.timeout if timeout_s is None else httpx.Timeout(timeout_s)

    def _headers(self) -> dict[str, str]:
        headers = {"Authorization": f"Bearer {self._token()}"}
        user = self._acting_user()
        if user:
            headers[ACTOR_HEADER] = quote(user, safe="")
        return headers

    def _token(self) -> str:
        """Read at each round: the file may be made, or replaced, after this process started."""
        try:
            token = self._token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise NoToken(self._token_file, type(error).__name__) from error
        if not token or not token.isascii() or not token.isprintable():
            raise NoToken(self._token_file, "holds no token")
        return token

    def each(
        self,
        kind: type[Answer],
        resource: str,
        params: dict[str, str],
        *,
        timeout_s: float | None = SHORT_TIMEOUT_S,
    ) -> tuple[list[Answer], list[str]]:
        """What every namenode answers, of which one must, and the addresses of the others.

        timeout_s: None for as long as calls of one namenode may take.
        """
        answers: list[Answer] = []
        causes: dict[str, str] = {}
        for url in self.urls:
            try:
                answer = self.http.get(
                    f"{url}/admin/v1/{resource}",
                    params=params,
                    headers=self._headers(),
                    timeout=self._timeout(timeout_s),
                )
            except httpx.TransportError as error:
                causes[url] = type(error).__name__
                continue
            if answer.status_code in self._moves_on:
                causes[url] = f"HTTP {answer.status_code}"
                continue
            answers.append(_parsed(kind, answer))
        if not answers:
            raise NamenodeUnreachable(causes)
        return answers, list(causes)


@lru_cache(maxsize=1)
def _trust() -> ssl.SSLContext:
    """The system's certificates; reading them takes long, so all clients share them."""
    return ssl.create_default_context()


def _refused_by_all(response: httpx.Response) -> bool:
    """Whether no other namenode would answer otherwise, until somebody has it so."""
    return _problem(response).code == SAFE_MODE


def _parsed(answer: type[Answer], response: httpx.Response) -> Answer:
    """The answer as its type; NamenodeProblem for a refusal or for an answer off the contract."""
    if not response.is_success:
        raise _problem(response)
    try:
        return answer.model_validate_json(response.content)
    except ValidationError as error:
        problem = _off_contract(response, answer)
        first = error.errors(include_url=False, include_input=False)[0]
        problem.facts["place"] = ".".join(map(str, first["loc"]))
        problem.facts["reason"] = first["msg"]
        raise problem from error


def _problem(response: httpx.Response) -> NamenodeProblem:
    try:
        problem = Problem.model_validate_json(response.content)
    except ValidationError:
        return _off_contract(response, Problem)
    facts = dict(problem.facts or {})
    return NamenodeProblem(
        problem.title,
        status=response.status_code,
        code=problem.code,
        detail=problem.detail or str(facts.pop("hint", "")),
        facts=facts,
    )


def _off_contract(response: httpx.Response, expected: type[BaseModel]) -> NamenodeProblem:
    return NamenodeProblem(
        "A namenode gave an answer that its contract does not have",
        status=502,
        code=BAD_ANSWER,
        facts={"http_status": response.status_code, "expected": expected.__name__},
    )
