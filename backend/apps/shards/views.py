"""How load is spread over the store's shards."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import needs
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.heat.selectors import HeatWindow
from apps.shards import selectors
from apps.shards.serializers import (
    HeatShardSerializer,
    HeatShardsSerializer,
    ShardParameters,
    ShardsParameters,
)


class HeatShardsView(APIView):
    permission_classes = (needs(Permission.HEAT),)

    @extend_schema(
        operation_id="heat_shards_get",
        summary="How load is spread over the store's shards, over up to a day.",
        parameters=[ShardsParameters],
        responses=answers({200: HeatShardsSerializer}, 400, 401, 403),
    )
    def get(self, request: Request) -> Response:
        query = parsed(ShardsParameters, request.query_params)
        found = selectors.shards(of=selectors.ShardRange(query["range"]), table=query.get("table"))
        return Response(HeatShardsSerializer(found).data)


class HeatShardView(APIView):
    # It names paths, whoever may see them in the namespace.
    permission_classes = (needs(Permission.HEAT),)

    @extend_schema(
        operation_id="heat_shard_get",
        summary="The tables of one shard, and the hottest directories whose children it has.",
        parameters=[ShardParameters],
        responses=answers({200: HeatShardSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request, shard: int) -> Response:
        query = parsed(ShardParameters, request.query_params)
        found = selectors.shard(number=shard, window=HeatWindow(query["window"]))
        return Response(HeatShardSerializer(found).data)
