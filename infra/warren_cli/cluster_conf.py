"""The configuration files of the cluster mode's servers, from the templates below infra/."""

import os
from pathlib import Path
from string import Template

from warren_cli.errors import OperatorError
from warren_cli.home import Home, make_secret, new_password, write_secret
from warren_cli.settings import REPOSITORY, Settings

MGM_NODE_ID = 60
SQL_NODE_ID = 61
DATA_NODE_IDS = (1, 2)
# Each namenode process takes connections of its own, and tools such as ndb_restore need some.
API_NODE_IDS = range(70, 86)
# A value in a configuration line: none of the servers' files knows a way to quote these.
MADE_HERE = frozenset({"api_sections", "login", "clients_login", "controller_login"})
FORBIDDEN_CHARACTERS = "\n\r#\"'"


def ndb_home(settings: Settings) -> Path:
    """NDB's installation. Raises OperatorError when there is none or a part of it is missing."""
    root = settings.ndb_home
    if root is None:
        raise OperatorError(
            "NDB_HOME is not set: the cluster mode needs an installation of MySQL NDB Cluster",
            remedy="Unpack the vendor's generic Linux archive of it and set NDB_HOME to its folder "
            "(README.md, Cluster mode)",
            exit_code=2,
        )
    for part in ("bin/ndb_mgmd", "bin/ndbmtd", "bin/mysqld", "lib/libndbclient.so"):
        if not (root / part).exists():
            raise OperatorError(
                "NDB_HOME is not an installation of MySQL NDB Cluster",
                remedy="README.md (Cluster mode) says what the folder must hold",
                folder=root,
                missing=part,
                exit_code=2,
            )
    cluster_j(root)
    return root


def cluster_j(root: Path) -> Path:
    """NDB's Java binding. Raises OperatorError when it is not there under its plain name."""
    jar = root / "share" / "java" / "clusterj.jar"
    if not jar.exists():
        raise OperatorError(
            "NDB_HOME has no clusterj.jar",
            remedy="Install NDB with its Java parts; where the file has a version in its name, "
            "make a link: ln -s clusterj-VERSION.jar clusterj.jar",
            folder=jar.parent,
            exit_code=2,
        )
    return jar


def write(home: Home, settings: Settings) -> None:
    """Writes every file, and the secrets that are missing. Harmless when repeated."""
    for folder in (home.ndb / "mgm", home.ndb / "data", home.redis, home.blocks2):
        folder.mkdir(parents=True, exist_ok=True)
    for file in (
        home.sql_root_password_file,
        settings.sql_schema_password_file,
        settings.sql_platform_password_file,
        settings.sql_reader_password_file,
        settings.sql_capture_password_file,
        settings.redis_password_file,
    ):
        make_secret(file, new_password())
    home.ndb_config.write_text(_ndb(home, settings), encoding="utf-8")
    home.sql_config.write_text(_sql(home, settings), encoding="utf-8")
    write_secret(home.sql_accounts_file, _accounts(home, settings))
    write_secret(home.redis_config, _redis(home, settings))


def rendered(template: str, **values: object) -> str:
    texts = {name: str(value) for name, value in values.items()}
    for name, text in texts.items():
        if name not in MADE_HERE and any(mark in text for mark in FORBIDDEN_CHARACTERS):
            raise OperatorError(
                "A value cannot be written into a server's configuration",
                remedy="Choose a folder without quotes, # and line breaks",
                name=name,
                value=text,
                exit_code=2,
            )
    source = (REPOSITORY / "infra" / template).read_text(encoding="utf-8")
    return Template(source).substitute(texts)


def _ndb(home: Home, settings: Settings) -> str:
    mgm, data1, data2 = (
        each.reachable
        for each in (
            settings.ndb_mgm_address,
            settings.ndb_data1_address,
            settings.ndb_data2_address,
        )
    )
    return rendered(
        "ndb/config.ini.template",
        data_memory_mb=settings.ndb_data_memory_mb,
        threads=settings.ndb_threads,
        data_dir=home.ndb / "data",
        mgm_node_id=MGM_NODE_ID,
        mgm_host=mgm.host,
        mgm_port=mgm.port,
        mgm_dir=home.ndb / "mgm",
        log_file=home.logs / "ndb-cluster.log",
        log_max_bytes=settings.log_max_bytes,
        log_files=settings.log_backups + 1,
        data1_host=data1.host,
        data1_port=data1.port,
        data2_host=data2.host,
        data2_port=data2.port,
        sql_node_id=SQL_NODE_ID,
        sql_host=settings.sql_address.reachable.host,
        api_sections="\n\n".join(f"[api]\nNodeId={number}" for number in API_NODE_IDS),
    )


