"""The commands of bin/warren."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from warren_cli import (
    VERSION,
    bench,
    bench_ndb,
    bench_smallfiles,
    bench_stores,
    build,
    chaos,
    clients,
    compat,
    compat_apps,
    compat_ndb,
    contracts,
    demo,
    directories,
    explore,
    freshness,
    hadoop_conf,
    hdfs,
    health,
    lifecycle,
    namenodes,
    namespace_load,
    ndb_schema,
    ndb_status,
    parts,
    servers,
    small_files,
    subtrees,
    testing,
    totals,
    users,
)
from warren_cli.backups import commands as backups
from warren_cli.datanode_commands import datanode_app
from warren_cli.migrate_commands import migrate_app
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.remote import commands as remote
from warren_cli.settings import Settings, load

app = typer.Typer(
    name="warren",
    help="Warren on this machine, and any other by its REST API. Settings: docs/settings.md.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
namenode_app = typer.Typer(
    help="Drain, stop, start or ask one namenode; the other goes on serving.", no_args_is_help=True
)
app.add_typer(namenode_app, name="namenode")
app.add_typer(datanode_app, name="datanode")
ndb_app = typer.Typer(help="The metadata tables on MySQL NDB Cluster.", no_args_is_help=True)
app.add_typer(ndb_app, name="ndb")
directory_app = typer.Typer(
    help="How a directory's children are spread over the store's partitions.", no_args_is_help=True
)
app.add_typer(directory_app, name="dir")
part_app = typer.Typer(
    help="One part of the cluster by itself, for containers and other supervisors.",
    no_args_is_help=True,
)
app.add_typer(part_app, name="part")
subtree_app = typer.Typer(
    help="Subtree locks: what moves, deletes and quota changes of directories hold.",
    no_args_is_help=True,
)
app.add_typer(subtree_app, name="subtree")
small_files_app = typer.Typer(
    help="Small files whose bytes are in the database.", no_args_is_help=True
)
app.add_typer(small_files_app, name="smallfiles")
totals_app = typer.Typer(
    help="Totals of directories: what counts of trees are answered from.", no_args_is_help=True
)
app.add_typer(totals_app, name="totals")
app.add_typer(migrate_app, name="migrate")
containers_app = typer.Typer(
    help="The cluster mode in containers; needs podman and NDB_HOME.", no_args_is_help=True
)
app.add_typer(containers_app, name="containers")
users_app = typer.Typer(
    help="Users of the console; reset-admin works without it: the way back in.",
    no_args_is_help=True,
)
app.add_typer(users_app, name="users")
PASS_THROUGH = {"ignore_unknown_options": True, "allow_interspersed_args": False}


def _settings() -> Settings:
    return load(os.environ)


def _cluster_settings() -> Settings:
    """The settings of a cluster, whose data folder nobody needs to name."""
    return load({"WARREN_MODE": Mode.CLUSTER, **os.environ})


@app.command("run")
def run_command(
    cluster: Annotated[
        bool, typer.Option("--cluster", help="Over MySQL NDB Cluster, as processes of each kind.")
    ] = False,
) -> None:
    """Set everything up, start it, and return once it is healthy."""
    mode = Mode.CLUSTER if cluster else os.environ.get("WARREN_MODE") or Mode.EMBEDDED
    lifecycle.run(load({**os.environ, "WARREN_MODE": mode}), Progress())


@app.command("stop")
def stop_command() -> None:
    """End Warren's processes of this data folder, and no others."""
    lifecycle.stop(_settings(), Progress())


@app.command("status")
def status_command() -> None:
    """Show each part; exit code 0 when all are healthy, 1 when not, 3 when nothing runs."""
    raise typer.Exit(lifecycle.status(_settings()))


@app.command("logs")
def logs_command(
    name: Annotated[str | None, typer.Argument(help="One log; all without it.")] = None,
    lines: Annotated[int, typer.Option(min=1, max=100_000, help="Lines of each log.")] = 40,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on showing.")] = False,
) -> None:
    """Show the ends of the logs."""
    lifecycle.logs(_settings(), name, lines, follow=follow)


@app.command("dfs", context_settings={**PASS_THROUGH, "help_option_names": []})
def dfs_command(
    arguments: Annotated[list[str] | None, typer.Argument(help="As for `hdfs dfs`.")] = None,
) -> None:
    """Run Hadoop's stock FsShell against the cluster."""
    hdfs.run(_settings(), hdfs.FS_SHELL, arguments or [])


