"""Logins by name and password: local accounts first, then the directory. Each is audited."""

from django.contrib.auth import authenticate
from django.db import transaction

from apps.accounts.directory import directory_login
from apps.accounts.models import Role, User
from apps.accounts.throttle import login_failed, login_succeeded, login_throttle
from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import AccessDenied, Unauthorized, Unavailable
from config.env import env


def login_check(*, username: str, password: str, address: str, request_id: str) -> User:
    """The user with this password; Unauthorized, or TooManyRequests after repeated failures.

    Unavailable when no local account has it and the directory can't be asked; AccessDenied or
    Conflict for users of the directory who may not come in.
    """
    actor = Actor(name=username, user_id=None, hdfs_user="", request_id=request_id)
    login_throttle(username=username, address=address)
    user = authenticate(username=username, password=password)
    if isinstance(user, User):
        _local_login(user, actor, address)
        return user
    try:
        user = directory_login(
            username=username, password=password, address=address, request_id=request_id
        )
    except Unavailable as problem:
        # Else an outage would be the time to guess the passwords of local accounts.
        if User.objects.filter(username=username).exists():
            _refused(actor, address, reason=problem.code)
        raise
    if user is None:
        _refused(actor, address)
        raise Unauthorized(
            "Wrong user name or password", code="wrong_credentials", detail="Try again."
        )
    with transaction.atomic():
        login_succeeded(username=username, address=address)
    return user


@transaction.atomic
def logout_record(*, actor: Actor) -> None:
    """Note in the audit log that the actor's session ends."""
    audit_record(actor=actor, action="auth.logout", outcome=Outcome.SUCCEEDED)


def _local_login(user: User, actor: Actor, address: str) -> None:
    """Notes it. AccessDenied when only administrators from the command line may log in so."""
    is_break_glass = user.is_break_glass and user.role == Role.ADMIN
    allowed = env().local_logins == "all" or is_break_glass
    with transaction.atomic():
        login_succeeded(username=user.username, address=address)
        audit_record(
            actor=actor,
            action="auth.login",
            outcome=Outcome.SUCCEEDED if allowed else Outcome.DENIED,
            after={"address": address} | ({} if allowed else {"reason": "local_logins_off"}),
        )
    if not allowed:
        raise AccessDenied(
            "Local accounts can't log in here",
            code="local_logins_off",
            detail="Log in with your account of the organisation.",
        )


@transaction.atomic
def _refused(actor: Actor, address: str, reason: str | None = None) -> None:
    login_failed(username=actor.name, address=address)
    audit_record(
        actor=actor,
        action="auth.login",
        outcome=Outcome.DENIED,
        after={"address": address} | ({} if reason is None else {"reason": reason}),
    )
