"""Retries, errors and bodies, against answers that are given to the client."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Any, Literal

import httpx
import pytest

from warren_client import (
    AsyncClient,
    Client,
    NoAnswer,
    NotFound,
    Refusal,
    Retry,
    TooManyRequests,
    UnreadableAnswer,
    WarrenError,
)
from warren_client.base import Answer
from warren_client.generated.models import (
    PatchedUserChangeRequest,
    SetOwnerJobCreateRequest,
    SetOwnerParametersRequest,
    WatchedWriteRequest,
)

URL = "http://warren.example"
AT_ONCE = Retry(waits_s=(0.0, 0.0))
WATCH = WatchedWriteRequest(path="/data")
State = Literal["old"]


class Warren:
    """Answers one after the other, and keeps what it was asked; `None` for a lost connection."""

    def __init__(self, *answers: httpx.Response | None) -> None:
        self._answers = list(answers)
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self._answers.pop(0)
        if answer is None:
            raise httpx.ReadError("The connection was lost")
        return answer

    def client(self, retry: Retry = AT_ONCE) -> Client:
        return Client(httpx.Client(base_url=URL, transport=httpx.MockTransport(self)), retry=retry)

    def async_client(self) -> AsyncClient:
        http = httpx.AsyncClient(base_url=URL, transport=httpx.MockTransport(self))
        return AsyncClient(http, retry=AT_ONCE)


def problem(status: int, code: str, headers: dict[str, str] | None = None) -> httpx.Response:
    body = {"type": "about:blank", "title": "No.", "status": status, "detail": "Go", "code": code}
    return httpx.Response(status, json=body, headers=headers)


def page(*names: str, following: str | None) -> httpx.Response:
    events = [{"offset": 1, "at": "2026-11-26T00:00:00Z", "source": n} for n in names]
    items = [{**event, "reason": "", "value": ""} for event in events]
    return httpx.Response(200, json={"items": items, "next_cursor": following})


def watched() -> httpx.Response:
    told = {"inode_id": 5, "path": "/data", "watched_by": "ana", "etag": '"tag"'}
    return httpx.Response(201, json={**told, "watched_at": "2026-11-26T00:00:00Z"})


def test_a_keyed_request_is_sent_again_with_its_key() -> None:
    warren = Warren(None, problem(409, "request_under_way", {"Retry-After": "0"}), watched())
    made = warren.client().usage.watch(WATCH)
    assert made.path == "/data"
    keys = {request.headers["Idempotency-Key"] for request in warren.asked}
    assert (len(warren.asked), len(keys)) == (3, 1)


def test_a_keyed_request_is_given_up() -> None:
    warren = Warren(None, None, None)
    with pytest.raises(NoAnswer) as lost:
        warren.client().usage.watch(WATCH, idempotency_key="mine")
    assert lost.value.may_be_done
    assert [request.headers["Idempotency-Key"] for request in warren.asked] == ["mine"] * 3


def test_the_same_with_asyncio() -> None:
    warren = Warren(None, watched(), None, None, None)

    async def calls() -> None:
        async with warren.async_client() as client:
            await client.usage.watch(WATCH)
            with pytest.raises(NoAnswer):
                await client.usage.watched()

    asyncio.run(calls())
    assert len(warren.asked) == 5


def test_what_goes_by_no_key_is_sent_once() -> None:
    warren = Warren(None)
    with pytest.raises(NoAnswer) as lost:
        warren.client().jobs.cancel(3)
    assert lost.value.may_be_done
    assert "Look whether it was done" in str(lost.value)


def test_what_reads_is_sent_again_and_a_refusal_is_not() -> None:
    warren = Warren(None, problem(404, "not_found"))
    with pytest.raises(NotFound):
        warren.client().users.get(3)
    assert len(warren.asked) == 2


def test_nobody_has_to_have_it_sent_again() -> None:
    with pytest.raises(NoAnswer) as lost:
        Warren(None).client(Retry(waits_s=())).users.get(3)
    assert not lost.value.may_be_done


def test_an_error_says_what_the_platform_says() -> None:
    body = {
        "title": "The request is not valid",
        "code": "invalid_argument",
        "detail": "Correct it.",
        "facts": {"limit": 3},
        "fields": {"owner": ["Too long.", "No spaces."]},
    }
    with pytest.raises(Refusal) as refused:
        Warren(httpx.Response(400, json=body)).client().users.list()
    assert refused.value.facts == {"limit": 3}
    assert str(refused.value) == (
        "The request is not valid. Correct it. (invalid_argument)\nowner: Too long. No spaces."
    )


def test_an_error_says_when_to_ask_again() -> None:
    with pytest.raises(TooManyRequests) as refused:
        Warren(problem(429, "too_many", {"Retry-After": "7"})).client().users.list()
    assert refused.value.retry_after_s == 7


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(502, html="<h1>Bad gateway</h1>"),
        httpx.Response(200, html="<h1>Log in</h1>"),
        httpx.Response(302, headers={"Location": "/login"}),
    ],
)
def test_what_is_no_answer_of_a_warren(answer: httpx.Response) -> None:
    with pytest.raises(UnreadableAnswer) as unreadable:
        Warren(answer).client().users.list()
    assert unreadable.value.status == answer.status_code


def test_all_pages_are_read_as_they_are_taken() -> None:
    warren = Warren(page("a", "b", following="two"), page("c", following=None))
    letters = warren.client().pipeline.dead_letters_list_items(limit=2)
    assert next(letters).source == "a"
    assert len(warren.asked) == 1
    assert [letter.source for letter in letters] == ["b", "c"]
    assert [dict(request.url.params) for request in warren.asked] == [
        {"limit": "2"},
        {"limit": "2", "cursor": "two"},
    ]


def test_pages_that_go_in_a_circle_come_to_an_end() -> None:
    warren = Warren(page("a", following="two"), page("b", following="two"))
    with pytest.raises(WarrenError, match="names itself"):
        list(warren.client().pipeline.dead_letters_list_items())


def test_only_what_was_given_is_sent() -> None:
    warren = Warren(problem(404, "not_found"))
    with pytest.raises(NotFound):
        warren.client().users.update(3, PatchedUserChangeRequest(owner=None), if_match='"tag"')
    (request,) = warren.asked
    assert json.loads(request.content) == {"owner": None}
    assert request.headers["If-Match"] == '"tag"'


def test_bodies_of_several_kinds() -> None:
    warren = Warren(problem(404, "not_found"))
    body = SetOwnerJobCreateRequest(
        kind="set_owner", path="/data", parameters=SetOwnerParametersRequest(owner="ana")
    )
    with pytest.raises(NotFound):
        warren.client().jobs.create(body)
    assert json.loads(warren.asked[0].content) == {
        "kind": "set_owner",
        "path": "/data",
        "parameters": {"owner": "ana"},
    }


def test_parts_of_the_path_stay_parts() -> None:
    warren = Warren(problem(404, "not_found"))
    with pytest.raises(NotFound):
        warren.client().datanodes.get("a/../b?c")
    assert warren.asked[0].url.raw_path == b"/api/v1/datanodes/a%2F..%2Fb%3Fc"
    with pytest.raises(ValueError, match="uuid"):
        warren.client().datanodes.get("..")


def test_times_have_a_zone() -> None:
    warren = Warren(page(following=None))
    warren.client().audit.list(since=datetime(2026, 1, 2, tzinfo=UTC))
    assert warren.asked[0].url.params["since"] == "2026-01-02T00:00:00+00:00"
    with pytest.raises(ValueError, match="since needs a time zone"):
        warren.client().audit.list(since=datetime(2026, 1, 2))  # noqa: DTZ001


def test_a_file_that_breaks_off_is_an_error() -> None:
    class Broken(httpx.SyncByteStream):
        def __iter__(self) -> Any:
            yield b"path,size\n"
            raise httpx.ReadError("The connection was lost")

    warren = Warren(httpx.Response(200, stream=Broken()))
    with warren.client().search.exports_file(7) as pieces:
        assert next(pieces) == b"path,size\n"
        with pytest.raises(NoAnswer):
            next(pieces)


def test_answers_of_a_newer_warren_are_taken() -> None:
    class Thing(Answer):
        state: State
        states: list[State]
        count: int

    thing = Thing.model_validate({"state": "new", "states": ["old", "new"], "count": 1, "more": 2})
    assert (str(thing.state), thing.states) == ("new", ["old", "new"])
    with pytest.raises(ValueError, match="count"):
        Thing.model_validate({"state": "old", "states": [], "count": "many"})


@pytest.mark.parametrize("url", ["warren.example", "ftp://warren.example", ""])
def test_a_url_is_one_of_http(url: str) -> None:
    with pytest.raises(ValueError, match="begins with http"):
        Client.from_url(url)
