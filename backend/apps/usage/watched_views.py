"""Directories whose past is kept whatever their size."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.idempotency.repeats import idempotent
from apps.usage import actions
from apps.usage.watched_selectors import all_watched, watched_seen
from apps.usage.watched_serializers import (
    AllWatchedSerializer,
    WatchedSerializer,
    WatchedWriteSerializer,
)


class WatchedDirectoriesView(APIView):
    # Whoever names a directory learns that it is there.
    permission_classes = (needs(Permission.WATCH),)

    @extend_schema(
        operation_id="usage_watched",
        summary="The directories whose past is kept each hour because somebody wants to know it.",
        responses=answers({200: AllWatchedSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(AllWatchedSerializer(all_watched(actor=actor_of(request))).data)

    @extend_schema(
        operation_id="usage_watch",
        summary="Keep what a directory holds each hour, however small it is.",
        description="From the hour on in which it is asked for. One that is watched already stays "
        "as it is.",
        parameters=[*ONCE, ETAG],
        request=WatchedWriteSerializer,
        responses=answers({201: WatchedSerializer}, *BODY, 401, 403, 404, 409, 503),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        body = parsed(WatchedWriteSerializer, request.data)
        watched = actions.directory_watch(actor=actor_of(request), path=body["path"])
        return tagged(WatchedSerializer(watched).data, status=201)


class WatchedDirectoryView(APIView):
    permission_classes = (needs(Permission.WATCH),)

    @extend_schema(
        operation_id="usage_watched_get",
        summary="One directory whose past is kept.",
        parameters=[ETAG],
        responses=answers({200: WatchedSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, inode_id: int) -> Response:
        watched = watched_seen(inode_id, actor=actor_of(request))
        return tagged(WatchedSerializer(watched).data)

    @extend_schema(
        operation_id="usage_unwatch",
        summary="Watch a directory no more; what was kept of its past stays.",
        parameters=[IF_MATCH],
        responses=answers({204: None}, 401, 403, 404, 412),
    )
    def delete(self, request: Request, inode_id: int) -> Response:
        actions.directory_unwatch(actor=actor_of(request), inode_id=inode_id, seen=seen_by(request))
        return Response(status=204)
