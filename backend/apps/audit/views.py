"""The audit log."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import Access, access, access_of, user_of
from apps.audit import selectors
from apps.audit.serializers import AuditEntrySerializer, AuditParameters
from apps.common.openapi import answers, page_of
from apps.common.problems import AccessDenied
from apps.common.requests import parsed
from apps.visibility.permissions import sight_of


class AuditView(APIView):
    permission_classes = (access(Access.READ),)

    @extend_schema(
        operation_id="audit_list",
        summary="Changes, newest first. Administrators see all, others what they did themselves,"
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
        query = parsed(AuditParameters, request.query_params)
        part: str | None = query.get("actor")
        actor: str | None = None
        if access_of(request) != Access.ADMIN:
            own = user_of(request).username
            if part is not None and part.lower() not in own.lower():
                raise AccessDenied(
                    "Only administrators see what others did",
                    detail="Leave the filter `actor` out.",
                )
            actor = own
        page = selectors.audit_page(
            sight=sight_of(request),
            actor=actor,
            actor_part=part,
            action=query.get("action"),
            path=query.get("path"),
            since=query.get("since"),
            until=query.get("until"),
            cursor=query.get("cursor"),
            limit=query["limit"],
        )
        return Response(
            {
                "items": AuditEntrySerializer(page.items, many=True).data,
                "next_cursor": page.next_cursor,
            }
        )
