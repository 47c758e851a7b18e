"""Reads of snapshots over WebHDFS, as far as somebody may see them."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import TypeVar

from apps.common.paging import Page
from apps.common.problems import InvalidInput, NotFound
from apps.common.values import utc_from_ms
from apps.common.webhdfs import superuser, webhdfs_problems
from apps.snapshots.values import Snapshot, SnapshottableDirectory, path_in_snapshot
from apps.visibility.sight import Sight
from integrations.webhdfs import answers

Row = TypeVar("Row")
_ID_MAX = 2**31


def reader_at(path: str, sight: Sight) -> str:
    """As whom HDFS is asked about a path."""
    return sight.user_at(path) or superuser()


def directories(
    *, sight: Sight, prefix: str, cursor: str | None, limit: int
) -> Page[SnapshottableDirectory]:
    """The snapshottable directories that may be shown, by path; those whose path begins so."""
    found = [each for each in _all_directories() if each.path.startswith(prefix)]
    shown = sight.shown(found, lambda each: each.path)
    return _page(shown, lambda each: each.path, cursor, limit)


def directory(*, path: str, sight: Sight) -> SnapshottableDirectory:
    """One of them; NotFound for what is none, or may not be shown."""
    found = [each for each in _all_directories() if each.path == path]
    shown = sight.shown(found, lambda each: each.path)
    if not shown:
        raise NotFound(
            "No snapshots of this directory may be taken",
            code="not_snapshottable",
            detail="Allow them first.",
            facts={"path": path},
        )
    return shown[0]


def snapshots(*, path: str, sight: Sight, cursor: str | None, limit: int) -> Page[Snapshot]:
    """The snapshots of a directory, the newest first. NotFound where none may be taken."""
    directory(path=path, sight=sight)
    newest = sorted(_snapshots_of(path, reader_at(path, sight)), key=_newest_first)
    return _page(newest, _newest_first, cursor, limit)


def _newest_first(snapshot: Snapshot) -> str:
    """A key that is the smaller the later it was taken: ids rise."""
    return f"{_ID_MAX - snapshot.snapshot_id:010d}"


def snapshot(*, path: str, name: str, sight: Sight) -> Snapshot:
    """One by its name; NotFound when there is none."""
    directory(path=path, sight=sight)
    for each in _snapshots_of(path, reader_at(path, sight)):
        if each.name == name:
            return each
    raise NotFound(
        "The directory has no such snapshot",
        code="no_such_snapshot",
        facts={"path": path, "name": name},
    )


def _all_directories() -> list[SnapshottableDirectory]:
    """By path. HDFS tells others than superusers of their own alone, so that we ask as one."""
    with webhdfs_problems() as client:
        told = answers.read(
            answers.SnapshottableAnswer,
            client.get("/", "GETSNAPSHOTTABLEDIRECTORYLIST", user=superuser()),
        )
    found = [_directory(each) for each in told.directories or ()]
    return sorted(found, key=lambda each: each.path)


def _directory(source: answers.SnapshottableStatus) -> SnapshottableDirectory:
    status = source.dir_status
    parent = source.parent_full_path.rstrip("/")
    return SnapshottableDirectory(
        path=f"{parent}/{status.path_suffix}",
        owner=status.owner,
        group=status.group,
        mode=status.permission.zfill(4),
        mtime=utc_from_ms(status.modification_time),
        snapshots=source.snapshot_number,
        snapshots_max=source.snapshot_quota,
    )


def _snapshots_of(path: str, user: str) -> list[Snapshot]:
    with webhdfs_problems() as client:
        told = answers.read(answers.SnapshotsAnswer, client.get(path, "GETSNAPSHOTLIST", user=user))
    return [
        Snapshot(
            snapshot_id=each.snapshot_id,
            directory=path,
            name=each.dir_status.path_suffix,
            path=path_in_snapshot(path, each.dir_status.path_suffix),
            owner=each.dir_status.owner,
            created_at=utc_from_ms(each.dir_status.modification_time),
        )
        for each in told.snapshots or ()
    ]


def _page(
    rows: Sequence[Row], key: Callable[[Row], str], cursor: str | None, limit: int
) -> Page[Row]:
    """Of rows in the order of their keys, those behind the cursor's."""
    after = _decoded(cursor) if cursor else None
    left = [each for each in rows if after is None or key(each) > after]
    items = left[:limit]
    return Page(items, _encoded(key(items[-1])) if len(left) > limit else None)


def _encoded(key: str) -> str:
    return base64.urlsafe_b64encode(key.encode()).decode().rstrip("=")


def _decoded(cursor: str) -> str:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return base64.b64decode(padded, altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError) as error:
        raise InvalidInput(
            detail="Pass the next_cursor of the page before, unchanged.",
            fields={"cursor": ["This is not a cursor of this list."]},
        ) from error
