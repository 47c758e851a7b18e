"""A namenode drained and back, by an operator's command and at the console, under writers."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from warren_cli.settings import Settings

from .conftest import Shell, WebHdfs, eventually, healthy, pid_of, warren

FOLLOWED_S = 60.0


def seen(api: httpx.Client) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in api.get("cluster").json()["namenodes"]}


@pytest.fixture
def all_serve(api: httpx.Client) -> Iterator[None]:
    yield
    for name in ("nn1", "nn2"):
        assert warren("namenode", "start", name).returncode == 0


def test_clients_work_while_one_is_drained(
    *, api: httpx.Client, shell: Shell, area: str, all_serve: None
) -> None:
    drained = warren("namenode", "drain", "nn1")
    assert (drained.returncode, drained.stdout) == (0, b"nn1: drained\n"), drained.stderr
    status = warren("namenode", "status", "nn1")
    assert (status.returncode, status.stdout) == (1, b"nn1: drained\n")
    # What rests as it was told is nothing to complain of.
    assert eventually(lambda: warren("status").returncode == 0, FOLLOWED_S)
    assert b"drained" in warren("status").stdout
    for count in range(3):
        shell.ok("-mkdir", "-p", f"{area}/while-drained-{count}")
    last = warren("namenode", "drain", "nn2")
    assert last.returncode == 1
    assert b"No other namenode serves" in last.stderr
    back = warren("namenode", "start", "nn1")
    assert back.returncode == 0, back.stderr
    assert warren("namenode", "status", "nn1").returncode == 0
    assert seen(api)["nn1"]["drained"] is None


@pytest.mark.cluster
def test_it_is_asked_for_at_the_console_and_outlives_its_process(
    *, api: httpx.Client, webhdfs: WebHdfs, area: str, settings: Settings, all_serve: None
) -> None:
    asked = api.post("namenodes/nn2/service", json={"service": "drained", "reason": "a kernel"})
    assert asked.status_code == httpx.codes.ACCEPTED, asked.text
    assert eventually(lambda: bool(seen(api)["nn2"]["state"] == "drained"), FOLLOWED_S)
    assert seen(api)["nn2"]["drained"]["by"] == "admin"
    # Its process ends and is started anew by its supervisor: it rests on.
    ended = pid_of(settings, "nn2")
    os.kill(ended, signal.SIGKILL)
    assert eventually(lambda: pid_of(settings, "nn2") not in (0, ended), FOLLOWED_S)
    webhdfs.ok("PUT", f"{area}/meanwhile", "MKDIRS")
    assert seen(api)["nn2"]["state"] == "drained"
    assert eventually(lambda: healthy(settings), FOLLOWED_S)
    asked = api.post("namenodes/nn2/service", json={"service": "in_service", "reason": "done"})
    assert asked.status_code == httpx.codes.ACCEPTED, asked.text
    assert eventually(lambda: bool(seen(api)["nn2"]["state"] == "live"), FOLLOWED_S)
    assert warren("namenode", "status", "nn2").returncode == 0
