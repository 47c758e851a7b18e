"""Sending calls and reading their answers, with and without asyncio."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from warren_client.calls import Call
from warren_client.errors import UnreadableAnswer, WarrenError, error_of
from warren_client.retries import Retry, lost

Told = TypeVar("Told", bound=BaseModel)


class Sender:
    """Every method raises WarrenError."""

    def __init__(self, http: httpx.Client, retry: Retry) -> None:
        self._http = http
        self._retry = retry

    def answer(self, kind: type[Told], call: Call) -> Told:
        """The body of the answer."""
        return _read(kind, self._sent(call))

    def done(self, call: Call) -> None:
        """Waits for an answer that has no body."""
        self._sent(call)

    @contextmanager
    def chunks(self, call: Call) -> Iterator[Iterator[bytes]]:
        """The body of the answer, piece by piece as it comes."""
        answer = self._sent(call, stream=True)
        try:
            yield _pieces(call, answer)
        finally:
            answer.close()

    def _sent(self, call: Call, *, stream: bool = False) -> httpx.Response:
        attempt = 0
        while True:
            try:
                return self._once(call, stream=stream)
            except WarrenError as error:
                wait_s = self._retry.wait_s(call, attempt, error)
                if wait_s is None:
                    raise
            time.sleep(wait_s)
            attempt += 1

    def _once(self, call: Call, *, stream: bool) -> httpx.Response:
        try:
            answer = self._http.send(call.request(self._http), stream=stream)
            if not answer.is_success:
                answer.read()
        except httpx.RequestError as error:
            raise lost(call, error) from error
        if answer.is_success:
            return answer
        raise error_of(answer)


class AsyncSender:
    """`Sender` for asyncio."""

    def __init__(self, http: httpx.AsyncClient, retry: Retry) -> None:
        self._http = http
        self._retry = retry

    async def answer(self, kind: type[Told], call: Call) -> Told:
        """The body of the answer."""
        return _read(kind, await self._sent(call))

    async def done(self, call: Call) -> None:
        """Waits for an answer that has no body."""
        await self._sent(call)

    @asynccontextmanager
    async def chunks(self, call: Call) -> AsyncIterator[AsyncIterator[bytes]]:
        """The body of the answer, piece by piece as it comes."""
        answer = await self._sent(call, stream=True)
        try:
            yield _async_pieces(call, answer)
        finally:
            await answer.aclose()

    async def _sent(self, call: Call, *, stream: bool = False) -> httpx.Response:
        attempt = 0
        while True:
            try:
                return await self._once(call, stream=stream)
            except WarrenError as error:
                wait_s = self._retry.wait_s(call, attempt, error)
                if wait_s is None:
                    raise
            await asyncio.sleep(wait_s)
            attempt += 1

    async def _once(self, call: Call, *, stream: bool) -> httpx.Response:
        try:
            answer = await self._http.send(call.request(self._http), stream=stream)
            if not answer.is_success:
                await answer.aread()
        except httpx.RequestError as error:
            raise lost(call, error) from error
        if answer.is_success:
            return answer
        raise error_of(answer)


def _pieces(call: Call, answer: httpx.Response) -> Iterator[bytes]:
    try:
        yield from answer.iter_bytes()
    except httpx.RequestError as error:
        raise lost(call, error) from error


async def _async_pieces(call: Call, answer: httpx.Response) -> AsyncIterator[bytes]:
    try:
        async for piece in answer.aiter_bytes():
            yield piece
    except httpx.RequestError as error:
        raise lost(call, error) from error


def _read(kind: type[Told], answer: httpx.Response) -> Told:
    try:
        return kind.model_validate_json(answer.content)
    except ValidationError as error:
        raise UnreadableAnswer(answer.status_code) from error
