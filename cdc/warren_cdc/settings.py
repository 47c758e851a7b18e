"""Settings of the feed reader, from the environment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

_DEFAULT_URLS: Final = ("http://127.0.0.1:9870", "http://127.0.0.1:9871")


class FeedSettings(BaseSettings):
    """Declared once; each is read from WARREN_ and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="WARREN_", frozen=True, extra="ignore")

    home: Annotated[Path, Field(description="Folder that holds all state.")] = Path("var")
    admin_urls: Annotated[
        tuple[str, ...],
        NoDecode,
        Field(min_length=1, max_length=16, description="HTTP addresses of equal namenodes."),
    ] = _DEFAULT_URLS
    admin_token_file: Annotated[
        Path | None,
        Field(description="This process's token of the admin API; below home by default."),
    ] = None
    search_index: Annotated[
        Path | None, Field(description="The search index; below home by default.")
    ] = None
    admin_timeout_ms: Annotated[
        int, Field(ge=100, le=60_000, description="Longest wait for an answer, ms.")
    ] = 5_000
    feed_batch_events: Annotated[
        int, Field(ge=1, le=5_000, description="Events applied in one transaction at most.")
    ] = 1_000
    feed_wait_ms: Annotated[
        int, Field(ge=0, le=10_000, description="How long a namenode holds an idle request, ms.")
    ] = 1_000
    rebuild_page_inodes: Annotated[
        int, Field(ge=1, le=5_000, description="Inodes read at once while an index is built.")
    ] = 5_000
    retry_pause_ms: Annotated[
        int, Field(ge=10, le=60_000, description="Pause after no namenode could be used, ms.")
    ] = 1_000
    replica_dir: Annotated[
        Path | None, Field(description="Folder of the SQL replica; below home by default.")
    ] = None
    replica_socket: Annotated[
        Path | None, Field(description="Where the replica answers; below home by default.")
    ] = None
    replica_metrics_address: Annotated[
        str,
        Field(
            pattern=r"^\S+:\d{1,5}$",
            description="Where the replica tells Prometheus of queries, HOST:PORT.",
        ),
    ] = "127.0.0.1:18091"
    replica_memory_mb: Annotated[
        int, Field(ge=128, le=1_048_576, description="Memory of the replica's engine, MiB.")
    ] = 512
    replica_threads: Annotated[int, Field(ge=1, le=256, description="Threads of the engine.")] = 2
    replica_sweep_interval_ms: Annotated[
        int,
        Field(
            ge=100,
            le=86_400_000,
            description="Pause between two sweeps of blocks, replicas, attributes and quotas, ms.",
        ),
    ] = 60_000
    replica_checksums_per_minute: Annotated[
        int,
        Field(
            ge=0, le=10_000, description="Files whose checksums are asked for in a minute; 0: none."
        ),
    ] = 120
    query_concurrency: Annotated[
        int, Field(ge=1, le=64, description="Queries that run at once.")
    ] = 2
    query_time_limit_ms: Annotated[
        int, Field(ge=100, le=3_600_000, description="Longest time of one query, ms.")
    ] = 30_000
    query_rows_max: Annotated[
        int, Field(ge=1, le=10_000_000, description="Rows of one result at most.")
    ] = 100_000
    live_sql_address: Annotated[
        str | None,
        Field(
            pattern=r"^[^:/\s]+:\d{1,5}$",
            description="SQL node that live SQL asks, HOST:PORT; none: there is no live SQL.",
        ),
    ] = None
    live_sql_database: Annotated[str, Field(description="Database of the published views.")] = (
        "warren_live"
    )
    live_sql_user: Annotated[str, Field(description="Who may read them, and nothing else.")] = (
        "warren_reader"
    )
    live_sql_password_file: Annotated[
        Path | None, Field(description="Holds that user's password; below home by default.")
    ] = None

    search_backend: Annotated[
        Literal["sqlite", "elasticsearch"], Field(description="What keeps the search index.")
    ] = "sqlite"
    elasticsearch_address: Annotated[
        str, Field(description="Where Elasticsearch serves, HOST:PORT.")
    ] = "127.0.0.1:19200"
    elasticsearch_password_file: Annotated[
        Path | None, Field(description="Holds its user's password; none: it asks for no login.")
    ] = None
    elasticsearch_prefix: Annotated[
        str,
        Field(pattern=r"^[a-z][a-z0-9-]{0,60}$", description="Begins the names of its indices."),
    ] = "warren-inodes"
    elasticsearch_timeout_ms: Annotated[
        int, Field(ge=100, le=300_000, description="Longest wait for Elasticsearch's answer, ms.")
    ] = 60_000
    change_source: Annotated[
        Literal["outbox", "kafka"], Field(description="Where changes are read from.")
    ] = "outbox"
    kafka_address: Annotated[str, Field(description="Where Kafka serves, HOST:PORT.")] = (
        "127.0.0.1:19092"
    )
    kafka_index_password_file: Annotated[
        Path | None, Field(description="Holds the indexer's password; none: no login is asked for.")
    ] = None
    kafka_replica_password_file: Annotated[
        Path | None, Field(description="Holds the replica's password; none: no login is asked for.")
    ] = None
    kafka_group: Annotated[str, Field(description="The consumer group of the search index.")] = (
        "warren-search"
    )
    replica_kafka_group: Annotated[
        str, Field(description="The consumer group of the SQL replica.")
    ] = "warren-replica"
    change_topic: Annotated[str, Field(description="The topic of changes.")] = (
        "warren.warren.metadata_feed"
    )
    dead_letter_topic: Annotated[
        str, Field(description="The topic of messages that could not be understood.")
    ] = "warren.dead-letters"
    kafka_wait_ms: Annotated[
        int, Field(ge=1, le=5_000, description="How long an idle read of Kafka waits, ms.")
    ] = 200
    connect_address: Annotated[str, Field(description="Where Kafka Connect serves.")] = (
        "127.0.0.1:18083"
    )
    connect_password_file: Annotated[
        Path | None, Field(description="Holds its user's password; none: it asks for no login.")
    ] = None
    indexer_address: Annotated[
        str,
        Field(
            pattern=r"^[^:/\s]+:\d{1,5}$",
            description="Where the indexer tells of the pipeline and takes commands, HOST:PORT.",
        ),
    ] = "127.0.0.1:18090"
    indexer_token_file: Annotated[
        Path | None,
        Field(description="File with what its callers must show; below home by default."),
    ] = None
    proof_interval_ms: Annotated[
        int, Field(ge=0, le=3_600_000, description="A range of ids is proved so often, ms.")
    ] = 1_000
    proof_settle_ms: Annotated[
        int,
        Field(
            ge=0,
            le=600_000,
            description="A newer version that only the store has is drift after so long, ms.",
        ),
    ] = 10_000
    proof_page_inodes: Annotated[int, Field(ge=1, le=5_000, description="Inodes of a range.")] = (
        1_000
    )
    gap_timeout_ms: Annotated[
        int,
        Field(ge=200, le=600_000, description="A change missing so long comes from the store, ms."),
    ] = 5_000

    @field_validator("admin_urls", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("admin_urls")
    @classmethod
    def _check_urls(cls, urls: tuple[str, ...]) -> tuple[str, ...]:
        for url in urls:
            if not url.startswith(("http://", "https://")):
                raise ValueError("each address must start with http:// or https://")
        return urls

    @property
    def token_file(self) -> Path:
        """Where the indexer's token is."""
        return self.admin_token_file or self.home / "secrets" / "admin-token-indexer"

    @property
    def replica_token_path(self) -> Path:
        """Where the token of the replica's process is."""
        return self.admin_token_file or self.home / "secrets" / "admin-token-replica"

    @property
    def indexer_token_path(self) -> Path:
        """Holds what callers of the indexer must show."""
        return self.indexer_token_file or self.home / "secrets" / "indexer-token"

    @property
    def index_path(self) -> Path:
        """Where the index is."""
        return self.search_index or self.home / "search" / "index.sqlite"

    @property
    def replica_path(self) -> Path:
        """Folder of the SQL replica."""
        return self.replica_dir or self.home / "analytics"

    @property
    def live_sql_password_path(self) -> Path:
        """Where the password of live SQL's user is."""
        return self.live_sql_password_file or self.home / "secrets" / "sql-reader-password"

    @property
    def replica_socket_path(self) -> Path:
        """The Unix socket on which the replica answers."""
        return self.replica_socket or self.home / "run" / "replica.sock"
