"""Who and what costs the namenodes most."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import needs
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.heat import selectors
from apps.heat.serializers import HeatParameters, HeatSerializer


class HeatView(APIView):
    # It names paths, users and their machines, whoever may see them in the namespace.
    permission_classes = (needs(Permission.HEAT),)

    @extend_schema(
        operation_id="heat_get",
        summary="Users, addresses, applications, directories and calls that cost most lately.",
        parameters=[HeatParameters],
        responses=answers({200: HeatSerializer}, 400, 401, 403, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(HeatParameters, request.query_params)
        found = selectors.heat(
            by=selectors.HeatBy(query["by"]),
            window=selectors.HeatWindow(query["window"]),
            key=query.get("key"),
            of=query.get("of"),
            shards=query["shards"],
            limit=query["limit"],
        )
        return Response(HeatSerializer(found).data)
