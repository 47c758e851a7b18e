"""What Celery calls."""

from celery import shared_task

from apps.alerts import deliveries, wake


@shared_task(name=wake.DELIVER_TASK)
def deliver(delivery_id: int) -> None:
    """Try a delivery once, when it is due and nobody else tries it."""
    deliveries.attempt(delivery_id=delivery_id)
