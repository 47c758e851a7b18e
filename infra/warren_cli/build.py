"""Building the Java side and the console, only when their sources have changed."""

import hashlib
import os
import re
import subprocess
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from warren_cli import release
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY

FS_CORE = REPOSITORY / "fs-core"
FRONTEND = REPOSITORY / "frontend"
JAVA_LIB = FS_CORE / "dist" / "target" / "lib"
CONSOLE_DIST = FRONTEND / "dist"
BUILD_LOGS = REPOSITORY / ".tools" / "logs"
JAVA_STAMP = FS_CORE / "dist" / "target" / "warren-sources.sha256"
E2E = REPOSITORY / "tests" / "e2e"
TYPESCRIPT_CLIENT = REPOSITORY / "clients" / "typescript"
CONSOLE_STAMP = CONSOLE_DIST / ".warren-sources.sha256"
NOT_SOURCES = frozenset({"target", "node_modules", "dist", "test-results", "playwright-report"})
BUILD_TIMEOUT_S = 3600
PROGRESS_PERIOD_S = 5.0
TAIL_LINES = 40
ERROR_LINES = 25
ERROR_MARKS = ("[ERROR]", "npm error")
MODULE_LINE = re.compile(r"\[INFO\] Building (\S.*\S) +\[\d+/\d+\]$")


@dataclass(frozen=True)
class Step:
    """One build command: what to say, what to run, where, and where its output goes."""

    name: str
    command: Sequence[str]
    folder: Path
    log_name: str


JAVA_STEP = Step(
    "file system core (Maven)",
    ("mvn", "-B", "-Dmaven.test.skip=true", "-Dstyle.color=never", "package"),
    FS_CORE,
    "java-build.log",
)
NPM_CI = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
CONSOLE_PACKAGES_STEP = Step("console packages (npm ci)", NPM_CI, FRONTEND, "console-packages.log")
E2E_PACKAGES_STEP = Step("browser test packages (npm ci)", NPM_CI, E2E, "e2e-packages.log")
CLIENT_PACKAGES_STEP = Step(
    "packages of the client for TypeScript (npm ci)",
    NPM_CI,
    TYPESCRIPT_CLIENT,
    "client-packages.log",
)
_CONSOLE_BUILD = threading.Lock()
CONSOLE_STEP = Step("console (Vite)", ("npm", "run", "build"), FRONTEND, "console-build.log")


def ensure_java(progress: Progress) -> None:
    """Packages the Java side unless its jars are from these very sources; a release has them."""
    if release.is_unpacked():
        return
    wanted = java_fingerprint()
    if stamped(JAVA_STAMP, wanted) and any(JAVA_LIB.glob("*.jar")):
        return
    JAVA_STAMP.unlink(missing_ok=True)
    run_step(JAVA_STEP, progress)
    stamp(JAVA_STAMP, wanted)


def ensure_console_packages(progress: Progress) -> None:
    """Installs the console's packages unless they are those of the lock file."""
    _ensure_packages(CONSOLE_PACKAGES_STEP, progress)


def ensure_e2e_packages(progress: Progress) -> None:
    """Installs the browser tests' packages unless they are those of the lock file."""
    _ensure_packages(E2E_PACKAGES_STEP, progress)


def ensure_client_packages(progress: Progress) -> None:
    """Installs what the client for TypeScript is made with unless it is that of the lock file."""
    _ensure_packages(CLIENT_PACKAGES_STEP, progress)


def _ensure_packages(step: Step, progress: Progress) -> None:
    file = step.folder / "node_modules" / ".warren-lock.sha256"
    wanted = fingerprint([step.folder / "package-lock.json"])
    if stamped(file, wanted):
        return
    run_step(step, progress)
    stamp(file, wanted)


def ensure_console(progress: Progress) -> None:
    """Builds the console unless it is from these very sources; a release has it."""
    if release.is_unpacked():
        return
    # Two systems may be started at once.
    with _CONSOLE_BUILD:
        ensure_console_packages(progress)
        wanted = fingerprint(console_sources())
        if stamped(CONSOLE_STAMP, wanted) and (CONSOLE_DIST / "index.html").exists():
            return
        CONSOLE_STAMP.unlink(missing_ok=True)
        run_step(CONSOLE_STEP, progress)
        stamp(CONSOLE_STAMP, wanted)


