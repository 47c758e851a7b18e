"""How a request says who it is: a bearer token, or the browser's session."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from apps.accounts import selectors, services, sessions
from apps.accounts.models import ApiToken, User
from apps.common.acting import act_for_request
from apps.common.problems import AccessDenied


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer SECRET`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = selectors.token_of_secret(secret.strip())
        if token is None:
            raise exceptions.AuthenticationFailed("The token is unknown, revoked or expired.")
        services.token_mark_used(token=token)
        act_for_request(token.user.get_username())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="warren"'


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session; requests that change something need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        found = super().authenticate(request)
        if found is not None:
            act_for_request(found[0].get_username())
            sessions.session_mark_seen(request=request._request)
        return found

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as denied:
            raise AccessDenied(
                "The request carries no valid CSRF token",
                code="csrf_failed",
                detail="Read the cookie csrftoken and send its value as X-CSRFToken.",
            ) from denied


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "apps.accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "An API token."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "apps.accounts.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "warren_session",
            "description": "The browser's login; changes also need X-CSRFToken.",
        }
