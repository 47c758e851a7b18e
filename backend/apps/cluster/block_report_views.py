"""The block reports: how they went, and who reports to whom."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn
from apps.cluster import block_reports
from apps.cluster.block_report_serializers import (
    BlockReportHistorySerializer,
    BlockReportPageSerializer,
)
from apps.common.openapi import PageParameters, answers
from apps.common.requests import page_arguments


class BlockReportsView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="block_reports_list",
        summary="Storages with their last block report, and who reports to whom now.",
        parameters=[PageParameters],
        responses=answers({200: BlockReportPageSerializer}, 400, 401, 503),
    )
    def get(self, request: Request) -> Response:
        page = block_reports.page(**page_arguments(request))
        return Response(BlockReportPageSerializer(page).data)


class BlockReportHistoryView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="block_reports_history",
        summary="The kept block reports of one storage, the newest first.",
        responses=answers({200: BlockReportHistorySerializer}, 401, 404, 503),
    )
    def get(self, request: Request, storage_id: int) -> Response:
        return Response(BlockReportHistorySerializer(block_reports.history(storage_id)).data)
