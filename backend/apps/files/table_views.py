"""Looking into a table without downloading it."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn, user_of
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.files.serializers import FileParameters, TableHeadSerializer
from apps.files.tables import table


class TableView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="files_table",
        summary="Columns and first rows of a Parquet, ORC or Avro file, if I may read it in HDFS; "
        "my role grants nothing here.",
        parameters=[FileParameters],
        responses=answers({200: TableHeadSerializer}, 400, 401, 403, 404, 409, 429, 501, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(FileParameters, request.query_params)
        found = table(path=query["path"], reader=user_of(request).hdfs_user)
        return Response(TableHeadSerializer(found).data)
