"""The cookie of a session: who takes it from a browser."""

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase


class LastingCookieMiddleware(SessionMiddleware):
    """Sessions of Django, whose cookie goes with the logout alone.

    Django takes the cookie from whoever comes with a session that is over. A page asks for much at
    once: what it asked by the session before a new password may be answered after the answer that
    brought the new session, and would take that one's cookie.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        name = settings.SESSION_COOKIE_NAME
        told_by_view = name in response.cookies
        answered = super().process_response(request, response)
        cookie = answered.cookies.get(name)
        if cookie is not None and not cookie.value and not told_by_view:
            del answered.cookies[name]
        return answered


def take_cookie(response: HttpResponseBase) -> None:
    """The browser forgets its session: for the answer to a logout."""
    response.delete_cookie(settings.SESSION_COOKIE_NAME, samesite="Lax")
