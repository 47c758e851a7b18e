"""Changes become jobs: each row gets one, which has its state, its progress and its end."""

import hashlib

import django.db.models.deletion
from django.db import migrations, models

_STATES = {
    "waiting": "queued",
    "moving": "running",
    "done": "succeeded",
    "failed": "failed",
    "superseded": "failed",
}
_CODES = {"failed": "internal", "superseded": "turned_round"}


def _jobs(apps, _schema_editor):
    change_model = apps.get_model("spread", "SpreadChange")
    job_model = apps.get_model("jobs", "Job")
    for change in change_model.objects.order_by("pk").iterator(chunk_size=200):
        ended = change.state in ("done", "failed", "superseded")
        job = job_model.objects.create(
            kind="repartition",
            path=change.path,
            inode_id=change.inode_id,
            parameters={"children": change.children},
            dry_run=False,
            state=_STATES[change.state],
            phase="acting",
            actor=change.actor,
            hdfs_user=change.actor,
            request_id=change.request_id,
            request_sha256=hashlib.sha256(f"spread change {change.pk}".encode()).hexdigest(),
            created_at=change.asked_at,
            started_at=change.begun_at,
            # Of what failed nobody wrote down when.
            finished_at=(change.done_at or change.begun_at or change.asked_at) if ended else None,
            act_begun=change.begun_at is not None,
            files=change.moved,
            changed=change.moved,
            total=change.counted if change.count_complete else None,
            problem=_problem(change),
            woken_at=None if ended else change.asked_at,
        )
        change.job_id = job.pk
        change.save(update_fields=["job"])


def _problem(change):
    """Why it ended, as jobs keep that; None where it did not end so."""
    code = _CODES.get(change.state)
    if code is None:
        return None
    return {
        "type": "about:blank",
        "title": change.failed_why or "The children were sent the other way",
        "status": 409 if code == "turned_round" else 500,
        "code": code,
        "detail": "",
        "facts": {},
    }


class Migration(migrations.Migration):

    dependencies = [
        ("jobs", "0018_errands"),
        ("spread", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="spreadchange",
            name="job",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="spread_change",
                to="jobs.job",
            ),
        ),
        migrations.RunPython(_jobs, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="spreadchange",
            name="job",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="spread_change",
                to="jobs.job",
            ),
        ),
        migrations.RemoveIndex(model_name="spreadchange", name="spread_change_state"),
        *(
            migrations.RemoveField(model_name="spreadchange", name=name)
            for name in (
                "path",
                "inode_id",
                "children",
                "actor",
                "request_id",
                "state",
                "moved",
                "asked_at",
                "done_at",
                "failed_why",
            )
        ),
    ]
