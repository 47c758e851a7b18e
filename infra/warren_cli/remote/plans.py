"""`jobs plan`, `promote` and `undo`: what a job would change, the job, and the way back."""

import sys
from typing import Annotated, Any

import typer

from warren_cli.errors import OperatorError
from warren_cli.remote import output, plan_warnings
from warren_cli.remote.api import EXIT_BAD_INPUT, Json
from warren_cli.remote.operate import JOBS, JobId, wait_for
from warren_cli.remote.options import Form, Url, api
from warren_cli.remote.output import Format

NONE = "none"
Reason = Annotated[str, typer.Option(help="For who has to approve it, where a rule asks for that.")]
TypeQuota = Annotated[
    str | None,
    typer.Option(help="set_quota: so many bytes of that type of storage, by policy, or none."),
]


def jobs_plan_command(
    kind: Annotated[
        str,
        typer.Argument(
            help="set_owner, set_permission, set_replication, set_storage_policy, "
            "set_erasure_coding, set_acl, set_xattr, set_quota, move, delete or restore (from a "
            "trash)."
        ),
    ],
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            help="Of the file or tree. Several: of each alone, nothing below it but in a delete or "
            "a restore, which moves each back to where it was."
        ),
    ] = None,
    *,
    search: Annotated[
        str | None, typer.Option(help="In the place of paths: all that this search finds.")
    ] = None,
    saved_search: Annotated[
        int | None, typer.Option(help="The same: all that the saved search of this id finds.")
    ] = None,
    sql_query: Annotated[
        int | None,
        typer.Option(help="The same: what the column inode_id of this query's result names."),
    ] = None,
    owner: Annotated[str | None, typer.Option(help="set_owner: the new owner.")] = None,
    group: Annotated[str | None, typer.Option(help="set_owner: the new group.")] = None,
    mode: Annotated[str | None, typer.Option(help="set_permission, e.g. 0750.")] = None,
    file_mode: Annotated[str | None, typer.Option(help="set_permission, of files.")] = None,
    directory_mode: Annotated[
        str | None, typer.Option(help="set_permission, of directories.")
    ] = None,
    replication: Annotated[
        int | None, typer.Option(min=1, help="set_replication: of files; directories have none.")
    ] = None,
    storage_policy: Annotated[
        str | None,
        typer.Option(help="set_storage_policy: such as COLD, or none for that of the directory."),
    ] = None,
    erasure_coding: Annotated[
        str | None,
        typer.Option(
            help="set_erasure_coding, of directories, for files made later: an enabled policy, "
            "replication, or none for that of the directory above."
        ),
    ] = None,
    acl_change: Annotated[
        str | None,
        typer.Option(
            help="set_acl: set, modify, remove, remove_default or remove_all, as setfacl --set, "
            "-m, -x, -k and -b."
        ),
    ] = None,
    acl: Annotated[
        str | None,
        typer.Option(help="set_acl: the entries, such as user:ana:r-x,default:group:ops:rwx."),
    ] = None,
    xattr: Annotated[
        str | None, typer.Option(help="set_xattr: the full name, such as user.team.")
    ] = None,
    xattr_value: Annotated[
        str | None,
        typer.Option(help="set_xattr: text, hexadecimal after 0x, or Base64 after 0s."),
    ] = None,
    remove_xattr: Annotated[
        bool, typer.Option("--remove-xattr", help="set_xattr: take the attribute away.")
    ] = False,
    namespace_quota: Annotated[
        str | None, typer.Option(help="set_quota: so many names, or none.")
    ] = None,
    space_quota_bytes: Annotated[
        str | None, typer.Option(help="set_quota: so many bytes, or none.")
    ] = None,
    ssd_quota_bytes: TypeQuota = None,
    disk_quota_bytes: TypeQuota = None,
    archive_quota_bytes: TypeQuota = None,
    provided_quota_bytes: TypeQuota = None,
    nvdimm_quota_bytes: TypeQuota = None,
    skip_trash: Annotated[
        bool, typer.Option("--skip-trash", help="delete: for good, at once.")
    ] = False,
    outside_trash: Annotated[
        bool,
        typer.Option(
            "--outside-trash",
            help="With --skip-trash, of several: also what lies in no trash and stays otherwise.",
        ),
    ] = False,
    to: Annotated[
        str | None,
        typer.Option(
            help="restore, of one path: another one than where it was. move: where each goes, such "
            "as /archive/{year}/{owner}/{name}, or a directory with a slash at its end."
        ),
    ] = None,
    inodes_per_s: Annotated[
        int | None,
        typer.Option(min=1, help="Most inodes that it, and the job itself, visit a second."),
    ] = None,
    priority: Annotated[
        str | None,
        typer.Option(help="low or high: whose turn it is first; of the job itself, too."),
    ] = None,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Try a job to its end without changing anything; `jobs promote` does it then."""
    given: dict[str, Any] = {
        "owner": owner,
        "group": group,
        "mode": mode,
        "file_mode": file_mode,
        "directory_mode": directory_mode,
        "replication": replication,
        "acl_change": acl_change,
        "acl": acl,
        "xattr": xattr,
        "xattr_value": xattr_value,
        "to": to,
    }
    parameters = {name: value for name, value in given.items() if value is not None}
    for name, policy in {
        "storage_policy": storage_policy,
        "erasure_coding": erasure_coding,
    }.items():
        if policy is not None:
            parameters[name] = None if policy == NONE else policy
    for name, limit in {
        "namespace_quota": namespace_quota,
        "space_quota_bytes": space_quota_bytes,
        "ssd_quota_bytes": ssd_quota_bytes,
        "disk_quota_bytes": disk_quota_bytes,
        "archive_quota_bytes": archive_quota_bytes,
        "provided_quota_bytes": provided_quota_bytes,
        "nvdimm_quota_bytes": nvdimm_quota_bytes,
    }.items():
        parameters |= _quota(name, limit)
    if remove_xattr:
        _refuse_value(xattr_value)
        parameters["xattr_value"] = None
    if skip_trash:
        parameters["skip_trash"] = True
    if outside_trash:
        parameters["outside_trash"] = True
    named = {"search": search, "saved_search": saved_search, "sql_query": sql_query}
    target = _target(paths or [], {way: each for way, each in named.items() if each is not None})
    with api(url) as warren:
        wanted = {"kind": kind, "dry_run": True, "parameters": parameters}
        pace = {"inodes_per_s_max": inodes_per_s, "priority": priority}
        said = {name: each for name, each in pace.items() if each is not None}
        job = wait_for(warren, warren.post("jobs", wanted | said | target))
    output.show_one(job, JOBS, form)
    for line in plan_warnings.lines(job):
        print(line, file=sys.stderr)
    # Of a selection, what names nothing is among the errors; the others can be acted on.
    partly = job["state"] == "succeeded_with_errors" and "selection" in target
    if job["state"] != "succeeded" and not partly:
        raise OperatorError("The plan did not succeed", job=job["id"], state=job["state"])
    if partly:
        print(f"`bin/warren jobs errors {job['id']}` lists what would stay", file=sys.stderr)
    print(f"`bin/warren jobs promote {job['id']}` does it", file=sys.stderr)


def _target(paths: list[str], named: dict[str, Any]) -> dict[str, Any]:
    """What a plan is about: a path with all below it, or the inodes of a selection."""
    if len(named) + bool(paths) != 1:
        raise OperatorError(
            "Give paths, or one of --search, --saved-search and --sql-query",
            exit_code=EXIT_BAD_INPUT,
        )
    if named:
        return {"selection": named}
    return {"path": paths[0]} if len(paths) == 1 else {"selection": {"paths": paths}}


def _refuse_value(value: str | None) -> None:
    """What is taken away has none."""
    if value is not None:
        raise OperatorError(
            "Give --xattr-value or --remove-xattr, not both", exit_code=EXIT_BAD_INPUT
        )


def _quota(name: str, value: str | None) -> dict[str, int | None]:
    if value is None:
        return {}
    if value == NONE:
        return {name: None}
    try:
        return {name: int(value)}
    except ValueError as error:
        raise OperatorError(
            "A quota is a whole number, or none",
            exit_code=EXIT_BAD_INPUT,
            option=f"--{name.replace('_', '-')}",
            value=value,
        ) from error


def jobs_promote_command(
    job_id: JobId,
    *,
    even_if_changed: Annotated[
        bool,
        typer.Option(
            "--even-if-changed",
            help="Of a selection: also what changed since it was chosen, which stays otherwise.",
        ),
    ] = False,
    even_if_quotas_exceeded: Annotated[
        bool,
        typer.Option(
            "--even-if-quotas-exceeded",
            help="Also where all of it together exceeds a quota: what does not fit is left then.",
        ),
    ] = False,
    reason: Reason = "",
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Do what a finished plan tried; `jobs wait` waits for its end."""
    body = {"if_changed": "act"} if even_if_changed else {}
    if even_if_quotas_exceeded:
        body["if_quota_exceeded"] = "act"
    with api(url) as warren:
        job = warren.post(f"jobs/{job_id}/promote", body | _reason(reason))
    output.show_one(job, JOBS, form)
    _tell_waiting(job)


