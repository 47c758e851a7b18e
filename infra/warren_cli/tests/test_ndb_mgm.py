"""The management node's protocol, spoken with a server that answers as NDB 9.7 does."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from warren_cli import ndb_mgm
from warren_cli.errors import OperatorError
from warren_cli.fields import Address

STATUS = """node status
nodes: 2
node.1.type: NDB
node.1.status: STARTING
node.1.version: 591618
node.1.startphase: 4
node.1.dynamic_id: 0
node.1.address: 127.0.0.1
node.60.type: MGM
node.60.status: CONNECTED
node.60.startphase: 0
node.60.address: 127.0.0.1

"""


@contextmanager
def management(answer: str) -> Iterator[tuple[Address, list[str]]]:
    """A server that takes one request per connection; its address and the requests it got."""
    requests: list[str] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            lines = iter(self.rfile.readline, b"\n")
            requests.append(b"".join(lines).decode())
            self.wfile.write(answer.encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Address("127.0.0.1", server.server_address[1]), requests
        server.shutdown()
        thread.join()


def test_nodes() -> None:
    with management(STATUS) as (address, requests):
        found = ndb_mgm.nodes(address)
    assert requests == ["get status\n"]
    assert [(n.node_id, n.kind, n.status, n.start_phase) for n in found] == [
        (1, "NDB", "STARTING", 4),
        (60, "MGM", "CONNECTED", 0),
    ]


def test_the_data_nodes_are_stopped_in_good_order() -> None:
    with management("stop reply\nresult: Ok\nstopped: 2\ndisconnect: 0\n\n") as (address, requests):
        assert ndb_mgm.stop_data_nodes(address, 5) == 2
    assert requests == ["stop all\nabort: 0\nstop: db\n"]


def test_a_refusal_is_passed_on() -> None:
    with (
        management("stop reply\nresult: Node failure\nstopped: 0\n\n") as (address, _),
        pytest.raises(OperatorError, match="answer=Node failure"),
    ):
        ndb_mgm.stop_data_nodes(address, 5)


def test_an_answer_that_breaks_off_is_an_error() -> None:
    with (
        management("node status\nnodes: 1\n") as (address, _),
        pytest.raises(OSError, match="clos"),
    ):
        ndb_mgm.nodes(address)
