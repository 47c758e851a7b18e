"""By default nothing of Warren's can be reached from another machine."""

import os
import re
from pathlib import Path

from warren_cli.home import Home
from warren_cli.settings import Settings, addresses
from warren_cli.supervision import orphans

LISTENS = "0A"
# As the kernel writes them: 127.0.0.1, the same inside IPv6, and ::1.
LOOPBACK = frozenset(
    {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}
)
SOCKET = re.compile(r"socket:\[(\d+)\]")


def sockets_of(pid: int) -> set[str]:
    """The kernel's numbers of a process's sockets; none when it has ended."""
    found = set()
    try:
        for entry in os.scandir(f"/proc/{pid}/fd"):
            match = SOCKET.match(str(Path(entry.path).readlink()))
            if match:
                found.add(match[1])
    except OSError:
        return found
    return found


def listeners(pids: list[int]) -> set[tuple[str, int]]:
    """Address in the kernel's form and port of each socket on which these processes listen."""
    wanted = {number for pid in pids for number in sockets_of(pid)}
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            _, local, _, state, *rest = line.split()
            if state == LISTENS and rest[5] in wanted:
                host, _, port = local.partition(":")
                found.add((host, int(port, 16)))
    return found


def test_every_part_listens_on_loopback_alone(settings: Settings) -> None:
    found = listeners(orphans(Home(settings.home)))
    named = {getattr(settings, name).port for name in addresses(settings)}
    assert named & {port for _, port in found}, "no listener was found at all"
    assert {(host, port) for host, port in found if host not in LOOPBACK} == set()
