"""The audit of what is done to HDFS at once: what is about to be done, and what became of it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import AccessDenied, Problem


@contextmanager
def audited(
    *,
    actor: Actor,
    action: str,
    path: str,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> Iterator[None]:
    """Two entries around the block: nothing is changed that no entry tells of.

    It is no part of a transaction: what HDFS did is not undone when one fails.
    """
    told = dict(after or {})

    def record(outcome: Outcome, **more: str) -> None:
        with transaction.atomic():
            audit_record(
                actor=actor,
                action=action,
                outcome=outcome,
                path=path,
                before=before,
                after=told | more,
            )

    record(Outcome.ACCEPTED)
    try:
        yield
    except Problem as problem:
        denied = isinstance(problem, AccessDenied)
        record(Outcome.DENIED if denied else Outcome.FAILED, failed_why=problem.code)
        raise
    except BaseException:
        record(Outcome.FAILED, failed_why="internal")
        raise
    record(Outcome.SUCCEEDED)
