"""Talking to NDB's management node: which nodes run, and the orderly stop of the data nodes.

Its protocol is lines of text over TCP: a command, `name: value` arguments, an empty line.
"""

import socket
from dataclasses import dataclass

from warren_cli.errors import OperatorError
from warren_cli.fields import Address

TIMEOUT_S = 5.0
ANSWER_BYTES_MAX = 1_000_000
DATA = "NDB"
STARTED = "STARTED"


@dataclass(frozen=True)
class Node:
    """A node of the cluster. `kind` is NDB (data), MGM or API; `status` is NDB's word for it."""

    node_id: int
    kind: str
    status: str
    start_phase: int
    host: str


def nodes(address: Address) -> list[Node]:
    """Every configured node. Raises OSError when the management node does not answer."""
    values: dict[int, dict[str, str]] = {}
    for name, value in _call(address, "get status", {}, TIMEOUT_S).items():
        part = name.split(".")
        if len(part) == 3 and part[0] == "node" and part[1].isdigit():
            values.setdefault(int(part[1]), {})[part[2]] = value
    return [
        Node(
            node_id,
            each.get("type", ""),
            each.get("status", ""),
            int(each.get("startphase", "0")),
            each.get("address", ""),
        )
        for node_id, each in sorted(values.items())
    ]


def stop_data_nodes(address: Address, timeout_s: float) -> int:
    """Stops every data node after a last global checkpoint, so that nothing committed is lost.

    Returns how many stopped. Data nodes that get a signal instead stop at once, and a restart of
    all of them goes back to the last checkpoint, up to two seconds before.
    """
    answer = _call(address, "stop all", {"abort": "0", "stop": "db"}, timeout_s)
    if answer.get("result") != "Ok":
        raise OperatorError(
            "The management node did not stop the data nodes",
            address=address,
            answer=answer.get("result", "none"),
        )
    return int(answer.get("stopped", "0"))


def _call(
    address: Address, command: str, arguments: dict[str, str], timeout_s: float
) -> dict[str, str]:
    request = "".join(
        (f"{command}\n", *(f"{name}: {value}\n" for name, value in arguments.items()), "\n")
    )
    answer = b""
    with socket.create_connection((address.host, address.port), TIMEOUT_S) as connection:
        connection.settimeout(timeout_s)
        connection.sendall(request.encode("ascii"))
        while not answer.endswith(b"\n\n"):
            part = connection.recv(65536)
            if not part or len(answer) > ANSWER_BYTES_MAX:
                raise ConnectionError("the management node closed the connection in an answer")
            answer += part
    lines = (line.partition(": ") for line in answer.decode(errors="replace").splitlines())
    return {name: value for name, separator, value in lines if separator}
