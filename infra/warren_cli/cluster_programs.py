"""The processes of the cluster mode: how each is started, and in which phase."""

from warren_cli import cluster_conf, pipeline_programs, toolchain
from warren_cli.cluster_conf import DATA_NODE_IDS, MGM_NODE_ID
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.programs import (
    Program,
    datanode,
    indexer,
    namenode_flag,
    replica,
    server_java,
    web,
    worker,
)
from warren_cli.rights import MYSQL_ENVIRONMENT
from warren_cli.settings import Settings

MANAGEMENT = "ndb-mgm"
DATA_NODES = tuple(f"ndb-data{number}" for number in DATA_NODE_IDS)
SQL = "sql"
REDIS = "redis"
NAMENODES = ("nn1", "nn2")
DATANODES = ("datanode1", "datanode2")
PLATFORM = ("indexer", "replica", "web", "worker")
# mysqld writes its tables out before it ends.
SQL_STOP_S = 120


def programs(settings: Settings, home: Home) -> tuple[Program, ...]:
    """In the order in which they are started, one phase after the other, by warren_cli.cluster."""
    root = cluster_conf.ndb_home(settings)
    mgm = settings.ndb_mgm_address.reachable
    management = (
        *(str(root / "bin" / "ndb_mgmd"), "--nodaemon", f"--config-file={home.ndb_config}"),
        # The file is the truth: a cached copy of it would outlive a changed setting.
        *("--config-cache=0", f"--ndb-nodeid={MGM_NODE_ID}", f"--bind-address={mgm.host}"),
    )
    sql = (
        *("/usr/bin/env", *(f"{name}={value}" for name, value in MYSQL_ENVIRONMENT.items())),
        *(str(root / "bin" / "mysqld"), f"--defaults-file={home.sql_config}"),
        f"--init-file={home.sql_accounts_file}",
    )
    return (
        Program(MANAGEMENT, management, 10, 1, autostart=False),
        *(
            Program(
                name,
                # Never --initial: a node without data makes it, and one with data must keep it.
                (
                    *(str(root / "bin" / "ndbmtd"), "--foreground", f"--ndb-nodeid={number}"),
                    f"--ndb-connectstring={mgm}",
                ),
                20 + number,
                1,
                autostart=False,
                # The management node stops it with exit code 0; anything else is a crash.
                restart_after_exit_0=False,
            )
            for name, number in zip(DATA_NODES, DATA_NODE_IDS, strict=True)
        ),
        Program(SQL, sql, 30, 1, autostart=False, stop_timeout_s=SQL_STOP_S),
        Program(REDIS, ("redis-server", str(home.redis_config)), 31, 1, autostart=False),
        *pipeline_programs.programs(settings, home),
        Program("nn1", _namenode(settings, home, "nn1"), 40, 3, autostart=False),
        Program("nn2", _namenode(settings, home, "nn2"), 40, 3, autostart=False),
        Program("datanode1", datanode(settings, home), 50, 3, autostart=False),
        Program("datanode2", _second_datanode(settings, home), 50, 3, autostart=False),
        Program("indexer", indexer(), 60, 2, autostart=False),
        Program("replica", replica(), 60, 2, autostart=False),
        Program("web", web(settings), 70, 2, autostart=False),
        Program("worker", worker(settings), 80, 2, autostart=False),
    )


def require_redis() -> None:
    """Raises OperatorError when Redis is not installed."""
    if toolchain.path_of("redis-server") is None:
        raise OperatorError(
            "Redis is missing: the cluster mode keeps the queue of jobs in it",
            remedy="Install it (apt install redis-server); its own service is not needed",
            exit_code=2,
        )


def _namenode(settings: Settings, home: Home, name: str) -> tuple[str, ...]:
    root = cluster_conf.ndb_home(settings)
    libraries = f"{root}/lib:{root}/lib/private"
    addresses = {
        "nn1": (settings.nn1_rpc_address, settings.nn1_http_address),
        "nn2": (settings.nn2_rpc_address, settings.nn2_http_address),
    }
    return (
        *("/usr/bin/env", f"LD_LIBRARY_PATH={libraries}"),
        *server_java(
            settings.namenode_heap_mb,
            home,
            options=(f"-Djava.library.path={root}/lib",),
            class_path=(str(cluster_conf.cluster_j(root)),),
        ),
        *("io.warren.namenode.NamenodeMain", "--home", str(home.root), "--conf", str(home.conf)),
        *("--store", "ndb", "--ndb-connect", str(settings.ndb_mgm_address.reachable)),
        *("--ndb-database", settings.ndb_database),
        *namenode_flag(name, *addresses[name]),
    )


def _second_datanode(settings: Settings, home: Home) -> tuple[str, ...]:
    return (
        *server_java(settings.datanode_heap_mb, home),
        *("io.warren.datanode.DatanodeMain", "--conf", str(home.conf)),
        *("--data", str(home.blocks2), "--hostname", settings.datanode2_data_address.host),
        *("--data-address", str(settings.datanode2_data_address)),
        *("--http-address", str(settings.datanode2_http_address)),
        *("--ipc-address", str(settings.datanode2_ipc_address)),
        *("--reports", settings.datanode_reports),
    )
