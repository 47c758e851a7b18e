"""What was deleted and can be restored still."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.trash.selectors import trash_entries
from apps.trash.serializers import TrashPageSerializer, TrashParameters
from apps.trash.values import TrashSort
from apps.visibility.permissions import sight_of


class TrashView(APIView):
    permission_classes = (needs(),)

    @extend_schema(
        operation_id="trash",
        summary="What was deleted, by whom and when, and lies in a trash still.",
        description="Each thing as it was deleted, with all below it, of the trashes of all users. "
        "A job of the kind `restore` moves it back or elsewhere, one of the kind `delete` with "
        "`skip_trash` deletes it for good. The directories that a trash makes above what it takes "
        "are told apart by the changes that the replica keeps (of 30 days, the last five million); "
        "one that is older is taken for one of these if it looks like one and there is a directory "
        "at its path. Viewers see what HDFS lets them list, as their own trash.",
        parameters=[TrashParameters],
        responses=answers({200: TrashPageSerializer}, 400, 401, 403, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(TrashParameters, request.query_params)
        found = trash_entries(
            actor=actor_of(request),
            sight=sight_of(request),
            now=timezone.now(),
            user=asked.get("user"),
            prefix=asked["prefix"],
            age_min_h=asked.get("age_min_h"),
            age_max_h=asked.get("age_max_h"),
            sort=TrashSort(asked["sort"]),
            direction=asked.get("direction"),
            cursor=asked.get("cursor"),
            limit=asked["limit"],
        )
        return Response(TrashPageSerializer(found).data)
