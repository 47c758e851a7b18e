"""A stock HDFS as it is run: two NameNodes over three JournalNodes, whom an operator fails over."""

import shutil
import signal
import subprocess
from pathlib import Path

from warren_cli.temporary import free_ports

from .conftest import eventually
from .stock_cluster import NAMENODE, START_S, StockCluster, is_open, newest_image

JOURNALNODE = "org.apache.hadoop.hdfs.qjournal.server.JournalNode"
SERVICE = "prod"
NAMENODES = ("nn1", "nn2")
JOURNALNODES = ("jn0", "jn1", "jn2")


class StockHaCluster(StockCluster):
    """Clients and datanodes know the name of a service, and the addresses behind it."""

    first = "nn1"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        rpc, http, *ports = free_ports(2 + 2 * len(JOURNALNODES))
        self.addresses = (self.address, f"127.0.0.1:{rpc}")
        self.http_addresses = (f"127.0.0.1:{self.http}", f"127.0.0.1:{http}")
        self.name_dirs = (self.names, folder / "name2")
        self.uri = f"hdfs://{SERVICE}"
        self._journal_ports = ports[: len(JOURNALNODES)]
        self._journal_http_ports = ports[len(JOURNALNODES) :]
        places = ";".join(f"127.0.0.1:{port}" for port in self._journal_ports)
        self.journal = f"qjournal://{places}/{SERVICE}"

    def start_all(self) -> None:
        """Formats it, starts everything, and has the first NameNode lead."""
        for name in JOURNALNODES:
            self._start(name, JOURNALNODE)
        assert eventually(self._journals_listen, START_S)
        self.format()
        # What a second NameNode is given to begin with.
        shutil.copytree(*self.name_dirs)
        self.start_namenodes()
        for number in range(len(self.data)):
            self.start_datanode(number)
        self.await_serving()

    def start_namenodes(self) -> None:
        """Starts both and has the first one lead."""
        for name in NAMENODES:
            self._start(name, NAMENODE)
        assert eventually(lambda: self._leads("nn1"), START_S)

    def _leads(self, name: str) -> bool:
        return self._asked("haadmin", "-transitionToActive", name)[0] == 0

    def fail_over(self) -> None:
        """The second NameNode leads instead of the first one."""
        code, out = self._asked("haadmin", "-failover", *NAMENODES)
        assert code == 0, out

    def admin_of(self, number: int, *arguments: str) -> str:
        """A command to one NameNode, whoever leads."""
        return self.admin("-fs", f"hdfs://{self.addresses[number]}", *arguments)

    def save_standby_image(self) -> Path:
        """An image of the second NameNode, which is behind the first one."""
        self.admin_of(1, "-safemode", "enter")
        self.admin_of(1, "-saveNamespace")
        self.admin_of(1, "-safemode", "leave")
        return newest_image(self.name_dirs[1])

    def kill(self, name: str) -> None:
        process = self.processes.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def writer(self, end: Path, root: str) -> subprocess.Popen[str]:
        """A client of its own that writes files below a directory until the file is there."""
        return self._until(end, "write", root)

    def replicas(self) -> set[str]:
        """The names of the datanodes' files with blocks."""
        return {
            file.name
            for data in self.data
            for file in data.glob("current/*/current/finalized/**/blk_*")
            if file.suffix != ".meta"
        }

    def _journals_listen(self) -> bool:
        return all(map(is_open, self._journal_ports))

    def _write_all(self) -> None:
        super()._write_all()
        for name, names in zip(NAMENODES, self.name_dirs, strict=True):
            own = {"dfs.ha.namenode.id": name, "dfs.namenode.name.dir": names.as_uri()}
            self._write(name, own)
        for number, name in enumerate(JOURNALNODES):
            self._write(
                name,
                {
                    "dfs.journalnode.rpc-address": f"127.0.0.1:{self._journal_ports[number]}",
                    "dfs.journalnode.http-address": f"127.0.0.1:{self._journal_http_ports[number]}",
                    "dfs.journalnode.edits.dir": str(self.folder / name / "edits"),
                },
            )

    def _site(self) -> dict[str, str]:
        return {
            **super()._site(),
            "dfs.nameservices": SERVICE,
            f"dfs.ha.namenodes.{SERVICE}": ",".join(NAMENODES),
            **{
                f"dfs.namenode.{kind}-address.{SERVICE}.{name}": address
                for kind, addresses in (("rpc", self.addresses), ("http", self.http_addresses))
                for name, address in zip(NAMENODES, addresses, strict=True)
            },
            "dfs.namenode.shared.edits.dir": self.journal,
            f"dfs.client.failover.proxy.provider.{SERVICE}": (
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider"
            ),
            "dfs.client.failover.max.attempts": "120",
            "dfs.client.failover.sleep.max.millis": "500",
            "dfs.ha.automatic-failover.enabled": "false",
            "dfs.ha.fencing.methods": "shell(/bin/true)",
            "dfs.ha.tail-edits.period": "1",
        }
