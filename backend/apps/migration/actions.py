"""Beginning an approved take-over from the console."""

from time import time

from django.db import transaction

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import Conflict, Unavailable
from apps.common.rights import Permission, require
from apps.migration import files
from apps.migration.approved import approved_take_over
from apps.migration.attempts import last_attempt
from apps.migration.files import Order
from apps.migration.known import known, require_takeable
from apps.migration.values import AttemptState
from config.env import env


@transaction.atomic
def take_over_begin(*, actor: Actor) -> Order:
    """Order the approved take-over; the host's supervisor carries it out, or says why not.

    Conflict where nobody approved one, where this Warren was not told of the old NameNodes'
    directories, and while an order is carried out.
    """
    require(actor, Permission.MANAGE_NAMENODES)
    found = approved_take_over()
    if not env().take_over_from:
        raise Conflict(
            "This Warren does not know the old NameNodes' directories",
            code="begun_at_the_host",
            detail="Call `bin/warren migrate take-over --from NAME_DIR` at the host, or set "
            "WARREN_TAKE_OVER_FROM there and restart Warren.",
            facts={"job_id": found.job.pk},
        )
    require_takeable(known())
    before = last_attempt()
    if before is not None and before.state in {AttemptState.ORDERED, AttemptState.RUNNING}:
        raise Conflict(
            "The take-over is being carried out",
            code="under_way",
            detail="Wait for what comes of it.",
            facts={"ordered_by": before.ordered_by},
        )
    now_s = time()
    order = Order(
        number=round(now_s * 1000),
        job_id=found.job.pk,
        ordered_by=actor.name,
        ordered_at_s=now_s,
    )
    audit_record(
        actor=actor,
        action="migration.take_over",
        outcome=Outcome.ACCEPTED,
        job_id=found.job.pk,
        after={"asked_by": found.job.actor, "approved_by": found.approved_by},
    )
    # Last, so that nothing is ordered that the audit log does not know.
    _write(order)
    return order


def _write(order: Order) -> None:
    try:
        files.write_order(order)
    except OSError as error:
        raise Unavailable(
            "The order could not be written",
            code="not_ordered",
            detail="Nothing was begun. Look at the disk of the data folder.",
            facts={"cause": error.strerror or type(error).__name__},
        ) from error
