"""The platform's settings, each declared once with its type, default and unit.

Every value comes from the environment (prefix `WARREN_`); paths that are not set lie below
`WARREN_HOME`. A value of the wrong type stops the process with a message that names it.
"""

import os
import secrets
from functools import cached_property, lru_cache
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from config.migration_settings import MigrationSettings

REPOSITORY = Path(__file__).resolve().parents[2]
CommaList = Annotated[tuple[str, ...], NoDecode]


class Env(MigrationSettings):
    """Settings of the web process and of the job worker."""

    model_config = SettingsConfigDict(env_prefix="WARREN_", frozen=True, extra="ignore")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment alone: each source goes through all settings once more."""
        return init_settings, env_settings

    home: Path = Field(default=Path("var"), description="Data folder; all state lies below it.")
    admin_urls: CommaList = Field(
        default=("http://127.0.0.1:9870", "http://127.0.0.1:9871"),
        min_length=1,
        description="Admin API of each namenode, comma separated; tried in order.",
    )
    admin_token_file: Path | None = Field(
        default=None,
        description="Bearer token of the admin API, of this process alone. "
        "Default HOME/secrets/admin-token-web.",
    )
    admin_timeout_ms: int = Field(
        default=30_000, ge=100, description="Longest wait for one answer of a namenode (ms)."
    )
    admin_connect_timeout_ms: int = Field(
        default=1_000, ge=50, description="Longest wait for a connection to a namenode (ms)."
    )
    admin_attempts_max: int = Field(
        default=4,
        ge=1,
        le=10,
        description="Rounds over all namenodes before an idempotent call gives up.",
    )
    search_index: Path | None = Field(
        default=None, description="Search index. Default HOME/search/index.sqlite."
    )
    search_backend: Literal["sqlite", "elasticsearch"] = Field(
        default="sqlite", description="What keeps the search index."
    )
    elasticsearch_address: str = Field(
        default="127.0.0.1:19200", description="Where Elasticsearch serves (host:port)."
    )
    elasticsearch_password_file: Path | None = Field(
        default=None, description="Holds its user's password. Default: it asks for no login."
    )
    indexer_address: str = Field(
        default="127.0.0.1:18090", description="Where the indexer serves (host:port)."
    )
    indexer_token_file: Path | None = Field(
        default=None,
        description="What the indexer asks for. Default HOME/secrets/indexer-token.",
    )
    worker_metrics_address: str = Field(
        default="127.0.0.1:18092",
        pattern=r"^\S+:\d{1,5}$",
        description="Where a job worker tells Prometheus of jobs (host:port).",
    )
    search_wait_max_ms: int = Field(
        default=5_000, ge=0, le=30_000, description="Longest wait for `min_commit` (ms)."
    )
    replica_socket: Path | None = Field(
        default=None,
        description="Where the SQL replica answers. Default HOME/run/replica.sock.",
    )
    platform_db: Path | None = Field(
        default=None,
        description="SQLite database of the platform. Default HOME/platform/platform.sqlite.",
    )
    platform_db_busy_ms: int = Field(
        default=20_000, ge=0, description="Longest wait for the database's write lock (ms)."
    )
    platform_mysql_address: str | None = Field(
        default=None,
        pattern=r"^\S+:\d{1,5}$",
        description="MySQL server of the platform's database (host:port), in place of SQLite.",
    )
    platform_mysql_database: str = Field(
        default="warren_platform", description="Database on that server."
    )
    platform_mysql_user: str = Field(default="warren_platform", description="User on that server.")
    platform_mysql_password_file: Path | None = Field(
        default=None,
        description="File with that user's password. Default HOME/secrets/sql-platform-password.",
    )
    ndb_database: str = Field(
        default="warren", description="Database of the metadata's tables in the NDB cluster."
    )
    broker_url: str = Field(
        default="filesystem://",
        description="Celery broker; `filesystem://` uses BROKER_DIR, `redis://…` a Redis server.",
    )
    broker_dir: Path | None = Field(
        default=None,
        description="Folder of the filesystem broker. Default HOME/platform/broker.",
    )
    broker_password_file: Path | None = Field(
        default=None, description="File with the Redis server's password; none when not set."
    )
    http_address: str = Field(
        default="127.0.0.1:8000", description="Where the web process listens (host:port)."
    )
    allowed_hosts: CommaList = Field(
        default=(),
        description="More names by which browsers reach the platform, comma separated.",
    )
    trusted_origins: CommaList = Field(
        default=(),
        description="Origins (scheme://host:port) of consoles served elsewhere, comma separated.",
    )
    trusted_proxies: CommaList = Field(
        default=(),
        description="Addresses or networks of proxies whose X-Forwarded-For is believed, comma "
        "separated.",
    )
    cookie_secure: bool = Field(
        default=False, description="Send cookies over HTTPS only; set it behind a TLS proxy."
    )
    console_dist: Path = Field(
        default=REPOSITORY / "frontend" / "dist", description="The built console."
    )
    django_secret_file: Path | None = Field(
        default=None,
        description=(
            "Key that signs sessions; made when absent. Default HOME/secrets/django-secret-key."
        ),
    )
    console_password: str | None = Field(
        default=None,
        description="Password of the first user `admin` at its creation; wins over the file.",
    )
    console_password_file: Path | None = Field(
        default=None,
        description="File with that password. Default HOME/secrets/console-password.",
    )
    web_threads: int = Field(
        default=4, ge=1, description="Requests that a web process answers at once."
    )
    event_streams_max: int = Field(
        default=32, ge=0, description="Streams of events that a web process may have besides."
    )
    event_streams_per_user_max: int = Field(
        default=8, ge=1, description="Those of one user in a web process."
    )
    event_stream_age_max_s: int = Field(
        default=3600, ge=0, description="A stream of events is opened anew after this time (s)."
    )
    session_age_s: int = Field(
        default=12 * 3600, ge=300, description="A login lasts this long (s)."
    )
    token_age_max_days: int = Field(
        default=366, ge=1, description="Longest life of an API token (days)."
    )
    login_failures_max: int = Field(
        default=5, ge=1, description="Failed logins of a user from one address per window."
    )
    login_address_failures_max: int = Field(
        default=50, ge=1, description="Failed logins from one address per window."
    )
    login_user_failures_max: int = Field(
        default=100, ge=1, description="Failed logins of a user from all addresses per window."
    )
    login_window_s: int = Field(default=300, ge=1, description="Window of the three limits (s).")
    job_step_inodes: int = Field(
        default=1000, ge=1, le=1000, description="Inodes visited by one step of a job."
    )
    job_slice_ms: int = Field(
        default=5_000,
        ge=1,
        description="A job works this long before others get their turn (ms).",
    )
    job_inodes_per_s_max: int | None = Field(
        default=None,
        ge=1,
        description="Most inodes that a job without a bound of its own visits a second. Default: "
        "no bound.",
    )
    job_slow_down_wait_ms: int = Field(
        default=100,
        ge=0,
        description="Jobs go slower while calls of clients wait longer than this for a handler of "
        "a namenode, in the mean of ten seconds (ms); 0: never.",
    )
    job_lease_ms: int = Field(
        default=15_000,
        ge=100,
        description="A job whose worker was silent this long is taken over (ms).",
    )
    job_retry_max: int = Field(
        default=20,
        ge=0,
        description="A job waits this often for an unreachable namenode, then fails.",
    )
    job_errors_kept_max: int = Field(
        default=1000, ge=0, description="Per-item errors stored for a job; all are counted."
    )
    job_undo_dir: Path | None = Field(
        default=None,
        description="Folder of the values that jobs changed from. Default HOME/platform/undo.",
    )
    job_selections_dir: Path | None = Field(
        default=None,
        description="Folder of the inodes chosen for jobs. Default HOME/platform/selections.",
    )
    job_selection_inodes_max: int = Field(
        default=10_000_000, ge=1, description="Inodes that a job may be about by a selection."
    )
    job_selected_deletes_max: int = Field(
        default=10_000,
        ge=1,
        le=1_000_000,
        description="The same for deletes and restores, which go one by one.",
    )
    job_system_paths: CommaList = Field(
        default=("/user", "/tmp", "/system", "/apps"),  # noqa: S108  directories of HDFS
        description="Directories that everybody relies on, besides the root: plans that change "
        "them warn; comma separated.",
    )
    job_plan_hours: int = Field(
        default=24,
        ge=1,
        le=24 * 365,
        description="A dry run can become a real job this long after its end (hours).",
    )
    guard_approval_hours: int = Field(
        default=72,
        ge=1,
        le=24 * 365,
        description="A job waits this long for a second person's approval, then it ends (hours).",
    )
    guard_changed_rule_hours: int = Field(
        default=24,
        ge=0,
        le=24 * 365,
        description="A guard rule that somebody changed or deleted goes on to hold, as it was, "
        "for his own jobs this long (hours).",
    )
    rule_unusual_factor: float = Field(
        default=3,
        ge=1,
        le=1_000,
        description="An armed lifecycle rule stops, and is disarmed, before a run that would touch "
        "more than so many times what is usual: the median of its last ten runs.",
    )
    rule_usual_inodes_min: int = Field(
        default=1_000, ge=0, description="So many inodes are never too many for that."
    )
    rule_usual_mb_min: int = Field(
        default=1_024, ge=0, description="Nor are files of so much in all (MiB)."
    )
    storage_price_per_tb_month: float = Field(
        default=0,
        ge=0,
        le=1_000_000,
        allow_inf_nan=False,
        description="What a terabyte (10¹² bytes, with all replicas) costs a month; the page Usage "
        "then tells what files cost. 0: it is not told.",
    )
    storage_currency: str = Field(
        default="", max_length=8, description="What that price is in, as EUR."
    )
    trash_interval_min: int = Field(
        default=0,
        ge=0,
        description="What was deleted lies in the trash for this long at least (min); as the "
        "namenodes have it, for the page Trash to tell when it is emptied. 0: nobody empties it.",
    )
    trash_checkpoint_interval_min: int = Field(
        default=0,
        ge=0,
        description="Time between two checkpoints of the trash (min), as the namenodes have it. "
        "0: as long as the trash interval.",
    )
    job_undo_kept_days: int = Field(
        default=30, ge=1, description="A job can be undone this long after its end (days)."
    )
    job_undo_mb_max: int = Field(
        default=4096,
        ge=1,
        description="Size of the values that ended jobs keep for their undo (MiB); those of the "
        "jobs that ended first go first.",
    )
    export_dir: Path | None = Field(
        default=None,
        description="Folder of search exports. Default HOME/platform/exports.",
    )
    export_rows_max: int = Field(
        default=1_000_000, ge=1, le=100_000_000, description="Rows of one search export at most."
    )
    export_mb_max: int = Field(
        default=512, ge=1, le=1_048_576, description="Size of its file at most (MiB)."
    )
    export_kept_h: int = Field(
        default=24, ge=1, le=8_760, description="A search export is kept this long (h)."
    )
    worker_beat_ms: int = Field(
        default=2_000, ge=50, description="Interval of the worker's sign of life (ms)."
    )
    worker_silent_ms: int = Field(
        default=15_000, ge=100, description="A worker silent this long counts as dead (ms)."
    )
    alert_group_s: int = Field(
        default=15,
        ge=0,
        le=600,
        description="Verdicts that change within this time are told in one message (s).",
    )
    alert_private_addresses: bool = Field(
        default=False,
        description="Webhooks may go to addresses that are not the public internet's.",
    )
    smtp_address: str | None = Field(
        default=None,
        pattern=r"^\S+:\d{1,5}$",
        description="Mail server for alerts (host:port); no e-mail when not set.",
    )
    smtp_security: Literal["none", "starttls", "tls"] = Field(
        default="starttls", description="How the connection to it is protected."
    )
    smtp_user: str | None = Field(default=None, description="Login there; none when not set.")
    smtp_password_file: Path | None = Field(
        default=None,
        description="File with that login's password. Default HOME/secrets/smtp-password.",
    )
    mail_from: str = Field(
        default="warren@localhost", description="Sender of the e-mails of alerts."
    )
    backup_max_age_h: int = Field(
        default=48,
        ge=1,
        le=8_760,
        description="Age of the last backup from which health warns (hours); not asked before "
        "the first `bin/warren backup`.",
    )
    tls_servers: CommaList = Field(
        default=(),
        description="More TLS servers (host:port) whose certificates health watches, as the proxy "
        "before the console; comma separated.",
    )
    log_level: str = Field(default="INFO", description="Lowest level of the logs written.")

    @field_validator(
        "admin_urls",
        "allowed_hosts",
        "trusted_origins",
        "trusted_proxies",
        "tls_servers",
        "job_system_paths",
        mode="before",
    )
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip().rstrip("/") for part in value.split(",") if part.strip())
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for each in value:
            ip_network(each)
        return value

    @field_validator("tls_servers")
    @classmethod
    def _hosts_with_ports(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for each in value:
            host, _, port = each.rpartition(":")
            if not (host and port.isdecimal() and 0 < int(port) < 65_536):
                raise ValueError(f"{each} is not HOST:PORT")
        return value

    @cached_property
    def home_path(self) -> Path:
        return self.home.expanduser().resolve()

    @property
    def last_backup_path(self) -> Path:
        """Where `bin/warren backup` notes the last backup of the data folder."""
        return self.home_path / "last-backup.json"

    @property
    def indexer_token_path(self) -> Path:
        return self.indexer_token_file or self.home_path / "secrets" / "indexer-token"

    @property
    def admin_token_path(self) -> Path:
        return self.admin_token_file or self.home_path / "secrets" / "admin-token-web"

    @property
    def search_index_path(self) -> Path:
        return self.search_index or self.home_path / "search" / "index.sqlite"

    @property
    def replica_socket_path(self) -> Path:
        return self.replica_socket or self.home_path / "run" / "replica.sock"

    @property
    def platform_db_path(self) -> Path:
        return self.platform_db or self.home_path / "platform" / "platform.sqlite"

    @property
    def platform_mysql_password_path(self) -> Path:
        return self.platform_mysql_password_file or (
            self.home_path / "secrets" / "sql-platform-password"
        )

    @property
    def smtp_password_path(self) -> Path:
        return self.smtp_password_file or self.home_path / "secrets" / "smtp-password"

    @property
    def broker_path(self) -> Path:
        return self.broker_dir or self.home_path / "platform" / "broker"

    @property
    def job_undo_path(self) -> Path:
        return self.job_undo_dir or self.home_path / "platform" / "undo"

    @property
    def job_selections_path(self) -> Path:
        return self.job_selections_dir or self.home_path / "platform" / "selections"

    @property
    def comparisons_path(self) -> Path:
        return self.home_path / "platform" / "comparisons"

    @property
    def export_path(self) -> Path:
        return self.export_dir or self.home_path / "platform" / "exports"

    @property
    def django_secret_path(self) -> Path:
        return self.django_secret_file or self.home_path / "secrets" / "django-secret-key"

    @property
    def console_password_path(self) -> Path:
        return self.console_password_file or self.home_path / "secrets" / "console-password"


@lru_cache(maxsize=1)
def env() -> Env:
    """The settings of this process, read once."""
    return Env()


def load_or_create_secret(path: Path) -> str:
    """The secret in `path`; made (mode 0600) when the file is absent."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_text(encoding="utf-8").strip()
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(48))
    return path.read_text(encoding="utf-8").strip()
