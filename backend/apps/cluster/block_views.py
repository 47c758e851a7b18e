"""Blocks that are not stored as they should be, and what the leader does about them."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn
from apps.cluster import blocks, fsck
from apps.cluster.block_serializers import (
    BlockHealthSerializer,
    BlockSerializer,
    CorruptReplicaSerializer,
    JudgedStorageSerializer,
    ProblemBlockSerializer,
)
from apps.cluster.fsck_serializers import FsckParameters, FsckPartSerializer
from apps.common.openapi import PageParameters, answers, page_of
from apps.common.requests import page_arguments, parsed
from apps.visibility.permissions import sight_of

PROBLEM_BLOCK_PAGE = page_of(ProblemBlockSerializer, "ProblemBlockPage", as_of=True)
CORRUPT_REPLICA_PAGE = page_of(CorruptReplicaSerializer, "CorruptReplicaPage", as_of=True)
JUDGED_STORAGE_PAGE = page_of(JudgedStorageSerializer, "JudgedStoragePage", as_of=True)


class BlockHealthView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="blocks_health",
        summary="How many blocks are not stored as they should be.",
        responses=answers({200: BlockHealthSerializer}, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return Response(BlockHealthSerializer(blocks.health()).data)


class BlockView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="blocks_get",
        summary="One block with its file, its replicas, and what happened to them. "
        "Viewers: of files that they may see.",
        responses=answers({200: BlockSerializer}, 401, 404, 503),
    )
    def get(self, request: Request, block_id: str) -> Response:
        return Response(BlockSerializer(blocks.block(block_id, sight=sight_of(request))).data)


class FsckView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="blocks_fsck",
        summary="A part of a check of the blocks at and below a path.",
        description="Ask until there is no `next_cursor`, and add the parts up. What HDFS does not "
        "let the user list is refused. Nothing is changed.",
        parameters=[FsckParameters],
        responses=answers({200: FsckPartSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request) -> Response:
        asked = parsed(FsckParameters, request.query_params)
        part = fsck.part(
            path=asked["path"],
            sight=sight_of(request),
            cursor=asked.get("cursor"),
            limit=asked["limit"],
        )
        return Response(FsckPartSerializer(part).data)


class _PageView(APIView):
    """Viewers get the rows of the files that they may see."""

    permission_classes = (LoggedIn,)
    read: ClassVar[Callable[..., blocks.Page]]
    page: ClassVar[serializers.Serializer[Any]]

    def answer(self, request: Request) -> Response:
        found = type(self).read(sight=sight_of(request), **page_arguments(request))
        return Response(type(self.page)(found).data)


class MissingBlocksView(_PageView):
    read = staticmethod(blocks.missing)
    page = PROBLEM_BLOCK_PAGE

    @extend_schema(
        operation_id="blocks_missing",
        summary="Blocks of which no good replica can be reached. "
        "Viewers: of files that they may see.",
        parameters=[PageParameters],
        responses=answers({200: PROBLEM_BLOCK_PAGE}, 400, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return self.answer(request)


class UnderReplicatedBlocksView(_PageView):
    read = staticmethod(blocks.under_replicated)
    page = PROBLEM_BLOCK_PAGE

    @extend_schema(
        operation_id="blocks_under_replicated",
        summary="Blocks with too few good replicas or on too few racks, the missing ones included. "
        "Viewers: of files that they may see.",
        parameters=[PageParameters],
        responses=answers({200: PROBLEM_BLOCK_PAGE}, 400, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return self.answer(request)


class CorruptReplicasView(_PageView):
    read = staticmethod(blocks.corrupt)
    page = CORRUPT_REPLICA_PAGE

    @extend_schema(
        operation_id="blocks_corrupt",
        summary="Replicas that a reader or a datanode found corrupt, not replaced yet. "
        "Viewers: of files that they may see.",
        parameters=[PageParameters],
        responses=answers({200: CORRUPT_REPLICA_PAGE}, 400, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return self.answer(request)


class StoragesView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="storages_list",
        summary="The datanodes' storages as the leader last judged them.",
        parameters=[PageParameters],
        responses=answers({200: JUDGED_STORAGE_PAGE}, 400, 401, 503),
    )
    def get(self, request: Request) -> Response:
        found = blocks.storages(**page_arguments(request))
        return Response(type(JUDGED_STORAGE_PAGE)(found).data)
