"""Makes the archive of `shared_classes`, beside whatever else goes on: `python -m` runs it.

Which classes belong into it is seen from a small file system that is started and used once. That
list stays for as long as Hadoop's jars do; only the archive is of one build.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from warren_cli import build, hdfs, hdfs_only, shared_classes, toolchain
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.programs import HOME_MARK
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY, Settings

LISTS = REPOSITORY / ".tools" / "classes"
LOG = build.BUILD_LOGS / "classes.log"
TIMEOUT_S = 600
# It yields to whoever waits for an answer.
NICENESS = 19
NAME_CHARACTERS = 16
REMEDY = "Warren runs without the archive, too; each process starts later then"
USES = (
    ("-mkdir", "/d"),
    ("-put", str(hdfs.CLIENT_LOG4J), "/d/f"),
    ("-ls", "/d"),
    ("-cat", "/d/f"),
    ("-rm", "-r", "-skipTrash", "/d"),
)


def begin() -> None:
    """Makes it in a process of its own, unless it is there; whoever calls does not wait for it."""
    if shared_classes.flags():
        return
    try:
        build.BUILD_LOGS.mkdir(parents=True, exist_ok=True)
        with LOG.open("wb") as log:
            subprocess.Popen(
                (sys.executable, "-m", "warren_cli.archive_classes"),
                # It is of no data folder, whose end would else be its own.
                env={name: value for name, value in os.environ.items() if name != HOME_MARK},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
    except OSError:
        # Of an installation that can't be written to; all works without.
        return


def ensure(progress: Progress) -> None:
    """Makes it unless it is there; another one who makes it is waited for. Raises OperatorError."""
    LISTS.mkdir(parents=True, exist_ok=True)
    with _alone():
        if not shared_classes.flags():
            _archive(_list(progress), progress)


@contextmanager
def _alone() -> Iterator[None]:
    with (LISTS / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        os.set_inheritable(lock.fileno(), False)
        yield


def _list(progress: Progress) -> Path:
    """The file with the classes' names, made when there is none for these versions of jars."""
    names = sorted(jar.name for jar in build.JAVA_LIB.glob("*.jar"))
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()
    wanted = LISTS / f"{digest[:NAME_CHARACTERS]}.lst"
    if wanted.is_file():
        return wanted
    progress.say("looking which classes a file system uses")
    for former in LISTS.glob("*.lst"):
        former.unlink()
    with tempfile.TemporaryDirectory(prefix="warren-classes-") as folder:
        _recorded(Path(folder), progress)
        lines = [
            line
            for part in sorted(Path(folder).glob("*.lst"))
            for line in part.read_text(encoding="utf-8").splitlines()
        ]
    draft = wanted.with_suffix(".new")
    draft.write_text("\n".join(dict.fromkeys(lines)) + "\n", encoding="utf-8")
    draft.replace(wanted)
    return wanted


def _recorded(folder: Path, progress: Progress) -> None:
    """Uses a file system once; each of its processes leaves a list of the classes it loaded."""
    with hdfs_only.running(progress, recorded=folder) as settings:
        for number, arguments in enumerate(USES):
            _used(settings, folder / f"client{number}.lst", arguments)


def _used(settings: Settings, file: Path, arguments: tuple[str, ...]) -> None:
    recording = (*hdfs.SHORT_RUN_FLAGS, f"-XX:DumpLoadedClassList={file}")
    done = subprocess.run(  # noqa: S603
        hdfs.java_command(Home(settings.home), hdfs.FS_SHELL, arguments, recording),
        env=hdfs.client_environment(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        raise OperatorError(
            "The file system whose classes are looked at was not usable",
            remedy=REMEDY,
            says=done.stderr.decode(errors="replace").strip(),
        )


def _archive(listed: Path, progress: Progress) -> None:
    progress.say("archiving the classes")
    wanted = shared_classes.wanted()
    draft = shared_classes.ARCHIVE.with_suffix(".new")
    draft.unlink(missing_ok=True)
    done = subprocess.run(  # noqa: S603
        (
            *(toolchain.java(), "-Xshare:dump", f"-XX:SharedClassListFile={listed}"),
            *(f"-XX:SharedArchiveFile={draft}", "-Xlog:cds=error"),
            *("-cp", shared_classes.class_path()),
        ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0 or not draft.is_file():
        raise OperatorError(
            "The classes could not be archived",
            remedy=REMEDY,
            says=(done.stdout + done.stderr).decode(errors="replace").strip(),
        )
    shared_classes.STAMP.unlink(missing_ok=True)
    draft.replace(shared_classes.ARCHIVE)
    build.stamp(shared_classes.STAMP, wanted)
    progress.say("archived the classes")


if __name__ == "__main__":
    os.nice(NICENESS)
    try:
        ensure(Progress())
    except (OperatorError, OSError) as failure:
        sys.exit(f"warren: {failure}")
