"""`bin/warren migrate`: what its commands are called, and what they say of themselves."""

import os
from pathlib import Path
from typing import Annotated

import typer

from warren_cli import export_image, follow, lifecycle, migrate, rehearse, take_over
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.settings import load

migrate_app = typer.Typer(help="From a stock HDFS to Warren, and back.", no_args_is_help=True)


@migrate_app.command("import")
def migrate_import_command(
    image: Annotated[Path, typer.Argument(metavar="FSIMAGE", help="Of Hadoop 2.7 to 3.5.")],
    version_file: Annotated[
        Path | None, typer.Option(help="The NameNode's VERSION, else the one beside the image.")
    ] = None,
    without_snapshots: Annotated[
        bool,
        typer.Option("--without-snapshots", help="Leave out snapshots and what only they hold."),
    ] = False,
    heap_mb: Annotated[
        int, typer.Option(min=256, help="Of the importer: 150 MB a million.")
    ] = 3072,
    cluster: Annotated[
        bool, typer.Option("--cluster", help="Into MySQL NDB Cluster; one that was never served.")
    ] = False,
) -> None:
    """Make the file system of a new data folder out of a stock NameNode's fsimage."""
    plan = migrate.Plan(
        image.absolute(),
        version_file and version_file.absolute(),
        without_snapshots=without_snapshots,
        heap_mb=heap_mb,
    )
    mode = Mode.CLUSTER if cluster else os.environ.get("WARREN_MODE") or Mode.EMBEDDED
    settings = load({**os.environ, "WARREN_MODE": mode})
    raise typer.Exit(migrate.run(settings, Progress(), plan))


@migrate_app.command("follow")
def migrate_follow_command(
    edits: Annotated[
        str,
        typer.Option(
            help="A folder of the NameNode's edits, or qjournal://HOST:PORT;HOST:PORT/JOURNAL."
        ),
    ],
    passing: Annotated[
        list[str] | None,
        typer.Option(
            "--pass",
            metavar="KIND",
            help="Edits to pass over: cache, snapshots, rolling-upgrade.",
        ),
    ] = None,
) -> None:
    """Start what was imported as a read-only copy that follows the old HDFS's edits."""
    settings = load(os.environ)
    code = follow.begin(settings, Progress(), follow.Plan(edits, tuple(passing or ())))
    if code != 0:
        raise typer.Exit(code)
    lifecycle.run(settings, Progress())


@migrate_app.command("status")
def migrate_status_command() -> None:
    """Show how far behind the old HDFS the copy is; exit code 1 when it has stopped following.

    Of a take-over that has begun it shows the phase instead.
    """
    settings = load(os.environ)
    taking_over = take_over.described(settings)
    if taking_over is not None:
        print(taking_over)
        raise typer.Exit(0)
    text, code = follow.status(settings)
    print(text)
    raise typer.Exit(code)


@migrate_app.command("end")
def migrate_end_command() -> None:
    """Make the stopped copy a file system of its own: it follows no more and may be changed."""
    raise typer.Exit(follow.end(load(os.environ), Progress()))


@migrate_app.command("rehearse")
def migrate_rehearse_command(
    data: Annotated[
        list[Path] | None,
        typer.Option(help="A data folder of an old datanode; once for each of all datanodes."),
    ] = None,
    lists: Annotated[
        list[Path] | None,
        typer.Option("--list", help="A list of a datanode's files that find printed there."),
    ] = None,
    fsck: Annotated[
        Path | None, typer.Option(help="What `hdfs fsck / -files -blocks` printed, instead.")
    ] = None,
    heap_mb: Annotated[int, typer.Option(min=256, help="28 bytes a block, and 200 MB.")] = 1024,
) -> None:
    """Compare the old datanodes' blocks with those of the file system, and change neither.

    The exit code is 0 when all is as it should be, 7 when the report names something that is not,
    and any other when nothing was compared.
    """
    plan = rehearse.Plan(
        tuple(folder.absolute() for folder in data or ()),
        tuple(file.absolute() for file in lists or ()),
        fsck and fsck.absolute(),
        heap_mb=heap_mb,
    )
    raise typer.Exit(rehearse.run(load(os.environ), Progress(), plan))


@migrate_app.command("take-over")
def migrate_take_over_command(
    name_dirs: Annotated[
        list[Path] | None,
        typer.Option(
            "--from", help="A name directory of the old NameNodes; once for each of all of them."
        ),
    ] = None,
    namenodes: Annotated[
        list[str] | None,
        typer.Option(
            "--namenode", metavar="HOST:PORT", help="Refuse while one of them answers there."
        ),
    ] = None,
    approved: Annotated[
        bool,
        typer.Option(
            "--approved",
            help="Refuse what nobody asked for in the console, or nobody else approved.",
        ),
    ] = False,
    back: Annotated[
        bool,
        typer.Option("--back", help="Undo it: possible as long as nothing was written."),
    ] = False,
) -> None:
    """Put Warren in the place of the old NameNode, which is stopped, over its datanodes.

    The last edits are applied, the name directories marked so that no NameNode starts from them,
    the following ended, and Warren is started. Called again after it was killed, it goes on.
    """
    settings = load(os.environ)
    if back:
        take_over.back(settings, Progress())
        return
    plan = take_over.Plan(
        tuple(folder.absolute() for folder in name_dirs or ()),
        tuple(namenodes or ()),
        approved=approved,
    )
    take_over.run(settings, Progress(), plan)


@migrate_app.command("export")
def migrate_export_command(
    names: Annotated[
        Path, typer.Argument(metavar="NAME_DIR", help="A folder that is not there yet.")
    ],
    heap_mb: Annotated[int, typer.Option(min=256, help="Of the exporter.")] = 1024,
) -> None:
    """Make a name directory for a stock NameNode of the stopped file system: the way back.

    The present tree with all snapshots. The exit code is 0 when everything was taken, 6 when the
    report names what is left out, and any other when nothing was made.
    """
    plan = export_image.Plan(names.absolute(), heap_mb=heap_mb)
    raise typer.Exit(export_image.run(load(os.environ), Progress(), plan))
