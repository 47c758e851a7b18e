"""The platform's database: SQLite in the embedded mode, MySQL when its address is set."""

from typing import Any

from config.env import Env

# A dead connection is noticed at its next use, at the latest after this.
MYSQL_CONNECT_TIMEOUT_S = 5
MYSQL_ANSWER_TIMEOUT_S = 30
MYSQL_CONNECTION_AGE_S = 60


def database(env: Env) -> dict[str, Any]:
    """Django's description of the database."""
    return mysql(env) if env.platform_mysql_address else sqlite(env)


def sqlite(env: Env) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(env.platform_db_path),
        "OPTIONS": {
            # A transaction takes the write lock when it begins: two writers queue up instead of
            # failing in the middle with SQLITE_BUSY.
            "transaction_mode": "IMMEDIATE",
            "timeout": env.platform_db_busy_ms / 1000,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def mysql(env: Env) -> dict[str, Any]:
    """InnoDB on a MySQL server, such as the SQL node of an NDB cluster, through PyMySQL."""
    # Django imports the driver by its older name.
    import pymysql  # noqa: PLC0415  the embedded mode does without it

    pymysql.install_as_MySQLdb()
    host, _, port = (env.platform_mysql_address or "").rpartition(":")
    return {
        "ENGINE": "django.db.backends.mysql",
        "HOST": host.removeprefix("[").removesuffix("]"),
        "PORT": port,
        "NAME": env.platform_mysql_database,
        "USER": env.platform_mysql_user,
        "PASSWORD": env.platform_mysql_password_path.read_text(encoding="utf-8").strip(),
        "CONN_MAX_AGE": MYSQL_CONNECTION_AGE_S,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "charset": "utf8mb4",
            "connect_timeout": MYSQL_CONNECT_TIMEOUT_S,
            "read_timeout": MYSQL_ANSWER_TIMEOUT_S,
            "write_timeout": MYSQL_ANSWER_TIMEOUT_S,
            "isolation_level": "read committed",
            # A cluster's SQL node makes tables in NDB only when told to; the platform's are InnoDB.
            # Text is compared by its bytes, as SQLite does.
            "init_command": (
                "SET default_storage_engine=INNODB, collation_connection=utf8mb4_0900_bin, "
                f"innodb_lock_wait_timeout={max(1, env.platform_db_busy_ms // 1000)}"
            ),
        },
        "TEST": {"CHARSET": "utf8mb4", "COLLATION": "utf8mb4_0900_bin"},
    }
