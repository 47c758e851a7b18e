"""`bin/warren backup` and `bin/warren restore`."""

import os
from pathlib import Path
from typing import Annotated

import typer

from warren_cli.backups import making, manifest, parts, restoring, rolling
from warren_cli.backups.manifest import Manifest
from warren_cli.errors import OperatorError
from warren_cli.modes import Mode
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import load

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The backup's folder.")]
NO_BLOCKS = (
    "Blocks on datanodes are not in a backup: files whose bytes are in blocks are there again when "
    "datanodes with these blocks register (of this machine's: the folder blocks/)."
)


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("backup")(backup_command)
    app.command("restore")(restore_command)


def backup_command(
    folder: Folder,
    verify: Annotated[
        bool, typer.Option("--verify", help="Read a backup that is there, and make none.")
    ] = False,
    go_on: Annotated[
        bool,
        typer.Option(
            "--continue", help="Add all that was written since to a backup that is there."
        ),
    ] = False,
) -> None:
    """Back up everything but blocks into a new folder, while Warren runs.

    With --verify every file of a backup is compared with its manifest; 1 when one differs. With
    --continue it can be restored as of any moment up to now; in cluster mode with the setting
    WARREN_POINTS_IN_TIME.
    """
    target = folder.absolute()
    if verify and go_on:
        raise OperatorError("Only one of --verify and --continue can be given", exit_code=2)
    if verify:
        whole = manifest.verify(target)
        added = parts.verify(target, whole)
        known = f"; its log reaches to {added[-1].as_of}" if added else ""
        print(f"{target} is whole: {_described(whole)}{known}")
        return
    if go_on:
        part = making.add_log(load(os.environ), target, Progress())
        print(f"{target} can be restored as of any moment up to {part.as_of}")
        return
    made = making.make(load(os.environ), target, Progress())
    print(f"{target}: {_described(made)}")
    print(NO_BLOCKS)


def restore_command(
    folder: Folder,
    until: Annotated[
        str | None,
        typer.Option(
            help="A moment, such as 2026-11-26T14:02:00, up to which the backup was continued: the "
            "file system is as of then."
        ),
    ] = None,
) -> None:
    """Restore a backup into WARREN_HOME, which must be empty. Starts nothing."""
    wanted = rolling.moment(until) if until is not None else None
    restored = restoring.restore(os.environ, folder.absolute(), Progress(), wanted)
    print(f"{restored.home.root}: {_described(restored.backup)}")
    if restored.rolled is not None:
        last = restored.rolled.last_committed_at or "none"
        print(f"Rolled forward by {restored.rolled.changes} changes, the last of {last}")
    print(NO_BLOCKS)
    command = "make run-cluster" if restored.backup.mode is Mode.CLUSTER else "make run"
    print(f"Start it with `{command}`. Search and SQL are built anew then.")


def _described(found: Manifest) -> str:
    return (
        f"{len(found.files)} files, {binary_size(found.total_bytes)}, as of {found.as_of}, "
        f"change {found.store.feed_sequence} of the feed, Warren {found.warren_version}"
    )
