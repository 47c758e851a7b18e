"""What users and groups of the file system own."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, everywhere
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.usage.owner_selectors import owner_details, owners
from apps.usage.owner_serializers import (
    OwnerDetailParameters,
    OwnerDetailsSerializer,
    OwnerPageSerializer,
    OwnerParameters,
)


class OwnersView(APIView):
    permission_classes = (everywhere(Permission.SEE_USAGE),)

    @extend_schema(
        operation_id="usage_owners",
        summary="What each user, or group, of the file system owns, and how old it is.",
        description="Complete or not at all: where adding up takes longer than the server allows, "
        "the answer is 503 with the code `usage_timed_out`. Not for viewers.",
        parameters=[OwnerParameters],
        responses=answers({200: OwnerPageSerializer}, 400, 401, 403, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(OwnerParameters, request.query_params)
        found = owners(
            actor=actor_of(request),
            by=asked["by"],
            sort=asked["sort"],
            direction=asked.get("direction"),
            cursor=asked.get("cursor"),
            limit=asked["limit"],
        )
        return Response(OwnerPageSerializer(found).data)


class OwnerView(APIView):
    permission_classes = (everywhere(Permission.SEE_USAGE),)

    @extend_schema(
        operation_id="usage_owner",
        summary="One user or group: where most of what they own is, and how old.",
        description="Complete or not at all, as the list. Not for viewers.",
        parameters=[OwnerDetailParameters],
        responses=answers({200: OwnerDetailsSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(OwnerDetailParameters, request.query_params)
        found = owner_details(
            actor=actor_of(request), by=asked["by"], name=asked["name"], measure=asked["measure"]
        )
        return Response(OwnerDetailsSerializer(found).data)
