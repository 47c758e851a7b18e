"""Restores out of snapshots: asked for, looked at, and ended."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.openapi import BODY, ONCE, answers, page_of
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.common.sorting import sorted_arguments
from apps.idempotency.repeats import idempotent
from apps.snapshots import restores
from apps.snapshots.serializers import (
    RestoreAskSerializer,
    RestoresParameters,
    SnapshotRestoreSerializer,
)


class RestoresView(APIView):
    permission_classes = (needs(Permission.RESTORE),)

    @extend_schema(
        operation_id="snapshots_restores",
        summary="Restores out of snapshots; the last 1,000 are kept.",
        parameters=[RestoresParameters],
        responses=answers(
            {200: page_of(SnapshotRestoreSerializer, "SnapshotRestorePage")}, 400, 401, 403
        ),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(RestoresParameters, request)
        page = restores.restores(actor=actor_of(request), **filters, **page_asked)
        items = SnapshotRestoreSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})

    @extend_schema(
        operation_id="snapshots_restore",
        summary="Have a file or a tree copied out of a snapshot.",
        description="A worker copies the bytes, with the platform's rights in HDFS. Owner, group, "
        "mode and time are as they were, ACLs and extended attributes are not copied.",
        parameters=[*ONCE],
        request=RestoreAskSerializer,
        responses=answers(
            {202: SnapshotRestoreSerializer}, *BODY, 401, 403, 404, 409, 429, 501, 503
        ),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        body = parsed(RestoreAskSerializer, request.data)
        asked = restores.restore_ask(
            actor=actor_of(request),
            source=body["path"],
            to=body.get("to"),
            overwrite=body["overwrite"],
        )
        return Response(SnapshotRestoreSerializer(asked).data, status=202)


class RestoreView(APIView):
    permission_classes = (needs(Permission.RESTORE),)

    @extend_schema(
        operation_id="snapshots_restore_get",
        summary="How far a restore is.",
        responses=answers({200: SnapshotRestoreSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, restore_id: int) -> Response:
        row = restores.restore_seen(actor=actor_of(request), restore_id=restore_id)
        return Response(SnapshotRestoreSerializer(row).data)


class RestoreCancelView(APIView):
    permission_classes = (needs(Permission.RESTORE),)

    @extend_schema(
        operation_id="snapshots_restore_cancel",
        summary="End a restore before its next file; what was restored stays.",
        request=None,
        responses=answers({200: SnapshotRestoreSerializer}, 401, 403, 404, 409),
    )
    def post(self, request: Request, restore_id: int) -> Response:
        row = restores.restore_cancel(actor=actor_of(request), restore_id=restore_id)
        return Response(SnapshotRestoreSerializer(row).data)
