"""Settings of a Warren that lives for one run: a folder of its own, ports that are free."""

import contextlib
import os
import secrets
import socket
from contextlib import ExitStack
from pathlib import Path

from warren_cli.errors import OperatorError
from warren_cli.modes import Mode
from warren_cli.settings import Settings, addresses, extra_of, load, variable

HANDED_OUT = Path("/proc/sys/net/ipv4/ip_local_port_range")
FIRST_HANDED_OUT = 32_768
FIRST_PORT = 20_000
LAST_PORT = 65_535
PORTS_MIN = 1_000


def settings(folder: Path, mode: Mode, **others: int) -> Settings:
    """The environment's settings with this data folder and ports that were free a moment ago.

    What a data folder holds is below this one, whatever the environment says: it may be that of a
    Warren that runs. others: settings that have these values in any case.
    """
    overrides = {"WARREN_HOME": str(folder), "WARREN_MODE": str(mode)}
    overrides |= {variable(name): str(value) for name, value in others.items()}
    names = list(addresses(load(overrides)))
    for name, port in zip(names, free_ports(len(names)), strict=True):
        overrides[variable(name)] = f"127.0.0.1:{port}"
    below = {variable(name) for name in Settings.model_fields if "below" in extra_of(name)}
    inherited = {name: value for name, value in os.environ.items() if name not in below}
    return load({**inherited, **overrides})


def free_ports(count: int) -> list[int]:
    """Different ports that nobody listens on, and that the system hands to nobody by itself.

    Those it hands out, to outgoing connections, too, might be taken before a server listens.
    """
    with ExitStack() as stack:
        found: list[int] = []
        for port in _candidates():
            if len(found) == count:
                break
            held = stack.enter_context(socket.socket())
            with contextlib.suppress(OSError):
                held.bind(("127.0.0.1", port))
                found.append(port)
    if len(found) == count:
        return found
    raise OperatorError("Not enough ports are free", wanted=count, found=len(found))


def _candidates() -> list[int]:
    try:
        first_handed_out = int(HANDED_OUT.read_text(encoding="ascii").split()[0])
    except OSError:
        first_handed_out = FIRST_HANDED_OUT
    below = range(FIRST_PORT, max(first_handed_out, FIRST_PORT))
    # Without many below, any will do.
    ports = list(below) if len(below) >= PORTS_MIN else list(range(FIRST_PORT, LAST_PORT))
    secrets.SystemRandom().shuffle(ports)
    return ports
