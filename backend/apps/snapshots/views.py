"""Snapshots: where they may be taken, which there are, and what became different since."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers, page_of
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.idempotency.repeats import idempotent
from apps.snapshots import actions, selectors
from apps.snapshots.comparing import Asked, compare
from apps.snapshots.serializers import (
    DifferencesParameters,
    SnapshotComparisonSerializer,
    SnapshotCreateSerializer,
    SnapshotDirectoryParameters,
    SnapshotParameters,
    SnapshotRenameSerializer,
    SnapshotSerializer,
    SnapshotsParameters,
    SnapshottableDirectorySerializer,
    SnapshottableParameters,
)
from apps.visibility.permissions import sight_of

# HDFS refused, or can't, or does not answer.
_HDFS = (409, 501, 503)
_MAY = (Permission.SNAPSHOTS,)


class SnapshotDirectoriesView(APIView):
    permission_classes = (needs(POST=_MAY, DELETE=_MAY),)

    @extend_schema(
        operation_id="snapshots_directories",
        summary="The snapshottable directories, by path.",
        parameters=[SnapshottableParameters],
        responses=answers(
            {200: page_of(SnapshottableDirectorySerializer, "SnapshottableDirectoryPage")},
            *(400, 401, 403, 404, *_HDFS),
        ),
    )
    def get(self, request: Request) -> Response:
        query = parsed(SnapshottableParameters, request.query_params)
        page = selectors.directories(
            sight=sight_of(request),
            prefix=query["prefix"],
            cursor=query.get("cursor"),
            limit=query["limit"],
        )
        items = SnapshottableDirectorySerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})

    @extend_schema(
        operation_id="snapshots_allow",
        summary="Let snapshots of a directory be taken.",
        parameters=[*ONCE],
        request=SnapshotDirectoryParameters,
        responses=answers({201: SnapshottableDirectorySerializer}, *BODY, 401, 403, 404, *_HDFS),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        body = parsed(SnapshotDirectoryParameters, request.data)
        made = actions.directory_allow(actor=actor_of(request), path=body["path"])
        return Response(SnapshottableDirectorySerializer(made).data, status=201)

    @extend_schema(
        operation_id="snapshots_disallow",
        summary="Let no snapshots of a directory be taken any more; it must have none.",
        parameters=[SnapshotDirectoryParameters, IF_MATCH],
        responses=answers({204: None}, 400, 401, 403, 404, 412, *_HDFS),
    )
    def delete(self, request: Request) -> Response:
        query = parsed(SnapshotDirectoryParameters, request.query_params)
        actions.directory_disallow(
            actor=actor_of(request), path=query["path"], seen=seen_by(request)
        )
        return Response(status=204)


class SnapshotsView(APIView):
    permission_classes = (needs(POST=_MAY),)

    @extend_schema(
        operation_id="snapshots_list",
        summary="The snapshots of a directory, the newest first.",
        parameters=[SnapshotsParameters],
        responses=answers(
            {200: page_of(SnapshotSerializer, "SnapshotPage")}, 400, 401, 403, 404, *_HDFS
        ),
    )
    def get(self, request: Request) -> Response:
        query = parsed(SnapshotsParameters, request.query_params)
        page = selectors.snapshots(
            path=query["path"],
            sight=sight_of(request),
            cursor=query.get("cursor"),
            limit=query["limit"],
        )
        items = SnapshotSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})

    @extend_schema(
        operation_id="snapshots_create",
        summary="Take a snapshot of a directory.",
        parameters=[*ONCE],
        request=SnapshotCreateSerializer,
        responses=answers({201: SnapshotSerializer}, *BODY, 401, 403, 404, *_HDFS),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        body = parsed(SnapshotCreateSerializer, request.data)
        made = actions.snapshot_create(
            actor=actor_of(request), path=body["path"], name=body["name"]
        )
        return Response(SnapshotSerializer(made).data, status=201)


class SnapshotView(APIView):
    permission_classes = (needs(PATCH=_MAY, DELETE=_MAY),)

    @extend_schema(
        operation_id="snapshots_get",
        summary="One snapshot of a directory.",
        parameters=[SnapshotParameters, ETAG],
        responses=answers({200: SnapshotSerializer}, 400, 401, 403, 404, *_HDFS),
    )
    def get(self, request: Request) -> Response:
        query = parsed(SnapshotParameters, request.query_params)
        found = selectors.snapshot(path=query["path"], name=query["name"], sight=sight_of(request))
        return tagged(SnapshotSerializer(found).data)

    @extend_schema(
        operation_id="snapshots_rename",
        summary="Give a snapshot another name. Paths into it change.",
        parameters=[SnapshotParameters, IF_MATCH, ETAG],
        request=SnapshotRenameSerializer,
        responses=answers({200: SnapshotSerializer}, *BODY, 401, 403, 404, 412, *_HDFS),
    )
    def patch(self, request: Request) -> Response:
        query = parsed(SnapshotParameters, request.query_params)
        body = parsed(SnapshotRenameSerializer, request.data)
        renamed = actions.snapshot_rename(
            actor=actor_of(request),
            path=query["path"],
            name=query["name"],
            new_name=body["name"],
            seen=seen_by(request),
        )
        return tagged(SnapshotSerializer(renamed).data)

    @extend_schema(
        operation_id="snapshots_delete",
        summary="Delete a snapshot. What only it holds is gone for good.",
        parameters=[SnapshotParameters, IF_MATCH],
        responses=answers({204: None}, 400, 401, 403, 404, 412, *_HDFS),
    )
    def delete(self, request: Request) -> Response:
        query = parsed(SnapshotParameters, request.query_params)
        actions.snapshot_delete(
            actor=actor_of(request), path=query["path"], name=query["name"], seen=seen_by(request)
        )
        return Response(status=204)


class SnapshotDifferencesView(APIView):
    permission_classes = (needs(Permission.SEE_ALL),)

    @extend_schema(
        operation_id="snapshots_differences",
        summary="What became different from a snapshot to another one, or to now.",
        description="The first page compares; those behind its cursor are of the same comparison.",
        parameters=[DifferencesParameters],
        responses=answers({200: SnapshotComparisonSerializer}, 400, 401, 403, 404, *_HDFS),
    )
    def get(self, request: Request) -> Response:
        query = parsed(DifferencesParameters, request.query_params)
        asked = Asked(
            path=query["path"],
            earlier=query["earlier"],
            later=query.get("later"),
            kind=query.get("kind"),
            text=query["q"],
        )
        found = compare(
            asked=asked,
            actor=actor_of(request),
            cursor=query.get("cursor"),
            limit=query["limit"],
        )
        return Response(SnapshotComparisonSerializer(found).data)
