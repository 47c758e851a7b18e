"""`login` and `logout`: a token of one's own, kept for the commands that follow."""

import getpass
import os
import socket
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from warren_cli.errors import OperatorError
from warren_cli.remote import access as logins
from warren_cli.remote.access import Access, Kept
from warren_cli.remote.api import EXIT_UNAVAILABLE, TIMEOUT_S, Api, problem

SCOPES = {"viewer": ["read"], "operator": ["operate"], "admin": ["admin"]}
TOKEN_LIFE = timedelta(days=30)


def login(
    url: str | None, username: str, password: str, transport: httpx.BaseTransport | None = None
) -> str:
    """Makes a token by a session that ends again, and keeps it; what happened, as a sentence."""
    meant = logins.url_of(url, os.environ)
    kept = logins.kept(os.environ)
    try:
        with httpx.Client(
            base_url=f"{meant}/api/v1/",
            headers={"Referer": meant},
            timeout=TIMEOUT_S,
            transport=transport,
        ) as session:
            made, me = _token(session, username, password)
    except (httpx.HTTPError, KeyError, ValueError) as error:
        raise OperatorError(
            "Warren does not answer",
            remedy="Check the URL",
            exit_code=EXIT_UNAVAILABLE,
            url=meant,
            reason=str(error) or type(error).__name__,
        ) from error
    login_kept = Kept(token=made["secret"], token_id=made["id"], username=me["username"])
    file = logins.keep(os.environ, {**kept, meant: login_kept})
    ends = made["expires_at"][:10]
    return f"{me['username']} ({me['role']}) is logged in at {meant} until {ends}; kept in {file}"


def _token(
    session: httpx.Client, username: str, password: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    # It answers 401, and sets the cookie whose value every change has to repeat.
    session.get("auth/me")
    _repeat_cookie(session)
    me = _answer(session.post("auth/login", json={"username": username, "password": password}))
    _repeat_cookie(session)
    try:
        name = f"bin/warren of {getpass.getuser()} on {socket.gethostname()}"
        wanted = {
            "name": name[:64],
            "scopes": SCOPES[me["role"]],
            "expires_at": (datetime.now(UTC) + TOKEN_LIFE).isoformat(),
        }
        return _answer(session.post("tokens", json=wanted)), me
    finally:
        session.post("auth/logout")


def _repeat_cookie(session: httpx.Client) -> None:
    session.headers["X-CSRFToken"] = session.cookies["csrftoken"]


def _answer(answer: httpx.Response) -> dict[str, Any]:
    if not answer.is_success:
        raise problem(answer)
    found: dict[str, Any] = answer.json()
    return found


def logout(url: str | None, transport: httpx.BaseTransport | None = None) -> str:
    """Ends the token and forgets it; it is forgotten also where Warren does not answer."""
    meant = logins.url_of(url, os.environ)
    kept = logins.kept(os.environ)
    login_kept = kept.pop(meant, None)
    if login_kept is None:
        raise OperatorError("Nobody is logged in there", url=meant)
    logins.keep(os.environ, kept)
    with Api(Access(meant, login_kept.token), transport) as api:
        api.delete(f"tokens/{login_kept.token_id}")
    return f"{login_kept.username} is logged out at {meant}"
