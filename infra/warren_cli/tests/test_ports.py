"""Ports: a busy one is named with its setting and the process that holds it."""

import os
import socket
from pathlib import Path

import pytest

from warren_cli import ports
from warren_cli.errors import OperatorError
from warren_cli.fields import Address
from warren_cli.settings import load


def test_a_busy_port_is_named_with_its_setting_and_holder(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen(1)
        port = busy.getsockname()[1]
        settings = load(
            {"WARREN_HOME": str(tmp_path), "WARREN_NN1_RPC_ADDRESS": f"127.0.0.1:{port}"}
        )
        with pytest.raises(OperatorError) as raised:
            ports.refuse_busy(settings)
    message = str(raised.value)
    assert f"port={port}" in message
    assert f"(pid {os.getpid()})" in message
    assert "WARREN_NN1_RPC_ADDRESS=HOST:PORT" in message


def test_a_free_port_is_free_again_after_the_probe() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = Address("127.0.0.1", probe.getsockname()[1])
    assert ports.bind_failure(address) is None
    assert ports.bind_failure(address) is None


def test_an_address_of_another_machine_cannot_be_bound() -> None:
    assert ports.bind_failure(Address("192.0.2.1", 8020)) is not None
