"""`make tarball`: everything that runs Warren, in dist/warren-VERSION.tar.gz."""

import gzip
import io
import json
import platform
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from warren_cli import VERSION, build, cluster, servers
from warren_cli.packing import contents, licences, python_packages
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import REPOSITORY

OUTPUT: Final = REPOSITORY / "dist"
# Nearly all of it is jars and wheels, which do not become smaller.
COMPRESSION: Final = 1
# Of all files: the same sources make the same bytes. ZIP knows no earlier time.
TIME_S: Final = 315_532_800
WHEELS: Final = "wheels"
LOCK: Final = "requirements.txt"


def path(*, cluster_mode: bool) -> Path:
    """Where the archive goes."""
    return OUTPUT / f"{_name(cluster_mode=cluster_mode)}.tar.gz"


def _name(*, cluster_mode: bool) -> str:
    return f"warren-{VERSION}-cluster" if cluster_mode else f"warren-{VERSION}"


def run(progress: Progress, *, cluster_mode: bool) -> Path:
    """Builds what changed and writes the archive; its path. Raises OperatorError.

    cluster_mode: with the NDB store and the servers of the change pipeline.
    """
    build.ensure_java(progress)
    if cluster_mode:
        cluster.require_store()
        servers.ensure(progress)
    build.ensure_console(progress)
    with tempfile.TemporaryDirectory() as scratch:
        wheels = Path(scratch) / WHEELS
        wheels.mkdir()
        lock_file = Path(scratch) / LOCK
        lock_file.write_text(python_packages.lock(), encoding="utf-8")
        python_packages.download(lock_file, wheels, progress)
        archive = path(cluster_mode=cluster_mode)
        progress.say(f"writing {archive.relative_to(REPOSITORY)}")
        made = {
            "RELEASE.json": _manifest(cluster_mode=cluster_mode),
            LOCK: lock_file.read_bytes(),
            **licences.files(wheels),
        }
        packed = [*contents.files(cluster=cluster_mode), *_wheels(wheels)]
        _write(archive, _name(cluster_mode=cluster_mode), packed, made)
    progress.say(f"wrote {binary_size(archive.stat().st_size)}")
    return archive


def _wheels(folder: Path) -> Iterator[tuple[Path, str]]:
    for wheel in sorted(folder.iterdir()):
        yield wheel, f"{WHEELS}/{wheel.name}"


def _manifest(*, cluster_mode: bool) -> bytes:
    facts = {
        "version": VERSION,
        "commit": _commit(),
        "cluster": cluster_mode,
        # Of the wheels: they are for one Python on one kind of machine.
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "machine": platform.machine(),
    }
    return (json.dumps(facts, indent=2) + "\n").encode()


def _commit() -> str | None:
    """The commit of the sources; None where they are no checkout."""
    command = ("git", "-C", str(REPOSITORY), "rev-parse", "HEAD")
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout.strip() if done.returncode == 0 else None


def _write(
    archive: Path, root: str, packed: list[tuple[Path, str]], made: dict[str, bytes]
) -> None:
    """Writes it beside, and renames it when it is whole."""
    with (
        _draft_of(archive) as draft,
        draft.open("wb") as raw,
        gzip.GzipFile("", "wb", COMPRESSION, raw, mtime=TIME_S) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as out,
    ):
        for place, content in sorted(made.items()):
            entry = tarfile.TarInfo(f"{root}/{place}")
            entry.size = len(content)
            out.addfile(_plain(entry), io.BytesIO(content))
        for file, place in packed:
            entry = tarfile.TarInfo(f"{root}/{place}")
            status = file.stat()
            entry.size = status.st_size
            entry.mode = status.st_mode
            with file.open("rb") as content_of:
                out.addfile(_plain(entry), content_of)


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Of nobody in particular, readable by all, executable where it is here."""
    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
    entry.mtime = TIME_S
    return entry


@contextmanager
def _draft_of(archive: Path) -> Iterator[Path]:
    archive.parent.mkdir(exist_ok=True)
    draft = archive.with_name(archive.name + ".new")
    try:
        yield draft
        draft.rename(archive)
    finally:
        draft.unlink(missing_ok=True)