@app.command("hdfs-class", context_settings=PASS_THROUGH)
def hdfs_class_command(
    main_class: Annotated[str, typer.Argument(help="Such as org.apache.hadoop.tools.DistCp.")],
    arguments: Annotated[list[str] | None, typer.Argument()] = None,
) -> None:
    """Run any main class of the jars with the cluster's configuration."""
    hdfs.run(_settings(), main_class, arguments or [])


@app.command("client-conf")
def client_conf_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the two files go.")],
    force: Annotated[bool, typer.Option("--force", help="Replace files of others.")] = False,
    policy: Annotated[
        hadoop_conf.Policy, typer.Option(help="Which namenode a call goes to.")
    ] = hadoop_conf.Policy.STOCK,
    small_files: Annotated[
        bool, typer.Option("--small-files", help="Write and read small files in the database.")
    ] = False,
) -> None:
    """Write the core-site.xml and hdfs-site.xml that any stock client needs.

    With a policy other than stock, or with --small-files, the jar that it is in is written beside
    them.
    """
    files = hadoop_conf.write_client(
        folder.absolute(), _settings(), force=force, policy=policy, small_files=small_files
    )
    print("\n".join(map(str, files)))
    print(f"Use them with HADOOP_CONF_DIR={files[0].parent}")
    if policy is not hadoop_conf.Policy.STOCK or small_files:
        print(f"and HADOOP_CLASSPATH={files[-1]}")


@namenode_app.command("stop")
def namenode_stop_command(name: Annotated[str, typer.Argument(help="nn1 or nn2.")]) -> None:
    """Drain and stop a namenode; clients go on with the other."""
    print(namenodes.switch(_settings(), "stop", name))


@namenode_app.command("drain")
def namenode_drain_command(name: Annotated[str, typer.Argument(help="nn1 or nn2.")]) -> None:
    """Have a namenode rest until it is started, its process staying; clients use the other."""
    print(namenodes.drain(_settings(), name))


@namenode_app.command("start")
def namenode_start_command(name: Annotated[str, typer.Argument(help="nn1 or nn2.")]) -> None:
    """Start a stopped namenode, or have a drained one serve again."""
    print(namenodes.switch(_settings(), "start", name))


@namenode_app.command("crash")
def namenode_crash_command(name: Annotated[str, typer.Argument(help="nn1 or nn2.")]) -> None:
    """A failover drill: end a namenode as a kill would. The others evict it in a few seconds."""
    namenodes.switch(_settings(), "crash", name)
    print(f"{name}: ended without leaving; `bin/warren namenode start {name}` brings it back")


@namenode_app.command("status")
def namenode_status_command(name: Annotated[str, typer.Argument(help="nn1 or nn2.")]) -> None:
    """Show a namenode's state; exit code 0 when it serves clients."""
    state = namenodes.state_of(_settings(), name)
    print(f"{name}: {state}")
    raise typer.Exit(0 if state == "serving" else 1)


@ndb_app.command("init")
def ndb_init_command() -> None:
    """Make the metadata tables on an empty cluster. Harmless when repeated."""
    ndb_schema.init(_cluster_settings(), Progress())


@ndb_app.command("upgrade")
def ndb_upgrade_command() -> None:
    """Apply the versions of the metadata tables that are missing. Stop every namenode first."""
    ndb_schema.upgrade(_cluster_settings(), Progress())


@ndb_app.command("status")
def ndb_status_command() -> None:
    """Show NDB's nodes, the SQL node and the schema's version; exit code 0 when all fit."""
    raise typer.Exit(ndb_status.run(_cluster_settings()))


@small_files_app.command("status")
def small_files_status_command() -> None:
    """Show the limits, what waits, and what each namenode has done since its start."""
    print(small_files.status(_settings()))


@small_files_app.command("take-in")
def small_files_take_in_command(path: small_files.Path) -> None:
    """Take the bytes of a file or a tree from datanodes into the database, where policies say so.

    Exit code 1 when some could not be moved. Asking again goes on with what is left.
    """
    code = small_files.move(_settings(), small_files.Direction.IN, path, Progress())
    raise typer.Exit(code)


@small_files_app.command("move-out")
def small_files_move_out_command(path: small_files.Path) -> None:
    """Move the bytes of a file or a tree from the database to datanodes.

    Exit code 1 when some could not be moved, since they are open, for instance.
    """
    code = small_files.move(_settings(), small_files.Direction.OUT, path, Progress())
    raise typer.Exit(code)


@totals_app.command("status")
def totals_status_command() -> None:
    """Show whether all directories are counted, what waits, and what was checked and mended."""
    print(totals.status(_settings()))


