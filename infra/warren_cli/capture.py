"""The change capture: what the SQL node's binlog must be like, and the connector that reads it."""

from typing import Any, Final

import httpx
from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from warren_cli import kafka_access, sql_node
from warren_cli.cluster_conf import read_password
from warren_cli.errors import OperatorError
from warren_cli.pipeline_conf import CONNECT_USER
from warren_cli.settings import Settings

CONNECTOR: Final = "warren-capture"
TOPIC_PREFIX: Final = "warren"
FEED_TABLE: Final = "metadata_feed"
DEAD_LETTER_TOPIC: Final = "warren.dead-letters"
TIMEOUT_S: Final = 60.0
# With anything else images of rows are partial, or the pipeline would take one change for another.
BINLOG_VARIABLES: Final = {
    "log_bin": "ON",
    "binlog_format": "ROW",
    "binlog_row_image": "FULL",
    "gtid_mode": "OFF",
    "ndb_log_bin": "ON",
    "ndb_log_update_as_write": "OFF",
    "ndb_log_updated_only": "OFF",
    "ndb_log_update_minimal": "OFF",
    "ndb_log_transaction_compression": "OFF",
}


def topic(settings: Settings) -> str:
    """Where the changes are in Kafka."""
    return f"{TOPIC_PREFIX}.{settings.ndb_database}.{FEED_TABLE}"


def require_binlog(settings: Settings) -> None:
    """Raises OperatorError naming the SQL node's variables that the capture cannot work with."""
    names = ", ".join(f"'{name}'" for name in BINLOG_VARIABLES)
    with sql_node.connected(
        settings.sql_address.reachable,
        settings.sql_schema_user,
        settings.sql_schema_password_file,
    ) as connection:
        found = dict(
            sql_node.rows(connection, f"SHOW GLOBAL VARIABLES WHERE Variable_name IN ({names})")
        )
    wrong = [
        f"{name} is {found.get(name, 'not there')}, must be {wanted}"
        for name, wanted in BINLOG_VARIABLES.items()
        if found.get(name) != wanted
    ]
    if wrong:
        raise OperatorError(
            "The SQL node's binlog cannot feed the change capture",
            remedy="Set these in the SQL node's configuration before it opens NDB's tables, and "
            "restart it; `make run-cluster` writes such a configuration for its own",
            address=settings.sql_address,
            variables="; ".join(wrong),
        )


def grant(settings: Settings) -> None:
    """Lets Kafka's clients do what they must, before the first of them starts."""
    kafka_access.grant(settings, topic(settings), DEAD_LETTER_TOPIC)


def make_topics(settings: Settings) -> None:
    """Makes the topics of changes and of dead letters. Harmless when repeated."""
    admin = AdminClient(kafka_access.client_config(settings))
    wanted = [NewTopic(name, 1, 1) for name in (topic(settings), DEAD_LETTER_TOPIC)]
    for name, made in admin.create_topics(wanted, request_timeout=TIMEOUT_S).items():
        try:
            made.result(TIMEOUT_S)
        except KafkaException as error:
            if error.args[0].code() != KafkaError.TOPIC_ALREADY_EXISTS:
                raise OperatorError(
                    "Kafka refused a topic", topic=name, reason=error.args[0].str()
                ) from error


def register(settings: Settings) -> None:
    """Makes or changes the connector. Harmless when repeated. Raises OperatorError."""
    url = f"{settings.connect_address.url}/connectors/{CONNECTOR}/config"
    try:
        answer = httpx.put(
            url,
            json=connector(settings),
            auth=_login(settings),
            timeout=TIMEOUT_S,
            trust_env=False,
        )
        answer.raise_for_status()
    except httpx.HTTPStatusError as error:
        raise OperatorError(
            "Kafka Connect refused the change capture's connector",
            remedy=error.response.text[:2000],
            url=url,
            status=error.response.status_code,
        ) from error
    except httpx.HTTPError as error:
        raise OperatorError(
            "Kafka Connect cannot be reached", url=url, reason=type(error).__name__
        ) from error


def _login(settings: Settings) -> tuple[str, str]:
    return (CONNECT_USER, read_password(settings.connect_password_file))


def connector(settings: Settings) -> dict[str, str]:
    """The connector's configuration.

    Nothing is read but inserts into the feed: they carry the sequences that order all changes, and
    deletes are only the feed's own trimming. It takes no snapshot: what was there before comes from
    the namenodes, which the indexer asks for every sequence that it finds missing.
    """
    sql, secret = settings.sql_address.reachable, settings.sql_capture_password_file
    kafka_secret = settings.kafka_connect_password_file
    kafka_login = kafka_access.login(
        kafka_access.CONNECT, f"${{secret:{kafka_secret.parent}:{kafka_secret.name}}}"
    )
    table = f"{settings.ndb_database}.{FEED_TABLE}"
    values: dict[str, Any] = {
        "connector.class": "io.debezium.connector.mysql.MySqlConnector",
        "tasks.max": 1,
        "topic.prefix": TOPIC_PREFIX,
        "database.hostname": sql.host,
        "database.port": sql.port,
        "database.user": settings.sql_capture_user,
        "database.password": f"${{secret:{secret.parent}:{secret.name}}}",
        "database.server.id": 5701,
        "database.ssl.mode": "preferred",
        "database.include.list": settings.ndb_database,
        "table.include.list": table,
        "message.key.columns": f"{table}:inode_id",
        "snapshot.mode": "no_data",
        "snapshot.locking.mode": "none",
        "skipped.operations": "u,d,t",
        "tombstones.on.delete": "false",
        "binary.handling.mode": "base64",
        "include.schema.changes": "false",
        # What cannot be read is left out and said: its sequence is then missing, and is fetched.
        "event.processing.failure.handling.mode": "warn",
        "inconsistent.schema.handling.mode": "warn",
        "poll.interval.ms": 20,
        "max.batch.size": 2048,
        "max.queue.size": 8192,
        "heartbeat.interval.ms": 5000,
        "schema.history.internal.kafka.bootstrap.servers": str(settings.kafka_address.reachable),
        "schema.history.internal.kafka.topic": kafka_access.HISTORY_TOPIC,
        **{
            f"schema.history.internal.{side}.{name}": value
            for side in ("producer", "consumer")
            for name, value in (
                ("security.protocol", "SASL_PLAINTEXT"),
                ("sasl.mechanism", "PLAIN"),
                ("sasl.jaas.config", kafka_login),
            )
        },
        "schema.history.internal.store.only.captured.tables.ddl": "true",
        "topic.creation.default.partitions": 1,
        "topic.creation.default.replication.factor": 1,
        "errors.retry.timeout": -1,
        "errors.max.retries": -1,
    }
    return {name: str(value) for name, value in values.items()}


def problem(settings: Settings) -> str | None:
    """Why no changes are captured; None while they are."""
    url = f"{settings.connect_address.url}/connectors/{CONNECTOR}/status"
    try:
        answer = httpx.get(url, auth=_login(settings), timeout=5.0, trust_env=False)
        if answer.status_code == httpx.codes.NOT_FOUND:
            return "the connector is not registered"
        status = answer.raise_for_status().json()
    except (httpx.HTTPError, ValueError) as error:
        return f"does not answer at {url}: {type(error).__name__}"
    states = [status["connector"]["state"], *(task["state"] for task in status["tasks"])]
    if len(states) > 1 and all(state in {"RUNNING", "PAUSED"} for state in states):
        return None
    traces = [task["trace"].splitlines()[0] for task in status["tasks"] if task.get("trace")]
    return "; ".join(traces) or f"the connector is {states[0].lower()}, {len(states) - 1} tasks run"
