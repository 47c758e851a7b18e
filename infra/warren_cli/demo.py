"""`make demo`: load a real tree with Hadoop's shell, then read all of it back and compare.

Where small files may be in the database, the target has their policy and the shell has Warren's
file system, as a client that wants their speed.
"""

import filecmp
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from warren_cli import demo_plan, hdfs
from warren_cli.admin_calls import AdminCalls
from warren_cli.demo_plan import Plan
from warren_cli.errors import OperatorError
from warren_cli.hadoop_conf import SMALL_FILE_SYSTEMS
from warren_cli.home import Home
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import Settings

CLIENT_THREADS = 16
COMPARE_THREADS = 4
PROGRESS_PERIOD_S = 3.0
SUMMARY_TIMEOUT_S = 30.0
GONE_S = 60.0
ERRORS_SHOWN_MAX = 20
SPACE_FACTOR = 2.1
STORAGE_POLICIES = "org.apache.hadoop.hdfs.tools.StoragePolicyAdmin"
SMALL_FILES_POLICY = "DB"
TARGET_FORBIDDEN = "*?[]{}\\:\n"

# Says how far a command is; None when that cannot be found out at the moment.
Counter = Callable[[], str | None]


@dataclass
class Outcome:
    """What a demo did. `mismatches` names files that are missing or differ after reading back."""

    load_s: float = 0.0
    read_s: float = 0.0
    errors: list[str] = field(default_factory=list)
    mismatches: list[Path] = field(default_factory=list)
    unexpected: int = 0


def run(settings: Settings, progress: Progress, source: Path, target: str) -> int:
    """Loads `source` to `target` and verifies it; 0 when every byte came back."""
    _check_arguments(source, target)
    home = Home(settings.home)
    hdfs.java_command(home, hdfs.FS_SHELL, ())
    progress.say(f"looking through {source}")
    plan = demo_plan.plan(source)
    _describe(plan, progress)
    _refuse_full_disk(home, plan)
    demo = Demo(settings, home, plan, target, progress)
    demo.refuse_foreign_target()
    demo.load()
    demo.verify()
    return _report(plan, target, demo.outcome)


def _check_arguments(source: Path, target: str) -> None:
    if not source.is_dir():
        raise OperatorError("DEMO_DIR is not a folder", folder=source, exit_code=2)
    clean = os.path.normpath(target) == target and target != "/"
    if not target.startswith("/") or not clean or set(target) & set(TARGET_FORBIDDEN):
        raise OperatorError(
            "DEMO_TARGET must be an absolute path below /, without * ? [ ] { } \\ and :",
            target=target,
            exit_code=2,
        )


def _describe(plan: Plan, progress: Progress) -> None:
    progress.say(
        f"to load: {plan.files:,} files in {plan.folders:,} folders, "
        f"{binary_size(plan.length_bytes)}; symbolic links are followed as the stock -put does "
        f"({plan.links_followed:,} of them)"
    )
    for reason, paths in plan.left_out.items():
        progress.say(f"  left out: {len(paths):,} {reason}, such as {str(paths[0])!r}")


def _refuse_full_disk(home: Home, plan: Plan) -> None:
    free_bytes = shutil.disk_usage(home.root).free
    needed_bytes = int(plan.length_bytes * SPACE_FACTOR)
    if free_bytes < needed_bytes:
        raise OperatorError(
            "There is not enough disk space to load the tree and to read it back",
            remedy="Free some, or choose a smaller DEMO_DIR",
            needed=binary_size(needed_bytes),
            free=binary_size(free_bytes),
        )


