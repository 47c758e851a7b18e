"""Logins at the organisation's OpenID Connect provider, in two steps that a cookie joins."""

import hmac
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import structlog
from django.core import signing
from django.db import transaction
from django.utils.http import url_has_allowed_host_and_scheme

from apps.accounts.external import ExternalUser, external_login, role_of_groups
from apps.accounts.models import Origin, User
from apps.accounts.waiting import Turns
from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import AccessDenied, NotFound, Problem, Unavailable
from config.env import Env, env
from config.login_settings import is_loopback_url
from integrations.oidc.client import (
    ProviderAccess,
    ProviderFailed,
    ProviderRefused,
    arrival,
    departure,
)

CALLBACK_PATH: Final = "/oidc/callback"
TICKET_AGE_MAX_S: Final = 600
HOME: Final = "/"
_SALT: Final = "apps.accounts.single_sign_on"
_NEXT_LENGTH_MAX: Final = 2000
_GROUPS_MAX: Final = 10_000
# Who could not be told apart, in the audit log. No user can have a name with a space.
_NOBODY: Final = "SINGLE SIGN-ON"
_turns = Turns()
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Ticket:
    """What the browser that began a login keeps until it comes back, readable and unchangeable."""

    state: str
    nonce: str
    code_verifier: str
    next_path: str

    def sealed(self) -> str:
        return signing.dumps(asdict(self), salt=_SALT, compress=True)


def ticket_of(sealed: str | None) -> Ticket | None:
    """The ticket in a cookie; None when there is none, or it is old or another's making."""
    try:
        return Ticket(**signing.loads(sealed or "", salt=_SALT, max_age=TICKET_AGE_MAX_S))
    except (signing.BadSignature, TypeError):
        return None


def safe_next(path: str | None) -> str:
    """A path of this console, whatever was asked for: never another site."""
    if path is None or len(path) > _NEXT_LENGTH_MAX or not path.startswith("/"):
        return HOME
    return path if url_has_allowed_host_and_scheme(path, allowed_hosts=None) else HOME


def sso_begin(*, next_path: str) -> tuple[str, Ticket]:
    """Where to send the browser, and its ticket. NotFound or Unavailable."""
    settings = _settings()
    try:
        with _turns.one(settings.oidc_timeout_s):
            begun = departure(_access(settings))
    except (ProviderFailed, OSError) as error:
        raise _unavailable(settings, error) from error
    ticket = Ticket(
        state=begun.state,
        nonce=begun.nonce,
        code_verifier=begun.code_verifier,
        next_path=safe_next(next_path),
    )
    return begun.url, ticket


def sso_finish(
    *, ticket: Ticket | None, answered: Mapping[str, str], address: str, request_id: str
) -> User:
    """The account of who comes back with what the provider `answered` (the query of the address).

    Raises AccessDenied when this browser did not begin this login, or the provider does not vouch,
    Unavailable, and what `external_login` raises.
    """
    settings = _settings()
    try:
        claims = _claims(settings, ticket, answered)
        external = _external(settings, claims)
    except Problem as problem:
        _log.warning("single_sign_on_refused", code=problem.code, why=str(problem.__cause__ or ""))
        with transaction.atomic():
            audit_record(
                actor=Actor(name=_NOBODY, user_id=None, hdfs_user="", request_id=request_id),
                action="auth.login",
                outcome=Outcome.DENIED,
                after={"address": address, "origin": Origin.OIDC, "reason": problem.code},
            )
        raise
    return external_login(
        external=external,
        role=role_of_groups(external.groups, settings.oidc_roles),
        address=address,
        request_id=request_id,
    )


def _claims(settings: Env, ticket: Ticket | None, answered: Mapping[str, str]) -> Mapping[str, Any]:
    state = answered.get("state", "")
    if ticket is None or not hmac.compare_digest(ticket.state.encode(), state.encode()):
        raise AccessDenied(
            "This browser did not begin this login",
            code="sso_state",
            detail="It may have taken too long. Log in again.",
        )
    code = answered.get("code")
    if not code or "error" in answered:
        raise _refused()
    try:
        with _turns.one(settings.oidc_timeout_s):
            return arrival(
                _access(settings),
                code=code,
                nonce=ticket.nonce,
                code_verifier=ticket.code_verifier,
            )
    except ProviderRefused as error:
        raise _refused() from error
    except (ProviderFailed, OSError) as error:
        raise _unavailable(settings, error) from error


def _external(settings: Env, claims: Mapping[str, Any]) -> ExternalUser:
    username = claims.get(settings.oidc_username_claim)
    groups = claims.get(settings.oidc_groups_claim, [])
    are_names = isinstance(groups, list) and all(isinstance(each, str) for each in groups)
    if not isinstance(username, str) or not are_names or len(groups) > _GROUPS_MAX:
        raise AccessDenied(
            "The organisation's login says too little of you",
            code="sso_claims",
            detail="It must tell your name and the list of your groups; an administrator can set "
            "which claims those are.",
        )
    identity = f"{claims['iss']}\0{claims['sub']}".encode()
    return ExternalUser(
        origin=Origin.OIDC, identity=identity, username=username, groups=frozenset(groups)
    )


def _settings() -> Env:
    settings = env()
    if settings.oidc_issuer is None:
        raise NotFound("There is no single sign-on here", detail="Log in with your password.")
    return settings


def _refused() -> Problem:
    return AccessDenied(
        "The organisation's login does not vouch for you",
        code="sso_refused",
        detail="It was cancelled there, or used already. Log in again.",
    )


def _unavailable(settings: Env, error: Exception) -> Problem:
    _log.warning("single_sign_on_failed", issuer=settings.oidc_issuer, why=str(error))
    return Unavailable(
        "The organisation's login can't be asked",
        code="sso_unavailable",
        detail="Local accounts can log in meanwhile. The log of the web process says why.",
    )


def _access(settings: Env) -> ProviderAccess:
    file = settings.oidc_client_secret_file
    issuer = settings.oidc_issuer or ""
    return ProviderAccess(
        issuer=issuer,
        client_id=settings.oidc_client_id,
        client_secret="" if file is None else file.read_text(encoding="utf-8").strip(),
        scopes=settings.oidc_scopes,
        redirect_url=f"{settings.public_url}{CALLBACK_PATH}",
        ca_file=settings.oidc_ca_file,
        timeout_s=settings.oidc_timeout_s,
        allows_plain_http=is_loopback_url(issuer),
    )
