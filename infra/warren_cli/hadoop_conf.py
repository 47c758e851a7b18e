"""Hadoop's configuration files: the cluster's own, and the two that any stock client needs."""

import shutil
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from xml.etree import ElementTree

from warren_cli.build import JAVA_LIB
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.settings import Settings

NAME_SERVICE = "warren"
CORE_SITE = "core-site.xml"
HDFS_SITE = "hdfs-site.xml"
WRITTEN_BY = " Written by Warren; replaced when it is written again. "
HOSTS_EXCLUDE = "hosts.exclude"
CLIENT_JAR = "warren-client.jar"
SMALL_FILE_SYSTEMS = {
    "fs.hdfs.impl": "io.warren.client.WarrenFileSystem",
    "fs.AbstractFileSystem.hdfs.impl": "io.warren.client.WarrenHdfs",
}
BLOCK_BYTES = 128 * 1024 * 1024


class Policy(StrEnum):
    """Which namenode a client's next call goes to. Only `stock` needs no jar of ours."""

    STOCK = "stock"
    RANDOM = "random"
    ROUND_ROBIN = "round-robin"
    STICKY = "sticky"


PROXY_PROVIDERS = {
    Policy.STOCK: "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
    Policy.RANDOM: "io.warren.client.RandomProxyProvider",
    Policy.ROUND_ROBIN: "io.warren.client.RoundRobinProxyProvider",
    Policy.STICKY: "io.warren.client.StickyProxyProvider",
}

# A client that meets a dead namenode tries the other at once: no second connection attempt, and
# back-off from 50 ms. Sixty attempts at up to 500 ms ride out a restart of both, and of the
# datanode's way back to them.
CLIENT_PACE = {
    "dfs.client.failover.connection.retries": "0",
    "dfs.client.failover.connection.retries.on.timeouts": "0",
    "dfs.client.failover.sleep.base.millis": "50",
    "dfs.client.failover.sleep.max.millis": "500",
    "dfs.client.failover.max.attempts": "60",
    "dfs.client.retry.max.attempts": "60",
    "ipc.client.connect.timeout": "1500",
    "ipc.client.connect.retry.interval": "200",
    # A namenode that stands still (stopped process, lost machine) closes no connection. After this
    # long without an answer the call is repeated, with its call id, at the other one.
    "ipc.client.rpc-timeout.ms": "20000",
}
# With one or two datanodes there is never another to repair a failed pipeline with.
NO_SPARE_DATANODE = {
    "dfs.client.block.write.replace-datanode-on-failure.policy": "NEVER",
}


# Datanodes compare their peers and their disks, and tell the namenodes which are much slower than
# the rest. Packets to peers are timed anyway, of the disks' operations one in ten. Comparing takes
# three at least; Hadoop's own defaults are ten peers and five disks.
SLOW_DEVICES = {
    "dfs.datanode.peer.stats.enabled": "true",
    "dfs.datanode.min.outlier.detection.nodes": "3",
    "dfs.datanode.fileio.profiling.sampling.percentage": "10",
    "dfs.datanode.min.outlier.detection.disks": "3",
    "dfs.datanode.outliers.report.interval": "5m",
}


def core_site(settings: Settings) -> dict[str, str]:
    trash = {
        "fs.trash.interval": str(settings.trash_interval_min),
        "fs.trash.checkpoint.interval": str(settings.trash_checkpoint_interval_min),
    }
    return {
        "fs.defaultFS": f"hdfs://{NAME_SERVICE}",
        **(trash if settings.trash_interval_min else {}),
    }


def datanode_count(settings: Settings) -> int:
    return 2 if settings.is_cluster else 1


def client_hdfs_site(settings: Settings, policy: Policy = Policy.STOCK) -> dict[str, str]:
    """What a client needs: the logical name service, both namenodes and how to choose one."""
    return {
        "dfs.nameservices": NAME_SERVICE,
        f"dfs.ha.namenodes.{NAME_SERVICE}": "nn1,nn2",
        f"dfs.namenode.rpc-address.{NAME_SERVICE}.nn1": str(settings.nn1_rpc_address.reachable),
        f"dfs.namenode.rpc-address.{NAME_SERVICE}.nn2": str(settings.nn2_rpc_address.reachable),
        f"dfs.namenode.http-address.{NAME_SERVICE}.nn1": str(settings.nn1_http_address.reachable),
        f"dfs.namenode.http-address.{NAME_SERVICE}.nn2": str(settings.nn2_http_address.reachable),
        f"dfs.client.failover.proxy.provider.{NAME_SERVICE}": PROXY_PROVIDERS[policy],
        **CLIENT_PACE,
        **NO_SPARE_DATANODE,
        # Clients send the header by it, namenodes and datanodes ask browsers for it.
        "dfs.webhdfs.rest-csrf.enabled": str(settings.webhdfs_refuses_pages).lower(),
        "dfs.replication": str(datanode_count(settings)),
        "dfs.blocksize": str(BLOCK_BYTES),
    }


