"""A second person's word on a take-over, as the platform's database has it.

Somebody asks for a take-over in the console, somebody else approves it. With `--approved`, or where
the setting `take_over_approval` says so, the command takes over with such a word alone.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from warren_cli import programs
from warren_cli.errors import OperatorError
from warren_cli.rights import owner_only
from warren_cli.settings import REPOSITORY, Settings

TIMEOUT_S = 180
TAIL_LINES = 5


@dataclass(frozen=True)
class Approval:
    """The platform's job that was approved, who asked for it, and who approved it."""

    job_id: int | None = None
    asked_by: str = ""
    approved_by: str = ""


NOT_ASKED_FOR = Approval()


def required(settings: Settings, inherited: Mapping[str, str] = os.environ) -> Approval:
    """The approval that is there now.

    OperatorError, which says who has to do what, without one that still counts.
    """
    found = _asked(programs.environment(settings, inherited))
    return Approval(found["job_id"], found["asked_by"], found["approved_by"])


def require_still(settings: Settings, job_id: int | None) -> None:
    """OperatorError unless what was begun with the approval of this job still has it."""
    if job_id is not None and required(settings).job_id != job_id:
        raise OperatorError(
            "The approval with which this take-over began is gone",
            remedy="Nothing was changed. Somebody cancelled it, or its time is over",
            job_id=job_id,
        )


def _asked(environment: dict[str, str]) -> dict[str, Any]:
    try:
        with owner_only():
            done = subprocess.run(
                [sys.executable, "-m", "django", "take_over_approval"],
                cwd=REPOSITORY / "backend",
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=TIMEOUT_S,
                check=False,
            )
    except subprocess.TimeoutExpired as error:
        raise OperatorError(
            "The platform did not say in time whether this take-over was approved",
            remedy="Nothing was changed. The machine may be too busy: call the command again",
            timeout_s=TIMEOUT_S,
        ) from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()[-TAIL_LINES:]
        raise OperatorError(
            "Nobody approved this take-over",
            remedy="Nothing was changed. --approved, or WARREN_TAKE_OVER_APPROVAL, asks for a "
            "second person: ask for the take-over on the console's page Migration, and have "
            "somebody else approve it",
            said=" ".join(line.strip() for line in said).removeprefix("CommandError: ").rstrip("."),
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