@totals_app.command("check")
def totals_check_command(path: totals.Path) -> None:
    """Count the directories of a tree again, while it is used, and name those whose totals differ.

    Exit code 1 when some differ. Nobody who writes waits for it.
    """
    raise typer.Exit(totals.run(_settings(), totals.Remedy.TELL, path, Progress()))


@totals_app.command("recount")
def totals_recount_command(path: totals.Path) -> None:
    """As check, and mend the totals that differ; what is above the tree is mended with it.

    Exit code 1 when some could not be mended. Repeating it does no harm.
    """
    raise typer.Exit(totals.run(_settings(), totals.Remedy.MEND, path, Progress()))


@directory_app.command("show")
def directory_show_command(path: directories.Path) -> None:
    """Show a directory's partitioning, its children and the progress of a change."""
    print(directories.show(_settings(), path))


@directory_app.command("repartition")
def directory_repartition_command(
    path: directories.Path,
    hashed: directories.Hashed = False,
    by_parent: directories.ByParent = False,
    wait: directories.Wait = False,
) -> None:
    """Move a directory's children to other partitions while it is in use.

    Goes on by itself, also when a namenode dies. Asking for the opposite turns it round.
    """
    print(directories.repartition(_settings(), path, hashed=hashed, by_parent=by_parent, wait=wait))


@subtree_app.command("list")
def subtree_list_command(
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Show every subtree lock that is held now, with its owner."""
    print(subtrees.show_all(_settings(), as_json=as_json))


@subtree_app.command("show")
def subtree_show_command(
    wanted: Annotated[str, typer.Argument(metavar="PATH_OR_ID", help="Absolute, or an inode id.")],
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Show the locks at, above or below a path, or that of an inode; exit code 1 when none is."""
    print(subtrees.show(_settings(), wanted, as_json=as_json))


@users_app.command("reset-admin")
def users_reset_admin_command(
    username: Annotated[str, typer.Argument(metavar="NAME", help="Created when there is none.")],
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read it there; else one is made and shown.")
    ] = False,
) -> None:
    """Make a user an active administrator with a new password; ends former sessions and tokens."""
    given = sys.stdin if password_stdin else None
    print(users.reset_admin(_settings(), username, inherited=os.environ, given=given))


@app.command("demo")
def demo_command(
    folder: Annotated[Path, typer.Option("--dir", help="The tree to load.")] = Path("/usr/share"),
    target: Annotated[str, typer.Option(help="Where it goes in the file system.")] = "/demo",
) -> None:
    """Load a real tree with Hadoop's shell and verify it by reading everything back."""
    raise typer.Exit(demo.run(_settings(), Progress(), folder.absolute(), target))


@app.command("load-namespace")
def load_namespace_command(
    inodes: Annotated[int, typer.Argument(min=1, max=1_000_000_000, help="How many.")],
    paths: Annotated[
        Path | None, typer.Option(help="A list of paths, plain or .gz, as Debian's Contents.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of what is made up.")] = 1,
) -> None:
    """Fill the embedded store of a stopped Warren with inodes; files have no blocks."""
    plan = namespace_load.Plan(inodes, paths and paths.absolute(), seed)
    raise typer.Exit(namespace_load.run(_settings(), Progress(), plan))


@app.command("bench", context_settings={**PASS_THROUGH, "help_option_names": []})
def bench_command(
    arguments: Annotated[list[str] | None, typer.Argument(help="As for the benchmark.")] = None,
) -> None:
    """Compare with a stock HDFS NameNode on this machine."""
    bench.run(Progress(), arguments or [])


@app.command("bench-flood", context_settings={**PASS_THROUGH, "help_option_names": []})
def bench_flood_command(
    arguments: Annotated[list[str] | None, typer.Argument(help="As for the benchmark.")] = None,
    ndb: Annotated[bool, typer.Option("--ndb", help="Over an NDB cluster, not embedded.")] = False,
) -> None:
    """Measure what one user's flood of listings leaves to the others."""
    main = bench_stores.FLOOD
    raise typer.Exit(bench_stores.run(Progress(), arguments or [], main=main, ndb=ndb))


@app.command("bench-subtrees", context_settings={**PASS_THROUGH, "help_option_names": []})
def bench_subtrees_command(
    arguments: Annotated[list[str] | None, typer.Argument(help="As for the benchmark.")] = None,
    ndb: Annotated[bool, typer.Option("--ndb", help="Over an NDB cluster, not embedded.")] = False,
) -> None:
    """Measure operations on whole directories, by how much is in them."""
    main = bench_stores.SUBTREES
    raise typer.Exit(bench_stores.run(Progress(), arguments or [], main=main, ndb=ndb))


