"""The datanodes and what their storages hold."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn
from apps.cluster import datanodes
from apps.cluster.datanode_serializers import DatanodeAnswerSerializer, DatanodePageSerializer
from apps.common.openapi import PageParameters, answers
from apps.common.requests import page_arguments


class DatanodesView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="datanodes_list",
        summary="Datanodes with their storages, and usage by type of storage.",
        parameters=[PageParameters],
        responses=answers({200: DatanodePageSerializer}, 400, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return Response(DatanodePageSerializer(datanodes.page(**page_arguments(request))).data)


class DatanodeView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="datanodes_get",
        summary="One datanode with its storages.",
        responses=answers({200: DatanodeAnswerSerializer}, 401, 404, 503),
    )
    def get(self, request: Request, uuid: str) -> Response:
        return Response(DatanodeAnswerSerializer(datanodes.one(uuid)).data)
