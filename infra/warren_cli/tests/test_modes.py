"""The two modes: which folder is meant, and that their data never mix."""

import json
import socket
import tempfile
from pathlib import Path

import pytest

from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.modes import MARKER_NAME, Mode, default_home, recorded
from warren_cli.settings import addresses, load


def cluster_home(root: Path) -> Path:
    prepare(Home(root), load({"WARREN_HOME": str(root), "WARREN_MODE": "cluster"}), None)
    return root


def test_a_folder_remembers_its_mode(tmp_path: Path) -> None:
    root = cluster_home(tmp_path / "home")
    assert recorded(root) is Mode.CLUSTER
    assert load({"WARREN_HOME": str(root)}).is_cluster
    assert recorded(tmp_path) is None


def test_a_folder_of_the_first_format_is_an_embedded_one(tmp_path: Path) -> None:
    (tmp_path / MARKER_NAME).write_text(json.dumps({"format": "warren-home", "version": 1}))
    assert recorded(tmp_path) is Mode.EMBEDDED


@pytest.mark.parametrize(("its", "other"), [("cluster", "embedded"), ("embedded", "cluster")])
def test_a_folder_of_the_other_mode_is_refused_untouched(
    tmp_path: Path, its: str, other: str
) -> None:
    root = tmp_path / "home"
    prepare(Home(root), load({"WARREN_HOME": str(root), "WARREN_MODE": its}), None)
    before = sorted(root.rglob("*"))
    with pytest.raises(OperatorError, match=f"its_mode={its}, wanted_mode={other}"):
        load({"WARREN_HOME": str(root), "WARREN_MODE": other})
    assert sorted(root.rglob("*")) == before


def test_an_unknown_mode_is_named() -> None:
    with pytest.raises(OperatorError, match="name=WARREN_MODE, value=clustered"):
        load({"WARREN_MODE": "clustered"})


def test_the_modes_have_their_own_addresses(tmp_path: Path) -> None:
    embedded = addresses(load({"WARREN_HOME": str(tmp_path)}))
    cluster = addresses(load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"}))
    assert set(cluster) - set(embedded) == {
        "datanode2_data_address",
        "datanode2_http_address",
        "datanode2_ipc_address",
        "ndb_mgm_address",
        "ndb_data1_address",
        "ndb_data2_address",
        "sql_address",
        "redis_address",
        "kafka_address",
        "kafka_controller_address",
        "connect_address",
        "elasticsearch_address",
        "elasticsearch_transport_address",
    }


def test_the_folder_in_use_is_meant_when_none_is_named() -> None:
    with tempfile.TemporaryDirectory(prefix="warren-unit-") as folder:
        homes = {Mode.EMBEDDED: Path(folder) / "var", Mode.CLUSTER: Path(folder) / "var-cluster"}
        assert default_home(homes, None) == homes[Mode.EMBEDDED]
        assert default_home(homes, Mode.CLUSTER) == homes[Mode.CLUSTER]
        cluster_home(homes[Mode.CLUSTER])
        assert default_home(homes, None) == homes[Mode.CLUSTER]
        prepare(Home(homes[Mode.EMBEDDED]), load({"WARREN_HOME": str(homes[Mode.EMBEDDED])}), None)
        assert default_home(homes, None) == homes[Mode.EMBEDDED]
        with socket.socket(socket.AF_UNIX) as supervisor:
            supervisor.bind(str(homes[Mode.CLUSTER] / "run" / "supervisor.sock"))
            supervisor.listen()
            assert default_home(homes, None) == homes[Mode.CLUSTER]
