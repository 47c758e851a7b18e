"""Datanodes by their names, and what the operator is told of those that leave."""

import time
from pathlib import Path
from typing import Any

import pytest

from warren_cli import datanodes
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress

from .answers import NOT_SERVING, datanode_page, problem
from .answers import datanode_details as datanode
from .servers import Answers, serving
from .test_namenodes import settings_for

ALL = ("GET", "/admin/v1/datanodes")
ONE = ("GET", "/admin/v1/datanodes/u1")
SERVICE = ("PUT", "/admin/v1/datanodes/u1/service")


def page(*found: dict[str, Any]) -> tuple[int, Any]:
    return 200, datanode_page(*found)


def one(found: dict[str, Any]) -> tuple[int, Any]:
    return 200, {"datanode": found, "as_of_ms": 1}


def test_those_that_leave_are_shown_with_what_keeps_them(tmp_path: Path) -> None:
    until_ms = 1_800_000_000_000
    order = {"service": "in_maintenance", "until_ms": until_ms, "since_ms": 1, "by": "ann"}
    leaving = datanode("u1", 1, admin_state="entering_maintenance", ordered=order)
    with serving({ALL: page(leaving, datanode("u2", 2))}) as nn1, serving({}) as nn2:
        table = datanodes.listed(settings_for(tmp_path, nn1.address, nn2.address)).splitlines()
    wanted = ["10.0.0.1:1", "live", "entering", "maintenance", "1,234", "5", "in", "maintenance"]
    assert table[1].split() == [*wanted, "until", "2027-01-15", "08:00", "UTC,", "by", "ann"]
    assert table[2].split() == ["10.0.0.1:2", "live", "in", "service", "1,234"]


def test_a_name_must_be_of_one(tmp_path: Path) -> None:
    answers: Answers = {ALL: page(datanode("u1", 1), datanode("u2", 2))}
    with serving(answers) as nn1, serving(answers) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        with pytest.raises(OperatorError, match="Several datanodes have this name"):
            datanodes.bring_back(settings, "dn.example.org")
        with pytest.raises(OperatorError, match="There is no such datanode"):
            datanodes.bring_back(settings, "other")
    assert all(method == "GET" for method, *_ in nn1.calls)


def test_it_waits_until_no_block_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    order = {"service": "decommissioned", "until_ms": None, "since_ms": 1, "by": "ann"}
    leaving = datanode("u1", 1, admin_state="decommissioning", ordered=order)
    gone = {**leaving, "admin_state": "decommissioned", "storages": []}
    answers = {
        ALL: page(leaving),
        SERVICE: one(leaving),
        ONE: one(gone),
    }
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with serving(answers) as nn1, serving({}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        told = datanodes.decommission(settings, "10.0.0.1:1", Progress(), wait=True)
    assert told == "10.0.0.1:1: decommissioned; it may be stopped"
    assert "5 blocks have no copy elsewhere yet" in capsys.readouterr().out


def test_host_lists_that_still_exclude_it_are_named(tmp_path: Path) -> None:
    excluded = datanode("u1", 1, admin_state="decommissioned")
    answers: Answers = {ALL: page(excluded), SERVICE: one(excluded)}
    with serving(answers) as nn1, serving({}) as nn2:
        told = datanodes.bring_back(settings_for(tmp_path, nn1.address, nn2.address), "u1")
    assert "the namenodes' host lists say so" in told


def test_another_namenode_is_asked_where_one_does_not_serve(tmp_path: Path) -> None:
    last = problem(409, "The last one", detail="Start another", code="last_datanode")
    other: Answers = {ALL: page(datanode("u1", 1)), SERVICE: last}
    silent: Answers = dict.fromkeys((ALL, SERVICE), NOT_SERVING)
    with serving(silent) as nn1, serving(other) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        with pytest.raises(OperatorError, match="The last one: code=last_datanode"):
            datanodes.maintain(settings, "u1", Progress(), hours=1, wait=False)
