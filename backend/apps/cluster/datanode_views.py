"""The datanodes and what their storages hold."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn
from apps.cluster import datanodes
from apps.cluster.datanode_serializers import (
    DatanodeAnswerSerializer,
    DatanodePageSerializer,
    DatanodesParameters,
)
from apps.common.openapi import answers
from apps.common.requests import parsed


class DatanodesView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="datanodes_list",
        summary="Datanodes with their storages, and usage by type of storage.",
        description="Figures change between two pages: sorted by one, a datanode may be met twice "
        "or not at all.",
        parameters=[DatanodesParameters],
        responses=answers({200: DatanodePageSerializer}, 400, 401, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(DatanodesParameters, request.query_params)
        page = datanodes.page(cursor=asked.pop("cursor", None), limit=asked.pop("limit"), **asked)
        return Response(DatanodePageSerializer(page).data)


class DatanodeView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="datanodes_get",
        summary="One datanode with its storages.",
        responses=answers({200: DatanodeAnswerSerializer}, 401, 404, 503),
    )
    def get(self, request: Request, uuid: str) -> Response:
        return Response(DatanodeAnswerSerializer(datanodes.one(uuid)).data)
