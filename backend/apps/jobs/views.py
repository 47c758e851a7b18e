"""Jobs: start, watch, cancel, promote."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import Access, access, actor_of, as_user_of
from apps.common.openapi import BODY, IDEMPOTENCY_KEY, PageParameters, answers, page_of
from apps.common.problems import AccessDenied, InvalidInput
from apps.common.requests import page_arguments, parsed
from apps.jobs import selectors, services
from apps.jobs.kinds import JobKind
from apps.jobs.serializers import (
    JobCreateSchema,
    JobErrorSerializer,
    JobSerializer,
    JobsParameters,
    job_create_serializer,
)
from apps.jobs.states import JobState

_KEY_LENGTH_MAX = 200


def _idempotency_key(request: Request) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 1 <= len(key) <= _KEY_LENGTH_MAX or not key.isascii() or not key.isprintable():
        raise InvalidInput(
            fields={"Idempotency-Key": [f"Use 1 to {_KEY_LENGTH_MAX} visible ASCII characters."]}
        )
    return key


def _shown(request: Request, job: dict[str, Any]) -> dict[str, Any]:
    """The job as this user may see it: below its path, viewers know names by permission only."""
    if as_user_of(request) is not None:
        job["progress"]["at_path"] = None
    return job


def _accepted(job: JobSerializer) -> Response:
    location = f"/api/v1/jobs/{job.data['id']}"
    return Response(job.data, status=202, headers={"Location": location})


class JobsView(APIView):
    permission_classes = (access(Access.READ, POST=Access.OPERATE),)

    @extend_schema(
        operation_id="jobs_list",
        summary="Jobs, newest first.",
        parameters=[JobsParameters],
        responses=answers({200: page_of(JobSerializer, "JobPage")}, 400, 401),
    )
    def get(self, request: Request) -> Response:
        query = parsed(JobsParameters, request.query_params)
        page = selectors.jobs(
            state=JobState(query["state"]) if "state" in query else None,
            kind=JobKind(query["kind"]) if "kind" in query else None,
            cursor=query.get("cursor"),
            limit=query["limit"],
        )
        return Response(
            {
                "items": [_shown(request, JobSerializer(job).data) for job in page.items],
                "next_cursor": page.next_cursor,
            }
        )

    @extend_schema(
        operation_id="jobs_create",
        summary="Start a job, or its dry run.",
        parameters=[IDEMPOTENCY_KEY],
        request=JobCreateSchema,
        responses=answers({202: JobSerializer}, *BODY, 401, 403, 404, 409, 503),
    )
    def post(self, request: Request) -> Response:
        key = _idempotency_key(request)
        body: dict[str, Any] = parsed(job_create_serializer(request.data), request.data)
        job = services.job_create(
            actor=actor_of(request),
            kind=JobKind(body["kind"]),
            path=body["path"],
            parameters=dict(body["parameters"]),
            dry_run=body["dry_run"],
            idempotency_key=key,
        )
        return _accepted(JobSerializer(job))


class JobView(APIView):
    permission_classes = (access(Access.READ),)

    @extend_schema(
        operation_id="jobs_get",
        summary="One job with its progress.",
        responses=answers({200: JobSerializer}, 401, 404),
    )
    def get(self, request: Request, job_id: int) -> Response:
        return Response(_shown(request, JobSerializer(selectors.job_by_id(job_id)).data))


class JobCancelView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="jobs_cancel",
        summary="Stop a job after the step that is under way. What it changed stays changed.",
        request=None,
        responses=answers({202: JobSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, job_id: int) -> Response:
        job = services.job_cancel(actor=actor_of(request), job_id=job_id)
        return _accepted(JobSerializer(job))


class JobPromoteView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="jobs_promote",
        summary="Do what a finished dry run tried. Refused when its path names another inode now.",
        request=None,
        responses=answers({202: JobSerializer}, 401, 403, 404, 409, 503),
    )
    def post(self, request: Request, job_id: int) -> Response:
        job = services.job_promote(actor=actor_of(request), job_id=job_id)
        return _accepted(JobSerializer(job))


class JobErrorsView(APIView):
    permission_classes = (access(Access.READ),)

    @extend_schema(
        operation_id="jobs_errors",
        summary="Items that the job could not change, in the order it met them. Not for viewers.",
        parameters=[PageParameters],
        responses=answers({200: page_of(JobErrorSerializer, "JobErrorPage")}, 400, 401, 403, 404),
    )
    def get(self, request: Request, job_id: int) -> Response:
        if as_user_of(request) is not None:
            raise AccessDenied(detail="The items' paths are shown to operators only.")
        page = selectors.job_errors(job_id=job_id, **page_arguments(request))
        return Response(
            {
                "items": JobErrorSerializer(page.items, many=True).data,
                "next_cursor": page.next_cursor,
            }
        )
