"""The stream of events."""

from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from apps.accounts.permissions import LoggedIn, rights_of, token_id_of, user_of
from apps.common.openapi import answers
from apps.common.requests import parsed
from apps.events.authority import Credential
from apps.events.hub import hub
from apps.events.serializers import EventsParameters
from apps.events.streams import is_closed, open_stream
from apps.events.topics import topics_of

CONTENT_TYPE = "text/event-stream"
# What gunicorn calls the connection of a request.
_CONNECTION = "gunicorn.socket"


# One event, as a client of such streams has it.
_EVENT = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "event": {"type": "string", "enum": ["ready", "changed", "reset", "bye"]},
        "data": {"type": "string"},
        "retry": {"type": "integer"},
    },
}


class EventsView(APIView):
    permission_classes = (LoggedIn,)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        # A browser asks for events alone; problems are told all the same.
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        operation_id="events_stream",
        summary="Server-sent events: which topics have changed.",
        description="`ready` tells the topics that the caller may hear of. `changed` tells a "
        "`topic`, its `version`, and for jobs, where that is known, the `ids` that did: read again "
        "what it is about. Each event's id tells all versions: whoever opens the stream again with "
        "the last one, at whichever process, hears at once what has changed since, however long "
        "that was; `reset` says that the id means nothing here, and that anything may have "
        "changed. `bye` tells `why` a stream ends: `revoked` (the login or the token is over), "
        "`rights` (open it again: the topics are others now), `closing` or `age` (open it again). "
        "A comment comes every 15 s when nothing changes. 429: the caller has enough of them; "
        "503: the process has. Retry-After tells when to try again; poll meanwhile.",
        parameters=[
            EventsParameters,
            OpenApiParameter(
                "Last-Event-ID",
                str,
                OpenApiParameter.HEADER,
                description="Id of the last event that was received.",
            ),
        ],
        responses={**answers({}, 401, 429, 503), (200, CONTENT_TYPE): _EVENT},
    )
    def get(self, request: Request) -> HttpResponseBase:
        query = parsed(EventsParameters, request.query_params)
        connection = request.META.get(_CONNECTION)
        stream = open_stream(
            hub,
            user_id=user_of(request).pk,
            credential=Credential(
                session_key=request._request.session.session_key, token_id=token_id_of(request)
            ),
            topics=topics_of(rights_of(request)),
            last_event_id=request.headers.get("Last-Event-ID") or query["last_event_id"],
            is_gone=lambda: connection is not None and is_closed(connection),
        )
        response = StreamingHttpResponse(stream, content_type=CONTENT_TYPE)
        response["Cache-Control"] = "no-store"
        # Proxies that keep answers until they are whole.
        response["X-Accel-Buffering"] = "no"
        return response
