"""Changes that were asked for before they were jobs become jobs as they stood."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from apps.spread.models import SpreadChange
from doubles.namenode import NamenodeDouble
from doubles.world import Worker

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("spread", "0001_initial"), ("jobs", "0018_errands")]


def migrated(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


def test_rows_become_jobs(namenode: NamenodeDouble, worker: Worker) -> None:
    namenode.tree.add_file("/data/busy/f")
    inode_id = namenode.tree.find("/data/busy").inode_id
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    old = migrated(BEFORE).get_model("spread", "SpreadChange")
    now = timezone.now()
    ago = now - timedelta(minutes=5)
    states: dict[str, dict[str, Any]] = {
        "waiting": {},
        "moving": {"begun_at": ago, "moved": 3},
        "done": {"begun_at": ago, "done_at": now, "moved": 7},
        "failed": {"failed_why": "No namenode answered."},
        "superseded": {"begun_at": ago, "failed_why": "The children were sent the other way."},
    }
    for number, (state, values) in enumerate(states.items()):
        old.objects.create(
            path="/data/busy",
            inode_id=inode_id if state == "waiting" else 90_000 + number,
            children="hashed",
            reason=state,
            actor="olga",
            state=state,
            counted=7,
            count_complete=True,
            asked_at=ago,
            **values,
        )
    migrated(leaves)
    changes = list(SpreadChange.objects.select_related("job").order_by("pk"))
    assert [change.state for change in changes] == list(states)
    assert {change.reason for change in changes} == set(states)
    assert {(change.job.actor, change.job.created_at) for change in changes} == {("olga", ago)}
    assert [change.job.files for change in changes] == [0, 3, 7, 0, 0]
    assert changes[2].done_at == now
    assert changes[3].failed_why == "No namenode answered."
    # What had not begun goes on.
    worker.start()
    worker.run()
    assert SpreadChange.objects.get(pk=changes[0].pk).state == "moving"
