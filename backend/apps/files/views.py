"""Directories, names and permissions that are changed at once."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.files import actions, selectors
from apps.files.serializers import (
    DirectoryMakeSerializer,
    EntryMoveSerializer,
    FileParameters,
    PermissionsSerializer,
    PermissionsWriteSerializer,
)
from apps.idempotency.repeats import idempotent
from apps.visibility.permissions import sight_of

# HDFS refused, or can't, or does not answer.
_HDFS = (409, 501, 503)


class DirectoriesView(APIView):
    permission_classes = (needs(Permission.WRITE_FILES),)

    @extend_schema(
        operation_id="files_make_directory",
        summary="Make a directory, as the user himself.",
        parameters=[*ONCE],
        request=DirectoryMakeSerializer,
        responses=answers({201: PermissionsSerializer}, *BODY, 401, 403, 404, *_HDFS),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        body = parsed(DirectoryMakeSerializer, request.data)
        made = actions.directory_make(actor=actor_of(request), path=body["path"], mode=body["mode"])
        return Response(PermissionsSerializer(made).data, status=201)


class MovesView(APIView):
    permission_classes = (needs(Permission.WRITE_FILES),)

    @extend_schema(
        operation_id="files_move",
        summary="Give a file or a directory another name or place, as the user himself.",
        parameters=[*ONCE],
        request=EntryMoveSerializer,
        responses=answers({200: PermissionsSerializer}, *BODY, 401, 403, 404, *_HDFS),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        body = parsed(EntryMoveSerializer, request.data)
        moved = actions.entry_move(actor=actor_of(request), path=body["path"], to=body["to"])
        return Response(PermissionsSerializer(moved).data)


class PermissionsView(APIView):
    permission_classes = (needs(PUT=(Permission.CHANGE_OWNERS,)),)

    @extend_schema(
        operation_id="files_permissions",
        summary="Mode, owner, group and ACL of a path.",
        parameters=[FileParameters, ETAG],
        responses=answers({200: PermissionsSerializer}, 400, 401, 403, 404, *_HDFS),
    )
    def get(self, request: Request) -> Response:
        query = parsed(FileParameters, request.query_params)
        found = selectors.permissions(path=query["path"], sight=sight_of(request))
        return tagged(PermissionsSerializer(found).data)

    @extend_schema(
        operation_id="files_set_permissions",
        summary="Change mode, owner, group or ACL of one path, as the user himself.",
        description="For all that is below a directory, and with the platform's rights, there are "
        "jobs.",
        parameters=[FileParameters, IF_MATCH, ETAG],
        request=PermissionsWriteSerializer,
        responses=answers({200: PermissionsSerializer}, *BODY, 401, 403, 404, 412, *_HDFS),
    )
    def put(self, request: Request) -> Response:
        query = parsed(FileParameters, request.query_params)
        body = parsed(PermissionsWriteSerializer, request.data)
        changed = actions.permissions_set(
            actor=actor_of(request),
            path=query["path"],
            mode=body.get("mode"),
            owner=body.get("owner"),
            group=body.get("group"),
            acl=body.get("acl"),
            seen=seen_by(request),
        )
        return tagged(PermissionsSerializer(changed).data)
