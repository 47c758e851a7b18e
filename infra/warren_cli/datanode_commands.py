"""The commands of `bin/warren datanode`."""

import os

import typer

from warren_cli import datanodes
from warren_cli.progress import Progress
from warren_cli.settings import load

datanode_app = typer.Typer(
    help="Which datanodes serve; take them out of service and back.", no_args_is_help=True
)


@datanode_app.command("list")
def datanode_list_command() -> None:
    """Show every datanode that was heard of, and how far those are that leave."""
    print(datanodes.listed(load(os.environ)))


@datanode_app.command("decommission")
def datanode_decommission_command(name: datanodes.Name, *, wait: datanodes.Wait = False) -> None:
    """Take a datanode out of service for good: its blocks get replicas elsewhere first."""
    print(datanodes.decommission(load(os.environ), name, Progress(), wait=wait))


@datanode_app.command("maintain")
def datanode_maintain_command(
    name: datanodes.Name, *, hours: datanodes.Hours = 4, wait: datanodes.Wait = False
) -> None:
    """Take a datanode out of service for a while: what it has is not copied meanwhile."""
    print(datanodes.maintain(load(os.environ), name, Progress(), hours=hours, wait=wait))


@datanode_app.command("return")
def datanode_return_command(name: datanodes.Name) -> None:
    """Have a datanode serve again that was to leave or has left."""
    print(datanodes.bring_back(load(os.environ), name))
