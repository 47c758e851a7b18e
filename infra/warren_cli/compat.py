"""`bin/warren hdfs-compat`: Hadoop's own tests, unmodified, against a running file system."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from xml.etree import ElementTree

from warren_cli import build, hadoop_conf, hdfs, hdfs_only, toolchain
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.reports import RESULTS
from warren_cli.settings import REPOSITORY, Settings
from warren_cli.tables import aligned

PROJECT = REPOSITORY / "tests" / "hdfs-compat"
CLASSES = PROJECT / "target" / "classes"
LIB = PROJECT / "target" / "lib"
STAMP = PROJECT / "target" / "warren-sources.sha256"
BUILD_STEP = build.Step(
    "tests of Hadoop (Maven)",
    ("mvn", "-B", "-Dstyle.color=never", "package"),
    PROJECT,
    "hdfs-compat-build.log",
)
CONTRACT = (
    "--select-package=org.apache.hadoop.fs.contract.hdfs",
    "--select-class=org.apache.hadoop.hdfs.TestHDFSFileSystemContract",
)
# What small files in the database go another way for: the others see inodes alone.
OF_BYTES = (
    "org.apache.hadoop.hdfs.TestHDFSFileSystemContract",
    *(
        f"org.apache.hadoop.fs.contract.hdfs.TestHDFSContract{name}"
        for name in ("Append", "Concat", "Create", "Open", "Seek", "Unbuffer")
    ),
)
# A NameNode in the tests' process knows the groups of their users; one that runs is told them.
GROUPS_PROPERTY = "hadoop.user.group.static.mapping.overrides"
TEST_USERS = (
    "dr.who=;user1=group1,group2;user2=group2,group3;user3=group3,group4;theDoctor=tardis;"
    "rose=powellestates;super=supergroup;bob=groupY,groupZ;user=mygroup"
)
HEAP_MB = 1500
TIMEOUT_S = 3600
JUNIT_REPORT = "TEST-junit-jupiter.xml"
MESSAGE_CHARS = 160


@dataclass(frozen=True)
class Target:
    """The file system under test. Without `http` the tests of WebHDFS can't run."""

    uri: str
    http: str | None = None


class Client(StrEnum):
    """Whose file system class the tests use."""

    STOCK = "the stock client"
    SMALL_FILES = "Warren's client and small files in the database"


def target_of(settings: Settings) -> Target:
    return Target(
        f"hdfs://{settings.nn1_rpc_address.reachable}", str(settings.nn1_http_address.reachable)
    )


def ensure_built(progress: Progress) -> None:
    """Compiles the façade and fetches Hadoop's jars unless that was done for these sources."""
    sources = (p for p in (PROJECT / "src").rglob("*") if p.is_file())
    wanted = build.fingerprint([PROJECT / "pom.xml", *sorted(sources)])
    if build.stamped(STAMP, wanted) and any(LIB.glob("*.jar")):
        return
    STAMP.unlink(missing_ok=True)
    build.run_step(BUILD_STEP, progress)
    build.stamp(STAMP, wanted)


def report_name(name: str, client: Client) -> str:
    """The runs with either client have reports of their own."""
    return f"{name}-small-files" if client is Client.SMALL_FILES else name


def run(
    progress: Progress,
    target: Target | None,
    classes: Sequence[str] = (),
    *,
    own_datanodes: bool = False,
    client: Client = Client.STOCK,
    name: str = "hdfs-compat",
) -> int:
    """Runs the contract suite, or these classes; 0 when no test failed.

    Without a target it starts a file system of its own for the run. With `own_datanodes` each test
    class starts the DataNodes it asks for, and the file system should have none.
    """
    toolchain.require()
    ensure_built(progress)
    name = report_name(name, client)
    if target is not None:
        return _run(
            progress, target, classes, own_datanodes=own_datanodes, client=client, name=name
        )
    with hdfs_only.running(
        progress, datanode=not own_datanodes, core_site={GROUPS_PROPERTY: TEST_USERS}
    ) as settings:
        own = target_of(settings)
        return _run(progress, own, classes, own_datanodes=own_datanodes, client=client, name=name)


