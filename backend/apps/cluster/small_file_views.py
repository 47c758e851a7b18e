"""Small files: where their bytes are, and what the namenodes did about it."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn
from apps.cluster import small_files
from apps.cluster.small_file_serializers import SmallFilesSerializer
from apps.common.openapi import answers


class SmallFilesView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="small_files",
        summary="How many files have their bytes in the database, what a take-in would move, and "
        "the room that is left.",
        responses=answers({200: SmallFilesSerializer}, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return Response(SmallFilesSerializer(small_files.small_files()).data)
