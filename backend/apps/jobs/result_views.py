"""What a job did, and could not do, of single inodes."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.csv_file import csv_response
from apps.common.openapi import PageParameters, answers, page_of
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.common.sorting import sorted_arguments
from apps.jobs import changes, result_files, selectors
from apps.jobs.former_values import EXAMPLES_MAX
from apps.jobs.result_serializers import JobChangeSerializer
from apps.jobs.serializers import JobErrorSerializer, JobErrorsParameters


class JobErrorsView(APIView):
    permission_classes = (needs(Permission.SEE_ALL),)

    @extend_schema(
        operation_id="jobs_errors",
        summary="Items that the job could not change. Not for viewers.",
        parameters=[JobErrorsParameters],
        responses=answers({200: page_of(JobErrorSerializer, "JobErrorPage")}, 400, 401, 403, 404),
    )
    def get(self, request: Request, job_id: int) -> Response:
        page_asked, query = sorted_arguments(JobErrorsParameters, request)
        page = selectors.job_errors(
            actor=actor_of(request), job_id=job_id, code=query["code"], **page_asked
        )
        return Response(
            {
                "items": JobErrorSerializer(page.items, many=True).data,
                "next_cursor": page.next_cursor,
            }
        )


class JobErrorsFileView(APIView):
    permission_classes = (needs(Permission.SEE_ALL),)

    @extend_schema(
        operation_id="jobs_errors_file",
        summary="Items that the job could not change, as CSV. Not for viewers.",
        responses={(200, "text/csv"): OpenApiTypes.BINARY, **answers({}, 401, 403, 404)},
    )
    def get(self, request: Request, job_id: int) -> HttpResponseBase:
        lines = result_files.error_lines(actor=actor_of(request), job_id=job_id)
        return csv_response(lines, filename=f"job-{job_id}-errors.csv")


class JobChangesView(APIView):
    permission_classes = (needs(Permission.SEE_ALL),)

    @extend_schema(
        operation_id="jobs_changes",
        summary="What the job changed, inode by inode: values before and after. Not for viewers.",
        description=(
            "In the order of its changes, of a job that is under way those until now. Jobs that "
            "change attributes, or inodes of a selection one by one, keep this as long as they can "
            "be undone; of others it is a conflict (`changes_not_kept`). Of a plan the first "
            f"{EXAMPLES_MAX} that it would change are told."
        ),
        parameters=[PageParameters],
        responses=answers(
            {200: page_of(JobChangeSerializer, "JobChangePage")}, 400, 401, 403, 404, 409, 503
        ),
    )
    def get(self, request: Request, job_id: int) -> Response:
        query = parsed(PageParameters, request.query_params)
        page = changes.job_changes(
            actor=actor_of(request),
            job_id=job_id,
            cursor=query.get("cursor"),
            limit=query["limit"],
        )
        return Response(
            {
                "items": JobChangeSerializer(page.items, many=True).data,
                "next_cursor": page.next_cursor,
            }
        )


class JobChangesFileView(APIView):
    permission_classes = (needs(Permission.SEE_ALL),)

    @extend_schema(
        operation_id="jobs_changes_file",
        summary="What the job changed, as CSV, a line for each value. Not for viewers.",
        description=(
            f"Of the first {result_files.ITEMS_MAX:,} inodes; a last line says when there are more."
        ),
        responses={(200, "text/csv"): OpenApiTypes.BINARY, **answers({}, 401, 403, 404, 409, 503)},
    )
    def get(self, request: Request, job_id: int) -> HttpResponseBase:
        lines = result_files.change_lines(actor=actor_of(request), job_id=job_id)
        return csv_response(lines, filename=f"job-{job_id}-changes.csv")