def _run(
    progress: Progress,
    target: Target,
    classes: Sequence[str],
    *,
    own_datanodes: bool,
    client: Client,
    name: str,
) -> int:
    RESULTS.mkdir(parents=True, exist_ok=True)
    report = RESULTS / f"{name}.xml"
    log = RESULTS / f"{name}.log"
    report.unlink(missing_ok=True)
    selected = [f"--select-class={each}" for each in classes] or CONTRACT
    progress.say(f"Hadoop's tests with {client}: running; output in {log.relative_to(REPOSITORY)}")
    scratch = Path(tempfile.mkdtemp(prefix="warren-compat-"))
    try:
        with log.open("wb") as out:
            code = subprocess.run(  # noqa: S603
                java(
                    scratch,
                    properties(target, scratch, own_datanodes=own_datanodes, client=client),
                    "org.junit.platform.console.ConsoleLauncher",
                    (
                        *("execute", "--disable-banner", "--disable-ansi-colors"),
                        *("--details=none", f"--reports-dir={scratch}", *selected),
                    ),
                    (hadoop_conf.client_jar(),) if client is Client.SMALL_FILES else (),
                ),
                cwd=scratch,
                env=hdfs.client_environment(os.environ),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                timeout=TIMEOUT_S,
                check=False,
            ).returncode
        written = scratch / JUNIT_REPORT
        if not written.exists():
            raise OperatorError("Hadoop's tests did not run", remedy=build.tail(log), log=log)
        shutil.copyfile(written, report)
    except subprocess.TimeoutExpired as error:
        raise OperatorError("Hadoop's tests take too long", timeout_s=TIMEOUT_S, log=log) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(summary(report), flush=True)
    return code


def properties(
    target: Target, scratch: Path, *, own_datanodes: bool, client: Client = Client.STOCK
) -> dict[str, str]:
    """What the façade and Hadoop's test utilities read."""
    values = {
        "warren.compat.uri": target.uri,
        "warren.compat.datanodes": "own" if own_datanodes else "external",
        "warren.compat.small-files": str(client is Client.SMALL_FILES).lower(),
        "test.build.data": str(scratch / "data"),
        "hadoop.tmp.dir": str(scratch / "tmp"),
    }
    return values | ({"warren.compat.http": target.http} if target.http else {})


def java(
    conf: Path,
    values: Mapping[str, str],
    main_class: str,
    arguments: Sequence[str],
    more_jars: Sequence[Path] = (),
    *,
    heap_mb: int = HEAP_MB,
) -> list[str]:
    """The command line of one of the project's or Hadoop's mains; `conf` leads the class path."""
    return [
        toolchain.java(),
        f"-Xmx{heap_mb}m",
        *hdfs.SHORT_RUN_FLAGS,
        "-Dfile.encoding=UTF-8",
        f"-Dlog4j.configuration=file:{hdfs.CLIENT_LOG4J}",
        *(f"-D{key}={value}" for key, value in values.items()),
        "-cp",
        ":".join((str(CLASSES), str(conf), f"{LIB}/*", *map(str, more_jars))),
        main_class,
        *arguments,
    ]


@dataclass
class ClassResult:
    """The tests of one class."""

    passed: int = 0
    failed: int = 0
    aborted: int = 0


def summary(report: Path) -> str:
    """A table by class, the failed and the aborted tests, and the sum."""
    results: dict[str, ClassResult] = {}
    notes: list[str] = []
    for case in ElementTree.parse(report).getroot().iter("testcase"):  # noqa: S314  our own report
        name = case.get("classname", "").rpartition(".")[2]
        result = results.setdefault(name, ClassResult())
        outcome, why = _outcome(case)
        setattr(result, outcome, getattr(result, outcome) + 1)
        if outcome != "passed":
            notes.append(f"  {outcome}: {name}.{case.get('name')}: {why}")
    rows = [("class", "passed", "failed", "aborted"), *_rows(results)]
    total = [sum(getattr(r, k) for r in results.values()) for k in ("passed", "failed", "aborted")]
    last = "Hadoop's tests: {} passed, {} failed, {} aborted".format(*total)
    return "\n".join((aligned(rows), *sorted(notes), last))


def _rows(results: Mapping[str, ClassResult]) -> Iterator[tuple[str, str, str, str]]:
    for name, result in sorted(results.items()):
        yield name, str(result.passed), str(result.failed), str(result.aborted)


def _outcome(case: ElementTree.Element) -> tuple[str, str]:
    for tag, outcome in (("failure", "failed"), ("error", "failed"), ("skipped", "aborted")):
        found = case.find(tag)
        if found is not None:
            why = found.get("message") or found.text or found.get("type") or ""
            return outcome, " ".join(why.split())[:MESSAGE_CHARS]
    return "passed", ""
