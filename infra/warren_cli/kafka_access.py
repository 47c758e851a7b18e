"""Who may do what in Kafka: a user for each client, and what each of them may touch."""

from pathlib import Path
from typing import Any, Final

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.admin._acl import AclBinding, AclOperation, AclPermissionType
from confluent_kafka.admin._resource import ResourcePatternType, ResourceType

from warren_cli.cluster_conf import read_password
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

# The broker to itself, and the launcher: they may do everything.
BROKER: Final = "warren-broker"
ADMIN: Final = "warren-admin"
CONNECT: Final = "warren-connect"
# As in warren_cdc.settings, where the two followers find their own.
INDEX: Final = "warren-index"
REPLICA: Final = "warren-replica"

CONNECT_TOPICS: Final = "warren-connect-"
CONNECT_GROUP: Final = "warren-connect"
HISTORY_TOPIC: Final = "warren-schema-history"
HISTORY_GROUP: Final = "warren-schemahistory"
HEARTBEAT_TOPICS: Final = "__debezium-heartbeat."
INDEX_GROUP: Final = "warren-search"
REPLICA_GROUP: Final = "warren-replica"
LETTERS_GROUP: Final = "warren-dead-letters"
TIMEOUT_S: Final = 60.0
ANY_HOST: Final = "*"

_LITERAL, _PREFIX = ResourcePatternType.LITERAL, ResourcePatternType.PREFIXED


def password_files(settings: Settings) -> dict[str, Path]:
    """Where each user's password is."""
    return {
        BROKER: settings.kafka_broker_password_file,
        ADMIN: settings.kafka_admin_password_file,
        CONNECT: settings.kafka_connect_password_file,
        INDEX: settings.kafka_index_password_file,
        REPLICA: settings.kafka_replica_password_file,
    }


def client_config(settings: Settings) -> dict[str, Any]:
    """How the launcher connects."""
    return {
        "bootstrap.servers": str(settings.kafka_address.reachable),
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": "PLAIN",
        "sasl.username": ADMIN,
        "sasl.password": read_password(settings.kafka_admin_password_file),
        "log_level": 0,
    }


def login(user: str, password: str, users: dict[str, str] | None = None) -> str:
    """A line of JAAS: whose login this side uses, and with `users` whom it lets in."""
    for each in (password, *(users or {}).values()):
        # Of a secret that Kafka Connect reads itself, only its place is written.
        if not each.startswith("${secret:") and any(mark in each for mark in '"$\\;'):
            raise OperatorError(
                "A password of Kafka's holds a character that its files cannot quote",
                remedy='Use none of " $ \\ ;',
                user=user,
                exit_code=2,
            )
    known = "".join(f' user_{name}="{each}"' for name, each in (users or {}).items())
    return (
        "org.apache.kafka.common.security.plain.PlainLoginModule required "
        f'username="{user}" password="{password}"{known};'
    )


def grant(settings: Settings, change_topic: str, letters_topic: str) -> None:
    """Gives each user what its work takes. Harmless when repeated. Raises OperatorError."""
    admin = AdminClient(client_config(settings))
    wanted = rules(change_topic, letters_topic)
    try:
        for made in admin.create_acls(wanted, request_timeout=TIMEOUT_S).values():
            made.result(TIMEOUT_S)
    except KafkaException as error:
        raise OperatorError(
            "Kafka refused the rules of access", reason=error.args[0].str()
        ) from error


def rules(change_topic: str, letters_topic: str) -> list[AclBinding]:
    """Each user's rights; what no rule allows is refused."""
    topic, group, cluster = ResourceType.TOPIC, ResourceType.GROUP, ResourceType.BROKER
    every, read, write = AclOperation.ALL, AclOperation.READ, AclOperation.WRITE
    return [
        _rule(CONNECT, topic, CONNECT_TOPICS, _PREFIX, every),
        _rule(CONNECT, topic, HEARTBEAT_TOPICS, _PREFIX, every),
        _rule(CONNECT, topic, HISTORY_TOPIC, _LITERAL, every),
        _rule(CONNECT, topic, change_topic, _LITERAL, every),
        _rule(CONNECT, group, CONNECT_GROUP, _LITERAL, every),
        _rule(CONNECT, group, HISTORY_GROUP, _LITERAL, every),
        # The history's topic is made with the broker's own number of replicas.
        _rule(CONNECT, cluster, "kafka-cluster", _LITERAL, AclOperation.DESCRIBE_CONFIGS),
        _rule(INDEX, topic, change_topic, _LITERAL, read),
        # Dead letters that are tried again.
        _rule(INDEX, topic, change_topic, _LITERAL, write),
        _rule(INDEX, topic, letters_topic, _LITERAL, read),
        _rule(INDEX, topic, letters_topic, _LITERAL, write),
        _rule(INDEX, group, INDEX_GROUP, _LITERAL, read),
        _rule(INDEX, group, LETTERS_GROUP, _LITERAL, read),
        _rule(REPLICA, topic, change_topic, _LITERAL, read),
        _rule(REPLICA, group, REPLICA_GROUP, _LITERAL, read),
    ]


def _rule(
    user: str,
    kind: ResourceType,
    name: str,
    pattern: ResourcePatternType,
    operation: AclOperation,
) -> AclBinding:
    allow = AclPermissionType.ALLOW
    return AclBinding(kind, name, pattern, f"User:{user}", ANY_HOST, operation, allow)
