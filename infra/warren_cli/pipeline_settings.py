"""The settings of the change pipeline's servers: Kafka, its Connect worker, Elasticsearch."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from warren_cli.fields import AddressSetting, PathSetting, address, below_home, number, sql_name
from warren_cli.modes import Mode


class SearchBackend(StrEnum):
    """What keeps the search index. Elasticsearch brings Kafka and Debezium with it."""

    SQLITE = "sqlite"
    ELASTICSEARCH = "elasticsearch"


class PipelineSettings(BaseModel):
    """Part of the settings; the cluster mode's, but for the backend's name."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    search_backend: SearchBackend | None = Field(
        default=None,
        description="Where the search index is. With elasticsearch, the cluster mode's own, "
        "changes come from the SQL node's binlog through Debezium and Kafka; with sqlite none of "
        "these servers is started, and changes are read from the namenodes.",
        json_schema_extra={"unit": "sqlite or elasticsearch", "shown": "by mode"},
    )
    kafka_address: AddressSetting = address(
        "127.0.0.1:19092", "Where Kafka's broker serves.", only=Mode.CLUSTER
    )
    kafka_controller_address: AddressSetting = address(
        "127.0.0.1:19093", "Where Kafka's controller serves.", only=Mode.CLUSTER
    )
    connect_address: AddressSetting = address(
        "127.0.0.1:18083", "Where Kafka Connect serves its REST API.", only=Mode.CLUSTER
    )
    elasticsearch_address: AddressSetting = address(
        "127.0.0.1:19200", "Where Elasticsearch serves.", only=Mode.CLUSTER
    )
    elasticsearch_transport_address: AddressSetting = address(
        "127.0.0.1:19300", "Where Elasticsearch talks to other nodes.", only=Mode.CLUSTER
    )
    kafka_heap_mb: int = number(
        256, "MiB", "Java heap of Kafka.", least=192, most=65536, only=Mode.CLUSTER
    )
    connect_heap_mb: int = number(
        384, "MiB", "Java heap of Kafka Connect.", least=256, most=65536, only=Mode.CLUSTER
    )
    elasticsearch_heap_mb: int = number(
        512, "MiB", "Java heap of Elasticsearch.", least=384, most=31744, only=Mode.CLUSTER
    )
    kafka_retention_hours: int = number(
        72, "h", "How long Kafka keeps changes.", least=1, most=8760, only=Mode.CLUSTER
    )
    kafka_retention_mb: int = number(
        1024, "MiB", "How much of them it keeps.", least=128, most=1_048_576, only=Mode.CLUSTER
    )
    binlog_retention_hours: int = number(
        24, "h", "How long the SQL node keeps its binlog.", least=1, most=8760, only=Mode.CLUSTER
    )
    points_in_time: bool = Field(
        default=False,
        description="Whether the SQL node's binlog has the rows of all metadata tables, so that "
        "`bin/warren backup --continue` can add them to a backup. It costs the data nodes about as "
        "much as the changes themselves.",
        json_schema_extra={"unit": "true or false", "shown": "false", "only": Mode.CLUSTER},
    )
    sql_capture_user: str = sql_name("warren_capture", "The user who reads the SQL node's binlog.")
    sql_capture_password_file: PathSetting = below_home(
        "secrets/capture/sql-capture-password", "Holds that user's password.", only=Mode.CLUSTER
    )
    kafka_broker_password_file: PathSetting = below_home(
        "secrets/kafka-broker-password",
        "Holds the password of Kafka's broker, for itself.",
        only=Mode.CLUSTER,
    )
    kafka_admin_password_file: PathSetting = below_home(
        "secrets/kafka-admin-password",
        "Holds the password of who makes Kafka's topics and rules.",
        only=Mode.CLUSTER,
    )
    kafka_connect_password_file: PathSetting = below_home(
        "secrets/capture/kafka-connect-password",
        "Holds Kafka Connect's password in Kafka.",
        only=Mode.CLUSTER,
    )
    kafka_index_password_file: PathSetting = below_home(
        "secrets/kafka-index-password", "Holds the indexer's password in Kafka.", only=Mode.CLUSTER
    )
    kafka_replica_password_file: PathSetting = below_home(
        "secrets/kafka-replica-password",
        "Holds the SQL replica's password in Kafka.",
        only=Mode.CLUSTER,
    )
    connect_password_file: PathSetting = below_home(
        "secrets/connect-password",
        "Holds the password of Kafka Connect's REST API.",
        only=Mode.CLUSTER,
    )
    elasticsearch_password_file: PathSetting = below_home(
        "secrets/elasticsearch-password", "Holds Elasticsearch's password.", only=Mode.CLUSTER
    )
