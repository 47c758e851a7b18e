"""Celery application: `celery -A config.celery worker --pool=threads -c 4`.

The broker only wakes the worker up; what is to be done, and how far it is, stands in the
database. A lost or doubled message therefore loses or doubles no work (apps.jobs.keeper).
"""

import os

from celery import Celery

from config.env import env

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def _on_file_system() -> bool:
    return env().broker_url.startswith("filesystem://")


def _transport_options() -> dict[str, object]:
    if not _on_file_system():
        return {}
    folder = env().broker_path
    return {
        "data_folder_in": str(folder / "queue"),
        "data_folder_out": str(folder / "queue"),
        "control_folder": str(folder / "control"),
        "polling_interval": 0.1,
    }


app = Celery("warren")
app.conf.update(
    broker_url="filesystem://localhost" if _on_file_system() else env().broker_url,
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
app.autodiscover_tasks(["apps.jobs"])
app.steps["worker"].add("apps.jobs.keeper:Keeper")


def prepare_broker() -> None:
    """Make the folders of the filesystem broker. Anyone who sends or receives calls this first."""
    if _on_file_system():
        for part in ("queue", "control"):
            (env().broker_path / part).mkdir(parents=True, exist_ok=True, mode=0o700)
