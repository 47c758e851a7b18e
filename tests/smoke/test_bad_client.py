"""One client that lists a directory without end: it is named, limited, and let in again."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from .conftest import WARREN, WebHdfs, eventually

FLOODER = "flooder"
# What Hadoop's own commands call themselves.
APPLICATION = "CLI"
CHILDREN = 100
# The shell looks at all its arguments before it lists the first.
LISTINGS = 2_000
# A JVM begins, and a busy machine looks at a change late.
NAMED_S = 90.0
LIMITED_S = 60.0
CALLS_PER_SECOND = 1
HELD_S = 5.0


@pytest.fixture
def flooded(webhdfs: WebHdfs, area: str) -> str:
    """A directory with children."""
    directory = f"{area}/flooded"
    for number in range(CHILDREN):
        webhdfs.ok("PUT", f"{directory}/d{number}", "MKDIRS")
    return directory


@pytest.fixture
def flood(flooded: str) -> Iterator[subprocess.Popen[bytes]]:
    """Hadoop's own client, as a user of its own, again and again."""
    client = subprocess.Popen(
        ["sh", "-c", 'while :; do "$0" "$@"; done', WARREN, "dfs", "-ls", *[flooded] * LISTINGS],
        env={**os.environ, "HADOOP_USER_NAME": FLOODER},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield client
    finally:
        os.killpg(client.pid, signal.SIGKILL)
        client.wait()


@pytest.fixture
def lifted(api: httpx.Client) -> Iterator[None]:
    """The limit does not outlive the test."""
    yield
    asked = {"kind": "user", "name": FLOODER, "reason": "the test is over"}
    answer = api.delete("limits", params=asked)
    assert answer.status_code == httpx.codes.ACCEPTED, answer.text
    assert eventually(lambda: _limit(api) is None, LIMITED_S)


def _heat(api: httpx.Client, by: str, **wanted: str) -> list[dict[str, Any]]:
    answer = api.get("heat", params={"by": by, "window": "10s", "limit": 100, **wanted})
    assert answer.status_code == httpx.codes.OK, answer.text
    found: list[dict[str, Any]] = answer.json()["entries"]
    return found


def _user(api: httpx.Client) -> dict[str, Any]:
    """What the flooder did in the last seconds; empty when nothing."""
    return next(iter(_heat(api, "user", key=FLOODER)), {})


def _limit(api: httpx.Client) -> dict[str, Any] | None:
    """The flooder's limit, once every namenode goes by it; None when none does."""
    items = api.get("limits").json()["items"]
    return next((each for each in items if each["name"] == FLOODER), None)


@pytest.mark.usefixtures("flood", "lifted")
def test_a_flood_is_named_and_limited(api: httpx.Client, flooded: str) -> None:
    def directories() -> set[str]:
        return {each["key"] for each in _heat(api, "directory_user", of=FLOODER)}

    assert eventually(lambda: flooded in directories(), NAMED_S)
    assert _user(api)["waited_ms"] > 0
    addresses = _heat(api, "user_address", key=FLOODER)
    assert [each["of"] for each in addresses] == ["127.0.0.1"]
    applications = _heat(api, "user_application", key=FLOODER)
    assert [each["of"] for each in applications] == [APPLICATION]

    answer = api.post(
        "limits",
        json={
            "kind": "user",
            "name": FLOODER,
            "calls_per_second": CALLS_PER_SECOND,
            "reason": "lists one directory without end",
        },
    )
    assert answer.status_code == httpx.codes.ACCEPTED, answer.text
    change = answer.json()["id"]
    assert eventually(lambda: (_limit(api) or {}).get("refused", 0) > 0, LIMITED_S)
    assert eventually(lambda: _user(api).get("refused", 0) > 0, LIMITED_S)

    # Whatever the machine does meanwhile: so much time lets so many in, at each of the namenodes.
    begin_s = time.monotonic()
    first = _limit(api)
    time.sleep(HELD_S)
    second = _limit(api)
    end_s = time.monotonic()
    assert first is not None
    assert second is not None
    namenodes = len(second["namenodes"])
    # A second's worth may have been saved up, and a moment passes with each question.
    most = namenodes * (CALLS_PER_SECOND * (end_s - begin_s) + 2)
    assert second["admitted"] - first["admitted"] <= most

    assert eventually(
        lambda: api.get(f"limits/changes/{change}").json()["state"] == "done", LIMITED_S
    )
