"""Where browsers go to the organisation's login, and come back. Pages, not operations."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from apps.accounts.client_address import client_address
from apps.accounts.sessions import session_begin
from apps.accounts.single_sign_on import (
    CALLBACK_PATH,
    HOME,
    TICKET_AGE_MAX_S,
    safe_next,
    sso_begin,
    sso_finish,
    ticket_of,
)
from apps.common.problems import Problem
from apps.common.request_id import current_request_id
from config.env import env

TICKET_COOKIE = "warren_sso"


@require_GET
@never_cache
def begin(request: HttpRequest) -> HttpResponse:
    """Sends the browser to the provider; back to the login page when that can't be asked."""
    next_path = safe_next(request.GET.get("next"))
    try:
        url, ticket = sso_begin(next_path=next_path)
    except Problem as problem:
        return _refused(problem, next_path)
    response = HttpResponseRedirect(url)
    response.set_cookie(
        TICKET_COOKIE,
        ticket.sealed(),
        max_age=TICKET_AGE_MAX_S,
        path=CALLBACK_PATH,
        secure=env().cookie_secure,
        httponly=True,
        # Sent when the provider sends the browser back, and with nothing that a page embeds.
        samesite="Lax",
    )
    return response


@require_GET
@never_cache
def come_back(request: HttpRequest) -> HttpResponse:
    """Begins the session of who the provider vouches for. A ticket is good for one return."""
    ticket = ticket_of(request.COOKIES.get(TICKET_COOKIE))
    next_path = HOME if ticket is None else ticket.next_path
    try:
        user = sso_finish(
            ticket=ticket,
            answered=request.GET.dict(),
            address=client_address(request),
            request_id=current_request_id(),
        )
    except Problem as problem:
        response = _refused(problem, next_path)
    else:
        session_begin(request=request, user=user)
        response = HttpResponseRedirect(next_path)
    response.delete_cookie(TICKET_COOKIE, path=CALLBACK_PATH, samesite="Lax")
    return response


def _refused(problem: Problem, next_path: str) -> HttpResponse:
    told = {"refused": problem.code} | ({} if next_path == HOME else {"next": next_path})
    return HttpResponseRedirect(f"/login?{urlencode(told)}")
