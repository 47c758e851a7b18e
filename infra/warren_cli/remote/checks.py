"""`jobs check`: what of a plan is still as it was."""

import sys
import time

from warren_cli.errors import OperatorError
from warren_cli.remote import output
from warren_cli.remote.api import Api, Json
from warren_cli.remote.operate import POLL_S, JobId
from warren_cli.remote.options import Form, Url, api
from warren_cli.remote.output import Column, Format

SELECTED = (
    Column("as of", "as_of", output.time),
    Column("as they were", "selection.same", output.count),
    Column("changed", "selection.changed", output.count),
    Column("gone", "selection.gone", output.count),
    Column("out of scope", "selection.out_of_scope", output.count),
    Column("joined", "selection.joined", output.count),
    Column("joined is exact", "selection.joined_is_exact"),
)
TREE = (
    Column("as of", "as_of", output.time),
    Column("path is", "tree.target"),
    Column("files now", "tree.now.files", output.count),
    Column("directories now", "tree.now.directories", output.count),
    Column("bytes now", "tree.now.length_bytes", output.count),
    Column("files since", "tree.difference.files", output.count),
    Column("directories since", "tree.difference.directories", output.count),
    Column("bytes since", "tree.difference.length_bytes", output.count),
)
NAMED = (Column("what", "what"), Column("path", "path"))


def jobs_check_command(job_id: JobId, form: Form = Format.TABLE, url: Url = None) -> None:
    """Look at what of a plan is still as it was; changes nothing."""
    with api(url) as warren:
        check = _ended(warren, warren.tell(f"jobs/{job_id}/check"))
        if check["state"] != "succeeded":
            raise OperatorError(
                "The check did not succeed",
                remedy="Ask again, or make a new plan",
                job=job_id,
                problem=(check["problem"] or {}).get("title"),
            )
        named = warren.get(f"jobs/{job_id}/check")["items"]
    if form is Format.JSON:
        output.show_one({**check, "named": named}, (), form)
        return
    output.show_one(check, TREE if check["selection"] is None else SELECTED, form)
    if named and form is Format.TABLE:
        print()
        output.show(named, NAMED, form)


def _ended(warren: Api, job: Json) -> Json:
    """The check as it is when it has ended."""
    while job["check"]["state"] == "running":
        print("looking", file=sys.stderr)
        time.sleep(POLL_S)
        job = warren.get(f"jobs/{job['id']}")
    check: Json = job["check"]
    return check