def _sql(home: Home, settings: Settings) -> str:
    return rendered(
        "mysql/mysql.cnf.template",
        # mysqld refuses to run as root unless it is told to.
        user_line="user=root" if os.geteuid() == 0 else "",
        ndb_home=ndb_home(settings),
        data_dir=home.sql_data,
        socket=home.sql_socket,
        pid_file=home.run / "sql.pid",
        tmp_dir=home.scratch,
        host=settings.sql_address.host,
        port=settings.sql_address.port,
        buffer_pool_mb=settings.sql_buffer_pool_mb,
        mgm_host=settings.ndb_mgm_address.reachable.host,
        mgm_port=settings.ndb_mgm_address.port,
        sql_node_id=SQL_NODE_ID,
        binlog_retention_s=settings.binlog_retention_hours * 3600,
        platform_database=settings.sql_platform_database,
    )


def _redis(home: Home, settings: Settings) -> str:
    return rendered(
        "redis/redis.conf.template",
        host=settings.redis_address.host,
        port=settings.redis_address.port,
        password=settings.redis_password_file.read_text(encoding="ascii").strip(),
        data_dir=home.redis,
        memory_mb=settings.redis_memory_mb,
    )


def _accounts(home: Home, settings: Settings) -> str:
    """What the SQL node executes at each start: one statement a line, all of them repeatable."""
    users = (
        (settings.sql_schema_user, settings.sql_schema_password_file),
        (settings.sql_platform_user, settings.sql_platform_password_file),
        (settings.sql_reader_user, settings.sql_reader_password_file),
        (settings.sql_capture_user, settings.sql_capture_password_file),
    )
    root = read_password(home.sql_root_password_file)
    lines = [
        # Whoever may read the binlog needs no hashes of passwords.
        "SET SESSION sql_log_bin = 0;",
        f"ALTER USER 'root'@'localhost' IDENTIFIED BY '{root}';",
    ]
    for user, file in users:
        lines.append(f"CREATE USER IF NOT EXISTS '{user}'@'%';")
        lines.append(f"ALTER USER '{user}'@'%' IDENTIFIED BY '{read_password(file)}';")
    schema, platform, reader, capture = (user for user, _ in users)
    lines += [
        f"GRANT ALL ON `{settings.ndb_database}`.* TO '{schema}'@'%';",
        f"GRANT CREATE TABLESPACE, PROCESS ON *.* TO '{schema}'@'%';",
        f"GRANT SELECT ON `ndbinfo`.* TO '{schema}'@'%';",
        f"GRANT ALL ON `{settings.sql_platform_database}`.* TO '{platform}'@'%';",
        # How full the data nodes are. ndbinfo has no row of any table of Warren; its view of files
        # asks for PROCESS besides.
        f"GRANT SELECT ON `ndbinfo`.* TO '{platform}'@'%';",
        f"GRANT PROCESS ON *.* TO '{platform}'@'%';",
        # The metadata tables hold keys and tokens: the reader sees published views of some.
        f"REVOKE IF EXISTS SELECT ON `{settings.ndb_database}`.* FROM '{reader}'@'%';",  # noqa: S608  checked names
        f"CREATE DATABASE IF NOT EXISTS `{settings.live_database}`;",
        f"GRANT ALL ON `{settings.live_database}`.* TO '{schema}'@'%';",
        f"GRANT SELECT ON `{settings.live_database}`.* TO '{reader}'@'%';",
        f"ALTER USER '{reader}'@'%' WITH MAX_USER_CONNECTIONS 8;",
        # The feed alone, which is granted when it is there; earlier versions gave it every table.
        "REVOKE IF EXISTS SELECT, LOCK TABLES ON "
        f"`{settings.ndb_database}`.* FROM '{capture}'@'%';",
        f"REVOKE IF EXISTS RELOAD, SHOW DATABASES ON *.* FROM '{capture}'@'%';",
        f"GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '{capture}'@'%';",
    ]
    return "\n".join(lines) + "\n"


def read_password(file: Path) -> str:
    """A password as it goes into statements and configuration files. Raises OperatorError."""
    password = file.read_text(encoding="utf-8").strip()
    if not password or not password.isascii() or any(mark in password for mark in "\\'\n"):
        raise OperatorError(
            "A password file holds characters that cannot be used",
            remedy="Use printable ASCII without quotes and backslashes",
            file=file,
            exit_code=2,
        )
    return password
