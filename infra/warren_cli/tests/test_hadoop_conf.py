"""Configuration files: a stock client's two, which never replace another's."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from warren_cli import hadoop_conf
from warren_cli.errors import OperatorError
from warren_cli.hadoop_conf import Policy, write_client, write_cluster
from warren_cli.home import Home, prepare
from warren_cli.settings import load


def properties(file: Path) -> dict[str, str]:
    root = ElementTree.parse(file).getroot()
    return {p.findtext("name", ""): p.findtext("value", "") for p in root.iter("property")}


def test_a_client_learns_the_name_service_and_both_namenodes(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path), "WARREN_NN2_RPC_ADDRESS": "10.0.0.2:8020"})
    write_client(tmp_path / "conf", settings, force=False)
    assert properties(tmp_path / "conf" / "core-site.xml") == {"fs.defaultFS": "hdfs://warren"}
    hdfs = properties(tmp_path / "conf" / "hdfs-site.xml")
    assert hdfs["dfs.ha.namenodes.warren"] == "nn1,nn2"
    assert hdfs["dfs.namenode.rpc-address.warren.nn2"] == "10.0.0.2:8020"
    assert hdfs["dfs.client.failover.proxy.provider.warren"].endswith(
        "ConfiguredFailoverProxyProvider"
    )


def test_a_trash_interval_is_told_to_namenodes_and_clients(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    settings = load({"WARREN_HOME": str(home.root), "WARREN_TRASH_INTERVAL_MIN": "1440"})
    prepare(home, settings, None)
    write_cluster(home, settings)
    write_client(tmp_path / "client", settings, force=False)
    for folder in (tmp_path / "client", home.conf):
        told = properties(folder / "core-site.xml")
        assert told["fs.trash.interval"] == "1440"
        assert told["fs.trash.checkpoint.interval"] == "0"


@pytest.mark.parametrize("policy", [Policy.RANDOM, Policy.ROUND_ROBIN, Policy.STICKY])
def test_a_policy_of_ours_comes_with_its_jar(
    policy: Policy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "lib"
    built.mkdir()
    monkeypatch.setattr(hadoop_conf, "JAVA_LIB", built)
    settings = load({"WARREN_HOME": str(tmp_path)})
    folder = tmp_path / "conf"
    with pytest.raises(OperatorError, match="bin/warren build"):
        write_client(folder, settings, force=False, policy=policy)
    assert not folder.exists()
    (built / "client-1.jar").write_bytes(b"jar")
    files = write_client(folder, settings, force=False, policy=policy)
    assert files[-1].read_bytes() == b"jar"
    provider = properties(folder / "hdfs-site.xml")["dfs.client.failover.proxy.provider.warren"]
    assert provider.startswith("io.warren.client.")
    assert policy.replace("-", "") in provider.lower()


def test_small_files_come_with_their_file_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "lib"
    built.mkdir()
    (built / "client-1.jar").write_bytes(b"jar")
    monkeypatch.setattr(hadoop_conf, "JAVA_LIB", built)
    settings = load({"WARREN_HOME": str(tmp_path)})
    files = write_client(tmp_path / "conf", settings, force=False, small_files=True)
    assert files[-1].read_bytes() == b"jar"
    core = properties(tmp_path / "conf" / "core-site.xml")
    assert core["fs.hdfs.impl"] == "io.warren.client.WarrenFileSystem"
    assert core["fs.AbstractFileSystem.hdfs.impl"] == "io.warren.client.WarrenHdfs"
    write_client(tmp_path / "stock", settings, force=False)
    assert "fs.hdfs.impl" not in properties(tmp_path / "stock" / "core-site.xml")


def test_own_files_are_replaced_and_foreign_ones_are_not(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path)})
    write_client(tmp_path, settings, force=False)
    write_client(tmp_path, settings, force=False)
    foreign = "<configuration><!-- mine --></configuration>"
    (tmp_path / "hdfs-site.xml").write_text(foreign)
    with pytest.raises(OperatorError, match="--force"):
        write_client(tmp_path, settings, force=False)
    assert (tmp_path / "hdfs-site.xml").read_text() == foreign
    write_client(tmp_path, settings, force=True)
    assert "dfs.nameservices" in properties(tmp_path / "hdfs-site.xml")


def test_the_clusters_files_hold_the_datanodes_addresses(tmp_path: Path) -> None:
    home = Home(tmp_path)
    settings = load({"WARREN_HOME": str(tmp_path), "WARREN_DATANODE_IPC_ADDRESS": "127.0.0.1:7867"})
    prepare(home, settings, None)
    write_cluster(home, settings)
    hdfs = properties(home.conf / "hdfs-site.xml")
    assert hdfs["dfs.datanode.ipc.address"] == "127.0.0.1:7867"
    assert hdfs["dfs.datanode.data.dir"] == (tmp_path / "blocks").as_uri()
    assert hdfs["warren.block-report.interval-ms"] == "3600000"


@pytest.mark.parametrize(("given", "written"), [("true", "1"), ("false", "0")])
def test_the_namenodes_are_told_of_their_audit_log(
    given: str, written: str, tmp_path: Path
) -> None:
    settings = load(
        {
            "WARREN_HOME": str(tmp_path),
            "WARREN_AUDIT_LOG": given,
            "WARREN_AUDIT_LOG_MAX_BYTES": "20000",
            "WARREN_AUDIT_LOG_BACKUPS": "3",
        }
    )
    home = Home(tmp_path)
    prepare(home, settings, None)
    write_cluster(home, settings)
    hdfs = properties(home.conf / "hdfs-site.xml")
    assert hdfs["warren.namenode.audit.enabled"] == written
    assert hdfs["warren.namenode.audit.file-max-bytes"] == "20000"
    assert hdfs["warren.namenode.audit.files-max"] == "3"


@pytest.mark.parametrize("refuses", [True, False])
def test_pages_are_refused_by_all_servers_and_clients_know(refuses: bool, tmp_path: Path) -> None:
    environment = {"WARREN_HOME": str(tmp_path / "home"), "WARREN_NAMENODE_HTTP_HOSTS": "a.b,c"}
    if not refuses:
        environment["WARREN_WEBHDFS_REFUSES_PAGES"] = "false"
    settings = load(environment)
    home = Home(settings.home)
    prepare(home, settings, None)
    write_cluster(home, settings)
    write_client(tmp_path / "client", settings, force=False)
    for folder in (home.conf, tmp_path / "client"):
        value = properties(folder / "hdfs-site.xml")["dfs.webhdfs.rest-csrf.enabled"]
        assert value == str(refuses).lower()
    assert properties(home.conf / "hdfs-site.xml")["warren.namenode.http.hosts"] == "a.b,c"
