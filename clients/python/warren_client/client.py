"""A Warren that is asked with a token."""

import ssl
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import httpx

from warren_client.generated.async_resources import AsyncResources
from warren_client.generated.resources import Resources
from warren_client.retries import RETRY, Retry
from warren_client.sending import AsyncSender, Sender

TIMEOUT_S: Final = 60.0


class Client(Resources):
    """The API by resources: `client.jobs.list()`. Every call raises WarrenError.

    It may be shared by threads. Close it, or use it in a `with`.
    """

    def __init__(self, http: httpx.Client, *, retry: Retry = RETRY) -> None:
        self._http = http
        super().__init__(Sender(http, retry))

    @classmethod
    def from_url(
        cls,
        url: str,
        *,
        token: str | None = None,
        token_file: Path | None = None,
        timeout_s: float = TIMEOUT_S,
        verify: ssl.SSLContext | bool = True,
        retry: Retry = RETRY,
    ) -> Self:
        """url: of the console: `https://warren.example`. token: of its page *Tokens*, or in a file.

        timeout_s: the longest wait for an answer, or for more of one. Raises ValueError for another
        kind of URL or two tokens, OSError when the file can't be read.
        """
        options = _options(url, token, token_file, timeout_s)
        return cls(httpx.Client(verify=verify, **options), retry=retry)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncClient(AsyncResources):
    """`Client` for asyncio: `await client.jobs.list()`. Use it in an `async with`."""

    def __init__(self, http: httpx.AsyncClient, *, retry: Retry = RETRY) -> None:
        self._http = http
        super().__init__(AsyncSender(http, retry))

    @classmethod
    def from_url(
        cls,
        url: str,
        *,
        token: str | None = None,
        token_file: Path | None = None,
        timeout_s: float = TIMEOUT_S,
        verify: ssl.SSLContext | bool = True,
        retry: Retry = RETRY,
    ) -> Self:
        """As of `Client`."""
        options = _options(url, token, token_file, timeout_s)
        return cls(httpx.AsyncClient(verify=verify, **options), retry=retry)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


def _options(
    url: str, token: str | None, token_file: Path | None, timeout_s: float
) -> dict[str, Any]:
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"The URL of a Warren begins with http:// or https://, not as {url!r}")
    if token is not None and token_file is not None:
        raise ValueError("Give the token or the file that has it, not both")
    if token_file is not None:
        token = token_file.read_text(encoding="utf-8")
    headers = {"User-Agent": f"warren-client/{_version()}"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token.strip()}"
    return {"base_url": url.rstrip("/"), "headers": headers, "timeout": timeout_s}


def _version() -> str:
    try:
        return version("warren-client")
    except PackageNotFoundError:
        return "uninstalled"
