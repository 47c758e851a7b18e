"""How directories' children are spread over shards: now, otherwise, and what changes brought."""

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
from apps.spread import actions, reading, selectors
from apps.spread.serializers import (
    SpreadChangeDetailsSerializer,
    SpreadChangeSerializer,
    SpreadChangesParameters,
    SpreadParameters,
    SpreadSerializer,
    SpreadWriteSerializer,
)
from apps.spread.values import ChildrenSpread


class SpreadView(APIView):
    # Paths are told and changed whoever may see them in the namespace.
    permission_classes = (needs(Permission.SPREAD),)

    @extend_schema(
        operation_id="spread",
        summary="How a directory's children are spread over shards, and what a change would do.",
        parameters=[SpreadParameters],
        responses=answers({200: SpreadSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(SpreadParameters, request.query_params)
        return Response(
            SpreadSerializer(reading.spread(actor=actor_of(request), path=query["path"])).data
        )

    @extend_schema(
        operation_id="spread_change",
        summary="Move the children of a directory to one shard, or to many.",
        description="The directory stays in use meanwhile. `spread/changes/ID` tells how far it "
        "is, and what it brought about.",
        parameters=[*ONCE],
        request=SpreadWriteSerializer,
        responses=answers({202: SpreadChangeSerializer}, *BODY, 401, 403, 404, 409, 429, 503),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        body = parsed(SpreadWriteSerializer, request.data)
        change = actions.spread_change(
            actor=actor_of(request),
            path=body["path"],
            children=ChildrenSpread(body["children"]),
            reason=body["reason"],
        )
        return Response(SpreadChangeSerializer(change).data, status=202)


class SpreadChangesView(APIView):
    permission_classes = (needs(Permission.SPREAD),)

    @extend_schema(
        operation_id="spread_changes",
        summary="Directories whose children were moved; the last 1,000 are kept.",
        parameters=[SpreadChangesParameters],
        responses=answers(
            {200: page_of(SpreadChangeSerializer, "SpreadChangePage")}, 400, 401, 403
        ),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(SpreadChangesParameters, request)
        page = selectors.changes(actor=actor_of(request), **filters, **page_asked)
        items = SpreadChangeSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})


class SpreadChangeView(APIView):
    permission_classes = (needs(Permission.SPREAD),)

    @extend_schema(
        operation_id="spread_change_get",
        summary="One change, with calls and the busiest shard before and after it.",
        responses=answers({200: SpreadChangeDetailsSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, change_id: int) -> Response:
        row = selectors.change(actor=actor_of(request), change_id=change_id)
        return Response(SpreadChangeDetailsSerializer(row).data)
