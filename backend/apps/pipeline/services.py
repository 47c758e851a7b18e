"""What an administrator does to the pipeline. Each command is in the audit log, or makes a job."""

from typing import Any, Final

from django.db import transaction

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.rights import ROOT, Permission, require
from apps.jobs.kinds import JobKind
from apps.jobs.services import job_create
from apps.pipeline.indexer import indexer
from apps.pipeline.selectors import described
from apps.pipeline.values import PipelineCommand

_JOBS: Final = {
    PipelineCommand.REBUILD: JobKind.REBUILD_INDEX,
    PipelineCommand.REPAIR: JobKind.REPAIR_INDEX,
}


def pipeline_command(*, actor: Actor, command: PipelineCommand) -> dict[str, Any]:
    """Gives the indexer a command, or begins the job that does; the pipeline after it.

    Raises what `job_create` raises: Conflict while another job does the same.
    """
    kind = _JOBS.get(command)
    if kind is None:
        return _told(actor, command)
    job_create(
        actor=actor, kind=kind, path=ROOT, parameters={}, dry_run=False, idempotency_key=None
    )
    with indexer() as client:
        return described(client.pipeline())


def _told(actor: Actor, command: PipelineCommand) -> dict[str, Any]:
    """Pauses the indexer, or has it go on.

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
