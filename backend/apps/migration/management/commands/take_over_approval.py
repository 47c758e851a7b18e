"""`manage.py take_over_approval`: the approved take-over, for `bin/warren migrate take-over`."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.common.problems import Problem
from apps.migration.approved import approved_take_over


class Command(BaseCommand):
    help = "Print the take-over that was approved as JSON; an error says what there is instead."

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            found = approved_take_over()
        except Problem as problem:
            raise CommandError(f"{problem.title}. {problem.detail or ''}".strip()) from problem
        self.stdout.write(
            json.dumps(
                {
                    "job_id": found.job.pk,
                    "asked_by": found.job.actor,
                    "approved_by": found.approved_by,
                    "until": found.until.isoformat(),
                }
            )
        )