@app.command("bench-ndb", context_settings={**PASS_THROUGH, "help_option_names": []})
def bench_ndb_command(
    arguments: Annotated[list[str] | None, typer.Argument(help="As for the benchmark.")] = None,
) -> None:
    """Measure several namenodes over an NDB cluster that is started for it."""
    raise typer.Exit(bench_ndb.run(Progress(), arguments or []))


@app.command("bench-blockreports", context_settings={**PASS_THROUGH, "help_option_names": []})
def bench_stores_command(
    arguments: Annotated[list[str] | None, typer.Argument(help="As for the benchmark.")] = None,
    ndb: Annotated[bool, typer.Option("--ndb", help="Over an NDB cluster, not embedded.")] = False,
) -> None:
    """Measure block reports by hashes against stock full reports."""
    main = bench_stores.BLOCK_REPORTS
    raise typer.Exit(bench_stores.run(Progress(), arguments or [], main=main, ndb=ndb))


@app.command("bench-smallfiles", context_settings={**PASS_THROUGH, "help_option_names": []})
def bench_smallfiles_command(
    arguments: Annotated[list[str] | None, typer.Argument(help="As for the benchmark.")] = None,
    ndb: Annotated[bool, typer.Option("--ndb", help="Over NDB, too; needs NDB_HOME.")] = False,
) -> None:
    """Write and read small files at stock HDFS and at Warren; writes a report."""
    raise typer.Exit(bench_smallfiles.run(Progress(), arguments or [], ndb=ndb))


@app.command("chaos")
def chaos_command(
    mode: Annotated[Mode, typer.Option(help="The cluster's namenodes die by SIGKILL.")] = (
        Mode.CLUSTER
    ),
    policy: Annotated[
        list[hadoop_conf.Policy] | None, typer.Option(help="Only this one; repeatable.")
    ] = None,
    kills: Annotated[int, typer.Option(min=1, max=1000, help="Kills under each policy.")] = 4,
    clients: Annotated[int, typer.Option(min=1, max=1000, help="Clients of the mix.")] = 8,
    seed: Annotated[int, typer.Option(help="Of the operations and the moments.")] = 1,
) -> None:
    """Kill namenodes while clients work; exit code 1 when an operation failed."""
    plan = chaos.Plan(mode, tuple(policy or hadoop_conf.Policy), kills, clients, seed)
    raise typer.Exit(chaos.run(plan, Progress()))


@app.command("freshness")
def freshness_command(
    rate: Annotated[
        list[int] | None,
        typer.Option(min=1, max=10_000, help="Changes/s, 500 without any; several in turn."),
    ] = None,
    seconds: Annotated[int, typer.Option(min=5, max=3_600, help="How long for each rate.")] = 60,
    warm_up_s: Annotated[int, typer.Option(min=0, max=3_600, help="At the highest rate.")] = 60,
) -> None:
    """Measure how soon a change is searchable, on a cluster started for it."""
    freshness.run(freshness.Plan(tuple(rate or [500]), seconds, warm_up_s), Progress())


@app.command("hdfs-compat")
def hdfs_compat_command(
    classes: Annotated[
        list[str] | None, typer.Argument(help="Test classes; Hadoop's contract suite without any.")
    ] = None,
    uri: Annotated[
        str | None,
        typer.Option(help="A running file system, hdfs://HOST:PORT. Everything in it is deleted!"),
    ] = None,
    http: Annotated[
        str | None, typer.Option(help="HOST:PORT of its WebHDFS, for tests that use it.")
    ] = None,
    own_datanodes: Annotated[
        bool, typer.Option(help="Each test class starts the DataNodes it asks for.")
    ] = False,
    ndb: Annotated[
        bool, typer.Option(help="Start an NDB and namenodes over it; needs NDB_HOME.")
    ] = False,
    *,
    small_files: Annotated[
        bool,
        typer.Option("--small-files", help="With Warren's client and the policy DB at the root."),
    ] = False,
) -> None:
    """Run Hadoop's own tests, on a file system started for them unless one is given."""
    if ndb and uri is not None:
        raise typer.BadParameter("--ndb starts a file system of its own: leave --uri out")
    client = compat.Client.SMALL_FILES if small_files else compat.Client.STOCK
    if ndb:
        code = compat_ndb.run(Progress(), classes or [], own_datanodes=own_datanodes, client=client)
        raise typer.Exit(code)
    target = None if uri is None else compat.Target(uri, http)
    raise typer.Exit(
        compat.run(Progress(), target, classes or [], own_datanodes=own_datanodes, client=client)
    )