def java_fingerprint() -> str:
    """Of the Java sources and of what is built from them: the NDB store only beside an NDB."""
    sources = fingerprint(java_sources())
    return f"{sources} with the NDB store" if os.environ.get("NDB_HOME") else sources


def java_sources() -> Iterator[Path]:
    for path in _sources(FS_CORE):
        relative = path.relative_to(FS_CORE).parts
        if "test" not in relative[:3]:
            yield path


def console_sources() -> Iterator[Path]:
    return _sources(FRONTEND)


def _sources(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in NOT_SOURCES and not f.startswith("."))
        yield from (Path(parent) / file for file in sorted(files))


def fingerprint(files: Iterable[Path]) -> str:
    """SHA-256 over the files' names and contents, in the order given."""
    digest = hashlib.sha256()
    for file in files:
        try:
            content = file.read_bytes()
        except OSError as error:
            raise OperatorError(
                "A source file cannot be read", file=file, reason=error.strerror
            ) from error
        digest.update(f"{file.relative_to(REPOSITORY)}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def stamped(file: Path, wanted: str) -> bool:
    """Whether the last `stamp` was of the same sources."""
    try:
        return file.read_text(encoding="ascii") == wanted
    except (OSError, UnicodeDecodeError):
        return False


def stamp(file: Path, value: str) -> None:
    """Records that something was made from sources of this fingerprint."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(value, encoding="ascii")


def run_step(step: Step, progress: Progress, environment: dict[str, str] | None = None) -> None:
    """Runs one build command. Raises OperatorError with the end of its output when it fails."""
    if not step.folder.is_dir():
        raise OperatorError("A source folder is missing", folder=step.folder)
    BUILD_LOGS.mkdir(parents=True, exist_ok=True)
    log = BUILD_LOGS / step.log_name
    progress.say(f"building the {step.name}; output in {log.relative_to(REPOSITORY)}")
    with log.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603
            step.command,
            cwd=step.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            _watch(process, step, log, progress)
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()
    if process.returncode != 0:
        raise OperatorError(
            "A build step failed",
            remedy=f"It says:\n{complaint(log)}\nAll of it is in {log}",
            step=step.name,
            exit_code_of_step=process.returncode,
        )
    progress.say(f"built the {step.name}")


def _watch(process: subprocess.Popen[bytes], step: Step, log: Path, progress: Progress) -> None:
    deadline = time.monotonic() + BUILD_TIMEOUT_S
    shown = ""
    while True:
        try:
            process.wait(timeout=PROGRESS_PERIOD_S)
        except subprocess.TimeoutExpired:
            if time.monotonic() > deadline:
                raise OperatorError(
                    "A build step takes too long", step=step.name, timeout_s=BUILD_TIMEOUT_S
                ) from None
            line = progress_line(log)
            if line and line != shown:
                shown = line
                progress.say(f"  {line}")
            continue
        return


def progress_line(log: Path) -> str:
    """How far Maven is, from its output: the module it is at and the number of downloads."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    modules = [found.group(1) for line in lines if (found := MODULE_LINE.match(line))]
    downloads = sum("Downloaded from" in line for line in lines)
    return ", ".join(
        filter(None, (*modules[-1:], f"{downloads} files downloaded" if downloads else ""))
    )


def complaint(log: Path) -> str:
    """What a failed build says: its first lines marked as errors, else its last lines."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    errors = [line for line in lines if line.startswith(ERROR_MARKS)]
    return "\n".join(f"  {line}" for line in errors[:ERROR_LINES]) or tail(log)


def tail(log: Path, lines: int = TAIL_LINES) -> str:
    """The last lines of a log, indented."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "  (no output)"
    return "\n".join(f"  {line}" for line in text.splitlines()[-lines:]) or "  (no output)"
