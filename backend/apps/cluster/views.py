"""The cluster and the overview page."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn
from apps.cluster import selectors
from apps.cluster.serializers import (
    ClusterEventParameters,
    ClusterEventSerializer,
    ClusterSerializer,
    OverviewSerializer,
    SubtreeOperationSerializer,
)
from apps.common.openapi import PageParameters, answers, page_of
from apps.common.requests import page_arguments, parsed
from apps.visibility.permissions import sight_of


class ClusterView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="cluster_get",
        summary="Namenodes with the leader, datanodes and capacity.",
        responses=answers({200: ClusterSerializer}, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return Response(ClusterSerializer(selectors.cluster()).data)


class ClusterEventsView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="cluster_events",
        summary="Changes of membership, leader and subtree locks, newest first. "
        "Viewers: locks of paths that they may see.",
        parameters=[ClusterEventParameters],
        responses=answers(
            {200: page_of(ClusterEventSerializer, "ClusterEventPage", as_of=True)}, 400, 401, 503
        ),
    )
    def get(self, request: Request) -> Response:
        query = parsed(ClusterEventParameters, request.query_params)
        page = selectors.cluster_events(
            sight=sight_of(request),
            kind=query.get("kind"),
            cursor=query.get("cursor"),
            limit=query["limit"],
        )
        serializer = page_of(ClusterEventSerializer, "ClusterEventPage", as_of=True)
        return Response(type(serializer)(page).data)


class SubtreeOperationsView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="cluster_subtree_operations",
        summary="Subtree locks that are held now, and whether their owners live. "
        "Viewers: of paths that they may see.",
        parameters=[PageParameters],
        responses=answers(
            {200: page_of(SubtreeOperationSerializer, "SubtreeOperationPage", as_of=True)},
            400,
            401,
            503,
        ),
    )
    def get(self, request: Request) -> Response:
        page = selectors.subtree_operations(sight=sight_of(request), **page_arguments(request))
        serializer = page_of(SubtreeOperationSerializer, "SubtreeOperationPage", as_of=True)
        return Response(type(serializer)(page).data)


class OverviewView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="overview_get",
        summary="Totals of the namespace, freshness of the search index, cluster and jobs.",
        responses=answers({200: OverviewSerializer}, 401, 503),
    )
    def get(self, request: Request) -> Response:
        return Response(OverviewSerializer(selectors.overview()).data)
