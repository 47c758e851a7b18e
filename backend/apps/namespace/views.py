"""The namespace, read live from a namenode."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn, user_of
from apps.common.openapi import answers, page_of
from apps.common.requests import parsed
from apps.namespace import selectors
from apps.namespace.changes import changes
from apps.namespace.checksums import checksum
from apps.namespace.detail_serializers import EntryDetailsSerializer
from apps.namespace.details import details
from apps.namespace.preview import preview
from apps.namespace.serializers import (
    ChecksumSerializer,
    ChildrenParameters,
    EntrySerializer,
    InodeChangePageSerializer,
    InodeChangesParameters,
    PathParameters,
    PreviewSerializer,
    UsageSerializer,
)
from apps.visibility.permissions import sight_of


class EntryView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="namespace_entry",
        summary="One file or directory.",
        parameters=[PathParameters],
        responses=answers({200: EntrySerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(PathParameters, request.query_params)
        entry = selectors.entry(path=query["path"], sight=sight_of(request))
        return Response(EntrySerializer(entry).data)


class DetailsView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="namespace_details",
        summary="All that HDFS tells me about one path: ACL, policies, blocks, snapshots.",
        parameters=[PathParameters],
        responses=answers({200: EntryDetailsSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(PathParameters, request.query_params)
        found = details(path=query["path"], sight=sight_of(request))
        return Response(EntryDetailsSerializer(found).data)


class PreviewView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="namespace_preview",
        summary="The first bytes of a file, if I may read it in HDFS; my role grants nothing here.",
        parameters=[PathParameters],
        responses=answers({200: PreviewSerializer}, 400, 401, 403, 404, 409, 501, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(PathParameters, request.query_params)
        found = preview(path=query["path"], reader=user_of(request).hdfs_user)
        return Response(PreviewSerializer(found).data)


class InodeChangesView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="namespace_changes",
        summary="What was changed of a file or directory, newest first.",
        description="From the change feed, as long as it is kept. It is in the order of time, so a "
        "call looks at a bounded number of the newest changes, of whatever, and says since when; "
        "`next_cursor` goes on to older ones.",
        parameters=[InodeChangesParameters],
        responses=answers({200: InodeChangePageSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(InodeChangesParameters, request.query_params)
        page = changes(path=query["path"], sight=sight_of(request), cursor=query.get("cursor"))
        return Response(InodeChangePageSerializer(page).data)


class ChecksumView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="namespace_checksum",
        summary="The checksum of a file, if I may read it in HDFS; my role grants nothing here.",
        description="Datanodes read the checksums beside the blocks, not the data. It is what "
        "`hdfs dfs -checksum` tells, and may take some seconds.",
        parameters=[PathParameters],
        responses=answers({200: ChecksumSerializer}, 400, 401, 403, 404, 409, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(PathParameters, request.query_params)
        found = checksum(path=query["path"], reader=user_of(request).hdfs_user)
        return Response(ChecksumSerializer(found).data)


class ChildrenView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="namespace_children",
        summary="Children of a directory in name order.",
        parameters=[ChildrenParameters],
        responses=answers(
            {200: page_of(EntrySerializer, "EntryPage", as_of=True)}, 400, 401, 403, 404, 503
        ),
    )
    def get(self, request: Request) -> Response:
        query = parsed(ChildrenParameters, request.query_params)
        page = selectors.children(
            path=query["path"],
            cursor=query.get("cursor"),
            limit=query["limit"],
            sight=sight_of(request),
        )
        serializer = page_of(EntrySerializer, "EntryPage", as_of=True)
        return Response(type(serializer)(page).data)


class UsageView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="namespace_usage",
        summary="Exact totals of a subtree, with its quota.",
        parameters=[PathParameters],
        responses=answers({200: UsageSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(PathParameters, request.query_params)
        usage = selectors.usage(path=query["path"], sight=sight_of(request))
        return Response(UsageSerializer(usage).data)
