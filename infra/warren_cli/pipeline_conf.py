"""The configuration files and data folders of Kafka, Connect and Elasticsearch."""

import base64
import os
import pwd
import shutil
import subprocess
import uuid
from pathlib import Path
from typing import Final

from warren_cli import build, elasticsearch_access, kafka_access, servers, toolchain
from warren_cli.cluster_conf import read_password, rendered
from warren_cli.errors import OperatorError
from warren_cli.home import Home, make_secret, new_password, write_secret
from warren_cli.settings import REPOSITORY, Settings

LOG4J: Final = REPOSITORY / "infra" / "kafka" / "log4j2.properties"
FORMAT_TIMEOUT_S: Final = 120
# Of Kafka Connect's REST API.
CONNECT_USER: Final = "warren"
# Elasticsearch refuses to run as root; a launcher that does runs it as this user.
UNPRIVILEGED_USER: Final = "nobody"


def write(home: Home, settings: Settings) -> None:
    """Writes every file and makes the folders. Harmless when repeated."""
    for file in (
        *kafka_access.password_files(settings).values(),
        settings.connect_password_file,
        settings.elasticsearch_password_file,
    ):
        make_secret(file, new_password())
    write_secret(home.kafka_config, _kafka(home, settings))
    write_secret(home.connect_config, _connect(settings))
    connect_password = read_password(settings.connect_password_file)
    write_secret(home.connect_users_file, f"{CONNECT_USER}={connect_password}\n")
    home.connect_login_config.write_text(_connect_login(home), encoding="utf-8")
    for name in ("kafka.properties", "connect.properties"):
        # Where earlier versions kept them.
        (home.conf / name).unlink(missing_ok=True)
    _elasticsearch(home, settings)


def format_kafka(home: Home) -> None:
    """Lays out Kafka's data folder unless that was done. Needs its configuration."""
    if (home.kafka / "meta.properties").exists():
        return
    shutil.rmtree(home.kafka, ignore_errors=True)
    done = subprocess.run(  # noqa: S603
        [
            *kafka_java(home, 128, "kafka.tools.StorageTool"),
            *("format", "--standalone", "-t", _cluster_id(), "-c", str(home.kafka_config)),
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=FORMAT_TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        log = home.logs / "kafka-format.log"
        log.write_text(done.stdout + done.stderr, encoding="utf-8")
        raise OperatorError(
            "Kafka's data folder could not be made",
            remedy=f"It says:\n{build.tail(log, 20)}",
            folder=home.kafka,
        )


def kafka_java(
    home: Home, heap_mb: int, main_class: str, options: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The command line of a program of Kafka's."""
    return (
        toolchain.java(),
        *(f"-Xmx{heap_mb}m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
        f"-XX:ErrorFile={home.logs}/java-crash.log",
        f"-Djava.io.tmpdir={home.scratch}",
        f"-Dlog4j2.configurationFile={LOG4J}",
        *options,
        *("-cp", f"{servers.KAFKA_HOME}/*", main_class),
    )


def _cluster_id() -> str:
    """Kafka's form of a random id. One that looks like an option is not taken."""
    while True:
        text = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        if not text.startswith("-"):
            return text


def _kafka(home: Home, settings: Settings) -> str:
    broker, controller = settings.kafka_address, settings.kafka_controller_address
    passwords = {
        user: read_password(file) for user, file in kafka_access.password_files(settings).items()
    }
    me = (kafka_access.BROKER, passwords[kafka_access.BROKER])
    return rendered(
        "kafka/server.properties.template",
        clients_login=kafka_access.login(*me, passwords),
        controller_login=kafka_access.login(*me, {me[0]: me[1]}),
        super_users=f"User:{kafka_access.BROKER};User:{kafka_access.ADMIN}",
        host=broker.host,
        port=broker.port,
        advertised_host=broker.reachable.host,
        controller_bind=controller.host,
        controller_host=controller.reachable.host,
        controller_port=controller.port,
        data_dir=home.kafka,
        retention_ms=settings.kafka_retention_hours * 3_600_000,
        retention_bytes=settings.kafka_retention_mb << 20,
    )


def _connect(settings: Settings) -> str:
    return rendered(
        "kafka/connect.properties.template",
        login=kafka_access.login(
            kafka_access.CONNECT, read_password(settings.kafka_connect_password_file)
        ),
        bootstrap=settings.kafka_address.reachable,
        host=settings.connect_address.host,
        port=settings.connect_address.port,
        advertised_host=settings.connect_address.reachable.host,
        plugin_dir=servers.DEBEZIUM.home,
        secrets_dirs=",".join(
            sorted(
                {
                    str(settings.sql_capture_password_file.parent),
                    str(settings.kafka_connect_password_file.parent),
                }
            )
        ),
    )


def _connect_login(home: Home) -> str:
    """JAAS: who may use the REST API is in a file of names and passwords."""
    module = "org.apache.kafka.connect.rest.basic.auth.extension.PropertyFileLoginModule"
    return f'KafkaConnect {{\n  {module} required file="{home.connect_users_file}";\n}};\n'


def _elasticsearch(home: Home, settings: Settings) -> None:
    root = home.elasticsearch
    conf, data, logs, scratch = (root / name for name in ("conf", "data", "logs", "tmp"))
    for folder in (conf, data, logs, scratch):
        folder.mkdir(parents=True, exist_ok=True)
    values = {
        "host": settings.elasticsearch_address.host,
        "port": settings.elasticsearch_address.port,
        "transport_port": settings.elasticsearch_transport_address.port,
        "data_dir": data,
        "logs_dir": logs,
    }
    (conf / "elasticsearch.yml").write_text(
        rendered("elasticsearch/elasticsearch.yml.template", **values), encoding="utf-8"
    )
    (conf / "jvm.options").write_text(
        rendered(
            "elasticsearch/jvm.options.template",
            heap_mb=settings.elasticsearch_heap_mb,
            logs_dir=logs,
        ),
        encoding="utf-8",
    )
    shutil.copyfile(
        REPOSITORY / "infra" / "elasticsearch" / "log4j2.properties", conf / "log4j2.properties"
    )
    elasticsearch_access.write(conf, read_password(settings.elasticsearch_password_file))
    if os.geteuid() == 0:
        _give_away(root)


def _give_away(root: Path) -> None:
    """Gives Elasticsearch's folder to the user it runs as. Raises OperatorError if out of reach."""
    user = pwd.getpwnam(UNPRIVILEGED_USER)
    os.chown(root, user.pw_uid, user.pw_gid)
    for parent, folders, files in os.walk(root):
        for name in (*folders, *files):
            os.chown(Path(parent) / name, user.pw_uid, user.pw_gid)
    for folder in (root, servers.ELASTICSEARCH.home):
        closed = [each for each in folder.parents if not each.stat().st_mode & 0o001]
        if closed:
            raise OperatorError(
                "Elasticsearch does not run as root, and its user cannot reach a folder it needs",
                remedy="Run Warren as another user, or let others pass: chmod o+x FOLDER",
                user=UNPRIVILEGED_USER,
                folder=closed[-1],
                exit_code=2,
            )
