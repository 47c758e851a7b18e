"""A stock HDFS of one NameNode and one DataNode, for one run: the other side of a copy."""

import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from xml.etree import ElementTree

from warren_cli import build, compat
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.temporary import free_ports

NAMENODE = "org.apache.hadoop.hdfs.server.namenode.NameNode"
DATANODE = "org.apache.hadoop.hdfs.server.datanode.DataNode"
ADMIN = "org.apache.hadoop.hdfs.tools.DFSAdmin"
START_TIMEOUT_S = 90
STOP_TIMEOUT_S = 20
POLL_S = 0.5


@contextmanager
def running(folder: Path, progress: Progress) -> Iterator[str]:
    """Starts it below a folder; its URI. Raises OperatorError when it does not serve."""
    rpc, *ports = free_ports(5)
    uri = f"hdfs://127.0.0.1:{rpc}"
    conf = folder / "stock-conf"
    _write(conf, uri, folder / "stock", ports)
    values = {"hadoop.tmp.dir": str(folder / "stock-tmp")}

    def command(main_class: str, *arguments: str) -> list[str]:
        return compat.java(conf, values, main_class, arguments)

    log = folder / "stock.log"
    with ExitStack() as stack:
        out = stack.enter_context(log.open("wb"))
        subprocess.run(  # noqa: S603
            command(NAMENODE, "-format", "-force", "-nonInteractive"),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            check=True,
        )
        for main_class in (NAMENODE, DATANODE):
            process = subprocess.Popen(  # noqa: S603
                command(main_class),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
            stack.callback(_end, process)
        _await(rpc, command(ADMIN, "-safemode", "get"), command(ADMIN, "-report", "-live"), log)
        progress.say(f"a stock HDFS serves at {uri}")
        yield uri


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _await(rpc: int, safe_mode: list[str], report: list[str], log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline:
        if (
            _listens(rpc)
            and "Safe mode is OFF" in _output(safe_mode)
            and "Live datanodes (1)" in _output(report)
        ):
            return
        time.sleep(POLL_S)
    raise OperatorError("The stock HDFS did not start", remedy=build.tail(log))


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(POLL_S)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _output(command: list[str]) -> str:
    done = subprocess.run(  # noqa: S603
        command, stdin=subprocess.DEVNULL, capture_output=True, check=False, text=True
    )
    return done.stdout


def _write(conf: Path, uri: str, data: Path, ports: list[int]) -> None:
    http, transfer, datanode_http, ipc = (f"127.0.0.1:{port}" for port in ports)
    conf.mkdir(parents=True)
    write_site(conf / "core-site.xml", {"fs.defaultFS": uri})
    write_site(
        conf / "hdfs-site.xml",
        {
            "dfs.namenode.http-address": http,
            "dfs.namenode.name.dir": (data / "name").as_uri(),
            "dfs.namenode.fs-limits.min-block-size": "0",
            "dfs.datanode.data.dir": (data / "data").as_uri(),
            "dfs.datanode.address": transfer,
            "dfs.datanode.http.address": datanode_http,
            "dfs.datanode.ipc.address": ipc,
            "dfs.datanode.hostname": "127.0.0.1",
            "dfs.replication": "1",
        },
    )


def write_site(file: Path, properties: Mapping[str, str]) -> None:
    """A file of Hadoop's configuration."""
    root = ElementTree.Element("configuration")
    for name, value in properties.items():
        entry = ElementTree.SubElement(root, "property")
        ElementTree.SubElement(entry, "name").text = name
        ElementTree.SubElement(entry, "value").text = value
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
