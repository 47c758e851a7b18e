"""`bin/warren datanode`: which datanodes serve, and taking them out of service and back."""

import getpass
import time
from collections.abc import Callable
from typing import Annotated, Literal

import typer
from warren_namenode.generated.admin_api import DatanodeDetails, DatanodeServiceChange

from warren_cli.admin_calls import AdminCalls
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import Settings
from warren_cli.tables import aligned

TIMEOUT_S = 30.0
POLL_S = 2.0
PAGE = 200
HOURS_MAX = 24 * 366
LEFT = frozenset({"decommissioned", "in_maintenance"})

Name = Annotated[
    str, typer.Argument(metavar="DATANODE", help="Its host name, its HOST:PORT, or its UUID.")
]
Wait = Annotated[bool, typer.Option("--wait", help="Return once no block needs it any more.")]
Hours = Annotated[
    float, typer.Option(min=0.1, max=HOURS_MAX, help="After these it is in service by itself.")
]

Service = Literal["in_service", "decommissioned", "in_maintenance"]


def listed(settings: Settings) -> str:
    """A table of all datanodes."""
    table = [("datanode", "state", "service", "blocks", "left to copy", "ordered")]
    with _asking(settings) as calls:
        table += [
            (
                each.address,
                each.state,
                each.admin_state.replace("_", " "),
                f"{each.blocks:,}",
                f"{_waiting(each):,}" if each.admin_state != "in_service" else "",
                _ordered(each),
            )
            for each in _all(calls)
        ]
    return aligned(table)


def decommission(settings: Settings, name: str, progress: Progress, *, wait: bool) -> str:
    """Takes a datanode out of service for good; what to tell the operator."""
    with _asking(settings) as calls:
        datanode = _order(calls, name, "decommissioned")
        return _told(calls, datanode, progress, wait=wait)


def maintain(settings: Settings, name: str, progress: Progress, *, hours: float, wait: bool) -> str:
    """Takes a datanode out of service for a while; what to tell the operator."""
    until_ms = round((time.time() + hours * 3600) * 1000)
    with _asking(settings) as calls:
        datanode = _order(calls, name, "in_maintenance", until_ms)
        return _told(calls, datanode, progress, wait=wait)


def bring_back(settings: Settings, name: str) -> str:
    """Has a datanode serve again; what to tell the operator."""
    with _asking(settings) as calls:
        datanode = _order(calls, name, "in_service")
    if datanode.admin_state != "in_service":
        return (
            f"{datanode.address}: nothing is ordered any more, but it is "
            f"{datanode.admin_state.replace('_', ' ')}: the namenodes' host lists say so"
        )
    return f"{datanode.address}: in service"


def _asking(settings: Settings) -> AdminCalls:
    return AdminCalls(settings, timeout_s=TIMEOUT_S)


def _told(calls: AdminCalls, datanode: DatanodeDetails, progress: Progress, *, wait: bool) -> str:
    waiting = -1
    while wait and datanode.admin_state not in LEFT:
        if datanode.ordered is None:
            raise OperatorError(
                "Somebody ordered the datanode back into service", datanode=datanode.address
            )
        if _waiting(datanode) != waiting:
            waiting = _waiting(datanode)
            progress.say(f"{datanode.address}: {waiting:,} blocks have no copy elsewhere yet")
        time.sleep(POLL_S)
        datanode = calls.datanode(datanode.uuid)
    state = datanode.admin_state.replace("_", " ")
    if datanode.admin_state in LEFT:
        return f"{datanode.address}: {state}; it may be stopped"
    return f"{datanode.address}: {state}; `bin/warren datanode list` shows how far it is"


def _waiting(datanode: DatanodeDetails) -> int:
    """Blocks that it may not leave yet, as far as the leader has looked."""
    return sum(storage.insufficient for storage in datanode.storages)


def _ordered(datanode: DatanodeDetails) -> str:
    order = datanode.ordered
    if order is None:
        return ""
    until = ""
    if order.until_ms is not None:
        moment = time.strftime("%Y-%m-%d %H:%M", time.gmtime(order.until_ms / 1000))
        until = f" until {moment} UTC"
    return f"{order.service.replace('_', ' ')}{until}, by {order.by}"


def _order(
    calls: AdminCalls, name: str, service: Service, until_ms: int | None = None
) -> DatanodeDetails:
    datanode = _named(calls, name)
    change = DatanodeServiceChange(service=service, until_ms=until_ms, by=getpass.getuser())
    return calls.order_datanode(datanode.uuid, change)


def _named(calls: AdminCalls, name: str) -> DatanodeDetails:
    everyone = _all(calls)
    names: tuple[Callable[[DatanodeDetails], str], ...] = (
        lambda each: each.uuid,
        lambda each: each.address,
        lambda each: each.hostname,
    )
    for of in names:
        found = [each for each in everyone if of(each) == name]
        if len(found) == 1:
            return found[0]
        if found:
            raise OperatorError(
                "Several datanodes have this name",
                remedy="Give one of their addresses",
                name=name,
                addresses=", ".join(each.address for each in found),
                exit_code=2,
            )
    raise OperatorError(
        "There is no such datanode",
        remedy="`bin/warren datanode list` shows those that were heard of",
        name=name,
        exit_code=2,
    )


def _all(calls: AdminCalls) -> list[DatanodeDetails]:
    found: list[DatanodeDetails] = []
    cursor: str | None = None
    while True:
        page = calls.datanodes(cursor=cursor, limit=PAGE)
        found += page.datanodes
        cursor = page.next_cursor
        if cursor is None:
            return found
