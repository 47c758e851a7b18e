"""`bin/warren hdfs-app`: applications as a user runs them, on a file system started for them."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from warren_cli import compat, hadoop_conf, hdfs, hdfs_only, stock_hdfs, toolchain
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY, Settings

EXAMPLES = "org.apache.hadoop.examples.terasort"
DISTCP = "org.apache.hadoop.tools.DistCp"
DFS_ADMIN = "org.apache.hadoop.hdfs.tools.DFSAdmin"
SNAPSHOT_DIFF = "org.apache.hadoop.hdfs.tools.snapshot.SnapshotDiff"
DFSIO = "org.apache.hadoop.fs.TestDFSIO"
TIMEOUT_S = 900
SPARK_VERSION = "4.2.1"
SPARK_ENVIRONMENT = REPOSITORY / ".tools" / "spark"
SPARK_JOB = compat.PROJECT / "spark_parquet.py"


class App(StrEnum):
    """What can be run."""

    TERASORT = "terasort"
    DFSIO = "dfsio"
    DISTCP = "distcp"
    DISTCP_DIFF = "distcp-diff"
    SPARK = "spark"


@dataclass(frozen=True)
class Size:
    """How much an application works on. A row of TeraGen has 100 bytes."""

    terasort_rows: int = 100_000
    dfsio_files: int = 4
    dfsio_file_mb: int = 8
    dfsio_steps: tuple[tuple[str, ...], ...] = (
        ("-write",),
        ("-append",),
        ("-read",),
        ("-read", "-random"),
        ("-truncate",),
    )
    copied_files: int = 40
    # More than a page of a comparison of snapshots holds.
    compared_files: int = 1_100


@dataclass(frozen=True)
class Client:
    """A client machine of one file system: its configuration and a scratch folder."""

    size: Size
    root: str
    conf: Path
    scratch: Path
    progress: Progress

    def java(self, main_class: str, *arguments: str) -> str:
        """Runs a main and returns its output. Raises OperatorError when it fails."""
        values = {"hadoop.tmp.dir": str(self.scratch / "tmp")}
        return self.run(compat.java(self.conf, values, main_class, arguments), main_class)

    def run(self, command: Sequence[str], name: str, **environment: str) -> str:
        self.progress.say(f"{name.rpartition('.')[2]}: running")
        try:
            done = subprocess.run(  # noqa: S603
                command,
                cwd=self.scratch,
                env={**hdfs.client_environment(os.environ), **environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=TIMEOUT_S,
                check=False,
                text=True,
            )
        except subprocess.TimeoutExpired as error:
            raise OperatorError(
                "The application takes too long", name=name, timeout_s=TIMEOUT_S
            ) from error
        if done.returncode != 0:
            tail = "\n".join(f"  {line}" for line in done.stdout.splitlines()[-40:])
            raise OperatorError(
                "The application failed", remedy=tail, name=name, exit_code_of_it=done.returncode
            )
        return done.stdout


def run(progress: Progress, app: App) -> None:
    """Runs one application and checks what it left. Raises OperatorError when it is wrong."""
    toolchain.require()
    with hdfs_only.running(progress) as settings:
        run_on(settings, progress, app, Size())


def run_on(settings: Settings, progress: Progress, app: App, size: Size, root: str = "") -> None:
    """The same on a file system that runs, below one of its folders that has no other use."""
    compat.ensure_built(progress)
    with _client(settings, progress, size, root) as client:
        APPS[app](client)
    progress.say(f"{app}: done, and what it left is right")


@contextmanager
def _client(settings: Settings, progress: Progress, size: Size, root: str) -> Iterator[Client]:
    scratch = Path(tempfile.mkdtemp(prefix="warren-app-"))
    try:
        conf = scratch / "conf"
        hadoop_conf.write_client(conf, settings, force=True)
        yield Client(size, root, conf, scratch, progress)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _require(true: bool, complaint: str, **facts: object) -> None:
    if not true:
        error = OperatorError(complaint)
        error.facts.update(facts)
        raise error


def _terasort(client: Client) -> None:
    source, sorted_, report = (f"{client.root}/terasort/{name}" for name in ("in", "out", "report"))
    client.java(f"{EXAMPLES}.TeraGen", str(client.size.terasort_rows), source)
    client.java(f"{EXAMPLES}.TeraSort", source, sorted_)
    client.java(f"{EXAMPLES}.TeraValidate", sorted_, report)
    text = client.java(hdfs.FS_SHELL, "-cat", f"{report}/part-r-*")
    rows = [line for line in text.splitlines() if line.startswith(("checksum", "error"))]
    _require(
        len(rows) == 1 and rows[0].startswith("checksum"), "TeraValidate complains", report=text
    )


def _dfsio(client: Client) -> None:
    files, file_mb = client.size.dfsio_files, client.size.dfsio_file_mb
    where = ("-D", f"test.build.data={client.root}/dfsio")
    size = ("-nrFiles", str(files), "-size", f"{file_mb}MB")
    results = client.scratch / "dfsio.log"
    for step in client.size.dfsio_steps:
        client.java(DFSIO, *where, *step, *size, "-resFile", str(results))
    client.java(DFSIO, *where, "-clean")
    lines = results.read_text(encoding="utf-8").splitlines()
    processed = [line.split(":")[1].strip() for line in lines if "Total MBytes processed" in line]
    _require(
        processed.count(str(files * file_mb)) >= 2,
        "TestDFSIO moved another number of bytes",
        processed=processed,
    )


def _distcp(client: Client) -> None:
    source = client.scratch / "files"
    source.mkdir()
    for number in range(client.size.copied_files):
        (source / f"file-{number}").write_bytes(os.urandom(1000 * number + 1))
    with stock_hdfs.running(client.scratch, client.progress) as other:
        client.java(hdfs.FS_SHELL, "-put", str(source), "/copied")
        client.java(DISTCP, "/copied", f"{other}/there")
        client.java(DISTCP, f"{other}/there", "/back")
    client.java(hdfs.FS_SHELL, "-get", "/back", str(client.scratch / "back"))
    for file in source.iterdir():
        copy = client.scratch / "back" / file.name
        same = copy.is_file() and copy.read_bytes() == file.read_bytes()
        _require(same, "A copied file differs", file=file.name)


def _distcp_diff(client: Client) -> None:
    """One directory follows another by what differs between two snapshots of it."""
    source, target = f"{client.root}/source", f"{client.root}/target"
    files = client.scratch / "files"
    for name in ("gone", "moved/inside", "grows", "shrinks", "same"):
        (files / name).parent.mkdir(parents=True, exist_ok=True)
        (files / name).write_bytes(os.urandom(300_000))
    client.java(hdfs.FS_SHELL, "-put", str(files), source)
    client.java(hdfs.FS_SHELL, "-setfattr", "-n", "user.colour", "-v", "red", f"{source}/same")
    client.java(DFS_ADMIN, "-allowSnapshot", source)
    client.java(hdfs.FS_SHELL, "-createSnapshot", source, "s1")
    client.java(DISTCP, f"{source}/.snapshot/s1", target)
    client.java(DFS_ADMIN, "-allowSnapshot", target)
    client.java(hdfs.FS_SHELL, "-createSnapshot", target, "s1")

    client.java(hdfs.FS_SHELL, "-rm", "-skipTrash", f"{source}/gone")
    client.java(hdfs.FS_SHELL, "-mv", f"{source}/moved", f"{source}/elsewhere")
    client.java(hdfs.FS_SHELL, "-appendToFile", str(files / "same"), f"{source}/grows")
    client.java(hdfs.FS_SHELL, "-truncate", "-w", "100000", f"{source}/shrinks")
    client.java(hdfs.FS_SHELL, "-setfattr", "-n", "user.colour", "-v", "blue", f"{source}/same")
    client.java(hdfs.FS_SHELL, "-mkdir", f"{source}/many")
    many = [f"{source}/many/{number}" for number in range(client.size.compared_files)]
    client.java(hdfs.FS_SHELL, "-touchz", *many)
    client.java(hdfs.FS_SHELL, "-createSnapshot", source, "s2")
    _require_differences(client.java(SNAPSHOT_DIFF, source, "s1", "s2"))
    backwards = client.java(SNAPSHOT_DIFF, source, "s2", "s1")
    _require("-\t./many" in backwards, "The way back is not told", output=backwards)

    client.java(DISTCP, "-update", "-diff", "s1", "s2", source, target)
    for name, path in (("now", source), ("copy", target), ("old", f"{source}/.snapshot/s1")):
        client.java(hdfs.FS_SHELL, "-get", path, str(client.scratch / name))
    now, copy = _contents(client.scratch / "now"), _contents(client.scratch / "copy")
    _require(len(now) == len(many) + 4, "Files are missing", files=len(now))
    _require(now == copy, "The copy differs from what it follows", paths=sorted(now ^ copy))
    _require(
        _contents(client.scratch / "old") == _contents(files), "The snapshot differs from the files"
    )


def _require_differences(report: str) -> None:
    lines = report.splitlines()
    for line in ("-\t./gone", "R\t./moved -> ./elsewhere", "+\t./many"):
        _require(line in lines, "A difference is missing", line=line, report=report[:2000])
    for name in ("grows", "shrinks", "same"):
        _require(f"M\t./{name}" in lines, "A change is missing", name=name, report=report[:2000])


def _contents(folder: Path) -> set[tuple[str, bytes]]:
    return {
        (str(file.relative_to(folder)), hashlib.sha256(file.read_bytes()).digest())
        for file in folder.rglob("*")
        if file.is_file() and not file.name.endswith(".crc")
    }


def _spark(client: Client) -> None:
    python = SPARK_ENVIRONMENT / "bin" / "python"
    if not python.exists():
        client.progress.say(f"installing pyspark {SPARK_VERSION} below .tools (once)")
        client.run((sys.executable, "-m", "venv", str(SPARK_ENVIRONMENT)), "venv")
        pip = (str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check")
        client.run((*pip, f"pyspark=={SPARK_VERSION}"), "pip")
    out = client.run(
        (str(python), str(SPARK_JOB)), "spark_parquet", HADOOP_CONF_DIR=str(client.conf)
    )
    _require("rows read back: 10000" in out, "Spark read other rows than it wrote", output=out)
    names = client.java(hdfs.FS_SHELL, "-ls", "-R", "/spark")
    _require("_SUCCESS" in names, "The commit protocol left no mark", names=names)
    _require("_temporary" not in names, "The commit protocol left its work", names=names)


APPS: dict[App, Callable[[Client], None]] = {
    App.TERASORT: _terasort,
    App.DFSIO: _dfsio,
    App.DISTCP: _distcp,
    App.DISTCP_DIFF: _distcp_diff,
    App.SPARK: _spark,
}
