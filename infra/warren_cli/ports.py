"""Finding out, before anything starts, whether every port is free, and who holds it if not."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

from warren_cli.errors import OperatorError
from warren_cli.fields import Address
from warren_cli.settings import FILE_NAME, Settings, addresses, variable

LISTENING = "0A"
PROC = Path("/proc")


def refuse_busy(settings: Settings) -> None:
    """Raises OperatorError naming the first port that cannot be bound, its setting and holder."""
    for name, address in addresses(settings).items():
        reason = bind_failure(address)
        if reason is None:
            continue
        holder = holder_of(address.port)
        raise OperatorError(
            "A port that Warren needs is not available",
            remedy=f"Free it, or choose another with {variable(name)}=HOST:PORT in the environment "
            f"or {name} in {settings.home / FILE_NAME}",
            port=address.port,
            address=address,
            reason=f"in use by {holder}" if holder else reason,
        )


def bind_failure(address: Address) -> str | None:
    """Why this address cannot be listened on; None when it can."""
    try:
        family, kind, protocol, _, target = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(target)
            probe.listen(1)
    except OSError as error:
        return error.strerror or str(error)
    return None


def holder_of(port: int) -> str | None:
    """The process that listens on a port, as "name (pid N)"; None when /proc does not tell."""
    pid = listener_pid(port)
    if pid is None:
        return None
    try:
        return f"{(PROC / str(pid) / 'comm').read_text().strip()} (pid {pid})"
    except OSError:
        return None


def listener_pid(port: int) -> int | None:
    """The id of the process that listens on a port; None when /proc does not tell."""
    sockets = set(_listening_inodes(port))
    if not sockets:
        return None
    for process in PROC.iterdir():
        if not process.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            if sockets & set(_socket_inodes(process / "fd")):
                return int(process.name)
    return None


def _listening_inodes(port: int) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        with contextlib.suppress(OSError):
            for line in (PROC / "net" / table).read_text().splitlines()[1:]:
                columns = line.split()
                if columns[3] == LISTENING and int(columns[1].rpartition(":")[2], 16) == port:
                    yield f"socket:[{columns[9]}]"


def _socket_inodes(descriptors: Path) -> Iterator[str]:
    for descriptor in descriptors.iterdir():
        with contextlib.suppress(OSError):
            yield str(descriptor.readlink())
