"""Jobs that wait for a second person: which they are, and his word."""

from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import Access, access, access_of, actor_of
from apps.common.openapi import BODY, answers
from apps.common.requests import parsed
from apps.jobs import approvals, selectors
from apps.jobs.serializers import (
    ApprovalsParameters,
    JobApproveSerializer,
    JobRefuseSerializer,
    JobSerializer,
)


class ApprovalsView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="approvals_list",
        summary="Jobs that wait for an approval, newest first: those that one may decide oneself.",
        parameters=[ApprovalsParameters],
        responses=answers(
            {
                200: inline_serializer(
                    "ApprovalPage",
                    {
                        "items": JobSerializer(many=True),
                        "next_cursor": serializers.CharField(allow_null=True),
                        "for_me": serializers.IntegerField(
                            help_text="How many one may decide oneself."
                        ),
                    },
                )
            },
            400,
            401,
            403,
        ),
    )
    def get(self, request: Request) -> Response:
        query = parsed(ApprovalsParameters, request.query_params)
        mine = selectors.waiting_for(actor_of(request), access_of(request) or Access.READ)
        page = selectors.waiting(
            None if query["all"] else mine, cursor=query.get("cursor"), limit=query["limit"]
        )
        return Response(
            {
                "items": JobSerializer(page.items, many=True).data,
                "next_cursor": page.next_cursor,
                "for_me": mine.count(),
            }
        )


class JobApproveView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="jobs_approve",
        summary="Let a job of somebody else begin that waits for a second person.",
        description="Refused to who asked for it or planned it, to roles below the one that the "
        "rules ask for, and when it is not what was looked at (`content_sha256`).",
        request=JobApproveSerializer,
        responses=answers({202: JobSerializer}, *BODY, 401, 403, 404, 409, 503),
    )
    def post(self, request: Request, job_id: int) -> Response:
        body = parsed(JobApproveSerializer, request.data)
        job = approvals.job_approve(
            actor=actor_of(request),
            access=access_of(request) or Access.READ,
            job_id=job_id,
            seen=body["content_sha256"],
            comment=body["comment"],
        )
        return Response(JobSerializer(job).data, status=202)


class JobRefuseView(APIView):
    permission_classes = (access(Access.OPERATE),)

    @extend_schema(
        operation_id="jobs_refuse",
        summary="End a job of somebody else that waits for a second person.",
        request=JobRefuseSerializer,
        responses=answers({200: JobSerializer}, *BODY, 401, 403, 404, 409),
    )
    def post(self, request: Request, job_id: int) -> Response:
        body = parsed(JobRefuseSerializer, request.data)
        job = approvals.job_refuse(
            actor=actor_of(request),
            access=access_of(request) or Access.READ,
            job_id=job_id,
            comment=body["comment"],
        )
        return Response(JobSerializer(job).data)
