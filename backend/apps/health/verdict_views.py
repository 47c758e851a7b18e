"""The checks with their verdicts, their changes, and their mutes."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn, actor_of, needs
from apps.common.openapi import BODY, answers, page_of
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.common.sorting import sorted_arguments
from apps.health import mutes
from apps.health import verdict_selectors as selectors
from apps.health.verdict_serializers import (
    HealthChangeParameters,
    HealthChangeSerializer,
    HealthChecksSerializer,
    HealthMuteSerializer,
    HealthMutingSerializer,
)
from apps.visibility.permissions import sight_of


class HealthChecksView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="health_checks",
        summary="Every check with its verdict, reason and remedy, and the verdict of the whole.",
        responses=answers({200: HealthChecksSerializer}, 401),
    )
    def get(self, request: Request) -> Response:
        found = selectors.verdicts(sight=sight_of(request))
        return Response(HealthChecksSerializer(found).data)


class HealthMuteView(APIView):
    permission_classes = (needs(Permission.ALERTS),)

    @extend_schema(
        operation_id="health_mute",
        summary="Leave a check out of the verdict until a time.",
        request=HealthMutingSerializer,
        responses=answers({200: HealthMuteSerializer}, *BODY, 401, 403, 404),
    )
    def put(self, request: Request, key: str) -> Response:
        body = parsed(HealthMutingSerializer, request.data)
        row = mutes.mute(
            actor=actor_of(request), key=key, reason=body["reason"], until=body["until"]
        )
        muted = selectors.Mute(until=row.until, reason=row.reason, by=row.muted_by)
        return Response(HealthMuteSerializer(muted).data)

    @extend_schema(
        operation_id="health_unmute",
        summary="Let a muted check count again.",
        responses=answers({204: None}, 401, 403, 404),
    )
    def delete(self, request: Request, key: str) -> Response:
        mutes.unmute(actor=actor_of(request), key=key)
        return Response(status=204)


class HealthChangesView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="health_changes",
        summary="Changes of the checks' verdicts, newest first; the last 10,000 are kept.",
        parameters=[HealthChangeParameters],
        responses=answers({200: page_of(HealthChangeSerializer, "HealthChangePage")}, 400, 401),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(HealthChangeParameters, request)
        page = selectors.changes(**filters, **page_asked)
        serializer = page_of(HealthChangeSerializer, "HealthChangePage")
        return Response(type(serializer)(page).data)
