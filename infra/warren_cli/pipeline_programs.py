"""The processes of the change pipeline: how each is started, and whether it serves."""

import os
from pathlib import Path
from typing import Any, Final

import httpx
from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

from warren_cli import elasticsearch_access, kafka_access, pipeline_conf, servers, toolchain
from warren_cli.cluster_conf import read_password
from warren_cli.home import Home
from warren_cli.pipeline_conf import kafka_java
from warren_cli.programs import Program
from warren_cli.settings import Settings

KAFKA: Final = "kafka"
CONNECT: Final = "connect"
ELASTICSEARCH: Final = "elasticsearch"
NAMES: Final = (KAFKA, CONNECT, ELASTICSEARCH)
TIMEOUT_S: Final = 3.0
STOP_S: Final = 60


def programs(settings: Settings, home: Home) -> tuple[Program, ...]:
    """In start order; none when the pipeline is not wanted."""
    if not settings.has_pipeline:
        return ()
    kafka = (
        *kafka_java(home, settings.kafka_heap_mb, "kafka.Kafka"),
        str(home.kafka_config),
    )
    connect = (
        *kafka_java(
            home,
            settings.connect_heap_mb,
            "org.apache.kafka.connect.cli.ConnectDistributed",
            (f"-Djava.security.auth.login.config={home.connect_login_config}",),
        ),
        str(home.connect_config),
    )
    return (
        Program(KAFKA, kafka, 32, 2, autostart=False, stop_timeout_s=STOP_S),
        Program(ELASTICSEARCH, _elasticsearch(home), 33, 2, autostart=False, stop_timeout_s=STOP_S),
        Program(CONNECT, connect, 34, 2, autostart=False, stop_timeout_s=STOP_S),
    )


def _elasticsearch(home: Home) -> tuple[str, ...]:
    root = servers.ELASTICSEARCH.home / servers.ELASTICSEARCH.folder
    java_home = Path(toolchain.java()).resolve().parent.parent
    user = pipeline_conf.UNPRIVILEGED_USER
    lower = (
        ("setpriv", f"--reuid={user}", "--regid=nogroup", "--clear-groups")
        if os.geteuid() == 0
        else ()
    )
    return (
        *lower,
        # The settings' own heap counts, not what the operator's environment says for another one.
        *("/usr/bin/env", "-u", "ES_JAVA_OPTS", f"ES_JAVA_HOME={java_home}"),
        f"ES_PATH_CONF={home.elasticsearch / 'conf'}",
        f"ES_TMPDIR={home.elasticsearch / 'tmp'}",
        str(root / "bin" / "elasticsearch"),
    )


def problems(settings: Settings) -> dict[str, str | None]:
    """What keeps each part from serving, by process name; None for a part that serves."""
    if not settings.has_pipeline:
        return {}
    return {
        KAFKA: kafka_problem(settings),
        CONNECT: connect_problem(settings),
        ELASTICSEARCH: elasticsearch_problem(settings),
    }


def kafka_problem(settings: Settings) -> str | None:
    address = settings.kafka_address.reachable
    try:
        client = AdminClient(kafka_access.client_config(settings))
        found = client.list_topics(timeout=TIMEOUT_S)
    except KafkaException as error:
        return f"does not answer at {address}: {error.args[0].str()}"
    except OSError as error:
        return f"its password cannot be read: {error.strerror}"
    return None if found.brokers else "answers, and has no broker"


def connect_problem(settings: Settings) -> str | None:
    """Connect serves once it has joined its group: before, its REST API waits."""
    url = f"{settings.connect_address.url}/connectors"
    answer = _get(url, pipeline_conf.CONNECT_USER, settings.connect_password_file)
    return answer if isinstance(answer, str) else None


def elasticsearch_problem(settings: Settings) -> str | None:
    answer = _get(
        f"{settings.elasticsearch_address.url}/_cluster/health",
        elasticsearch_access.USER,
        settings.elasticsearch_password_file,
    )
    if isinstance(answer, str):
        return answer
    status = answer.get("status") if isinstance(answer, dict) else None
    return None if status in {"green", "yellow"} else f"its indices are {status}"


def _get(url: str, user: str, password_file: Path) -> Any:
    """The JSON of an answer, or as a string why there is none."""
    try:
        login = (user, read_password(password_file))
        answer = httpx.get(url, auth=login, timeout=TIMEOUT_S, trust_env=False)
        answer.raise_for_status()
        return answer.json()
    except httpx.HTTPStatusError as error:
        return f"answers with status {error.response.status_code} at {url}"
    except (httpx.HTTPError, ValueError, OSError) as error:
        return f"does not answer at {url}: {type(error).__name__}"
