"""Sessions of browsers: one's own, and for administrators those of others."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts import sessions
from apps.accounts.permissions import LoggedIn, actor_of, needs, user_of
from apps.accounts.serializers import SessionsEndedSerializer, SessionSerializer, SessionsParameters
from apps.common.openapi import answers, page_of
from apps.common.paging import Page
from apps.common.problems import AccessDenied
from apps.common.rights import Permission
from apps.common.sorting import sorted_arguments

_PAGE = page_of(SessionSerializer, "SessionPage")


def _own_key(request: Request) -> str:
    """The session of this request; AccessDenied for an API token, which may leak more easily."""
    key = request._request.session.session_key
    if request.auth is not None or key is None:
        raise AccessDenied("An API token can't see or end sessions", detail="Log in instead.")
    return key


def _answer(page: Page[Any], request: Request) -> Response:
    context = {"session_key": request._request.session.session_key}
    items = SessionSerializer(page.items, many=True, context=context).data
    return Response({"items": items, "next_cursor": page.next_cursor})


class SessionsView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="sessions_list",
        summary="My sessions. Not for API tokens.",
        parameters=[SessionsParameters],
        responses=answers({200: _PAGE}, 400, 401, 403),
    )
    def get(self, request: Request) -> Response:
        _own_key(request)
        page_asked, filters = sorted_arguments(SessionsParameters, request)
        page = sessions.sessions_of(user_id=user_of(request).pk, **filters, **page_asked)
        return _answer(page, request)

    @extend_schema(
        operation_id="sessions_end_others",
        summary="End my other sessions, at once. Not for API tokens.",
        responses=answers({200: SessionsEndedSerializer}, 401, 403),
    )
    def delete(self, request: Request) -> Response:
        ended = sessions.sessions_end(
            actor=actor_of(request), user_id=user_of(request).pk, kept_key=_own_key(request)
        )
        return Response({"ended": ended})


class SessionView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="sessions_end",
        summary="End one of my sessions, at once. Not for API tokens.",
        responses=answers({204: None}, 401, 403, 404),
    )
    def delete(self, request: Request, session_id: int) -> Response:
        _own_key(request)
        sessions.session_end(
            actor=actor_of(request), user_id=user_of(request).pk, session_id=session_id
        )
        return Response(status=204)


class UserSessionsView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="users_sessions_list",
        summary="A user's sessions.",
        parameters=[SessionsParameters],
        responses=answers({200: _PAGE}, 400, 401, 403, 404),
    )
    def get(self, request: Request, user_id: int) -> Response:
        page_asked, filters = sorted_arguments(SessionsParameters, request)
        page = sessions.sessions_of(user_id=user_id, **filters, **page_asked)
        return _answer(page, request)

    @extend_schema(
        operation_id="users_sessions_end_all",
        summary="End all sessions of a user, at once.",
        responses=answers({200: SessionsEndedSerializer}, 401, 403, 404),
    )
    def delete(self, request: Request, user_id: int) -> Response:
        return Response({"ended": sessions.sessions_end(actor=actor_of(request), user_id=user_id)})


class UserSessionView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="users_sessions_end",
        summary="End a session of a user, at once.",
        responses=answers({204: None}, 401, 403, 404),
    )
    def delete(self, request: Request, user_id: int, session_id: int) -> Response:
        sessions.session_end(actor=actor_of(request), user_id=user_id, session_id=session_id)
        return Response(status=204)
