"""Client of the indexer: the pipeline's state and an operator's commands."""

from pathlib import Path
from typing import Any

import httpx


class IndexerUnreachable(Exception):
    """The indexer does not answer usefully; trying again later may help."""


class IndexerRefused(Exception):
    """The indexer understood the call and refused it."""

    def __init__(self, title: str, status: int) -> None:
        self.title = title
        self.status = status
        super().__init__(title)


class IndexerClient:
    """One attempt per call: commands set a state, so that an operator can simply repeat them."""

    def __init__(self, address: str, token_file: Path, *, timeout_ms: int) -> None:
        self._url = f"http://{address}"
        self._token_file = token_file
        self._timeout_s = timeout_ms / 1000

    def pipeline(self) -> dict[str, Any]:
        """The whole pipeline. Raises IndexerUnreachable, IndexerRefused."""
        return self._call("GET", "/v1/pipeline")

    def command(self, name: str) -> dict[str, Any]:
        """pause or resume; the pipeline after it."""
        return self._call("POST", f"/v1/pipeline/{name}")

    def work(self, name: str, key: str) -> dict[str, Any]:
        """Have a rebuild or repair done, once for each key; how far it is.

        `state` (waiting, running, done or withdrawn), `inodes` done of `inodes_total`, and of a
        repair that is done `drift` and `repaired`; what is not known is None.
        """
        return self._call("PUT", f"/v1/work/{name}/{key}")

    def withdraw(self, name: str, key: str) -> None:
        """Have such work not be done, or not gone on with."""
        self._call("DELETE", f"/v1/work/{name}/{key}")

    def dead_letters(self, *, before: int | None, limit: int) -> dict[str, Any]:
        """The newest letters below an offset, newest first."""
        cursor = {} if before is None else {"before": before}
        return self._call("GET", "/v1/dead-letters", limit=limit, **cursor)

    def replay(self, offset: int) -> None:
        """Sends a letter through the pipeline again."""
        self._call("POST", f"/v1/dead-letters/{offset}/replay")

    def _call(self, method: str, path: str, **parameters: int) -> dict[str, Any]:
        try:
            token = self._token_file.read_text(encoding="ascii").strip()
            answer = httpx.request(
                method,
                self._url + path,
                params=parameters,
                headers={"Authorization": f"Bearer {token}"},
                timeout=self._timeout_s,
                trust_env=False,
            )
            body: dict[str, Any] = answer.json()
        except (httpx.HTTPError, OSError, ValueError) as error:
            raise IndexerUnreachable(type(error).__name__) from error
        if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
            raise IndexerUnreachable(str(body.get("title", answer.status_code)))
        if answer.status_code >= httpx.codes.BAD_REQUEST:
            raise IndexerRefused(str(body.get("title", "")), answer.status_code)
        return body
