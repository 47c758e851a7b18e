"""`bin/warren dir`: how a directory's children are spread over partitions, over the admin API."""

import time
from typing import Annotated

import typer
from warren_namenode.generated.admin_api import DirectoryPartitioning, PartitioningChange

from warren_cli.admin_calls import AdminCalls
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

TIMEOUT_S = 60.0
POLL_S = 0.5
POLL_FAILURES_MAX = 20

Path = Annotated[str, typer.Argument(metavar="PATH", help="Absolute path of a directory.")]
Hashed = Annotated[bool, typer.Option("--hashed", help="Spread the children by their names.")]
ByParent = Annotated[bool, typer.Option("--by-parent", help="All children in one partition.")]
Wait = Annotated[bool, typer.Option("--wait", help="Return once all children have moved.")]


def show(settings: Settings, path: str) -> str:
    """The directory's partitioning in words."""
    with AdminCalls(settings, timeout_s=TIMEOUT_S) as calls:
        return describe(calls.partitioning(path))


def repartition(settings: Settings, path: str, *, hashed: bool, by_parent: bool, wait: bool) -> str:
    """Begins to move the children, or turns a running move round; what to tell the operator."""
    if hashed == by_parent:
        raise OperatorError(
            "Say where the children go", remedy="Give either --hashed or --by-parent", exit_code=2
        )
    change = PartitioningChange(path=path, children="hashed" if hashed else "by_parent")
    with AdminCalls(settings, timeout_s=TIMEOUT_S) as calls:
        state = calls.repartition(change)
        failures = 0
        while wait and state.changing:
            time.sleep(POLL_S)
            try:
                state = calls.partitioning(path)
                failures = 0
            except OperatorError:
                # The move goes on without this command; a namenode that restarts answers again
                # soon.
                failures += 1
                if failures > POLL_FAILURES_MAX:
                    raise
    return describe(state)


def describe(state: DirectoryPartitioning) -> str:
    """One line for each fact."""
    more = "" if state.count_complete else " or more"
    lines = [
        f"{state.path}: inode {state.inode_id}, {state.children_counted}{more} children",
        f"children: {'being moved to ' if state.changing else ''}"
        f"{state.children.replace('_', '-')}",
    ]
    if state.work is not None:
        age_s = max(0, round(time.time() - state.work.started_at_ms / 1000))
        lines.append(f"moved: {state.work.moved} in {age_s} s, asked for by {state.work.user}")
    return "\n".join(lines)
