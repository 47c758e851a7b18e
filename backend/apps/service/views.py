"""Datanodes and namenodes out of service and back."""

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
from apps.service import actions, selectors
from apps.service.serializers import (
    NamenodeServiceChangeSerializer,
    NamenodeServiceWriteSerializer,
    ServiceChangeSerializer,
    ServiceChangesParameters,
    ServiceWriteSerializer,
)
from apps.service.values import DatanodeService, NamenodeService


class DatanodeServiceView(APIView):
    permission_classes = (needs(Permission.MANAGE_DATANODES),)

    @extend_schema(
        operation_id="datanode_service_changes",
        summary="What was asked for of a datanode's service.",
        parameters=[ServiceChangesParameters],
        responses=answers(
            {200: page_of(ServiceChangeSerializer, "ServiceChangePage")}, 400, 401, 403
        ),
    )
    def get(self, request: Request, uuid: str) -> Response:
        page_asked, filters = sorted_arguments(ServiceChangesParameters, request)
        page = selectors.changes(uuid=uuid, **filters, **page_asked)
        items = ServiceChangeSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})

    @extend_schema(
        operation_id="datanode_service_change",
        summary="Take a datanode out of service, for good or for a while, or back into it.",
        description="A worker sees to it within a second or two. Then the datanode is "
        "decommissioning or entering maintenance until no block needs it any more; how many do, "
        "its storages tell (`insufficient`).",
        parameters=[*ONCE],
        request=ServiceWriteSerializer,
        responses=answers({202: ServiceChangeSerializer}, *BODY, 401, 403, 404, 409, 429, 503),
    )
    @idempotent()
    def post(self, request: Request, uuid: str) -> Response:
        body = parsed(ServiceWriteSerializer, request.data)
        change = actions.service_change(
            actor=actor_of(request),
            uuid=uuid,
            service=DatanodeService(body["service"]),
            until=body["until"],
            reason=body["reason"],
        )
        return Response(ServiceChangeSerializer(change).data, status=202)


class NamenodeServiceView(APIView):
    permission_classes = (needs(Permission.MANAGE_NAMENODES),)

    @extend_schema(
        operation_id="namenode_service_changes",
        summary="What was asked for of a namenode's service.",
        parameters=[ServiceChangesParameters],
        responses=answers(
            {200: page_of(NamenodeServiceChangeSerializer, "NamenodeServiceChangePage")},
            400,
            401,
            403,
        ),
    )
    def get(self, request: Request, name: str) -> Response:
        page_asked, filters = sorted_arguments(ServiceChangesParameters, request)
        page = selectors.namenode_changes(name=name, **filters, **page_asked)
        items = NamenodeServiceChangeSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})

    @extend_schema(
        operation_id="namenode_service_change",
        summary="Drain a namenode, or have it serve again.",
        description="A worker sees to it within a second or two. A namenode that is drained ends "
        "what it serves and rests, its process staying, until it shall serve again; clients go on "
        "with the others. It also serves again when no other has for half a minute.",
        parameters=[*ONCE],
        request=NamenodeServiceWriteSerializer,
        responses=answers(
            {202: NamenodeServiceChangeSerializer}, *BODY, 401, 403, 404, 409, 429, 503
        ),
    )
    @idempotent()
    def post(self, request: Request, name: str) -> Response:
        body = parsed(NamenodeServiceWriteSerializer, request.data)
        change = actions.namenode_service_change(
            actor=actor_of(request),
            name=name,
            service=NamenodeService(body["service"]),
            reason=body["reason"],
        )
        return Response(NamenodeServiceChangeSerializer(change).data, status=202)
