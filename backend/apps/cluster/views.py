"""The cluster and the overview page."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import Access, access
from apps.cluster import selectors
from apps.cluster.serializers import ClusterSerializer, OverviewSerializer
from apps.common.openapi import answers


class ClusterView(APIView):
    permission_classes = (access(Access.READ),)

    @extend_schema(
        operation_id="cluster_get",
        summary="Namenodes with the leader, datanodes and capacity.",
        responses=answers({200: ClusterSerializer}, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return Response(ClusterSerializer(selectors.cluster()).data)


class OverviewView(APIView):
    permission_classes = (access(Access.READ),)

    @extend_schema(
        operation_id="overview_get",
        summary="Totals of the namespace, freshness of the search index, cluster and jobs.",
        responses=answers({200: OverviewSerializer}, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return Response(OverviewSerializer(selectors.overview()).data)
