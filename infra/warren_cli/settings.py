"""Every setting, declared once: name, type, default, unit and meaning.

A value comes from the environment (WARREN_ and the name in capitals), else from warren.toml in
WARREN_HOME, else from its default. docs/settings.md is generated from this table.
"""

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from warren_cli.errors import OperatorError
from warren_cli.fields import (
    Address,
    AddressSetting,
    PathSetting,
    absolute,
    address,
    below_home,
    number,
    sql_name,
)
from warren_cli.migration_settings import MigrationSettings
from warren_cli.modes import Mode, default_home, recorded
from warren_cli.pipeline_settings import SearchBackend

REPOSITORY = Path(__file__).resolve().parents[2]
ENVIRONMENT_PREFIX = "WARREN_"
FILE_NAME = "warren.toml"
DEFAULT_HOMES = {
    Mode.EMBEDDED: REPOSITORY / "var",
    Mode.CLUSTER: REPOSITORY / "var-cluster",
}


class DatanodeReports(StrEnum):
    """How datanodes report their blocks."""

    HASHED = "hashed"
    FULL = "full"


class Settings(MigrationSettings):
    """The resolved settings. Paths are absolute."""

    home: PathSetting = Field(
        default=DEFAULT_HOMES[Mode.EMBEDDED],
        description="The data folder. All state is below it and survives a restart.",
        json_schema_extra={
            "unit": "path",
            "shown": "./var, of the cluster ./var-cluster",
            "environment_only": True,
        },
    )
    mode: Mode = Field(
        default=Mode.EMBEDDED,
        description="Which of the two ways to run; `make run-cluster` sets it. A data folder "
        "remembers its own.",
        json_schema_extra={"unit": "embedded or cluster", "environment_only": True},
    )
    ndb_home: PathSetting | None = Field(
        default=None,
        description="The installation of MySQL NDB Cluster: a folder with bin/ndbmtd, bin/mysqld, "
        "lib/libndbclient.so and share/java.",
        json_schema_extra={
            "unit": "path",
            "shown": "",
            "variable": "NDB_HOME",
            "only": Mode.CLUSTER,
            "environment_only": True,
        },
    )
    nn1_rpc_address: AddressSetting = address(
        "127.0.0.1:8020", "Where namenode nn1 serves HDFS clients."
    )
    nn1_http_address: AddressSetting = address(
        "127.0.0.1:9870", "Where namenode nn1 serves WebHDFS, the admin API and metrics."
    )
    nn2_rpc_address: AddressSetting = address(
        "127.0.0.1:8021", "Where namenode nn2 serves HDFS clients."
    )
    nn2_http_address: AddressSetting = address(
        "127.0.0.1:9871", "Where namenode nn2 serves WebHDFS, the admin API and metrics."
    )
    datanode_data_address: AddressSetting = address(
        "127.0.0.1:9866", "Where the datanode moves blocks."
    )
    datanode_http_address: AddressSetting = address(
        "127.0.0.1:9864", "Where the datanode serves WebHDFS data."
    )
    datanode_ipc_address: AddressSetting = address(
        "127.0.0.1:9867", "Where the datanode serves its control protocol."
    )
    datanode2_data_address: AddressSetting = address(
        "127.0.0.1:9876", "Where the second datanode moves blocks.", only=Mode.CLUSTER
    )
    datanode2_http_address: AddressSetting = address(
        "127.0.0.1:9874", "Where the second datanode serves WebHDFS data.", only=Mode.CLUSTER
    )
    datanode2_ipc_address: AddressSetting = address(
        "127.0.0.1:9877",
        "Where the second datanode serves its control protocol.",
        only=Mode.CLUSTER,
    )
    ndb_mgm_address: AddressSetting = address(
        "127.0.0.1:1186",
        "Where NDB's management node answers; namenodes start here.",
        only=Mode.CLUSTER,
    )
    ndb_data1_address: AddressSetting = address(
        "127.0.0.1:11861", "Where the first NDB data node serves.", only=Mode.CLUSTER
    )
    ndb_data2_address: AddressSetting = address(
        "127.0.0.1:11862", "Where the second NDB data node serves.", only=Mode.CLUSTER
    )
    sql_address: AddressSetting = address(
        "127.0.0.1:13306",
        "Where the SQL node serves the platform's database, the schema and analysts.",
        only=Mode.CLUSTER,
    )
    redis_address: AddressSetting = address(
        "127.0.0.1:16379", "Where Redis serves the queue of jobs.", only=Mode.CLUSTER
    )
    http_address: AddressSetting = address(
        "127.0.0.1:8000", "Where the platform serves the REST API and the console."
    )
    indexer_address: AddressSetting = address(
        "127.0.0.1:18090", "Where the indexer tells of the change pipeline and takes commands."
    )
    replica_metrics_address: AddressSetting = address(
        "127.0.0.1:18091", "Where the SQL replica tells Prometheus of queries."
    )
    worker_metrics_address: AddressSetting = address(
        "127.0.0.1:18092", "Where the job worker tells Prometheus of jobs."
    )
    namenode_heap_mb: int = number(
        1024,
        "MiB",
        "Java heap of a namenode process; the embedded mode runs both namenodes in one.",
        least=256,
        most=65536,
    )
    datanode_heap_mb: int = number(512, "MiB", "Java heap of a datanode.", least=128, most=65536)
    webhdfs_refuses_pages: bool = Field(
        default=True,
        description="Whether WebHDFS, of namenodes and datanodes, refuses a browser's calls that "
        "change something unless they carry the header X-XSRF-HEADER, which no web page can send "
        "to another site (Hadoop's dfs.webhdfs.rest-csrf.enabled).",
        json_schema_extra={"unit": "true or false", "shown": "true"},
    )
    namenode_http_hosts: str = Field(
        default="",
        pattern=r"^(\*|[A-Za-z0-9._-]+(,[A-Za-z0-9._-]+)*)?$",
        description="Further names, separated by commas, by which WebHDFS and fsck of the "
        "namenodes are asked; they answer to addresses, localhost, their machine's name and "
        "the names in their own settings. * stands for any, and lets pages read through "
        "names that they make lead here.",
        json_schema_extra={"unit": "names"},
    )
    datanode_reports: DatanodeReports = Field(
        default=DatanodeReports.HASHED,
        description="How datanodes report their blocks: by hashes of buckets, and once a day in "
        "full, or always in full like the stock DataNode.",
        json_schema_extra={"unit": "hashed or full", "shown": "hashed"},
    )
    datanode_report_interval_s: int = number(
        3600, "s", "Time between a datanode's reports of its blocks.", least=5, most=604_800
    )
    trash_interval_min: int = number(
        0,
        "minutes",
        "What is deleted into the trash lies there for this long at least (`fs.trash.interval`, "
        "also for clients configured by Warren); 0: their `-rm` deletes at once, and nobody "
        "empties the trash.",
        least=0,
        most=5_256_000,
    )
    trash_checkpoint_interval_min: int = number(
        0,
        "minutes",
        "Time between two checkpoints of the trash (`fs.trash.checkpoint.interval`); 0: as long as "
        "the trash interval.",
        least=0,
        most=5_256_000,
    )
    min_block_bytes: int = number(
        0,
        "bytes",
        "Smallest block size that a new file may ask for. A block costs a row, not memory of a "
        "namenode, so there is none by default; stock HDFS has 1048576.",
        least=0,
        most=2**31,
    )
    namenode_bearable_calls: int = number(
        0,
        "calls",
        "Clients' calls running at once in a namenode, on average, above which a user who took "
        "more than his part of their time is told to come again while others are there; 0 for "
        "no bound.",
        least=0,
        most=100_000,
    )
    namenode_bearable_load_percent: int = number(
        0,
        "%",
        "Busy part of the processors of a namenode's machine, on average, above which a user who "
        "took more than his part of what calls take of them is told to come again while others are "
        "there; 0 for no bound.",
        least=0,
        most=100,
    )
    small_file_bytes_max: int = number(
        65_536,
        "bytes",
        "Greatest length of a file whose bytes may stay in the database, where its storage policy "
        "is DB; 0 for none. Such files stay readable when it is lowered.",
        least=0,
        most=65_536,
    )
    small_file_take_in_delay_s: int = number(
        30,
        "seconds",
        "How long after its close a file of blocks is taken into the database, where its storage "
        "policy is DB. A close that a client repeats after a failover should come before.",
        least=0,
        most=86_400,
    )
    small_file_take_in_files_per_s: int = number(
        50,
        "files/s",
        "Files that each namenode takes into the database at most; 0 takes none in unasked.",
        least=0,
        most=10_000,
    )
    small_file_in_flight_mb: int = number(
        64,
        "MiB",
        "Bytes of small files that calls under way may hold in a namenode. Above it a close goes "
        "to datanodes, and an open is told to come again.",
        least=1,
        most=16_384,
    )
    ndb_data_memory_mb: int = number(
        512,
        "MiB",
        "Memory for metadata rows in each NDB data node.",
        least=256,
        most=1_048_576,
        only=Mode.CLUSTER,
    )
    ndb_threads: int = number(
        2,
        "threads",
        "Execution threads of each NDB data node.",
        least=2,
        most=72,
        only=Mode.CLUSTER,
    )
    ndb_small_file_disk_mb: int = number(
        16,
        "MiB",
        "Disk space in each NDB data node for the bytes of small files longer than 1 KiB. "
        "`bin/warren ndb init` and a start add what is missing; nothing takes it back.",
        least=16,
        most=67_108_864,
        only=Mode.CLUSTER,
    )
    ndb_small_file_undo_mb: int = number(
        16,
        "MiB",
        "Undo log in each NDB data node for changes of these bytes between two checkpoints.",
        least=16,
        most=1_048_576,
        only=Mode.CLUSTER,
    )
    sql_buffer_pool_mb: int = number(
        64,
        "MiB",
        "Buffer of the SQL node for the platform's tables.",
        least=8,
        most=65536,
        only=Mode.CLUSTER,
    )
    redis_memory_mb: int = number(
        64, "MiB", "Most memory that Redis may fill.", least=16, most=65536, only=Mode.CLUSTER
    )
    web_workers: int = number(
        2, "processes", "Processes that serve the REST API.", least=1, most=64
    )
    web_threads: int = number(
        4, "threads", "Requests that each such process answers at once.", least=1, most=64
    )
    event_streams_max: int = number(
        32,
        "streams",
        "Open pages of the console that each such process tells of changes at once.",
        least=0,
        most=1000,
    )
    worker_threads: int = number(4, "threads", "Jobs that run at the same time.", least=1, most=64)
    replica_memory_mb: int = number(
        512, "MiB", "Memory of the replica's engine.", least=128, most=1_048_576
    )
    replica_threads: int = number(2, "threads", "Threads of that engine.", least=1, most=256)
    replica_sweep_interval_ms: int = number(
        60_000,
        "ms",
        "Pause between two sweeps of the tables `blocks`, `replicas`, `xattrs` and `quotas`.",
        least=100,
        most=86_400_000,
    )
    replica_checksums_per_minute: int = number(
        120,
        "files",
        "Files of at least 1 MiB that share their length with another one, whose checksums the "
        "replica's process asks of the datanodes in a minute, for the report of duplicates. "
        "0 switches it off.",
        least=0,
        most=10_000,
    )
    query_concurrency: int = number(
        2, "queries", "SQL queries that run at the same time.", least=1, most=64
    )
    query_time_limit_ms: int = number(
        30_000, "ms", "Longest time of one SQL query.", least=100, most=3_600_000
    )
    query_rows_max: int = number(
        100_000, "rows", "Rows of one SQL result at most.", least=1, most=10_000_000
    )
    start_timeout_s: int = number(
        180,
        "s",
        "How long a start waits for every part, in cluster mode for each phase.",
        least=5,
        most=3600,
    )
    stop_timeout_s: int = number(
        30, "s", "How long a part may take to stop before it is killed.", least=1, most=600
    )
    log_max_bytes: int = number(
        10_000_000, "bytes", "Size at which a log file is rotated.", least=100_000, most=10**9
    )
    log_backups: int = number(4, "files", "Rotated files kept per log.", least=0, most=100)
    audit_log: bool = Field(
        default=True,
        description="Whether each namenode writes HDFS's audit log of its clients' calls, "
        "`logs/hdfs-audit-NAMENODE.log` below the data folder.",
        json_schema_extra={"unit": "true or false", "shown": "true"},
    )
    audit_log_max_bytes: int = number(
        100_000_000,
        "bytes",
        "Size at which such a log is rotated.",
        least=10_000,
        most=100_000_000_000,
    )
    audit_log_backups: int = number(
        10, "files", "Rotated audit logs kept for each namenode.", least=1, most=1_000
    )
    django_secret_file: PathSetting = below_home(
        "secrets/django-secret-key", "Holds the key that signs console sessions."
    )
    search_index: PathSetting = below_home("search/index.sqlite", "The search index.")
    replica_dir: PathSetting = below_home("analytics", "The columnar replica that answers SQL.")
    replica_socket: PathSetting = below_home("run/replica.sock", "Where the replica answers.")
    store_log_kept_hours: int = number(
        24,
        "hours",
        "How long the metadata store keeps its log for `bin/warren backup --continue`; 0: not at "
        "all.",
        least=0,
        most=8_760,
        only=Mode.EMBEDDED,
    )
    store_log_kept_mb: int = number(
        2_048,
        "MiB",
        "Disk space for that log; what is older goes first.",
        least=1,
        most=1_048_576,
        only=Mode.EMBEDDED,
    )
    platform_db: PathSetting = below_home(
        "platform/platform.sqlite",
        "The platform's database: users, jobs, audit.",
        only=Mode.EMBEDDED,
    )
    broker_dir: PathSetting = below_home(
        "platform/broker", "The queue of jobs.", only=Mode.EMBEDDED
    )
    ndb_database: str = sql_name("warren", "The database of the metadata tables.")
    sql_schema_user: str = sql_name("warren_schema", "The user who makes the metadata tables.")
    sql_schema_password_file: PathSetting = below_home(
        "secrets/sql-schema-password", "Holds that user's password.", only=Mode.CLUSTER
    )
    sql_platform_database: str = sql_name("warren_platform", "The platform's database.")
    sql_platform_user: str = sql_name("warren_platform", "The platform's user.")
    sql_platform_password_file: PathSetting = below_home(
        "secrets/sql-platform-password", "Holds that user's password.", only=Mode.CLUSTER
    )
    sql_reader_user: str = sql_name(
        "warren_reader",
        "The user who may read the published views of the metadata, and nothing else.",
    )
    sql_reader_password_file: PathSetting = below_home(
        "secrets/sql-reader-password", "Holds that user's password.", only=Mode.CLUSTER
    )
    redis_password_file: PathSetting = below_home(
        "secrets/redis-password", "Holds the password of the queue of jobs.", only=Mode.CLUSTER
    )
    console_dist: PathSetting = Field(
        default=REPOSITORY / "frontend" / "dist",
        description="The built console.",
        json_schema_extra={"unit": "path", "shown": "./frontend/dist"},
    )

    @property
    def admin_urls(self) -> tuple[str, ...]:
        return (self.nn1_http_address.url, self.nn2_http_address.url)

    @property
    def console_url(self) -> str:
        return self.http_address.url

    @property
    def is_cluster(self) -> bool:
        return self.mode is Mode.CLUSTER

    @property
    def live_database(self) -> str:
        """Database of the views that live SQL reads."""
        return f"{self.ndb_database}_live"

    @property
    def has_pipeline(self) -> bool:
        """Whether changes go through Kafka into Elasticsearch."""
        return self.is_cluster and self.search_backend is not SearchBackend.SQLITE

    def environment(self) -> dict[str, str]:
        """The settings as environment variables, for the processes that Warren starts."""
        values = {
            _variable(key): str(value)
            for key, value in self.model_dump().items()
            if value is not None and applies(key, self.mode)
        }
        backend = SearchBackend.ELASTICSEARCH if self.has_pipeline else SearchBackend.SQLITE
        values["WARREN_SEARCH_BACKEND"] = backend.value
        values["WARREN_CHANGE_TOPIC"] = f"warren.{self.ndb_database}.metadata_feed"
        values["WARREN_CHANGE_SOURCE"] = "kafka" if self.has_pipeline else "outbox"
        if self.is_cluster:
            values["WARREN_PLATFORM_MYSQL_ADDRESS"] = str(self.sql_address.reachable)
            values["WARREN_PLATFORM_MYSQL_DATABASE"] = self.sql_platform_database
            values["WARREN_PLATFORM_MYSQL_USER"] = self.sql_platform_user
            values["WARREN_PLATFORM_MYSQL_PASSWORD_FILE"] = str(self.sql_platform_password_file)
            values["WARREN_LIVE_SQL_ADDRESS"] = str(self.sql_address.reachable)
            values["WARREN_LIVE_SQL_DATABASE"] = self.live_database
            values["WARREN_LIVE_SQL_USER"] = self.sql_reader_user
            values["WARREN_LIVE_SQL_PASSWORD_FILE"] = str(self.sql_reader_password_file)
            values["WARREN_BROKER_URL"] = f"redis://{self.redis_address.reachable}/0"
            values["WARREN_BROKER_PASSWORD_FILE"] = str(self.redis_password_file)
        values["WARREN_ADMIN_URLS"] = ",".join(self.admin_urls)
        return values


