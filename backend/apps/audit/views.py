"""The audit log."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn, actor_of, rights_of, user_of
from apps.audit import selectors
from apps.audit.export import csv_lines, downloaded
from apps.audit.serializers import (
    AuditEntrySerializer,
    AuditFilterParameters,
    AuditParameters,
)
from apps.common.csv_file import csv_response
from apps.common.openapi import answers, page_of
from apps.common.problems import AccessDenied
from apps.common.requests import parsed
from apps.common.rights import Permission
from apps.common.sorting import sorted_arguments
from apps.visibility.permissions import sight_of


class AuditView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="audit_list",
        summary="Changes. Administrators see all, others what they did themselves,"
        " viewers only to paths that they may see.",
        description=(
            "Holds what was done through the platform: changes and logins. Calls of HDFS clients "
            "are not here; each namenode logs them, and the platform's own calls under the name of "
            "the acting user, in HDFS's format in `logs/hdfs-audit-NAMENODE.log` below the data "
            "folder."
        ),
        parameters=[AuditParameters],
        responses=answers({200: page_of(AuditEntrySerializer, "AuditPage")}, 400, 401, 403, 503),
    )
    def get(self, request: Request) -> Response:
        page_asked, query = sorted_arguments(AuditParameters, request)
        page = selectors.audit_page(
            sight=sight_of(request),
            asked=_asked(request, query),
            **page_asked,
        )
        return Response(
            {
                "items": AuditEntrySerializer(page.items, many=True).data,
                "next_cursor": page.next_cursor,
            }
        )


class AuditFileView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="audit_file",
        summary="The audit log as CSV, newest first, as far as I see it: at most 100,000 entries.",
        parameters=[AuditFilterParameters],
        responses={(200, "text/csv"): OpenApiTypes.BINARY, **answers({}, 400, 401, 403, 503)},
    )
    def get(self, request: Request) -> HttpResponseBase:
        asked = _asked(request, parsed(AuditFilterParameters, request.query_params))
        lines = csv_lines(sight=sight_of(request), asked=asked)
        downloaded(actor=actor_of(request), asked=asked)
        return csv_response(lines, filename="audit.csv")


def _asked(request: Request, query: dict[str, Any]) -> selectors.AuditFilter:
    """The filters; AccessDenied for who asks for others' deeds and may see his own alone."""
    part: str | None = query.get("actor")
    actor: str | None = None
    if not rights_of(request).holds(Permission.SEE_AUDIT):
        actor = user_of(request).username
        if part is not None and part.lower() not in actor.lower():
            raise AccessDenied(
                "Your role lets you see what you did yourself",
                detail="Leave the filter `actor` out.",
            )
    return selectors.AuditFilter(
        outcome=query.get("outcome"),
        actor=actor,
        actor_part=part,
        action=query.get("action"),
        path=query.get("path"),
        since=query.get("since"),
        until=query.get("until"),
    )
