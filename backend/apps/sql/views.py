"""SQL over the replica of the namespace, for those who may see all of it."""

from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import Access, actor_of, needs, token_scope, user_of
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers, page_of
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.common.sorting import SavedParameters, sorted_arguments
from apps.common.values import utc_from_ms
from apps.idempotency.repeats import idempotent
from apps.sql import selectors, services
from apps.sql.serializers import (
    SavedQuerySerializer,
    SavedQueryWriteSerializer,
    SqlFileParameters,
    SqlQueriesParameters,
    SqlQuerySerializer,
    SqlReplicaSerializer,
    SqlReportsSerializer,
    SqlRowPageSerializer,
    SqlRowsParameters,
    SqlRunSerializer,
    SqlTablesParameters,
    SqlTablesSerializer,
    SqlWaitParameters,
)
from apps.sql.values import CONTENT_TYPES, FileKind


def _answered(query: Any) -> Response:
    """The query: 200 when it is over, 202 with its address while it is not."""
    data = SqlQuerySerializer(query).data
    if query.is_final:
        return Response(data)
    return Response(data, status=202, headers={"Location": f"/api/v1/sql/queries/{query.pk}"})


class SqlView(APIView):
    permission_classes = (needs(Permission.SQL),)

    @extend_schema(
        operation_id="sql_run",
        summary="Run one read-only statement. Not for viewers: it sees the whole namespace.",
        parameters=[*ONCE],
        request=SqlRunSerializer,
        responses=answers(
            {200: SqlQuerySerializer, 202: SqlQuerySerializer}, *BODY, 401, 403, 409, 429, 503
        ),
    )
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        body = parsed(SqlRunSerializer, request.data)
        return _answered(
            services.query_start(
                actor=actor_of(request),
                user_id=user_of(request).pk,
                statement=body["statement"],
                explain=body["explain"],
                engine=body["engine"],
                report=body["report"],
                time_limit_ms=body.get("time_limit_ms"),
                wait_ms=body["wait_ms"],
            )
        )


class SqlQueriesView(APIView):
    permission_classes = (needs(Permission.SQL),)

    @extend_schema(
        operation_id="sql_queries_list",
        summary="My queries, without those that reports made.",
        parameters=[SqlQueriesParameters],
        responses=answers({200: page_of(SqlQuerySerializer, "SqlQueryPage")}, 400, 401, 403),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(SqlQueriesParameters, request)
        page = selectors.queries_of(user_id=user_of(request).pk, **filters, **page_asked)
        items = SqlQuerySerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})


class SqlQueryView(APIView):
    permission_classes = (needs(Permission.SQL),)

    @extend_schema(
        operation_id="sql_queries_get",
        summary="One of my queries; `wait_ms` waits for its end.",
        parameters=[SqlWaitParameters],
        responses=answers(
            {200: SqlQuerySerializer, 202: SqlQuerySerializer}, 400, 401, 403, 404, 503
        ),
    )
    def get(self, request: Request, query_id: int) -> Response:
        asked = parsed(SqlWaitParameters, request.query_params)
        user_id = user_of(request).pk
        return _answered(
            services.query_refresh(user_id=user_id, query_id=query_id, wait_ms=asked["wait_ms"])
        )


class SqlCancelView(APIView):
    permission_classes = (needs(Permission.SQL),)

    @extend_schema(
        operation_id="sql_queries_cancel",
        summary="Stop one of my queries. Harmless when it is over.",
        request=None,
        responses=answers({200: SqlQuerySerializer, 202: SqlQuerySerializer}, 401, 403, 404, 503),
    )
    def post(self, request: Request, query_id: int) -> Response:
        return _answered(services.query_cancel(user_id=user_of(request).pk, query_id=query_id))


class SqlRowsView(APIView):
    permission_classes = (needs(Permission.SQL),)

    @extend_schema(
        operation_id="sql_queries_rows",
        summary="Rows of a query that succeeded. Results are kept for a while only.",
        parameters=[SqlRowsParameters],
        responses=answers({200: SqlRowPageSerializer}, 400, 401, 403, 404, 503),
    )
    def get(self, request: Request, query_id: int) -> Response:
        asked = parsed(SqlRowsParameters, request.query_params)
        page = selectors.result_page(
            user_id=user_of(request).pk,
            query_id=query_id,
            cursor=asked.get("cursor"),
            limit=asked["limit"],
        )
        return Response({"items": page.items, "next_cursor": page.next_cursor, "total": page.total})


