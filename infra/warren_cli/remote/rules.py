"""`rules`: what is done again and again to what a search finds."""

from typing import Annotated

import typer

from warren_cli.remote import output
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format

RULES = (
    Column("id", "id"),
    Column("name", "name"),
    Column("search", "q"),
    Column("kind", "kind"),
    Column("every", "every"),
    Column("next", "next_due_at", output.time),
    Column("armed", "armed"),
    Column("stopped", "disarmed_why"),
    Column("owner", "owner"),
)
RUNS = (
    Column("id", "id"),
    Column("due", "due_at", output.time),
    Column("state", "state"),
    Column("inodes", "inodes", output.count),
    Column("bytes", "size_bytes", output.size),
    Column("changed", "changed", output.count),
    Column("errors", "errors", output.count),
    Column("dry run", "plan_id"),
    Column("job", "job_id"),
    Column("why", "why"),
)

rules_app = typer.Typer(help="Lifecycle rules, by the REST API.", no_args_is_help=True)
RuleId = Annotated[int, typer.Argument(metavar="ID", help="The rule's number.")]


@rules_app.command("list")
def rules_list_command(form: Form = Format.TABLE, url: Url = None) -> None:
    """Show the rules, and which of them are armed."""
    with api(url) as warren:
        output.show(warren.get("rules")["items"], RULES, form)


@rules_app.command("runs")
def rules_runs_command(
    rule_id: RuleId, limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show what came of a rule's runs, the newest first."""
    with api(url) as warren:
        output.show(warren.items(f"rules/{rule_id}/runs", limit), RUNS, form)


@rules_app.command("run")
def rules_run_command(rule_id: RuleId, form: Form = Format.TABLE, url: Url = None) -> None:
    """Run a rule of yours now: dry, and then for real if it is armed."""
    with api(url) as warren:
        output.show_one(warren.post(f"rules/{rule_id}/run"), RUNS, form)
