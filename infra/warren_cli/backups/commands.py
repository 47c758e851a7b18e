"""`bin/warren backup` and `bin/warren restore`."""

import os
from pathlib import Path
from typing import Annotated

import typer

from warren_cli.backups import making, manifest, restoring
from warren_cli.backups.manifest import Manifest
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
) -> None:
    """Back up everything but blocks into a new folder, while Warren runs.

    With --verify every file of a backup is compared with its manifest; 1 when one differs.
    """
    target = folder.absolute()
    if verify:
        print(f"{target} is whole: {_described(manifest.verify(target))}")
        return
    made = making.make(load(os.environ), target, Progress())
    print(f"{target}: {_described(made)}")
    print(NO_BLOCKS)


def restore_command(folder: Folder) -> None:
    """Restore a backup into WARREN_HOME, which must be empty. Starts nothing."""
    restored = restoring.restore(os.environ, folder.absolute(), Progress())
    home = load(os.environ).home
    print(f"{home}: {_described(restored)}")
    print(NO_BLOCKS)
    print("Start it with `make run`. Search and SQL are built anew then.")


def _described(found: Manifest) -> str:
    return (
        f"{len(found.files)} files, {binary_size(found.total_bytes)}, as of {found.as_of}, "
        f"change {found.store.feed_sequence} of the feed, Warren {found.warren_version}"
    )
