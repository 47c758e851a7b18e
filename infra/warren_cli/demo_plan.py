"""What of a local tree a stock `-put` can load, and in which batches.

`-put` follows symbolic links and gives up where a name cannot live in HDFS. So the tree is walked
first, following links as `-put` does: what it would trip over is left out and said, and folders
without such entries are handed to it whole.
"""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

DEPTH_MAX = 300
SOURCES_PER_BATCH_MAX = 400
ARGUMENT_BYTES_MAX = 60_000

DANGLING = "dangling symbolic links"
LOOP = "symbolic links to a folder above themselves"
SPECIAL = "sockets, pipes and devices"
COLON = "names with a colon, which HDFS clients refuse"
NOT_UTF8 = "names that are not UTF-8"
UNREADABLE = "not readable by this user"
TOO_DEEP = "folders nested too deeply"

# A folder by device and inode number, whatever path leads to it.
Identity = tuple[int, int]


@dataclass
class Folder:
    """A folder to load. `whole` means that nothing at or below it has to be left out."""

    path: Path
    files: dict[str, int] = field(default_factory=dict)
    folders: list["Folder"] = field(default_factory=list)
    whole: bool = True


@dataclass
class Plan:
    """A walked tree: its root, totals, and what is left out by reason."""

    root: Folder
    files: int = 0
    folders: int = 0
    length_bytes: int = 0
    links_followed: int = 0
    left_out: dict[str, list[Path]] = field(default_factory=dict)

    def leave_out(self, parent: Folder, path: Path, reason: str) -> None:
        self.left_out.setdefault(reason, []).append(path)
        parent.whole = False


@dataclass(frozen=True)
class Batch:
    """One `-put`: local sources for the target folder below the load's target."""

    below: Path
    sources: tuple[Path, ...]


def plan(source: Path) -> Plan:
    """Walks the tree below `source`, following links, each loop once."""
    result = Plan(Folder(source))
    status = source.stat()
    _walk(result, result.root, frozenset({(status.st_dev, status.st_ino)}))
    return result


def _walk(result: Plan, folder: Folder, above: frozenset[Identity]) -> None:
    """Walks one folder; `above` identifies it and the folders it was reached through."""
    try:
        entries = sorted(os.scandir(folder.path), key=lambda entry: os.fsencode(entry.name))
    except OSError:
        result.leave_out(folder, folder.path, UNREADABLE)
        return
    for entry in entries:
        path = Path(entry.path)
        reason = _name_refusal(entry.name)
        try:
            status = entry.stat()
        except OSError:
            reason = reason or (DANGLING if entry.is_symlink() else UNREADABLE)
        if reason:
            result.leave_out(folder, path, reason)
            continue
        if stat.S_ISDIR(status.st_mode):
            _walk_child(result, folder, path, status, above)
        elif not stat.S_ISREG(status.st_mode):
            result.leave_out(folder, path, SPECIAL)
        elif not os.access(path, os.R_OK):
            result.leave_out(folder, path, UNREADABLE)
        else:
            folder.files[entry.name] = status.st_size
            result.files += 1
            result.length_bytes += status.st_size
            result.links_followed += entry.is_symlink()


def _walk_child(
    result: Plan,
    folder: Folder,
    path: Path,
    status: os.stat_result,
    above: frozenset[Identity],
) -> None:
    identity = (status.st_dev, status.st_ino)
    if identity in above:
        result.leave_out(folder, path, LOOP)
    elif len(above) > DEPTH_MAX:
        result.leave_out(folder, path, TOO_DEEP)
    elif not os.access(path, os.R_OK | os.X_OK):
        result.leave_out(folder, path, UNREADABLE)
    else:
        child = Folder(path)
        result.folders += 1
        result.links_followed += path.is_symlink()
        _walk(result, child, above | {identity})
        folder.folders.append(child)
        folder.whole &= child.whole


def _name_refusal(name: str) -> str | None:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return NOT_UTF8
    return COLON if ":" in name else None


def folders_to_make(result: Plan) -> Iterator[Path]:
    """Folders that cannot be handed to `-put` whole, relative to the root, parents first."""
    for folder in _split(result.root):
        yield folder.path.relative_to(result.root.path)


def batches(result: Plan) -> Iterator[Batch]:
    """Every `-put` to run. A whole folder is one source."""
    for folder in _split(result.root):
        below = folder.path.relative_to(result.root.path)
        sources = [folder.path / name for name in folder.files]
        sources += [child.path for child in folder.folders if child.whole]
        yield from (Batch(below, chunk) for chunk in _chunks(sources))


def _split(root: Folder) -> Iterator[Folder]:
    yield root
    for child in root.folders:
        if not child.whole:
            yield from _split(child)


def _chunks(sources: list[Path]) -> Iterator[tuple[Path, ...]]:
    chunk: list[Path] = []
    size_bytes = 0
    for source in sources:
        length = len(source.as_uri()) + 1
        if chunk and (
            len(chunk) == SOURCES_PER_BATCH_MAX or size_bytes + length > ARGUMENT_BYTES_MAX
        ):
            yield tuple(chunk)
            chunk, size_bytes = [], 0
        chunk.append(source)
        size_bytes += length
    if chunk:
        yield tuple(chunk)


def expected_files(folder: Folder) -> Iterator[Path]:
    """The local path of every file that must be in the file system afterwards."""
    yield from (folder.path / name for name in folder.files)
    for child in folder.folders:
        yield from expected_files(child)


def expected_folders(folder: Folder) -> Iterator[Path]:
    for child in folder.folders:
        yield child.path
        yield from expected_folders(child)
