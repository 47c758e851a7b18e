"""Limits of calls: what holds, what one more would do, and what changes brought about."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.openapi import BODY, ONCE, answers, page_of
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.common.sorting import sorted_arguments
from apps.idempotency.repeats import idempotent
from apps.limits import actions, reading, selectors
from apps.limits.serializers import (
    LimitChangeDetailsSerializer,
    LimitChangeSerializer,
    LimitChangesParameters,
    LimitLiftParameters,
    LimitsSerializer,
    LimitWriteSerializer,
    WhatIfParameters,
    WhatIfSerializer,
)
from apps.limits.values import LimitKind


class LimitsView(APIView):
    # They name users and their machines.
    permission_classes = (needs(Permission.LIMITS),)

    @extend_schema(
        operation_id="limits",
        summary="The limits that the namenodes go by, with what they let in and refused.",
        responses=answers({200: LimitsSerializer}, 401, 403, 503),
    )
    def get(self, request: Request) -> Response:
        return Response(LimitsSerializer(reading.limits_in_force()).data)

    @extend_schema(
        operation_id="limit_set",
        summary="Hold a user, an address or an application to so many calls a second.",
        description="In the place of the limit that there is. A worker sees to it within a second "
        "or two; `limits/changes/ID` tells when it holds, and what it brought about.",
        parameters=[*ONCE],
        request=LimitWriteSerializer,
        responses=answers({202: LimitChangeSerializer}, *BODY, 401, 403, 409, 429),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        body = parsed(LimitWriteSerializer, request.data)
        change = actions.limit_set(
            actor=actor_of(request),
            kind=LimitKind(body["kind"]),
            name=body["name"],
            calls_per_second=body["calls_per_second"],
            reason=body["reason"],
            expires_at=body["expires_at"],
        )
        return Response(LimitChangeSerializer(change).data, status=202)

    @extend_schema(
        operation_id="limit_lift",
        summary="Let all calls of someone in again.",
        parameters=[LimitLiftParameters],
        responses=answers({202: LimitChangeSerializer}, 400, 401, 403, 429),
    )
    def delete(self, request: Request) -> Response:
        query = parsed(LimitLiftParameters, request.query_params)
        change = actions.limit_lift(
            actor=actor_of(request),
            kind=LimitKind(query["kind"]),
            name=query["name"],
            reason=query["reason"],
        )
        return Response(LimitChangeSerializer(change).data, status=202)


class WhatIfView(APIView):
    permission_classes = (needs(Permission.LIMITS),)

    @extend_schema(
        operation_id="limit_what_if",
        summary="What a limit would have done in the last minute, and to whom.",
        parameters=[WhatIfParameters],
        responses=answers({200: WhatIfSerializer}, 400, 401, 403, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(WhatIfParameters, request.query_params)
        found = reading.what_if(
            kind=LimitKind(query["kind"]),
            name=query["name"],
            calls_per_second=query["calls_per_second"],
        )
        return Response(WhatIfSerializer(found).data)


class LimitChangesView(APIView):
    permission_classes = (needs(Permission.LIMITS),)

    @extend_schema(
        operation_id="limit_changes",
        summary="Limits that were set and lifted; the last 1,000 are kept.",
        parameters=[LimitChangesParameters],
        responses=answers({200: page_of(LimitChangeSerializer, "LimitChangePage")}, 400, 401, 403),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(LimitChangesParameters, request)
        page = selectors.changes(**filters, **page_asked)
        items = LimitChangeSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})


class LimitChangeView(APIView):
    permission_classes = (needs(Permission.LIMITS),)

    @extend_schema(
        operation_id="limit_change",
        summary="One change, with what calls cost before and after it.",
        responses=answers({200: LimitChangeDetailsSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, change_id: int) -> Response:
        row = selectors.change(change_id=change_id)
        return Response(LimitChangeDetailsSerializer(row).data)