def _variable(name: str) -> str:
    return str(extra_of(name).get("variable") or ENVIRONMENT_PREFIX + name.upper())


def extra_of(name: str) -> dict[str, Any]:
    """What a setting's declaration says besides its type: unit, where it is shown, its mode."""
    extra = Settings.model_fields[name].json_schema_extra
    assert isinstance(extra, dict)
    return extra


def applies(name: str, mode: Mode) -> bool:
    """Whether a setting means something in this mode."""
    return extra_of(name).get("only") in {None, mode}


def _file_values(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(
            "The settings file cannot be read", file=path, reason=error, exit_code=2
        ) from error
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OperatorError(
            "The settings file is not valid TOML", file=path, reason=error, exit_code=2
        ) from error
    allowed = {n for n in Settings.model_fields if not extra_of(n).get("environment_only")}
    for name in values:
        if name not in allowed:
            raise OperatorError(
                "Unknown setting",
                remedy="docs/settings.md lists the settings",
                name=name,
                file=path,
                exit_code=2,
            )
    return values


def load(environment: Mapping[str, str]) -> Settings:
    """Resolves every setting. Raises OperatorError naming the setting and where it came from."""
    wanted = _wanted_mode(environment)
    home = absolute(environment.get("WARREN_HOME") or default_home(DEFAULT_HOMES, wanted))
    mode = _mode_of(home, wanted)
    in_file = _file_values(home / FILE_NAME)
    in_environment = {
        name: environment[_variable(name)]
        for name in Settings.model_fields
        if environment.get(_variable(name))
    }
    below_home = {
        name: home / extra_of(name)["below"]
        for name in Settings.model_fields
        if "below" in extra_of(name)
    }
    try:
        settings = Settings.model_validate(
            {**below_home, **in_file, **in_environment, "home": home, "mode": mode}
        )
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        raise OperatorError(
            "A setting has a bad value",
            remedy="docs/settings.md lists the settings",
            name=_variable(name) if name in in_environment else f"{name} in {home / FILE_NAME}",
            value=first["input"],
            reason=first["msg"].removeprefix("Value error, "),
            exit_code=2,
        ) from error
    _refuse_shared_addresses(settings)
    return settings


def _wanted_mode(environment: Mapping[str, str]) -> Mode | None:
    value = environment.get("WARREN_MODE")
    if not value:
        return None
    try:
        return Mode(value)
    except ValueError as error:
        raise OperatorError(
            "A setting has a bad value",
            remedy=f"Choose one of: {', '.join(Mode)}",
            name="WARREN_MODE",
            value=value,
            exit_code=2,
        ) from error


def _mode_of(home: Path, wanted: Mode | None) -> Mode:
    """The mode of a data folder. Raises OperatorError when another one is wanted than it has."""
    known = recorded(home)
    if known is not None and wanted is not None and known != wanted:
        run = {Mode.EMBEDDED: "make run", Mode.CLUSTER: "make run-cluster"}
        raise OperatorError(
            "The data folder belongs to the other way to run",
            remedy=f"Nothing was touched. `{run[known]}` starts this one; for `{run[wanted]}` set "
            "WARREN_HOME to another folder",
            folder=home,
            its_mode=known,
            wanted_mode=wanted,
            exit_code=2,
        )
    return known or wanted or Mode.EMBEDDED


def addresses(settings: Settings) -> dict[str, Address]:
    """The addresses that Warren listens on in the settings' mode, by setting name."""
    return {
        name: value
        for name in Settings.model_fields
        if isinstance(value := getattr(settings, name), Address) and applies(name, settings.mode)
    }


def _refuse_shared_addresses(settings: Settings) -> None:
    seen: dict[Address, str] = {}
    for name, each in addresses(settings).items():
        if each.reachable in seen:
            raise OperatorError(
                "Two settings name the same address",
                address=each,
                settings=f"{_variable(seen[each.reachable])} and {_variable(name)}",
                exit_code=2,
            )
        seen[each.reachable] = name


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return _variable(name)
