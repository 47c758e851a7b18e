"""What an administrator does to the pipeline. Each command is in the audit log."""

from typing import Any

from django.db import transaction

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.rights import Permission, require
from apps.pipeline.indexer import indexer
from apps.pipeline.selectors import described
from apps.pipeline.values import PipelineCommand


def pipeline_command(*, actor: Actor, command: PipelineCommand) -> dict[str, Any]:
    """Gives the indexer a command; the pipeline after it.

    The entry is written first and goes with the transaction when the indexer cannot be reached.
    """
    require(actor, Permission.MANAGE_PIPELINE)
    with transaction.atomic():
        audit_record(actor=actor, action=f"pipeline.{command.value}", outcome=Outcome.SUCCEEDED)
        with indexer() as client:
            view = client.command(command.value)
    return described(view)


def dead_letter_replay(*, actor: Actor, offset: int) -> None:
    """Sends a dead letter through the pipeline again."""
    require(actor, Permission.MANAGE_PIPELINE)
    with transaction.atomic():
        audit_record(
            actor=actor,
            action="pipeline.replay",
            outcome=Outcome.SUCCEEDED,
            after={"offset": offset},
        )
        with indexer() as client:
            client.replay(offset)