def _reason(text: str) -> dict[str, str]:
    return {"reason": text} if text else {}


def _tell_waiting(job: Json) -> None:
    if job["state"] == "waiting_for_approval":
        print(
            f"It begins when somebody else approves it: `bin/warren jobs approve {job['id']}`",
            file=sys.stderr,
        )


def tell_begun(job: Json) -> None:
    """What a job that is no plan waits for, and how to wait for its end."""
    _tell_waiting(job)
    print(f"`bin/warren jobs wait {job['id']}` waits for its end", file=sys.stderr)


def jobs_undo_command(
    job_id: JobId,
    *,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only try it; `jobs promote` does it then.")
    ] = False,
    reason: Reason = "",
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Take back what a job changed, by a job of its own; what was changed since stays."""
    with api(url) as warren:
        job = warren.post(f"jobs/{job_id}/undo", {"dry_run": plan} | _reason(reason))
        if plan:
            job = wait_for(warren, job)
    output.show_one(job, JOBS, form)
    if not plan:
        tell_begun(job)
        return
    if job["state"] not in ("succeeded", "succeeded_with_errors"):
        raise OperatorError("The plan did not succeed", job=job["id"], state=job["state"])
    if job["progress"]["errors"]:
        print(f"`bin/warren jobs errors {job['id']}` lists what would stay", file=sys.stderr)
    print(f"`bin/warren jobs promote {job['id']}` does it", file=sys.stderr)
