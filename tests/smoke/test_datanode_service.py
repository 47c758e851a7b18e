"""A datanode out of service and back, by an operator's command and at the console."""

import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from .conftest import WebHdfs, eventually, warren

LEFT_S = 120.0
FOLLOWED_S = 30.0


def datanode_command(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return warren("datanode", *arguments)


def listed(api: httpx.Client) -> dict[str, dict[str, Any]]:
    items = api.get("datanodes").json()["items"]
    return {each["address"]: each for each in items}


@pytest.fixture
def all_return(api: httpx.Client) -> Iterator[None]:
    yield
    for address in listed(api):
        datanode_command("return", address)


def test_the_last_datanode_stays(api: httpx.Client, all_return: None) -> None:
    (first, *others) = listed(api)
    for address in others:
        assert datanode_command("decommission", address).returncode == 0
    refused = datanode_command("decommission", first)
    assert refused.returncode == 1
    assert b"No other datanode is in service" in refused.stderr
    assert datanode_command("return", "nobody").returncode == 2


@pytest.mark.cluster
def test_files_are_read_and_written_while_one_is_away(
    api: httpx.Client, webhdfs: WebHdfs, area: str, all_return: None
) -> None:
    webhdfs.ok("PUT", f"{area}/before", "CREATE", content=b"before")
    away = next(iter(listed(api)))
    done = datanode_command("maintain", away, "--hours", "1", "--wait")
    assert done.returncode == 0, done.stderr
    assert b"in maintenance; it may be stopped" in done.stdout
    assert listed(api)[away]["ordered"]["service"] == "in_maintenance"
    webhdfs.ok("PUT", f"{area}/meanwhile", "CREATE", content=b"meanwhile")
    for name in ("before", "meanwhile"):
        assert webhdfs.ok("GET", f"{area}/{name}", "OPEN").content == name.encode()
    table = datanode_command("list").stdout.decode()
    assert "in maintenance until" in table
    assert datanode_command("return", away).returncode == 0
    assert eventually(lambda: listed(api)[away]["admin_state"] == "in_service", FOLLOWED_S)


@pytest.mark.cluster
def test_it_is_asked_for_at_the_console(api: httpx.Client, all_return: None) -> None:
    address, datanode = next(iter(listed(api).items()))
    until = datetime.now(UTC) + timedelta(hours=1)
    asked = api.post(
        f"datanodes/{datanode['uuid']}/service",
        json={"service": "in_maintenance", "until": until.isoformat(), "reason": "a new fan"},
    )
    assert asked.status_code == httpx.codes.ACCEPTED, asked.text

    def is_away() -> bool:
        return bool(listed(api)[address]["admin_state"] == "in_maintenance")

    assert eventually(is_away, LEFT_S)
    assert listed(api)[address]["ordered"]["by"] == "admin"
    audited = api.get("audit", params={"action": "datanode.service"}).json()["items"]
    assert [each["outcome"] for each in audited[:2]] == ["succeeded", "accepted"]
