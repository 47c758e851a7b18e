"""Puts the commands of the REST API into bin/warren."""

import sys
from typing import Annotated

import typer

from warren_cli.remote import (
    approvals,
    checks,
    errands,
    files,
    find,
    fsck,
    limits,
    login,
    operate,
    paces,
    people,
    plans,
    rules,
    snapshots,
    trash,
    usage,
)
from warren_cli.remote.options import Url


def add_to(app: typer.Typer, users_app: typer.Typer) -> None:
    """users_app: the group of users, which has a local command, too."""
    app.command("login")(login_command)
    app.command("logout")(logout_command)
    app.command("search")(find.search_command)
    app.command("sql")(find.sql_command)
    app.command("usage")(usage.usage_command)
    app.command("trash")(trash.trash_command)
    app.add_typer(files.files_app, name="files")
    app.add_typer(snapshots.snapshots_app, name="snapshots")
    app.add_typer(operate.jobs_app, name="jobs")
    operate.jobs_app.command("plan")(plans.jobs_plan_command)
    operate.jobs_app.command("rate")(paces.jobs_rate_command)
    operate.jobs_app.command("priority")(paces.jobs_priority_command)
    operate.jobs_app.command("check")(checks.jobs_check_command)
    operate.jobs_app.command("take-in")(errands.jobs_take_in_command)
    operate.jobs_app.command("repartition")(errands.jobs_repartition_command)
    operate.jobs_app.command("rebuild-index")(errands.jobs_rebuild_index_command)
    operate.jobs_app.command("repair-index")(errands.jobs_repair_index_command)
    operate.jobs_app.command("follow-hdfs")(errands.jobs_follow_hdfs_command)
    operate.jobs_app.command("promote")(plans.jobs_promote_command)
    operate.jobs_app.command("undo")(plans.jobs_undo_command)
    operate.jobs_app.command("waiting")(approvals.jobs_waiting_command)
    operate.jobs_app.command("approve")(approvals.jobs_approve_command)
    operate.jobs_app.command("refuse")(approvals.jobs_refuse_command)
    app.add_typer(operate.cluster_app, name="cluster")
    app.add_typer(operate.blocks_app, name="blocks")
    operate.blocks_app.command("fsck")(fsck.blocks_fsck_command)
    app.command("heat")(operate.heat_command)
    app.add_typer(limits.limits_app, name="limits")
    app.add_typer(rules.rules_app, name="rules")
    app.command("audit")(people.audit_command)
    app.add_typer(people.tokens_app, name="tokens")
    users_app.command("list")(people.users_list_command)


def login_command(
    username: Annotated[str, typer.Option("--user", "-u", prompt=True, help="Of the console.")],
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read the password from standard input.")
    ] = False,
    url: Url = None,
) -> None:
    """Log in at a Warren for the commands that follow: makes a token that holds 30 days."""
    if password_stdin:
        password = sys.stdin.readline().rstrip("\n")
    else:
        password = typer.prompt("Password", hide_input=True)
    print(login.login(url, username, password))


def logout_command(url: Url = None) -> None:
    """End the token that `login` made, and forget it."""
    print(login.logout(url))
