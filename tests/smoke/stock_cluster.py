"""A stock HDFS of one NameNode and three DataNodes as processes, for tests that move it."""

import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from warren_cli import compat, toolchain
from warren_cli.build import JAVA_LIB
from warren_cli.stock_hdfs import write_site
from warren_cli.temporary import free_ports

from .conftest import eventually

NAMENODE = "org.apache.hadoop.hdfs.server.namenode.NameNode"
DATANODE = "org.apache.hadoop.hdfs.server.datanode.DataNode"
DATANODES = 3
# A stock HDFS of many processes runs beside a Warren.
HEAP_MB = 256
START_S = 180
END_S = 20
CLIENT = Path(__file__).parent / "java" / "StockClient.java"
# As the client has it.
ENDED = "== ended "


class StockCluster:
    """Its folders and its processes, which all end with the block."""

    # The NameNode that is formatted; clients have its configuration.
    first = "nn"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names = folder / "name"
        self.data = [folder / f"data{number}" for number in range(DATANODES)]
        self.rpc, self.http, *self._ports = free_ports(2 + 3 * DATANODES)
        self.address = f"127.0.0.1:{self.rpc}"
        self.uri = f"hdfs://{self.address}"
        # So many datanodes are live when all are there.
        self.live = DATANODES
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._classes = folder / "classes"
        self._client: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True)
        self._write_all()
        javac = Path(toolchain.java()).resolve().with_name("javac")
        subprocess.run(
            [javac, "-cp", f"{JAVA_LIB}/*", "-d", self._classes, CLIENT],
            check=True,
        )
        return self

    def _write_all(self) -> None:
        """Writes the configuration of each process."""
        self._write(self.first, {})
        for number, data in enumerate(self.data):
            transfer, http, ipc = self._ports[3 * number : 3 * number + 3]
            self._write(
                f"dn{number}",
                {
                    "dfs.datanode.data.dir": data.as_uri(),
                    "dfs.datanode.address": f"127.0.0.1:{transfer}",
                    "dfs.datanode.http.address": f"127.0.0.1:{http}",
                    "dfs.datanode.ipc.address": f"127.0.0.1:{ipc}",
                    "dfs.datanode.hostname": "127.0.0.1",
                },
            )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._client is not None:
            self._client.kill()
            self._client.communicate()
        for name in list(self.processes):
            self.stop(name)

    def format(self) -> None:
        subprocess.run(
            self._command(self.first, NAMENODE, "-format", "-force", "-nonInteractive"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=START_S,
            check=True,
        )

    def start_namenode(self, names: Path | None = None) -> None:
        """Starts it, on another name directory than before when one is given."""
        if names is not None:
            self.names = names
            self._write(self.first, {})
        self._start(self.first, NAMENODE)

    def start_datanode(self, number: int) -> None:
        self._start(f"dn{number}", DATANODE)

    def listens(self, number: int) -> bool:
        """Whether a datanode can be read from."""
        return is_open(self._ports[3 * number])

    def stop(self, name: str) -> None:
        process = self.processes.pop(name)
        process.terminate()
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def start_fails(self, name: str | None = None) -> str:
        """What the NameNode says that does not start."""
        done = subprocess.run(
            self._command(name or self.first, NAMENODE),
            capture_output=True,
            timeout=START_S,
            check=False,
        )
        assert done.returncode != 0
        return (done.stdout + done.stderr).decode(errors="replace")

    def admin(self, *arguments: str) -> str:
        code, out = self._asked("admin", *arguments)
        assert code == 0, (arguments, out)
        return out

    def serves(self) -> bool:
        """Whether a client finds all datanodes and no safe mode."""
        has_mode, mode = self._asked("admin", "-safemode", "get")
        has_live, live = self._asked("admin", "-report", "-live")
        found = "Safe mode is OFF" in mode and f"Live datanodes ({self.live})" in live
        return found and has_mode == has_live == 0

    def await_serving(self) -> None:
        assert eventually(self.serves, START_S), "no namenode serves all datanodes"

    def save_image(self) -> Path:
        self.admin("-safemode", "enter")
        self.admin("-saveNamespace")
        self.admin("-safemode", "leave")
        return newest_image(self.names)

    def reader(self, end: Path) -> subprocess.Popen[str]:
        """A client of its own that reads all files until the file is there."""
        return self._until(end, "read")

    def _until(self, end: Path, command: str, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command(self.first, "StockClient", command, self.uri, str(end), *arguments),
            stdout=subprocess.PIPE,
            text=True,
        )

    def done(self, *arguments: str) -> None:
        """What a stock client does of whoever serves at the NameNode's address."""
        code, out = self._asked(*arguments)
        assert code == 0, (arguments, out)

    def told(self, name: str) -> list[str]:
        """A line for each inode that a client sees, with its attributes and its bytes' hash."""
        file = self.folder / f"told-{name}"
        self.done("tell", str(file))
        return file.read_text(encoding="utf-8").splitlines()

    def _asked(self, *arguments: str) -> tuple[int, str]:
        """The exit code and the output of a command of the client that is kept for them."""
        if self._client is None:
            with (self.folder / "client.log").open("ab") as log:
                self._client = subprocess.Popen(
                    self._command(self.first, "StockClient", "serve", self.uri),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                )
        stdin, stdout = self._client.stdin, self._client.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write("\t".join(arguments) + "\n")
        stdin.flush()
        out: list[str] = []
        for line in stdout:
            if line.startswith(ENDED):
                return int(line.removeprefix(ENDED)), "".join(out)
            out.append(line)
        raise AssertionError(f"the client ended; see {self.folder / 'client.log'}")

    def _start(self, name: str, main_class: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                self._command(name, main_class), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def _command(self, name: str, main_class: str, *arguments: str) -> list[str]:
        values = {"hadoop.tmp.dir": str(self.folder / "tmp")}
        return compat.java(
            self.folder / name,
            values,
            main_class,
            arguments,
            more_jars=(self._classes,),
            heap_mb=HEAP_MB,
        )

    def _write(self, name: str, more: dict[str, str]) -> None:
        conf = self.folder / name
        conf.mkdir(exist_ok=True)
        write_site(conf / "core-site.xml", {"fs.defaultFS": self.uri})
        write_site(conf / "hdfs-site.xml", {**self._site(), **more})

    def _site(self) -> dict[str, str]:
        """What each of its processes is told, and clients."""
        return {
            "dfs.namenode.http-address": f"127.0.0.1:{self.http}",
            "dfs.namenode.name.dir": self.names.as_uri(),
            "dfs.namenode.fs-limits.min-block-size": "0",
            "dfs.namenode.accesstime.precision": "0",
            "dfs.namenode.redundancy.considerLoad": "false",
            "dfs.namenode.safemode.extension": "0",
            "dfs.heartbeat.interval": "1",
            # A copy that a slow datanode left behind goes after the next whole report.
            "dfs.blockreport.intervalMsec": "5000",
            "dfs.replication": "2",
        }


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def newest_image(names: Path) -> Path:
    images = (names / "current").glob("fsimage_*")
    return max(image for image in images if image.suffix != ".md5")


def lines_that_differ(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The lines of either that the other has not."""
    return sorted(set(before) ^ set(after))
