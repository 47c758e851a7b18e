"""`bin/warren datanode`: which datanodes serve, and taking them out of service and back."""

import getpass
import time
from collections.abc import Callable
from typing import Annotated, Any

import httpx
import typer

from warren_cli.admin_calls import first_answer
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import Settings
from warren_cli.tables import aligned

TIMEOUT_S = 30.0
POLL_S = 2.0
PAGE = 200
CALL = "/admin/v1/datanodes"
HOURS_MAX = 24 * 366
NOT_SERVING = (httpx.codes.SERVICE_UNAVAILABLE,)
LEFT = frozenset({"decommissioned", "in_maintenance"})

Name = Annotated[
    str, typer.Argument(metavar="DATANODE", help="Its host name, its HOST:PORT, or its UUID.")
]
Wait = Annotated[bool, typer.Option("--wait", help="Return once no block needs it any more.")]
Hours = Annotated[
    float, typer.Option(min=0.1, max=HOURS_MAX, help="After these it is in service by itself.")
]

Datanode = dict[str, Any]


def listed(settings: Settings) -> str:
    """A table of all datanodes."""
    table = [("datanode", "state", "service", "blocks", "left to copy", "ordered")]
    table += [
        (
            each["address"],
            each["state"],
            each["admin_state"].replace("_", " "),
            f"{each['blocks']:,}",
            f"{_waiting(each):,}" if each["admin_state"] != "in_service" else "",
            _ordered(each),
        )
        for each in _all(settings)
    ]
    return aligned(table)


def decommission(settings: Settings, name: str, progress: Progress, *, wait: bool) -> str:
    """Takes a datanode out of service for good; what to tell the operator."""
    datanode = _order(settings, name, {"service": "decommissioned"})
    return _told(settings, datanode, progress, wait=wait)


def maintain(settings: Settings, name: str, progress: Progress, *, hours: float, wait: bool) -> str:
    """Takes a datanode out of service for a while; what to tell the operator."""
    until_ms = round((time.time() + hours * 3600) * 1000)
    datanode = _order(settings, name, {"service": "in_maintenance", "until_ms": until_ms})
    return _told(settings, datanode, progress, wait=wait)


def bring_back(settings: Settings, name: str) -> str:
    """Has a datanode serve again; what to tell the operator."""
    datanode = _order(settings, name, {"service": "in_service"})
    if datanode["admin_state"] != "in_service":
        return (
            f"{datanode['address']}: nothing is ordered any more, but it is "
            f"{datanode['admin_state'].replace('_', ' ')}: the namenodes' host lists say so"
        )
    return f"{datanode['address']}: in service"


def _told(settings: Settings, datanode: Datanode, progress: Progress, *, wait: bool) -> str:
    waiting = -1
    while wait and datanode["admin_state"] not in LEFT:
        if datanode["ordered"] is None:
            raise OperatorError(
                "Somebody ordered the datanode back into service", datanode=datanode["address"]
            )
        if _waiting(datanode) != waiting:
            waiting = _waiting(datanode)
            progress.say(f"{datanode['address']}: {waiting:,} blocks have no copy elsewhere yet")
        time.sleep(POLL_S)
        datanode = _ask(settings, "GET", f"{CALL}/{datanode['uuid']}")["datanode"]
    state = datanode["admin_state"].replace("_", " ")
    if datanode["admin_state"] in LEFT:
        return f"{datanode['address']}: {state}; it may be stopped"
    return f"{datanode['address']}: {state}; `bin/warren datanode list` shows how far it is"


def _waiting(datanode: Datanode) -> int:
    """Blocks that it may not leave yet, as far as the leader has looked."""
    return sum(storage["insufficient"] for storage in datanode["storages"])


def _ordered(datanode: Datanode) -> str:
    order = datanode["ordered"]
    if order is None:
        return ""
    until = ""
    if order["until_ms"] is not None:
        moment = time.strftime("%Y-%m-%d %H:%M", time.gmtime(order["until_ms"] / 1000))
        until = f" until {moment} UTC"
    return f"{order['service'].replace('_', ' ')}{until}, by {order['by']}"


def _order(settings: Settings, name: str, change: dict[str, Any]) -> Datanode:
    datanode = _named(settings, name)
    body = {**change, "by": getpass.getuser()}
    answer = _ask(settings, "PUT", f"{CALL}/{datanode['uuid']}/service", json=body)
    ordered: Datanode = answer["datanode"]
    return ordered


def _named(settings: Settings, name: str) -> Datanode:
    everyone = _all(settings)
    names: tuple[Callable[[Datanode], str], ...] = (
        lambda each: str(each["uuid"]),
        lambda each: str(each["address"]),
        lambda each: str(each["hostname"]),
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
                addresses=", ".join(each["address"] for each in found),
                exit_code=2,
            )
    raise OperatorError(
        "There is no such datanode",
        remedy="`bin/warren datanode list` shows those that were heard of",
        name=name,
        exit_code=2,
    )


def _all(settings: Settings) -> list[Datanode]:
    found: list[Datanode] = []
    cursor: str | None = None
    while True:
        params = {"limit": str(PAGE)} | ({} if cursor is None else {"cursor": cursor})
        page = _ask(settings, "GET", CALL, params=params)
        found += page["datanodes"]
        cursor = page["next_cursor"]
        if cursor is None:
            return found


def _ask(settings: Settings, method: str, path: str, **arguments: Any) -> dict[str, Any]:
    """The answer of the first namenode that serves."""
    with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
        return first_answer(client, settings, method, path, passed_on=NOT_SERVING, **arguments)
