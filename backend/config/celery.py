"""Celery application: `celery -A config.celery worker --pool=threads -c 4`.

The broker only wakes the worker up; what is to be done, and how far it is, stands in the
database. A lost or doubled message therefore loses or doubles no work (apps.jobs.keeper).
"""

import os
from urllib.parse import quote, urlsplit, urlunsplit

from celery import Celery

from config.env import Env, env

REDIS_TIMEOUT_S = 5

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def _on_file_system() -> bool:
    return env().broker_url.startswith("filesystem://")


def broker_url(settings: Env) -> str:
    """The broker's address with the password in its place."""
    if settings.broker_password_file is None:
        return settings.broker_url
    parts = urlsplit(settings.broker_url)
    password = settings.broker_password_file.read_text(encoding="utf-8").strip()
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f":{quote(password, safe='')}@{host}"))


def _transport_options() -> dict[str, object]:
    if not _on_file_system():
        # Whoever wakes a worker answers a request: the keeper repeats what could not be sent.
        return {
            "socket_connect_timeout": REDIS_TIMEOUT_S,
            "socket_timeout": REDIS_TIMEOUT_S,
            "retry_on_timeout": False,
        }
    folder = env().broker_path
    return {
        "data_folder_in": str(folder / "queue"),
        "data_folder_out": str(folder / "queue"),
        "control_folder": str(folder / "control"),
        "polling_interval": 0.1,
    }


app = Celery("warren")
app.conf.update(
    broker_url="filesystem://localhost" if _on_file_system() else broker_url(env()),
    broker_transport="config.broker:Transport" if _on_file_system() else None,
    broker_transport_options=_transport_options(),
    broker_connection_retry_on_startup=True,
    task_ignore_result=True,
    task_serializer="json",
    accept_content=["json"],
    task_default_queue="jobs",
    task_publish_retry=False,
    worker_prefetch_multiplier=1,
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    timezone="UTC",
)
app.autodiscover_tasks(["apps.jobs", "apps.alerts"])
app.steps["worker"].add("apps.jobs.keeper:Keeper")
app.steps["worker"].add("apps.health.keeper:HealthKeeper")
app.steps["worker"].add("apps.figures.keeper:FigureKeeper")
app.steps["worker"].add("apps.shards.keeper:ShardKeeper")
app.steps["worker"].add("apps.limits.keeper:LimitKeeper")
app.steps["worker"].add("apps.service.keeper:ServiceKeeper")
app.steps["worker"].add("apps.spread.keeper:SpreadKeeper")
app.steps["worker"].add("apps.snapshots.keeper:RestoreKeeper")
app.steps["worker"].add("apps.usage.keeper:WatchedKeeper")
app.steps["worker"].add("apps.rules.keeper:RuleKeeper")
app.steps["worker"].add("apps.alerts.keeper:AlertKeeper")
app.steps["worker"].add("apps.idempotency.keeper:AnswerKeeper")
app.steps["worker"].add("apps.health.worker_metrics:MetricsServer")


def prepare_broker() -> None:
    """Make the folders of the filesystem broker. Anyone who sends or receives calls this first."""
    if _on_file_system():
        for part in ("queue", "control"):
            (env().broker_path / part).mkdir(parents=True, exist_ok=True, mode=0o700)
