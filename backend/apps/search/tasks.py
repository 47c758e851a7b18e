"""What Celery calls."""

from celery import shared_task

from apps.search import exporter, wake


@shared_task(name=wake.EXPORT_TASK)
def export(export_id: int) -> None:
    """Go on with an export for one slice of time."""
    exporter.advance(export_id=export_id)
