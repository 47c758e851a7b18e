"""Jobs: start, watch, pause, cancel, promote, undo."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn, actor_of, needs
from apps.common.actor import Actor
from apps.common.openapi import BODY, IDEMPOTENCY_KEY, answers, page_of
from apps.common.requests import idempotency_key, parsed
from apps.common.rights import JOB_PERMISSIONS
from apps.common.sorting import sorted_arguments
from apps.jobs import control, pace_control, selectors, services
from apps.jobs.authority import about
from apps.jobs.create_serializers import JobCreateSchema, job_create_serializer
from apps.jobs.kinds import JobKind, Priority
from apps.jobs.pace import Pace
from apps.jobs.planned import NAMES_OTHERS, without_paths
from apps.jobs.quota_sums import IfQuotaExceeded
from apps.jobs.second_person import may_decide
from apps.jobs.selection import IfChanged, Selection
from apps.jobs.serializers import (
    JobPrioritySerializer,
    JobPromoteSerializer,
    JobRateSerializer,
    JobSerializer,
    JobsParameters,
    JobUndoSerializer,
)
from apps.jobs.states import JobState
from apps.visibility.permissions import sight_of
from apps.visibility.sight import NAMES_NOTHING, Sight


def _selection(asked: dict[str, Any]) -> Selection:
    return Selection(
        paths=tuple(asked.get("paths", ())),
        inode_ids=tuple(asked.get("inode_ids", ())),
        q=asked.get("search"),
        saved_search=asked.get("saved_search"),
        sql_query=asked.get("sql_query"),
        if_changed=IfChanged(asked["if_changed"]),
    )


def shown_jobs(sight: Sight, jobs: Iterable[Any], actor: Actor) -> list[dict[str, Any]]:
    """Jobs as who may see their paths sees them: other paths are shown by permission only.

    Who may approve a job that waits sees what it is going to do.
    """
    rows = list(jobs)
    told: list[dict[str, Any]] = [JobSerializer(job).data for job in rows]
    if sight.sees_all:
        return told
    trashes = set(sight.shown([_trash_of(job) for job in told], str))
    for row, job in zip(rows, told, strict=True):
        if _trash_of(job) not in trashes:
            del job["result"]["trash_path"]
        at_path = job["progress"]["at_path"]
        if at_path is None or sight.user_at(at_path) is not None:
            job["progress"]["at_path"] = None
        if all(sight.user_at(path) is None for path in about(row)) or may_decide(actor, row):
            continue
        job["scope"] = None
        job["held"] = None
        if job["selection"] is not None:
            hidden: dict[str, Any] = {
                "paths": [],
                "q": None,
                "saved_search": None,
                "sql_query": None,
                "owners": [],
                "groups": [],
            }
            job["selection"] = {**job["selection"], **hidden}
            job["result"] = without_paths(job["result"])
        if job["dry_run"]:
            job["result"] = without_paths(job["result"], NAMES_OTHERS)
        if job["approval"] is not None:
            job["approval"] = {**job["approval"], "reason": "", "comment": "", "rules": []}
        for told_of in (job, job["check"] or {}):
            if told_of.get("problem") is not None:
                told_of["problem"] = {**told_of["problem"], "detail": "", "facts": {}}
    return told


def _trash_of(job: dict[str, Any]) -> str:
    return str((job["result"] or {}).get("trash_path", NAMES_NOTHING))


def accepted(request: Request, job: Any) -> Response:
    """A job that a worker goes on with, and its address."""
    (told,) = shown_jobs(sight_of(request), [job], actor_of(request))
    return Response(told, status=202, headers={"Location": f"/api/v1/jobs/{told['id']}"})


class JobsView(APIView):
    permission_classes = (needs(POST=JOB_PERMISSIONS),)

    @extend_schema(
        operation_id="jobs_list",
        summary="Jobs. Viewers: of paths that they may see.",
        parameters=[JobsParameters],
        responses=answers({200: page_of(JobSerializer, "JobPage")}, 400, 401, 503),
    )
    def get(self, request: Request) -> Response:
        page_asked, query = sorted_arguments(JobsParameters, request)
        sight = sight_of(request)
        page = selectors.jobs(
            actor=actor_of(request),
            sight=sight,
            state=JobState(query["state"]) if query["state"] else None,
            kind=JobKind(query["kind"]) if query["kind"] else None,
            job_actor=query["actor"],
            **page_asked,
        )
        return Response(
            {
                "items": shown_jobs(sight, page.items, actor_of(request)),
                "next_cursor": page.next_cursor,
            }
        )

    @extend_schema(
        operation_id="jobs_create",
        summary="Start a job, or its dry run.",
        description=(
            "On what a path names, or on a selection: paths, inode ids, all that a search finds, "
            "or the inodes of a result of SQL. The job's worker chooses its inodes once; each is "
            "then acted on, alone, if it is still as it was chosen. Others are among its errors "
            "(`changed_since`, `gone`). "
            "A directory that is deleted or restored takes along what is in it. A restore moves "
            "each back to where it was. Restores, and deletes for good unless `outside_trash`, "
            "leave what lies in no trash (`not_in_trash`)."
        ),
        parameters=[IDEMPOTENCY_KEY],
        request=JobCreateSchema,
        responses=answers({202: JobSerializer}, *BODY, 401, 403, 404, 409, 429, 503),
    )
    def post(self, request: Request) -> Response:
        key = idempotency_key(request)
        body: dict[str, Any] = parsed(job_create_serializer(request.data), request.data)
        common: dict[str, Any] = {
            "actor": actor_of(request),
            "kind": JobKind(body["kind"]),
            "parameters": dict(body["parameters"]),
            "dry_run": body["dry_run"],
            "idempotency_key": key,
            "reason": body["reason"],
            "pace": Pace(body["inodes_per_s_max"], Priority(body["priority"])),
        }
        if "selection" in body:
            selection = _selection(body["selection"])
            job = services.job_create_selected(
                selection=selection, sight=sight_of(request), **common
            )
        else:
            job = services.job_create(path=body["path"], **common)
        return accepted(request, job)


class JobView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="jobs_get",
        summary="One job with its progress. Viewers: of paths that they may see.",
        responses=answers({200: JobSerializer}, 401, 404, 503),
    )
    def get(self, request: Request, job_id: int) -> Response:
        sight = sight_of(request)
        job = selectors.job_seen(job_id, actor=actor_of(request), sight=sight)
        (told,) = shown_jobs(sight, [job], actor_of(request))
        return Response(told)


class JobCancelView(APIView):
    permission_classes = (needs(*JOB_PERMISSIONS),)

    @extend_schema(
        operation_id="jobs_cancel",
        summary="Stop a job after the step that is under way. What it changed stays changed.",
        request=None,
        responses=answers({202: JobSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, job_id: int) -> Response:
        job = control.job_cancel(actor=actor_of(request), job_id=job_id)
        return accepted(request, job)


class JobPauseView(APIView):
    permission_classes = (needs(*JOB_PERMISSIONS),)

    @extend_schema(
        operation_id="jobs_pause",
        summary="Have a job stand still after the step that is under way. It waits, however long.",
        request=None,
        responses=answers({202: JobSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, job_id: int) -> Response:
        job = control.job_pause(actor=actor_of(request), job_id=job_id)
        return accepted(request, job)


class JobResumeView(APIView):
    permission_classes = (needs(*JOB_PERMISSIONS),)

    @extend_schema(
        operation_id="jobs_resume",
        summary="Let a paused job go on from where it stands.",
        request=None,
        responses=answers({202: JobSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, job_id: int) -> Response:
        job = control.job_resume(actor=actor_of(request), job_id=job_id)
        return accepted(request, job)


class JobRateView(APIView):
    permission_classes = (needs(*JOB_PERMISSIONS),)

    @extend_schema(
        operation_id="jobs_rate",
        summary="Bound a job that has not ended to so many inodes a second, or lift its bound.",
        request=JobRateSerializer,
        responses=answers({202: JobSerializer}, *BODY, 401, 403, 404, 409),
    )
    def post(self, request: Request, job_id: int) -> Response:
        body = parsed(JobRateSerializer, request.data)
        job = pace_control.job_rate(
            actor=actor_of(request), job_id=job_id, inodes_per_s_max=body["inodes_per_s_max"]
        )
        return accepted(request, job)


class JobPriorityView(APIView):
    permission_classes = (needs(*JOB_PERMISSIONS),)

    @extend_schema(
        operation_id="jobs_priority",
        summary="Make a job that has not ended more or less urgent, from its next turn on.",
        request=JobPrioritySerializer,
        responses=answers({202: JobSerializer}, *BODY, 401, 403, 404, 409),
    )
    def post(self, request: Request, job_id: int) -> Response:
        body = parsed(JobPrioritySerializer, request.data)
        job = pace_control.job_priority(
            actor=actor_of(request), job_id=job_id, priority=Priority(body["priority"])
        )
        return accepted(request, job)


class JobPromoteView(APIView):
    permission_classes = (needs(*JOB_PERMISSIONS),)

    @extend_schema(
        operation_id="jobs_promote",
        summary="Do what a finished dry run tried. Refused when that is too old, or its path names "
        "another inode now, or quotas would be exceeded.",
        request=JobPromoteSerializer,
        responses=answers({202: JobSerializer}, *BODY, 401, 403, 404, 409, 429, 503),
    )
    def post(self, request: Request, job_id: int) -> Response:
        body = parsed(JobPromoteSerializer, request.data)
        given = body.get("if_changed")
        job = services.job_promote(
            actor=actor_of(request),
            job_id=job_id,
            if_changed=None if given is None else IfChanged(given),
            if_quota_exceeded=IfQuotaExceeded(body["if_quota_exceeded"]),
            reason=body["reason"],
        )
        return accepted(request, job)


class JobUndoView(APIView):
    permission_classes = (needs(*JOB_PERMISSIONS),)

    @extend_schema(
        operation_id="jobs_undo",
        summary="Take back what a finished job changed, or try that in a dry run.",
        description=(
            "The undo is a job of its own. It sets back what is still as the job left it; what was "
            "changed since, or is gone, stays as it is and is among its errors "
            "(`changed_since`, `gone`). An undo can be undone. Refused when `undo` of the job is "
            "not `possible`, or while another undo of it runs."
        ),
        parameters=[IDEMPOTENCY_KEY],
        request=JobUndoSerializer,
        responses=answers({202: JobSerializer}, *BODY, 401, 403, 404, 409, 429),
    )
    def post(self, request: Request, job_id: int) -> Response:
        key = idempotency_key(request)
        body = parsed(JobUndoSerializer, request.data)
        job = services.job_undo(
            actor=actor_of(request),
            job_id=job_id,
            dry_run=body["dry_run"],
            idempotency_key=key,
            reason=body["reason"],
        )
        return accepted(request, job)
