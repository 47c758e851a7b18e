"""The migration from an HDFS: how far it is, and the order to take over."""

from itertools import chain

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import actor_of, needs
from apps.common.csv_file import csv_line, csv_response
from apps.common.openapi import ONCE, answers
from apps.common.rights import Permission
from apps.idempotency.repeats import idempotent
from apps.migration import actions, selectors
from apps.migration.serializers import MigrationSerializer, TakeOverOrderedSerializer
from apps.visibility.permissions import SeesEverything, sight_of


class MigrationView(APIView):
    permission_classes = (needs(Permission.MANAGE_NAMENODES),)

    @extend_schema(
        operation_id="migration",
        summary="How far the migration from an HDFS is, and what is known of each phase.",
        responses=answers({200: MigrationSerializer}, 401, 403),
    )
    def get(self, request: Request) -> Response:
        told = selectors.migration(names=sight_of(request).sees_all)
        return Response(MigrationSerializer(told).data)


class FindingsFileView(APIView):
    permission_classes = (SeesEverything,)

    @extend_schema(
        operation_id="migration_findings_file",
        summary="All that the last rehearsal of a take-over found, as CSV.",
        responses={(200, "text/csv"): OpenApiTypes.BINARY, **answers({}, 401, 403, 404, 409)},
    )
    def get(self, request: Request) -> HttpResponseBase:
        lines = chain([selectors.FINDING_FIELDS], selectors.findings())
        return csv_response(map(csv_line, lines), filename="rehearsal-findings.csv")


class TakeOverView(APIView):
    permission_classes = (needs(Permission.MANAGE_NAMENODES),)

    @extend_schema(
        operation_id="migration_take_over",
        summary="Begin the take-over that somebody asked for and somebody else approved.",
        description="It is asked for as a job (`take_over`). The host's supervisor carries it out "
        "within seconds, or is refused; `GET /migration` tells (`attempt`). Namenodes stop and "
        "start meanwhile.",
        parameters=[*ONCE],
        request=None,
        responses=answers({202: TakeOverOrderedSerializer}, 400, 401, 403, 409, 503),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        order = actions.take_over_begin(actor=actor_of(request))
        return Response(TakeOverOrderedSerializer(order).data, status=202)
