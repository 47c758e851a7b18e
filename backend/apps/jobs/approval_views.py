"""Jobs that wait for a second person: which they are, and his word."""

from typing import Any

from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.openapi import BODY, answers
from apps.common.requests import parsed
from apps.common.rights import APPROVAL_PERMISSIONS
from apps.common.sorting import sorted_arguments
from apps.jobs import approvals, selectors
from apps.jobs.kinds import JobKind
from apps.jobs.second_person import decidable
from apps.jobs.serializers import (
    ApprovalsParameters,
    JobApproveSerializer,
    JobRefuseSerializer,
    JobSerializer,
)
from apps.jobs.views import shown_jobs
from apps.visibility.permissions import sight_of


class ApprovalsView(APIView):
    permission_classes = (needs(*APPROVAL_PERMISSIONS),)

    @extend_schema(
        operation_id="approvals_list",
        summary="Jobs that wait for an approval: those that one may decide oneself.",
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
        page_asked, query = sorted_arguments(ApprovalsParameters, request)
        actor, sight = actor_of(request), sight_of(request)
        mine = decidable(actor)
        page = selectors.waiting(
            actor=actor,
            sight=sight,
            job_ids=None if query["all"] else mine,
            kind=JobKind(query["kind"]) if query["kind"] else None,
            job_actor=query["actor"],
            **page_asked,
        )
        return Response(
            {
                "items": shown_jobs(sight, page.items, actor),
                "next_cursor": page.next_cursor,
                "for_me": len(mine),
            }
        )


class JobApproveView(APIView):
    permission_classes = (needs(*APPROVAL_PERMISSIONS),)

    @extend_schema(
        operation_id="jobs_approve",
        summary="Let a job of somebody else begin that waits for a second person.",
        description="Refused to who asked for it or planned it, to whom the rules do "
        "not ask for or not there, and when it is not what was looked at (`content_sha256`).",
        request=JobApproveSerializer,
        responses=answers({202: JobSerializer}, *BODY, 401, 403, 404, 409, 503),
    )
    def post(self, request: Request, job_id: int) -> Response:
        body = parsed(JobApproveSerializer, request.data)
        job = approvals.job_approve(
            actor=actor_of(request),
            job_id=job_id,
            seen=body["content_sha256"],
            comment=body["comment"],
        )
        return _decided(request, job, status=202)


class JobRefuseView(APIView):
    permission_classes = (needs(*APPROVAL_PERMISSIONS),)

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
            job_id=job_id,
            comment=body["comment"],
        )
        return _decided(request, job, status=200)


def _decided(request: Request, job: Any, *, status: int) -> Response:
    (told,) = shown_jobs(sight_of(request), [job], actor_of(request))
    return Response(told, status=status)
