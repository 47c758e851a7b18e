"""Who fills the cluster: totals of any directory, for those who may see all of the namespace."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.usage import selectors
from apps.usage.serializers import (
    UsageAnswerSerializer,
    UsageBreakdownParameters,
    UsageBreakdownSerializer,
    UsageGrowthParameters,
    UsageGrowthSerializer,
    UsageHistoryParameters,
    UsageHistorySerializer,
    UsageParameters,
)


class UsageView(APIView):
    permission_classes = (needs(Permission.SEE_USAGE),)

    @extend_schema(
        operation_id="usage",
        summary="Totals of a directory, and of everything in it, the largest first.",
        description="At once for any directory: totals are kept with each change. Not for viewers: "
        "they count what HDFS permissions may hide.",
        parameters=[UsageParameters],
        responses=answers({200: UsageAnswerSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(UsageParameters, request.query_params)
        found = selectors.usage(
            actor=actor_of(request),
            path=asked["path"],
            sort=asked["sort"],
            cursor=asked.get("cursor"),
            limit=asked["limit"],
            span=asked.get("since"),
            now=timezone.now(),
        )
        return Response(UsageAnswerSerializer(found).data)


class UsageBreakdownView(APIView):
    permission_classes = (needs(Permission.SEE_USAGE),)

    @extend_schema(
        operation_id="usage_breakdown",
        summary="All files below a directory by owner, group, extension, age, storage policy or "
        "type of storage.",
        description="Complete or not at all: where adding up takes longer than the server allows, "
        "the answer is 503 with the code `usage_timed_out`. Not for viewers.",
        parameters=[UsageBreakdownParameters],
        responses=answers({200: UsageBreakdownSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(UsageBreakdownParameters, request.query_params)
        found = selectors.breakdown(
            actor=actor_of(request),
            path=asked["path"],
            by=asked["by"],
            sort=asked["sort"],
            limit=asked["limit"],
        )
        return Response(UsageBreakdownSerializer(found).data)


class UsageHistoryView(APIView):
    permission_classes = (needs(Permission.SEE_USAGE),)

    @extend_schema(
        operation_id="usage_history",
        summary="What a directory held, hour by hour for a week, day by day for longer.",
        description="The present is the last point. Not for viewers.",
        parameters=[UsageHistoryParameters],
        responses=answers({200: UsageHistorySerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(UsageHistoryParameters, request.query_params)
        found = selectors.history(
            actor=actor_of(request), path=asked["path"], span=asked["span"], now=timezone.now()
        )
        return Response(UsageHistorySerializer(found).data)


class UsageGrowthView(APIView):
    permission_classes = (needs(Permission.SEE_USAGE),)

    @extend_schema(
        operation_id="usage_growth",
        summary="The directories at and below one that gained most since a time.",
        description="Of the directories whose past is kept: the largest ones, those with a limit "
        "and the watched ones. Not for viewers.",
        parameters=[UsageGrowthParameters],
        responses=answers({200: UsageGrowthSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(UsageGrowthParameters, request.query_params)
        found = selectors.growth(
            actor=actor_of(request),
            path=asked["path"],
            span=asked["span"],
            sort=asked["sort"],
            limit=asked["limit"],
            now=timezone.now(),
        )
        return Response(UsageGrowthSerializer(found).data)
