"""The namenode switch: the other one is asked, and a refusal is passed on in words."""

import socket
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from warren_cli import health, namenodes
from warren_cli.admin_tokens import Holder, token_file
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings, load

from .answers import NOT_SERVING, cluster, namenode, problem
from .servers import Answers, serving

STOP = ("POST", "/admin/v1/process/namenodes/nn1/stop")
HEALTH = ("GET", "/admin/v1/health")
SERVICE = ("PUT", "/admin/v1/namenodes/nn1/service")
CLUSTER = ("GET", "/admin/v1/cluster")


def settings_for(home: Path, first: str, second: str) -> Settings:
    settings = load(
        {
            "WARREN_HOME": str(home),
            "WARREN_NN1_HTTP_ADDRESS": first,
            "WARREN_NN2_HTTP_ADDRESS": second,
        }
    )
    for holder in (Holder.OPERATOR, Holder.HEALTH):
        token = token_file(settings.home, holder)
        token.parent.mkdir(exist_ok=True)
        token.write_text("secret")
    return settings


def test_the_other_namenode_is_asked_first(tmp_path: Path) -> None:
    answers: Answers = {STOP: (200, namenode("nn1", "stopped"))}
    with serving(answers) as nn1, serving(answers) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        assert namenodes.switch(settings, "stop", "nn1") == "nn1: stopped"
    assert nn1.calls == []
    assert nn2.calls == [(*STOP, "Bearer secret")]


def test_a_refusal_is_passed_on(tmp_path: Path) -> None:
    refused = problem(409, "Last namenode", detail="Start another first")
    with serving({STOP: refused}) as nn1, serving({STOP: refused}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        with pytest.raises(OperatorError, match=r"Last namenode: code=conflict\. Start another"):
            namenodes.switch(settings, "stop", "nn1")


def test_with_one_gone_the_namenode_itself_is_asked(tmp_path: Path) -> None:
    with serving({}) as gone:
        pass
    with serving({STOP: (200, namenode("nn1", "stopped"))}) as nn1:
        settings = settings_for(tmp_path, nn1.address, gone.address)
        assert namenodes.switch(settings, "stop", "nn1") == "nn1: stopped"


def test_with_both_gone_the_operator_is_told(tmp_path: Path) -> None:
    with serving({}) as nn1, serving({}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
    with pytest.raises(OperatorError, match="No namenode answers"):
        namenodes.switch(settings, "stop", "nn1")
    assert namenodes.state_of(settings, "nn1") == "stopped"


def test_state_is_what_the_namenode_says(tmp_path: Path) -> None:
    with serving({HEALTH: (503, {"name": "nn1", "state": "draining"})}) as nn1, serving({}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        assert namenodes.state_of(settings, "nn1") == "draining"


def test_one_that_is_killed_while_it_is_asked_is_stopped(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        host, port = listening.getsockname()
        settings = settings_for(tmp_path, f"{host}:{port}", "127.0.0.1:1")

        def break_off() -> None:
            connection, _ = listening.accept()
            # Closing with nothing to linger for resets the connection, as a killed process does.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()

        with ThreadPoolExecutor(1) as thread:
            thread.submit(break_off)
            assert namenodes.state_of(settings, "nn1") == "stopped"


def test_an_unknown_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match=r"no such namenode: name=nn3"):
        namenodes.switch(load({"WARREN_HOME": str(tmp_path)}), "stop", "nn3")


def test_one_is_drained_through_the_other(tmp_path: Path) -> None:
    drained = namenode("nn1", "drained")
    answers: Answers = {SERVICE: (200, drained), CLUSTER: (200, cluster(namenodes=[drained]))}
    with serving({}) as gone:
        pass
    with serving(answers) as nn2:
        settings = settings_for(tmp_path, gone.address, nn2.address)
        assert namenodes.drain(settings, "nn1") == "nn1: drained"
        assert health.namenodes(settings)["nn1"] == health.DRAINED
    assert nn2.calls[0] == (*SERVICE, "Bearer secret")


def test_the_last_one_is_not_drained(tmp_path: Path) -> None:
    refused = problem(409, "No other namenode serves", detail="name: nn1")
    with serving({SERVICE: refused}) as nn1, serving({}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        with pytest.raises(OperatorError, match="No other namenode serves"):
            namenodes.drain(settings, "nn1")


@pytest.mark.parametrize(
    "answer", [NOT_SERVING, problem(409, "Not drained"), problem(404, "?", code="not_found")]
)
def test_a_start_goes_on_where_nothing_was_ordered(
    tmp_path: Path, answer: tuple[int, dict[str, str]]
) -> None:
    with serving({SERVICE: answer}) as nn1, serving({SERVICE: answer}) as nn2:
        namenodes._lift(settings_for(tmp_path, nn1.address, nn2.address), "nn1")
    assert nn1.calls == [(*SERVICE, "Bearer secret")]


def test_a_start_ends_where_the_order_stays(tmp_path: Path) -> None:
    refused = problem(403, "This token is not for that call", code="insufficient_scope")
    with serving({SERVICE: refused}) as nn1, serving({}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        with pytest.raises(OperatorError, match="not for that call: code=insufficient_scope"):
            namenodes._lift(settings, "nn1")