def cluster_hdfs_site(settings: Settings, home: Home) -> dict[str, str]:
    """The client's settings and the datanode's."""
    return {
        **client_hdfs_site(settings),
        "dfs.datanode.address": str(settings.datanode_data_address),
        "dfs.datanode.http.address": str(settings.datanode_http_address),
        "dfs.datanode.ipc.address": str(settings.datanode_ipc_address),
        "dfs.datanode.data.dir": home.blocks.as_uri(),
        "dfs.datanode.hostname": settings.datanode_data_address.host,
        "dfs.heartbeat.interval": "1",
        **SLOW_DEVICES,
        "dfs.blockreport.intervalMsec": str(settings.datanode_report_interval_s * 1000),
        "warren.block-report.interval-ms": str(settings.datanode_report_interval_s * 1000),
        "dfs.namenode.fs-limits.min-block-size": str(settings.min_block_bytes),
        "dfs.hosts.exclude": str(home.conf / HOSTS_EXCLUDE),
        "dfs.namenode.datanode.registration.ip-hostname-check": "false",
        "warren.namenode.audit.enabled": str(int(settings.audit_log)),
        "warren.namenode.audit.file-max-bytes": str(settings.audit_log_max_bytes),
        "warren.namenode.audit.files-max": str(settings.audit_log_backups),
        "warren.namenode.store.log-kept-s": str(settings.store_log_kept_hours * 3600),
        "warren.namenode.store.log-kept-mb": str(settings.store_log_kept_mb),
        "warren.namenode.http.hosts": settings.namenode_http_hosts,
        "warren.namenode.rpc.bearable-calls": str(settings.namenode_bearable_calls),
        "warren.namenode.rpc.bearable-load-percent": str(settings.namenode_bearable_load_percent),
        "warren.namenode.small-file.bytes-max": str(settings.small_file_bytes_max),
        "warren.namenode.small-file.take-in.delay-ms": str(
            settings.small_file_take_in_delay_s * 1_000
        ),
        "warren.namenode.small-file.take-in.files-per-s": str(
            settings.small_file_take_in_files_per_s
        ),
        "warren.namenode.small-file.in-flight-bytes-max": str(
            settings.small_file_in_flight_mb << 20
        ),
    }


def write_cluster(home: Home, settings: Settings, extra: Mapping[str, str] | None = None) -> None:
    """Writes WARREN_HOME/conf: what Warren's processes and `bin/warren dfs` run with.

    `extra` are further properties of core-site.xml.
    """
    local = {"hadoop.tmp.dir": str(home.scratch / "hadoop")}
    _write(home.conf / CORE_SITE, {**core_site(settings), **local, **(extra or {})})
    _write(home.conf / HDFS_SITE, cluster_hdfs_site(settings, home))
    # The operator's list of datanodes to decommission; a namenode does not start without the file.
    (home.conf / HOSTS_EXCLUDE).touch()


def write_client(
    folder: Path,
    settings: Settings,
    *,
    force: bool,
    policy: Policy = Policy.STOCK,
    small_files: bool = False,
) -> list[Path]:
    """Writes a client's two files, and the jar of what is not Hadoop's own in them.

    Raises OperatorError when others' files are there.
    """
    file_systems = SMALL_FILE_SYSTEMS if small_files else {}
    files = {
        folder / CORE_SITE: {**core_site(settings), **file_systems},
        folder / HDFS_SITE: client_hdfs_site(settings, policy),
    }
    jar = None if policy is Policy.STOCK and not small_files else client_jar()
    for file in files:
        if file.exists() and not force and WRITTEN_BY not in _text(file):
            raise OperatorError(
                "The folder has a configuration file that Warren did not write",
                remedy="Nothing was touched. Choose another folder, or pass --force to replace it",
                file=file,
                exit_code=2,
            )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, properties in files.items():
            _write(file, properties)
        if jar is not None:
            shutil.copyfile(jar, folder / CLIENT_JAR)
    except OSError as error:
        raise OperatorError(
            "The folder cannot be written", folder=folder, reason=error.strerror
        ) from error
    return [*files, *([] if jar is None else [folder / CLIENT_JAR])]


def client_jar() -> Path:
    """The jar that clients of Warren need. Raises OperatorError when it is not built."""
    found = sorted(JAVA_LIB.glob("client-*.jar"))
    if not found:
        raise OperatorError(
            "The jars are not built",
            remedy="Run `bin/warren build`, or choose the policy stock, which needs none",
            folder=JAVA_LIB,
        )
    return found[-1]


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _write(file: Path, properties: Mapping[str, str]) -> None:
    root = ElementTree.Element("configuration")
    root.append(ElementTree.Comment(WRITTEN_BY))
    for name, value in properties.items():
        entry = ElementTree.SubElement(root, "property")
        ElementTree.SubElement(entry, "name").text = name
        ElementTree.SubElement(entry, "value").text = value
    ElementTree.indent(root)
    draft = file.with_name(file.name + ".new")
    ElementTree.ElementTree(root).write(draft, encoding="utf-8", xml_declaration=True)
    draft.replace(file)
