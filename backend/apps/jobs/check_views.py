"""Checks of plans: what is still as it was."""

from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.openapi import answers
from apps.common.rights import JOB_PERMISSIONS, Permission
from apps.jobs import checks, selectors
from apps.jobs.check_serializers import JobCheckNamedSerializer
from apps.jobs.serializers import JobSerializer
from apps.jobs.views import accepted


class JobCheckView(APIView):
    permission_classes = (needs(POST=JOB_PERMISSIONS, GET=(Permission.SEE_ALL,)),)

    @extend_schema(
        operation_id="jobs_check",
        summary="Look at what of a plan is still as it was. Changes nothing.",
        description=(
            "A worker looks in the background; `check` of the plan tells what it found. Of a "
            "selection each inode that was chosen, and of a search what it finds besides; of a "
            "plan at one path the counts of what is there. While a check is under way, that one "
            "is answered."
        ),
        request=None,
        responses=answers({202: JobSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, job_id: int) -> Response:
        return accepted(request, checks.check_begin(actor=actor_of(request), job_id=job_id))

    @extend_schema(
        operation_id="jobs_check_named",
        summary="Entries that the last check found changed, gone or joined: the first 100 of each. "
        "Not for viewers.",
        responses=answers(
            {
                200: inline_serializer(
                    "JobCheckNamedList", {"items": JobCheckNamedSerializer(many=True)}
                )
            },
            401,
            403,
            404,
        ),
    )
    def get(self, request: Request, job_id: int) -> Response:
        named = selectors.check_named(actor=actor_of(request), job_id=job_id)
        return Response({"items": JobCheckNamedSerializer(named, many=True).data})
