"""No server takes anybody without a login, and each login is good for its own work alone."""

import os
from pathlib import Path

import httpx
import pymysql
import pytest
import redis
from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic
from pymysql.constants import ER
from warren_cdc.logins import INDEX_USER, REPLICA_USER, kafka_client
from warren_cli import kafka_access, sql_node
from warren_cli.home import Home
from warren_cli.pipeline_conf import CONNECT_USER
from warren_cli.settings import Settings, load

ANSWER_S = 20.0
REFUSED = frozenset(
    {ER.TABLEACCESS_DENIED_ERROR, ER.DBACCESS_DENIED_ERROR, ER.SPECIFIC_ACCESS_DENIED_ERROR}
)


@pytest.fixture(scope="module")
def settings() -> Settings:
    return load(os.environ)


def listed(client: dict[str, str]) -> bool:
    """Whether a client sees the broker at all."""
    try:
        AdminClient({**client, "log_level": 0}).list_topics(timeout=5)
    except KafkaException:
        return False
    return True


def test_kafka_refuses_who_does_not_log_in(settings: Settings) -> None:
    address = str(settings.kafka_address.reachable)
    good = kafka_client(address, INDEX_USER, settings.kafka_index_password_file)
    assert listed(good)
    assert not listed({"bootstrap.servers": address})
    assert not listed({**good, "sasl.password": "guessed"})
    assert not listed({**good, "sasl.username": kafka_access.ADMIN})
    controller = str(settings.kafka_controller_address.reachable)
    assert not listed({"bootstrap.servers": controller})


def test_a_follower_reads_the_changes_in_its_own_group_and_no_more(settings: Settings) -> None:
    address = str(settings.kafka_address.reachable)
    client = kafka_client(address, REPLICA_USER, settings.kafka_replica_password_file)
    topic = os.environ["WARREN_CHANGE_TOPIC"]
    own, others = (
        Consumer({**client, "group.id": group, "log_level": 0})
        for group in (kafka_access.REPLICA_GROUP, kafka_access.INDEX_GROUP)
    )
    try:
        place = TopicPartition(topic, 0)
        own.committed([place], ANSWER_S)
        assert refusal(others, place) in {
            KafkaError.GROUP_AUTHORIZATION_FAILED,
            # The client goes on asking for the group's coordinator, which it is not told.
            KafkaError._TIMED_OUT,
        }
        assert refusal(own, place) is None
        assert kafka_access.HISTORY_TOPIC not in own.list_topics(timeout=ANSWER_S).topics
    finally:
        own.close()
        others.close()


def refusal(consumer: Consumer, place: TopicPartition) -> int | None:
    """Why a group may not be asked for its offset: told at once, or with the partition."""
    try:
        (found,) = consumer.committed([place], ANSWER_S)
    except KafkaException as error:
        return int(error.args[0].code())
    return None if found.error is None else int(found.error.code())


def test_a_follower_changes_nothing_in_kafka(settings: Settings) -> None:
    address = str(settings.kafka_address.reachable)
    client = kafka_client(address, REPLICA_USER, settings.kafka_replica_password_file)
    told: list[KafkaError | None] = []
    producer = Producer({**client, "log_level": 0})
    producer.produce(
        os.environ["WARREN_CHANGE_TOPIC"],
        value=b"{}",
        on_delivery=lambda error, _: told.append(error),
    )
    producer.flush(ANSWER_S)
    assert [error and error.code() for error in told] == [KafkaError.TOPIC_AUTHORIZATION_FAILED]
    admin = AdminClient({**client, "log_level": 0})
    made = admin.create_topics([NewTopic("mine", 1, 1)])
    with pytest.raises(KafkaException) as raised:
        made["mine"].result(ANSWER_S)
    assert raised.value.args[0].code() == KafkaError.TOPIC_AUTHORIZATION_FAILED


