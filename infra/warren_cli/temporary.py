"""Settings of a Warren that lives for one run: a folder of its own, ports that are free."""

import os
import socket
from contextlib import ExitStack
from pathlib import Path

from warren_cli.modes import Mode
from warren_cli.settings import Settings, addresses, load, variable


def settings(folder: Path, mode: Mode, **others: int) -> Settings:
    """The environment's settings with this data folder and ports that were free a moment ago.

    others: settings that have these values whatever the environment says.
    """
    overrides = {"WARREN_HOME": str(folder), "WARREN_MODE": str(mode)}
    overrides |= {variable(name): str(value) for name, value in others.items()}
    names = list(addresses(load(overrides)))
    for name, port in zip(names, free_ports(len(names)), strict=True):
        overrides[variable(name)] = f"127.0.0.1:{port}"
    return load({**os.environ, **overrides})


def free_ports(count: int) -> list[int]:
    """Ports the system hands out, all held at once so that they differ."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
