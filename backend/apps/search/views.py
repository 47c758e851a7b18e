"""Search over the names of the namespace."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.search import selectors
from apps.search.serializers import (
    SearchAnswerSerializer,
    SearchFacetsSerializer,
    SearchParameters,
)
from apps.visibility.permissions import sight_of


class SearchView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="search",
        summary="Find files and directories by name, with filters.",
        parameters=[SearchParameters],
        responses=answers({200: SearchAnswerSerializer}, 400, 401, 404, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(SearchParameters, request.query_params)
        answer = selectors.search(query=query, seen_as=sight_of(request).identity())
        return Response(SearchAnswerSerializer(answer).data)


class SearchFacetsView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="search_facets",
        summary="Exact counts of all hits by kind, owner, group, extension, size, age and policy.",
        parameters=[SearchParameters],
        responses=answers({200: SearchFacetsSerializer}, 400, 401, 404, 503),
    )
    def get(self, request: Request) -> Response:
        query = parsed(SearchParameters, request.query_params)
        answer = selectors.facets(query=query, seen_as=sight_of(request).identity())
        return Response(SearchFacetsSerializer(answer).data)
