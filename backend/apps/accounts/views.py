"""Login, the caller's own tokens, and the administration of users."""

from typing import Any

from django.contrib.auth import logout
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts import logins, selectors, services
from apps.accounts.client_address import client_address
from apps.accounts.permissions import LoggedIn, actor_of, level_of_request, needs, user_of
from apps.accounts.requests import wanted_roles
from apps.accounts.serializers import (
    LoginSerializer,
    LoginWaysSerializer,
    MeSerializer,
    PasswordChangeSerializer,
    TokenCreatedSerializer,
    TokenCreateSerializer,
    TokenSerializer,
    TokensParameters,
    UserChangeSerializer,
    UserCreateSerializer,
    UserSerializer,
    UsersParameters,
    UserState,
    UserTokenSerializer,
    UserTokensParameters,
)
from apps.accounts.session_cookie import take_cookie
from apps.accounts.sessions import session_begin
from apps.common.answers import tagged
from apps.common.openapi import BODY, ETAG, IF_MATCH, ONCE, answers, page_of
from apps.common.problems import AccessDenied
from apps.common.request_id import current_request_id
from apps.common.requests import parsed, seen_by
from apps.common.rights import Permission
from apps.common.sorting import sorted_arguments
from apps.idempotency.repeats import idempotent
from config.env import env


@method_decorator(csrf_protect, name="dispatch")
class LoginView(APIView):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="auth_login",
        summary="Start a session.",
        request=LoginSerializer,
        responses=answers({200: MeSerializer}, *BODY, 401, 403, 409, 429, 503),
    )
    def post(self, request: Request) -> Response:
        body = parsed(LoginSerializer, request.data)
        user = logins.login_check(
            username=body["username"],
            password=body["password"],
            address=client_address(request._request),
            request_id=current_request_id(),
        )
        session_begin(request=request._request, user=user)
        return Response(MeSerializer(user).data)


class LoginWaysView(APIView):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="auth_ways",
        summary="How one can log in here.",
        responses=answers({200: LoginWaysSerializer}),
        auth=[],
    )
    def get(self, request: Request) -> Response:
        settings = env()
        return Response(
            {
                "sso_name": settings.oidc_name if settings.oidc_issuer else None,
                "has_directory": settings.ldap_url is not None,
            }
        )


class LogoutView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="auth_logout",
        summary="End the session.",
        request=None,
        responses=answers({204: None}, 401, 403),
    )
    def post(self, request: Request) -> Response:
        logins.logout_record(actor=actor_of(request))
        logout(request._request)
        response = Response(status=204)
        take_cookie(response)
        return response


@method_decorator(ensure_csrf_cookie, name="dispatch")
class MeView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="auth_me",
        summary="Who I am. Sets the cookie `csrftoken`, even when it answers 401.",
        responses=answers({200: MeSerializer}, 401),
    )
    def get(self, request: Request) -> Response:
        return Response(MeSerializer(user_of(request)).data)


class PasswordView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="auth_change_password",
        summary="Change my password; ends my other sessions. Not for API tokens.",
        request=PasswordChangeSerializer,
        responses=answers({204: None}, *BODY, 401, 403, 409, 429),
    )
    def post(self, request: Request) -> Response:
        if request.auth is not None:
            raise AccessDenied("An API token can't change a password", detail="Log in instead.")
        body = parsed(PasswordChangeSerializer, request.data)
        user = services.password_change(
            actor=actor_of(request),
            user_id=user_of(request).pk,
            current_password=body["current_password"],
            new_password=body["new_password"],
            address=client_address(request._request),
            session_key=request._request.session.session_key,
        )
        session_begin(request=request._request, user=user)
        return Response(status=204)


