"""Exports become jobs: each row gets one, which goes on from where the export was, or has its end."""

import hashlib
import json

import django.db.models.deletion
from django.db import migrations, models

_UNFINISHED = ("queued", "running")


def _jobs(apps, _schema_editor):
    export_model = apps.get_model("search", "SearchExport")
    job_model = apps.get_model("jobs", "Job")
    for export in export_model.objects.order_by("pk").iterator(chunk_size=200):
        unfinished = export.state in _UNFINISHED
        job = job_model.objects.create(
            kind="export",
            path="/",
            inode_id=0,
            parameters={"format": export.kind},
            dry_run=False,
            state=export.state,
            phase="acting",
            actor=export.owner,
            user_id=export.user_id,
            hdfs_user=export.owner,
            request_sha256=hashlib.sha256(f"export {export.pk}".encode()).hexdigest(),
            created_at=export.created_at,
            started_at=None if export.state == "queued" else export.created_at,
            finished_at=None if unfinished else (export.finished_at or export.created_at),
            act_begun=export.file_epoch is not None,
            # Whoever writes now writes into the file of the export's epoch: the next one must not.
            takeovers=export.epoch + 1,
            cursor=_place(export),
            files=export.rows,
            length_bytes=export.written_bytes,
            total=export.rows if export.state == "succeeded" else None,
            problem=_problem(export.error),
            woken_at=export.created_at if unfinished else None,
        )
        export.job_id = job.pk
        export.save(update_fields=["job"])


def _place(export):
    """How far its file is, as the job keeps it."""
    return json.dumps(
        {
            "cursor": export.cursor,
            "rows": export.rows,
            "written_bytes": export.written_bytes,
            "file_epoch": export.file_epoch,
            "complete": export.complete,
            "truncated": export.truncated,
            "as_of": export.as_of,
            "size_bytes": export.size_bytes,
        }
    )


def _problem(error):
    if error is None:
        return None
    return {"type": "about:blank", "status": 500, "facts": {}, **error}


class Migration(migrations.Migration):

    dependencies = [
        ("jobs", "0018_errands"),
        ("search", "0002_export_epochs"),
    ]

    operations = [
        migrations.AddField(
            model_name="searchexport",
            name="job",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="search_export",
                to="jobs.job",
            ),
        ),
        migrations.RunPython(_jobs, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="searchexport",
            name="job",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="search_export",
                to="jobs.job",
            ),
        ),
        migrations.RemoveIndex(model_name="searchexport", name="search_export_state"),
        *(
            migrations.RemoveField(model_name="searchexport", name=name)
            for name in (
                "owner",
                "state",
                "cursor",
                "rows",
                "written_bytes",
                "complete",
                "epoch",
                "file_epoch",
                "size_bytes",
                "truncated",
                "as_of",
                "error",
                "created_at",
                "finished_at",
                "lease_token",
                "lease_expires_at",
                "takeovers",
            )
        ),
    ]