@app.command("hdfs-app")
def hdfs_app_command(
    name: Annotated[compat_apps.App, typer.Argument(help="Which one.")],
) -> None:
    """Run an application on a file system started for it, and check what it leaves."""
    compat_apps.run(Progress(), name)


@app.command("test")
def every_test_command(
    only: Annotated[
        list[testing.Stage] | None, typer.Option(help="Only this stage; repeatable.")
    ] = None,
) -> None:
    """Run every test: unit and contract tests, then the running system's."""
    raise typer.Exit(testing.run(only or list(testing.Stage), Progress()))


@app.command("explore")
def explore_command(
    minutes: Annotated[int, typer.Option(help="How long, for all stores together.")] = 5,
    seed: Annotated[
        int | None, typer.Option(help="Begin with this seed, which an earlier run printed.")
    ] = None,
) -> None:
    """Look for faults by random checks with seeds that no run had before."""
    raise typer.Exit(explore.run(minutes, seed, Progress()))


@app.command("contracts")
def contracts_command(
    check: Annotated[bool, typer.Option("--check", help="Fail when something changed.")] = False,
) -> None:
    """Regenerate what is generated from contracts."""
    raise typer.Exit(contracts.run(Progress(), app=app, check=check))


@part_app.command("set-up")
def part_set_up_command(
    only: Annotated[
        str | None, typer.Option(help="A part that has its data folder for itself.")
    ] = None,
    secrets: Annotated[
        Path | None, typer.Option(help="With --only: a folder with the secrets of all parts.")
    ] = None,
) -> None:
    """Lay out the data folder that the parts share, or that of one part alone."""
    if only is not None:
        parts.set_up_alone(_cluster_settings(), only, secrets, Progress())
        return
    if secrets is not None:
        raise typer.BadParameter("--secrets is for one part alone: give --only, too")
    parts.set_up(_cluster_settings(), Progress())


@part_app.command("make-tables")
def part_make_tables_command() -> None:
    """Bring the metadata tables and the platform's database up to date."""
    parts.make_tables(_cluster_settings(), Progress())


@part_app.command("run")
def part_run_command(name: Annotated[str, typer.Argument(help="As in `status`.")]) -> None:
    """Become one part's process."""
    parts.run(_cluster_settings(), name)


@part_app.command("check")
def part_check_command(name: Annotated[str, typer.Argument(help="As in `status`.")]) -> None:
    """Ask one part; exit code 0 when it serves."""
    why = parts.problem(_cluster_settings(), name)
    print(f"{name}: {why or health.HEALTHY}")
    raise typer.Exit(1 if why else 0)


@part_app.command("open-kafka")
def part_open_kafka_command() -> None:
    """Make the rules of who may do what in Kafka."""
    parts.open_kafka(_cluster_settings(), Progress())


@part_app.command("make-capture")
def part_make_capture_command() -> None:
    """Make Kafka's topics and the change capture's connector."""
    parts.make_capture(_cluster_settings(), Progress())


@app.command("build")
def build_command() -> None:
    """Build what changed, and start nothing."""
    build.ensure_java(Progress())
    servers.ensure(Progress())
    build.ensure_console(Progress())


@app.command("packages", hidden=True)
def packages_command() -> None:
    """Install what npm has for the console, the browser tests and the client, if a lock changed."""
    build.ensure_console_packages(Progress())
    build.ensure_e2e_packages(Progress())
    build.ensure_client_packages(Progress())


@app.command("clients")
def clients_command() -> None:
    """Build the packages of the REST API's clients, for pip and npm, into dist/clients."""
    clients.run(Progress())


@app.command("tarball")
def tarball_command(
    cluster: Annotated[
        bool, typer.Option("--cluster", help="With all of the cluster mode; needs NDB_HOME.")
    ] = False,
) -> None:
    """Build a release that runs without a checkout, into dist."""
    # What only a checkout has: a release is not made of a release.
    from warren_cli.packing import tarball  # noqa: PLC0415

    tarball.run(Progress(), cluster_mode=cluster)


@containers_app.command("try")
def containers_try_command(
    keep: Annotated[bool, typer.Option("--keep", help="Leave running what was started.")] = False,
) -> None:
    """Build docker-compose.yml's image, start it, use it, kill two parts of it, use it on."""
    from warren_cli.containers import trial  # noqa: PLC0415

    trial.run(Progress(), keep=keep)


@app.command("version")
def version_command() -> None:
    """Show the version."""
    print(f"warren {VERSION}")


backups.add_to(app)
remote.add_to(app, users_app)
