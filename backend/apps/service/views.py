"""Datanodes out of service and back."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.openapi import BODY, ONCE, PageParameters, answers, page_of
from apps.common.requests import page_arguments, parsed
from apps.common.rights import Permission
from apps.idempotency.repeats import idempotent
from apps.service import actions, selectors
from apps.service.serializers import ServiceChangeSerializer, ServiceWriteSerializer
from apps.service.values import DatanodeService


class DatanodeServiceView(APIView):
    permission_classes = (needs(Permission.MANAGE_DATANODES),)

    @extend_schema(
        operation_id="datanode_service_changes",
        summary="What was asked for of a datanode's service, newest first.",
        parameters=[PageParameters],
        responses=answers(
            {200: page_of(ServiceChangeSerializer, "ServiceChangePage")}, 400, 401, 403
        ),
    )
    def get(self, request: Request, uuid: str) -> Response:
        page = selectors.changes(uuid=uuid, **page_arguments(request))
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
