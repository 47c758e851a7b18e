"""`bin/warren ndb status`: which parts of the store answer, and whether the schema fits."""

from warren_cli import ndb_mgm, ndb_schema
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings
from warren_cli.sql_node import connected
from warren_cli.tables import aligned


def run(settings: Settings) -> int:
    """Prints one line per part; 0 when NDB serves with a schema that fits, 1 when not."""
    lines = [("part", "address", "state")]
    good = True
    for part in (_management(settings), _schema(settings)):
        for name, address, state, is_good in part:
            lines.append((name, address, state))
            good = good and is_good
    print(aligned(lines))
    return 0 if good else 1


Line = tuple[str, str, str, bool]


def _management(settings: Settings) -> list[Line]:
    address = settings.ndb_mgm_address.reachable
    try:
        nodes = ndb_mgm.nodes(address)
    except OSError as error:
        return [("management node", str(address), f"does not answer: {error}", False)]
    lines: list[Line] = [("management node", str(address), "answers", True)]
    data = [node for node in nodes if node.kind == ndb_mgm.DATA]
    serving = any(node.status == ndb_mgm.STARTED for node in data)
    for node in data:
        state = node.status.lower()
        if node.status not in {ndb_mgm.STARTED, "NO_CONTACT"}:
            state += f", start phase {node.start_phase}"
        # One of two data nodes is enough to serve.
        lines.append((f"data node {node.node_id}", node.host, state, serving))
    others = sum(node.kind == "API" and node.status == "CONNECTED" for node in nodes)
    lines.append(("clients", "", f"{others} connected (namenodes, SQL nodes, tools)", True))
    return lines


def _schema(settings: Settings) -> list[Line]:
    address = settings.sql_address.reachable
    versions = ndb_schema.known()
    needed = versions[-1].number
    try:
        with connected(
            address, settings.sql_schema_user, settings.sql_schema_password_file
        ) as connection:
            recorded = ndb_schema.applied(connection, settings.ndb_database)
    except OperatorError as error:
        # Namenodes do without the SQL node; only the schema's version stays unknown.
        reason = error.facts.get("reason", "")
        return [
            ("SQL node", str(address), f"{error.message}: {reason}".rstrip(": "), False),
            ("schema", settings.ndb_database, f"unknown; needed {needed}", False),
        ]
    found = recorded[-1].number if recorded else "none"
    state = f"version {found}, needed {needed}"
    try:
        missing = ndb_schema.compare(versions, recorded)
    except OperatorError as error:
        return [
            ("SQL node", str(address), "answers", True),
            ("schema", settings.ndb_database, f"{state}: {error}", False),
        ]
    if missing:
        state += f"; run `bin/warren ndb {'upgrade' if recorded else 'init'}`"
    return [
        ("SQL node", str(address), "answers", True),
        ("schema", settings.ndb_database, state, not missing),
    ]