@pytest.mark.parametrize("path", ["/", "/connectors", "/connectors/warren-capture/config"])
def test_connect_refuses_who_does_not_log_in(settings: Settings, path: str) -> None:
    url = f"{settings.connect_address.url}{path}"
    password = settings.connect_password_file.read_text(encoding="utf-8").strip()
    with httpx.Client(timeout=ANSWER_S, trust_env=False) as client:
        for login in (None, (CONNECT_USER, "guessed"), ("root", password)):
            assert client.get(url, auth=login).status_code == httpx.codes.UNAUTHORIZED
        assert client.get(url, auth=(CONNECT_USER, password)).status_code == httpx.codes.OK
        delete = client.delete(f"{settings.connect_address.url}/connectors/warren-capture")
        assert delete.status_code == httpx.codes.UNAUTHORIZED


@pytest.mark.parametrize("path", ["/", "/_cluster/health", "/warren-inodes-read/_search"])
def test_elasticsearch_refuses_who_does_not_log_in(settings: Settings, path: str) -> None:
    url = f"{settings.elasticsearch_address.url}{path}"
    for login in (None, ("warren", "guessed"), ("elastic", "changeme")):
        answer = httpx.get(url, auth=login, timeout=ANSWER_S, trust_env=False)
        assert answer.status_code == httpx.codes.UNAUTHORIZED
    assert (
        httpx.delete(
            f"{settings.elasticsearch_address.url}/warren-inodes-state",
            timeout=ANSWER_S,
            trust_env=False,
        ).status_code
        == httpx.codes.UNAUTHORIZED
    )


def test_redis_refuses_who_does_not_log_in(settings: Settings) -> None:
    address = settings.redis_address.reachable
    for password in (None, "guessed"):
        with (
            redis.Redis(host=address.host, port=address.port, password=password) as client,
            pytest.raises(redis.AuthenticationError),
        ):
            client.ping()


@pytest.mark.parametrize("user", ["root", "", "warren_capture", "warren_schema", "warren_platform"])
def test_the_sql_node_refuses_who_does_not_log_in(settings: Settings, user: str) -> None:
    address = settings.sql_address.reachable
    with pytest.raises(pymysql.err.OperationalError) as raised:
        pymysql.connect(host=address.host, port=address.port, user=user, password="")
    assert raised.value.args[0] == ER.ACCESS_DENIED_ERROR


def test_the_capture_reads_the_feed_and_no_other_table(settings: Settings) -> None:
    database = settings.ndb_database
    with sql_node.connected(
        settings.sql_address.reachable, settings.sql_schema_user, settings.sql_schema_password_file
    ) as connection:
        tables = {name for (name,) in sql_node.rows(connection, f"SHOW TABLES IN `{database}`")}
    assert {"token_keys", "metadata_feed"} <= tables
    with sql_node.connected(
        settings.sql_address.reachable,
        settings.sql_capture_user,
        settings.sql_capture_password_file,
    ) as connection:
        sql_node.rows(connection, f"SELECT * FROM `{database}`.metadata_feed LIMIT 1")
        others = [f"`{database}`.`{table}`" for table in sorted(tables - {"metadata_feed"})]
        others += [f"`{settings.sql_platform_database}`.auth_user", "mysql.user"]
        others += [f"`{settings.live_database}`.inodes"]
        for table in others:
            with pytest.raises(pymysql.err.MySQLError) as raised:
                sql_node.rows(connection, f"SELECT * FROM {table} LIMIT 1")
            assert raised.value.args[0] in REFUSED, (table, raised.value.args)
        with pytest.raises(pymysql.err.MySQLError):
            sql_node.rows(connection, f"DELETE FROM `{database}`.metadata_feed")


def test_every_secret_is_the_owners(settings: Settings) -> None:
    secrets = Home(settings.home).secrets
    for file in (secrets, *secrets.rglob("*")):
        assert file.stat().st_mode & 0o077 == 0, file
    passwords = [file.read_text() for file in Path(secrets).rglob("*-password")]
    assert len(set(passwords)) == len(passwords) >= 11
