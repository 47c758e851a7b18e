"""`jobs take-in`, `repartition`, `rebuild-index` and others: begun at once, without a plan."""

from typing import Annotated, Any

import typer

from warren_cli.remote import output
from warren_cli.remote.operate import JOBS
from warren_cli.remote.options import Form, Url, api
from warren_cli.remote.output import Format
from warren_cli.remote.plans import Reason, tell_begun


def jobs_repartition_command(
    path: Annotated[str, typer.Argument(help="Of the directory.")],
    children: Annotated[str, typer.Argument(help="hashed: to many shards; by_parent: all to one.")],
    reason: Reason = "",
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Have a directory's children moved to many of the store's shards, or to one."""
    body = {"kind": "repartition", "path": path, "parameters": {"children": children}}
    _begin(body, reason, form, url)


def jobs_rebuild_index_command(
    reason: Reason = "", form: Form = Format.TABLE, url: Url = None
) -> None:
    """Have the search index built anew; searches go on in the old one until then."""
    _begin({"kind": "rebuild_index"}, reason, form, url)


def jobs_repair_index_command(
    reason: Reason = "", form: Form = Format.TABLE, url: Url = None
) -> None:
    """Have the whole search index compared with the namenodes, and mended where it differs."""
    _begin({"kind": "repair_index"}, reason, form, url)


def jobs_follow_hdfs_command(
    reason: Reason = "", form: Form = Format.TABLE, url: Url = None
) -> None:
    """Have the namenodes go on with the edits of the HDFS that they follow, where that was paused
    by cancelling its job."""
    _begin({"kind": "follow_hdfs"}, reason, form, url)


def jobs_take_in_command(
    path: Annotated[str, typer.Argument(help="Of the file or tree.")],
    reason: Reason = "",
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Have the bytes of a tree's small files taken from datanodes into the database."""
    _begin({"kind": "take_in", "path": path}, reason, form, url)


def _begin(body: dict[str, Any], reason: str, form: Format, url: str | None) -> None:
    with api(url) as warren:
        job = warren.post("jobs", body | ({"reason": reason} if reason else {}))
    output.show_one(job, JOBS, form)
    tell_begun(job)