class Demo:
    """One load and its verification, through Hadoop's shell."""

    def __init__(
        self, settings: Settings, home: Home, plan: Plan, target: str, progress: Progress
    ) -> None:
        self._settings = settings
        self._home = home
        self._plan = plan
        self._target = target
        self._progress = progress
        self.outcome = Outcome()
        self._options = (
            [f"-D{key}={value}" for key, value in SMALL_FILE_SYSTEMS.items()]
            if settings.small_file_bytes_max
            else []
        )

    def refuse_foreign_target(self) -> None:
        """A repeated demo overwrites its own files; it must not mix with somebody else's."""
        if self._shell("-test", "-e", self._target).returncode != 0:
            return
        listing = self._shell("-ls", "-C", self._target)
        if listing.returncode != 0:
            raise OperatorError(
                "DEMO_TARGET cannot be listed", target=self._target, reason=listing.stderr.strip()
            )
        root = self._plan.root
        names = [*root.files, *(child.path.name for child in root.folders)]
        foreign = set(listing.stdout.splitlines()) - {f"{self._target}/{name}" for name in names}
        if foreign:
            raise OperatorError(
                "DEMO_TARGET holds something that is not in DEMO_DIR",
                remedy="Nothing was written. Choose another DEMO_TARGET or remove this one",
                target=self._target,
                found=min(foreign),
            )

    def load(self) -> None:
        """Makes the folders that have to be split, then puts everything, batch by batch."""
        started = time.monotonic()
        target = PurePosixPath(self._target)
        folders = [str(target / below) for below in demo_plan.folders_to_make(self._plan)]
        for first in range(0, len(folders), demo_plan.SOURCES_PER_BATCH_MAX):
            chunk = folders[first : first + demo_plan.SOURCES_PER_BATCH_MAX]
            self._client(("-mkdir", "-p", *map(_glob_quoted, chunk)))
        if self._options:
            self._keep_small_files_in_the_database()
        for batch in demo_plan.batches(self._plan):
            sources = [path.as_uri() for path in batch.sources]
            put = (
                "-put",
                "-f",
                "-d",
                "-t",
                str(CLIENT_THREADS),
                *sources,
                _glob_quoted(str(target / batch.below)),
            )
            self._client(put, self._loaded)
        self.outcome.load_s = time.monotonic() - started
        self._progress.say(f"loaded in {self.outcome.load_s:.0f} s")

    def _keep_small_files_in_the_database(self) -> None:
        asked = ("-setStoragePolicy", "-path", self._target, "-policy", SMALL_FILES_POLICY)
        done = subprocess.run(  # noqa: S603
            hdfs.java_command(self._home, STORAGE_POLICIES, asked),
            env=hdfs.client_environment(os.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise OperatorError(
                "The target's storage policy could not be set",
                target=self._target,
                reason=(done.stderr or done.stdout).strip(),
            )

    def verify(self) -> None:
        """Reads the whole target into a scratch folder and compares every byte."""
        started = time.monotonic()
        self._progress.say("reading everything back")
        with _scratch(self._home) as folder:
            copy = folder / "copy"
            get = ("-get", "-t", str(CLIENT_THREADS), self._target, str(copy))
            self._client(get, lambda: f"read {_count_files(copy):,} of {self._plan.files:,} files")
            self._progress.say("comparing every byte")
            self._compare(copy)
        self.outcome.read_s = time.monotonic() - started

    def _compare(self, copy: Path) -> None:
        source = self._plan.root.path
        files = list(demo_plan.expected_files(self._plan.root))
        with ThreadPoolExecutor(COMPARE_THREADS) as pool:
            same = pool.map(lambda path: _same(path, copy / path.relative_to(source)), files)
            mismatches = [path for path, equal in zip(files, same, strict=True) if not equal]
        missing = sum(not (copy / path.relative_to(source)).exists() for path in mismatches)
        self.outcome.unexpected = max(0, _count_files(copy) + missing - self._plan.files)
        self.outcome.mismatches = mismatches + [
            path
            for path in demo_plan.expected_folders(self._plan.root)
            if not (copy / path.relative_to(source)).is_dir()
        ]

    def _loaded(self) -> str | None:
        done = _summary(self._settings, self._target)
        if done is None:
            return None
        files, length_bytes = done
        return (
            f"loaded {files:,} of {self._plan.files:,} files, "
            f"{binary_size(length_bytes)} of {binary_size(self._plan.length_bytes)}"
        )

    def _shell(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603
            hdfs.java_command(self._home, hdfs.FS_SHELL, arguments),
            env=hdfs.client_environment(os.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def _client(self, arguments: Sequence[str], counted: Counter | None = None) -> None:
        """Runs one stock client command, says how far it is, and keeps its complaints.

        Raises OperatorError when nothing could be counted for a minute: the client itself would
        try for half a minute per file.
        """
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(  # noqa: S603
                hdfs.java_command(
                    self._home,
                    hdfs.FS_SHELL,
                    (*self._options, *arguments),
                    hdfs.LONG_RUN_FLAGS,
                ),
                env=hdfs.client_environment(os.environ),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            try:
                answered = time.monotonic()
                while not _ended(process):
                    progress = counted() if counted else ""
                    if progress is not None:
                        answered = time.monotonic()
                    elif time.monotonic() - answered > GONE_S:
                        raise OperatorError(
                            "The file system stopped answering during the load",
                            remedy="Look at `make status` and `make logs`; a repeated demo "
                            "overwrites what this one wrote",
                            target=self._target,
                        )
                    if progress:
                        self._progress.say(f"  {progress}")
            finally:
                if process.poll() is None:
                    process.terminate()
                    process.wait()
            output.seek(0)
            lines = output.read().decode("utf-8", "replace").splitlines()
        if process.returncode != 0:
            complaints = [line for line in lines if line.strip()]
            self.outcome.errors += complaints or [f"{arguments[0]} exited {process.returncode}"]


def _ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(timeout=PROGRESS_PERIOD_S)
    except subprocess.TimeoutExpired:
        return False
    return True


def _glob_quoted(path: str) -> str:
    """A path that -mkdir and -put, which expand patterns in it, take literally."""
    return re.sub(r"([*?\[\]{}\\])", r"\\\1", path)


def _count_files(folder: Path) -> int:
    return sum(len(names) for _, _, names in os.walk(folder))


def _summary(settings: Settings, target: str) -> tuple[int, int] | None:
    """Files and bytes below the target, counted by the first namenode that answers."""
    with AdminCalls(settings, timeout_s=SUMMARY_TIMEOUT_S) as calls:
        try:
            counted = calls.summary(target)
        except OperatorError:
            return None
    return counted.files, counted.length_bytes


@contextmanager
def _scratch(home: Home) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="demo-", dir=home.scratch))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _same(local: Path, copy: Path) -> bool:
    try:
        return filecmp.cmp(local, copy, shallow=False)
    except OSError:
        return False


def _report(plan: Plan, target: str, outcome: Outcome) -> int:
    rate = plan.files / outcome.load_s if outcome.load_s else 0.0
    print(
        f"\n{plan.files:,} files, {plan.folders:,} folders, {plan.length_bytes:,} bytes "
        f"loaded to {target} in {outcome.load_s:.1f} s ({rate:.0f} files/s), "
        f"read back and compared in {outcome.read_s:.1f} s"
    )
    left_out = sum(len(paths) for paths in plan.left_out.values())
    if left_out:
        print(f"{left_out:,} entries left out, as said above")
    if outcome.unexpected:
        print(
            f"{outcome.unexpected:,} more files are there: from before, or new in the source since"
        )
    for line in outcome.errors[:ERRORS_SHOWN_MAX]:
        print(f"  client: {line}")
    for path in outcome.mismatches[:ERRORS_SHOWN_MAX]:
        print(f"  differs or missing: {str(path)!r}")
    print(f"{len(outcome.mismatches):,} mismatches")
    return 1 if outcome.mismatches or outcome.errors else 0
