"""Saved searches, and exports of all matches as files."""

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn, actor_of, user_of
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers, page_of
from apps.common.requests import parsed, seen_by
from apps.common.sorting import SavedParameters, sorted_arguments
from apps.idempotency.repeats import idempotent
from apps.search import selectors, services
from apps.search.serializers import (
    SavedSearchSerializer,
    SavedSearchWriteSerializer,
    SearchExportSerializer,
    SearchExportsParameters,
    SearchExportWriteSerializer,
)
from apps.search.values import CONTENT_TYPES, ExportKind
from apps.visibility.permissions import sight_of


class SavedSearchesView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="search_saved_list",
        summary="My saved searches and those that others share.",
        parameters=[SavedParameters],
        responses=answers({200: page_of(SavedSearchSerializer, "SavedSearchPage")}, 400, 401, 503),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(SavedParameters, request)
        page = selectors.saved_searches(
            user_id=user_of(request).pk, sight=sight_of(request), **filters, **page_asked
        )
        items = SavedSearchSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})

    @extend_schema(
        operation_id="search_saved_create",
        summary="Keep a search under a name. Who opens it sees what they may see.",
        parameters=[*ONCE, ETAG],
        request=SavedSearchWriteSerializer,
        responses=answers({201: SavedSearchSerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        saved = services.saved_create(
            actor=actor_of(request),
            user_id=user_of(request).pk,
            values=parsed(SavedSearchWriteSerializer, request.data),
        )
        return tagged(SavedSearchSerializer(saved).data, status=201)


class SavedSearchView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="search_saved_get",
        summary="One of my saved searches, or of those that others share.",
        parameters=[ETAG],
        responses=answers({200: SavedSearchSerializer}, 401, 404, 503),
    )
    def get(self, request: Request, saved_id: int) -> Response:
        saved = selectors.saved_search(
            user_id=user_of(request).pk, saved_id=saved_id, sight=sight_of(request)
        )
        return tagged(SavedSearchSerializer(saved).data)

    @extend_schema(
        operation_id="search_saved_update",
        summary="Replace one of my saved searches.",
        parameters=[IF_MATCH, ETAG],
        request=SavedSearchWriteSerializer,
        responses=answers({200: SavedSearchSerializer}, *BODY, 401, 403, 404, 409, 412),
    )
    def put(self, request: Request, saved_id: int) -> Response:
        saved = services.saved_update(
            actor=actor_of(request),
            user_id=user_of(request).pk,
            saved_id=saved_id,
            values=parsed(SavedSearchWriteSerializer, request.data),
            seen=seen_by(request),
        )
        return tagged(SavedSearchSerializer(saved).data)

    @extend_schema(
        operation_id="search_saved_delete",
        summary="Delete one of my saved searches.",
        parameters=[IF_MATCH],
        responses=answers({204: None}, 401, 403, 404, 412),
    )
    def delete(self, request: Request, saved_id: int) -> Response:
        services.saved_delete(
            actor=actor_of(request),
            user_id=user_of(request).pk,
            saved_id=saved_id,
            seen=seen_by(request),
        )
        return Response(status=204)


class SearchExportsView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="search_exports_list",
        summary="My exports. They are kept for a while only.",
        parameters=[SearchExportsParameters],
        responses=answers({200: page_of(SearchExportSerializer, "SearchExportPage")}, 400, 401),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(SearchExportsParameters, request)
        page = selectors.exports_of(user_id=user_of(request).pk, **filters, **page_asked)
        items = SearchExportSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})

    @extend_schema(
        operation_id="search_exports_create",
        summary="Begin to write all matches into a file, as far as I may see them.",
        parameters=[*ONCE],
        request=SearchExportWriteSerializer,
        responses=answers({202: SearchExportSerializer}, *BODY, 401, 403, 409, 429),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        body = parsed(SearchExportWriteSerializer, request.data)
        row = services.export_create(
            actor=actor_of(request),
            user_id=user_of(request).pk,
            q=body["q"],
            sort=body["sort"],
            kind=ExportKind(body["kind"]),
            seen_as=sight_of(request).identity(),
        )
        data = SearchExportSerializer(row).data
        headers = {"Location": f"/api/v1/search/exports/{row.pk}"}
        return Response(data, status=202, headers=headers)


class SearchExportView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="search_exports_get",
        summary="One of my exports.",
        responses=answers({200: SearchExportSerializer}, 401, 404),
    )
    def get(self, request: Request, export_id: int) -> Response:
        row = selectors.export_of_user(user_id=user_of(request).pk, export_id=export_id)
        return Response(SearchExportSerializer(row).data)

    @extend_schema(
        operation_id="search_exports_delete",
        summary="Cancel one of my exports, or delete its file.",
        responses=answers({204: None}, 401, 403, 404),
    )
    def delete(self, request: Request, export_id: int) -> Response:
        services.export_delete(
            actor=actor_of(request), user_id=user_of(request).pk, export_id=export_id
        )
        return Response(status=204)


class SearchExportFileView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="search_exports_file",
        summary="The file of an export that succeeded.",
        responses={
            (200, "text/csv"): OpenApiTypes.BINARY,
            (200, "application/vnd.apache.parquet"): OpenApiTypes.BINARY,
            **answers({}, 401, 404),
        },
    )
    def get(self, request: Request, export_id: int) -> HttpResponseBase:
        row, chunks = selectors.export_file(user_id=user_of(request).pk, export_id=export_id)
        services.export_downloaded(actor=actor_of(request), row=row)
        response = StreamingHttpResponse(chunks, content_type=CONTENT_TYPES[ExportKind(row.kind)])
        response["Content-Length"] = str(row.place.size_bytes)
        response["Content-Disposition"] = f'attachment; filename="search-{row.pk}.{row.kind}"'
        return response