class SqlFileView(APIView):
    permission_classes = (needs(Permission.SQL),)

    @extend_schema(
        operation_id="sql_queries_file",
        summary="The whole result as a file.",
        parameters=[SqlFileParameters],
        responses={
            (200, "text/csv"): OpenApiTypes.BINARY,
            (200, "application/vnd.apache.parquet"): OpenApiTypes.BINARY,
            **answers({}, 400, 401, 403, 404, 503),
        },
    )
    def get(self, request: Request, query_id: int) -> HttpResponseBase:
        kind = FileKind(parsed(SqlFileParameters, request.query_params)["kind"])
        chunks = selectors.result_file(user_id=user_of(request).pk, query_id=query_id, kind=kind)
        services.downloaded(actor=actor_of(request), query_id=query_id, kind=kind)
        response = StreamingHttpResponse(chunks, content_type=CONTENT_TYPES[kind])
        response["Content-Disposition"] = f'attachment; filename="query-{query_id}.{kind.value}"'
        return response


class SqlTablesView(APIView):
    permission_classes = (needs(Permission.SQL),)

    @extend_schema(
        operation_id="sql_tables",
        summary="The tables that an engine's statements can read, with their columns.",
        parameters=[SqlTablesParameters],
        responses=answers({200: SqlTablesSerializer}, 400, 401, 403, 503),
    )
    def get(self, request: Request) -> Response:
        engine = parsed(SqlTablesParameters, request.query_params)["engine"]
        return Response(SqlTablesSerializer({"items": selectors.tables(engine=engine)}).data)


class SqlReplicaView(APIView):
    permission_classes = (needs(Permission.SQL),)

    @extend_schema(
        operation_id="sql_replica",
        summary="State and freshness of the replica that answers.",
        responses=answers({200: SqlReplicaSerializer}, 401, 403, 503),
    )
    def get(self, request: Request) -> Response:
        status = selectors.replica_status()
        as_of = status.as_of and {
            "sequence": status.as_of.sequence,
            "time": utc_from_ms(status.as_of.time_ms),
        }
        return Response(
            SqlReplicaSerializer(
                {
                    "state": status.state,
                    "as_of": as_of,
                    "lag_ms": status.lag_ms,
                    "inodes_built": status.inodes_built,
                    "build_percent": status.build_percent,
                    "build_left_ms": status.build_left_ms,
                    "last_error": status.last_error,
                    "engines": list(status.engines),
                }
            ).data
        )


class SavedQueriesView(APIView):
    permission_classes = (needs(Permission.SQL), token_scope(Access.OPERATE, "POST"))

    @extend_schema(
        operation_id="sql_saved_list",
        summary="My saved queries and those shared with me.",
        parameters=[SavedParameters],
        responses=answers({200: page_of(SavedQuerySerializer, "SavedQueryPage")}, 400, 401, 403),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(SavedParameters, request)
        page = selectors.saved_queries(user_id=user_of(request).pk, **filters, **page_asked)
        items = SavedQuerySerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})

    @extend_schema(
        operation_id="sql_saved_create",
        summary="Save a statement under a name.",
        parameters=[*ONCE, ETAG],
        request=SavedQueryWriteSerializer,
        responses=answers({201: SavedQuerySerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        saved = services.saved_create(
            actor=actor_of(request),
            user_id=user_of(request).pk,
            values=parsed(SavedQueryWriteSerializer, request.data),
        )
        return tagged(SavedQuerySerializer(saved).data, status=201)


class SavedQueryView(APIView):
    permission_classes = (needs(Permission.SQL), token_scope(Access.OPERATE, "PUT", "DELETE"))

    @extend_schema(
        operation_id="sql_saved_get",
        summary="One of my saved queries, or of those that others share.",
        parameters=[ETAG],
        responses=answers({200: SavedQuerySerializer}, 401, 403, 404),
    )
    def get(self, request: Request, saved_id: int) -> Response:
        saved = selectors.saved_query(user_id=user_of(request).pk, saved_id=saved_id)
        return tagged(SavedQuerySerializer(saved).data)

    @extend_schema(
        operation_id="sql_saved_update",
        summary="Replace one of my saved queries.",
        parameters=[IF_MATCH, ETAG],
        request=SavedQueryWriteSerializer,
        responses=answers({200: SavedQuerySerializer}, *BODY, 401, 403, 404, 409, 412),
    )
    def put(self, request: Request, saved_id: int) -> Response:
        saved = services.saved_update(
            actor=actor_of(request),
            user_id=user_of(request).pk,
            saved_id=saved_id,
            values=parsed(SavedQueryWriteSerializer, request.data),
            seen=seen_by(request),
        )
        return tagged(SavedQuerySerializer(saved).data)

    @extend_schema(
        operation_id="sql_saved_delete",
        summary="Delete one of my saved queries.",
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


class SqlReportsView(APIView):
    permission_classes = (needs(Permission.SQL),)

    @extend_schema(
        operation_id="sql_reports",
        summary="The library of ready reports: statements with a chart and a way into search.",
        responses=answers({200: SqlReportsSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        return Response(SqlReportsSerializer(selectors.reports()).data)
