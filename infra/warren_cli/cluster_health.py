"""Whether NDB, the SQL node and Redis do their work, asked of themselves."""

import redis

from warren_cli import ndb_mgm, pipeline_programs, sql_node
from warren_cli.cluster_conf import DATA_NODE_IDS
from warren_cli.cluster_programs import DATA_NODES, MANAGEMENT, REDIS, SQL
from warren_cli.settings import Settings

TIMEOUT_S = 3.0


def problems(settings: Settings) -> dict[str, str | None]:
    """What keeps each part from serving, by process name; None for a part that serves."""
    return {
        **ndb_problems(settings),
        SQL: sql_node.problem(settings),
        REDIS: redis_problem(settings),
        **pipeline_programs.problems(settings),
    }


def ndb_problems(settings: Settings) -> dict[str, str | None]:
    address = settings.ndb_mgm_address.reachable
    try:
        nodes = {node.node_id: node for node in ndb_mgm.nodes(address)}
    except (OSError, ValueError):
        unknown = "unknown while the management node does not answer"
        return {MANAGEMENT: f"does not answer at {address}", **dict.fromkeys(DATA_NODES, unknown)}
    found: dict[str, str | None] = {MANAGEMENT: None}
    for name, node_id in zip(DATA_NODES, DATA_NODE_IDS, strict=True):
        node = nodes.get(node_id)
        if node is None or node.kind != ndb_mgm.DATA:
            found[name] = f"the management node at {address} knows no data node {node_id}"
        elif node.status == ndb_mgm.STARTED:
            found[name] = None
        elif node.status == "STARTING":
            found[name] = f"starting, phase {node.start_phase} of 101"
        else:
            found[name] = node.status.lower().replace("_", " ")
    return found


def redis_problem(settings: Settings) -> str | None:
    address = settings.redis_address.reachable
    try:
        password = settings.redis_password_file.read_text(encoding="ascii").strip()
        with redis.Redis(
            host=address.host,
            port=address.port,
            password=password,
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
        ) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        return f"does not answer at {address}: {error}"
    return None