class TokensView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="tokens_list",
        summary="My API tokens.",
        parameters=[TokensParameters],
        responses=answers({200: page_of(TokenSerializer, "TokenPage")}, 400, 401),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(TokensParameters, request)
        page = selectors.tokens_of(user_id=user_of(request).pk, **filters, **page_asked)
        return Response(
            {"items": TokenSerializer(page.items, many=True).data, "next_cursor": page.next_cursor}
        )

    @extend_schema(
        operation_id="tokens_create",
        summary="Make an API token. Its scopes can't exceed what the request itself may do.",
        parameters=[*ONCE],
        request=TokenCreateSerializer,
        responses=answers({201: TokenCreatedSerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        body = parsed(TokenCreateSerializer, request.data)
        token, secret = services.token_create(
            actor=actor_of(request),
            access=level_of_request(request),
            name=body["name"],
            scopes=body["scopes"],
            expires_at=body["expires_at"],
        )
        return Response({**TokenSerializer(token).data, "secret": secret}, status=201)


class TokenView(APIView):
    permission_classes = (LoggedIn,)

    @extend_schema(
        operation_id="tokens_revoke",
        summary="Revoke one of my API tokens, at once.",
        responses=answers({204: None}, 401, 403, 404),
    )
    def delete(self, request: Request, token_id: int) -> Response:
        services.token_revoke(actor=actor_of(request), token_id=token_id)
        return Response(status=204)


class UserTokensView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="users_tokens_list",
        summary="Everybody's API tokens, newest first. Secrets are stored nowhere.",
        parameters=[UserTokensParameters],
        responses=answers({200: page_of(UserTokenSerializer, "UserTokenPage")}, 400, 401, 403),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(UserTokensParameters, request)
        page = selectors.all_tokens(**filters, **page_asked)
        items = UserTokenSerializer(page.items, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})


class UserTokenView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="users_tokens_revoke",
        summary="Revoke an API token, whose ever it is, at once.",
        responses=answers({204: None}, 401, 403, 404),
    )
    def delete(self, request: Request, token_id: int) -> Response:
        services.token_revoke_of_anybody(actor=actor_of(request), token_id=token_id)
        return Response(status=204)


class UsersView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="users_list",
        summary="Users of the platform, oldest first.",
        parameters=[UsersParameters],
        responses=answers({200: page_of(UserSerializer, "UserPage")}, 400, 401, 403),
    )
    def get(self, request: Request) -> Response:
        page_asked, filters = sorted_arguments(UsersParameters, request)
        state = filters.pop("state")
        is_active = None if state is None else state == UserState.ACTIVE
        page = selectors.users(is_active=is_active, **filters, **page_asked)
        return Response(
            {"items": UserSerializer(page.items, many=True).data, "next_cursor": page.next_cursor}
        )

    @extend_schema(
        operation_id="users_create",
        summary="Add a user.",
        parameters=[*ONCE, ETAG],
        request=UserCreateSerializer,
        responses=answers({201: UserSerializer}, *BODY, 401, 403, 409),
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        body = parsed(UserCreateSerializer, request.data)
        user = services.user_create(
            actor=actor_of(request),
            username=body["username"],
            password=body["password"],
            role=body["role"],
            hdfs_user=body.get("hdfs_user") or body["username"],
            assignments=wanted_roles(body.get("assignments", ())),
        )
        return tagged(UserSerializer(selectors.user_told(user.pk)).data, status=201)


class UserView(APIView):
    permission_classes = (needs(Permission.MANAGE_USERS),)

    @extend_schema(
        operation_id="users_get",
        summary="One user.",
        parameters=[ETAG],
        responses=answers({200: UserSerializer}, 401, 403, 404),
    )
    def get(self, request: Request, user_id: int) -> Response:
        return tagged(UserSerializer(selectors.user_told(user_id)).data)

    @extend_schema(
        operation_id="users_update",
        summary="Change a user's roles, HDFS name, password, owner, or whether they may log in.",
        parameters=[IF_MATCH, ETAG],
        request=UserChangeSerializer,
        responses=answers({200: UserSerializer}, *BODY, 401, 403, 404, 409, 412),
    )
    def patch(self, request: Request, user_id: int) -> Response:
        changes: dict[str, Any] = parsed(UserChangeSerializer, request.data)
        if "assignments" in changes:
            changes["assignments"] = wanted_roles(changes["assignments"])
        services.user_update(
            actor=actor_of(request), user_id=user_id, changes=changes, seen=seen_by(request)
        )
        return tagged(UserSerializer(selectors.user_told(user_id)).data)
