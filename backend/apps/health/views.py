"""Health of the platform, for people and for supervisors."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.common.openapi import answers
from apps.health import selectors
from apps.health.serializers import HealthSerializer
from apps.health.values import CheckStatus


class HealthView(APIView):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="health_get",
        summary="200 when the platform works, perhaps with limits; 503 when a part is down.",
        responses=answers({200: HealthSerializer, 503: HealthSerializer}),
        auth=[],
    )
    def get(self, request: Request) -> Response:
        health = selectors.health()
        status = 503 if health.status == CheckStatus.DOWN else 200
        return Response(HealthSerializer(health).data, status=status)
