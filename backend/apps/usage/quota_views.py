"""Who has a limit, and when it will be met."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.usage.quota_selectors import quotas
from apps.usage.quota_serializers import QuotaPageSerializer, QuotaParameters


class QuotasView(APIView):
    permission_classes = (needs(Permission.SEE_USAGE),)

    @extend_schema(
        operation_id="usage_quotas",
        summary="Every directory with a quota: what is used of it, and when it will be full.",
        description="Growth is that of the last seven days; the past of the 2,000 fullest is kept. "
        "Not for viewers: use counts what HDFS permissions may hide.",
        parameters=[QuotaParameters],
        responses=answers({200: QuotaPageSerializer}, 400, 401, 403, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(QuotaParameters, request.query_params)
        found = quotas(
            actor=actor_of(request),
            prefix=asked["prefix"],
            sort=asked["sort"],
            direction=asked.get("direction"),
            cursor=asked.get("cursor"),
            limit=asked["limit"],
        )
        return Response(QuotaPageSerializer(found).data)
