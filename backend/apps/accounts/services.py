"""Changes of users and tokens. Each writes its audit entry."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.accounts.assignments import WantedRole, assignments_of, assignments_set
from apps.accounts.models import ACCESS_OF_SCOPE, ApiToken, Origin, Role, TokenScope, User
from apps.accounts.selectors import no_such_user, owner_named, secret_digest, user_by_id
from apps.accounts.sessions import sessions_delete
from apps.accounts.signals import rights_changed
from apps.accounts.throttle import login_failed, login_succeeded, login_throttle
from apps.audit.services import Outcome, audit_record
from apps.common.actor import SYSTEM, Actor
from apps.common.problems import AccessDenied, Conflict, InvalidInput, NotFound
from apps.common.rights import Access, Permission, require
from apps.common.tags import WHICHEVER, Seen
from config.env import env

_TOKEN_PREFIX = "warren_"  # noqa: S105 - lets secret scanners recognise a leaked token
_USE_RESOLUTION = timedelta(minutes=1)
# What decides what a user may do and see.
_RIGHTS = ("role", "hdfs_user", "is_active")
_ACTIVE_ADMINS = Q(role=Role.ADMIN, is_active=True)


def require_strong_password(password: str, user: User, field: str) -> None:
    """InvalidInput for `field` when the password is too weak for this user."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise InvalidInput("The password is too weak", fields={field: error.messages}) from error


def password_change(
    *,
    actor: Actor,
    user_id: int,
    current_password: str,
    new_password: str,
    address: str,
    session_key: str | None,
) -> User:
    """Set a new password after checking the current one; ends the user's other sessions.

    Wrong ones are counted as failed logins are: a session that was left open is no way to guess.
    """
    user = user_by_id(user_id)
    _require_local(user, "Change your password there.")
    login_throttle(username=user.username, address=address)
    if not user.check_password(current_password):
        with transaction.atomic():
            login_failed(username=user.username, address=address)
            audit_record(
                actor=actor,
                action="user.password",
                outcome=Outcome.DENIED,
                after={"username": user.username, "address": address},
            )
        raise InvalidInput(fields={"current_password": ["This is not your password."]})
    require_strong_password(new_password, user, "new_password")
    user.set_password(new_password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        login_succeeded(username=user.username, address=address)
        ended = sessions_delete(user_id=user.pk, kept_key=session_key)
        audit_record(
            actor=actor,
            action="user.password",
            outcome=Outcome.SUCCEEDED,
            after={"username": user.username, "sessions_ended": ended},
        )
    return user


def token_create(
    *, actor: Actor, access: Access, name: str, scopes: list[str], expires_at: datetime
) -> tuple[ApiToken, str]:
    """A new token of the actor and its secret, which is stored nowhere.

    `access` is what the creating request may do: a token never opens more than its maker could.
    """
    if actor.user_id is None:
        raise AccessDenied("Only users have tokens")
    user = user_by_id(actor.user_id)
    if user.is_service:
        raise AccessDenied(
            "Administrators make the tokens of service accounts",
            code="service_account",
            detail="Ask one of them for a token.",
        )
    return token_insert(
        actor=actor, user=user, access=access, name=name, scopes=scopes, expires_at=expires_at
    )


def token_insert(
    *,
    actor: Actor,
    user: User,
    access: Access,
    name: str,
    scopes: list[str],
    expires_at: datetime,
) -> tuple[ApiToken, str]:
    """Store a token of a user that opens no more than `access`. The caller checked whose it is."""
    wanted = {TokenScope(scope) for scope in scopes}
    if max(ACCESS_OF_SCOPE[scope] for scope in wanted) > access:
        raise AccessDenied(
            "A token can't have more rights than its maker",
            detail="Leave out the scopes that you do not have yourself.",
            facts={"scopes": sorted(wanted)},
        )
    now = timezone.now()
    age_max = timedelta(days=env().token_age_max_days)
    if not now < expires_at <= now + age_max:
        raise InvalidInput(
            fields={"expires_at": [f"Choose a time within the next {age_max.days} days."]}
        )
    secret = _TOKEN_PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = ApiToken.objects.create(
            user=user,
            name=name,
            scopes=sorted(wanted),
            secret_sha256=secret_digest(secret),
            created_at=now,
            expires_at=expires_at,
        )
        audit_record(
            actor=actor,
            action="token.create",
            outcome=Outcome.SUCCEEDED,
            after={
                "id": token.pk,
                "name": name,
                "scopes": sorted(wanted),
                "username": user.username,
            },
        )
    return token, secret


def token_revoke(*, actor: Actor, token_id: int) -> None:
    """Delete one of the actor's tokens; NotFound when the actor has no such token."""
    _token_revoke(actor, token_id, ApiToken.objects.filter(user__username=actor.name))


def token_revoke_of_anybody(*, actor: Actor, token_id: int) -> None:
    """Delete a token, whose ever it is, for an administrator; NotFound when there is none."""
    require(actor, Permission.MANAGE_USERS)
    _token_revoke(actor, token_id, ApiToken.objects.all())


@transaction.atomic
def _token_revoke(actor: Actor, token_id: int, tokens: QuerySet[ApiToken]) -> None:
    token = tokens.select_related("user").filter(pk=token_id).first()
    if token is None:
        raise NotFound("No such token", facts={"token_id": token_id})
    audit_record(
        actor=actor,
        action="token.revoke",
        outcome=Outcome.SUCCEEDED,
        before={
            "id": token.pk,
            "name": token.name,
            "scopes": token.scopes,
            "username": token.user.username,
        },
    )
    token.delete()


def token_mark_used(*, token: ApiToken) -> None:
    """Note the time of use, at most once a minute: a busy token shall not write on every read."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > _USE_RESOLUTION:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def user_described(user: User) -> dict[str, Any]:
    """A user as the audit log shows it."""
    return {
        "username": user.username,
        "role": user.role,
        "hdfs_user": user.hdfs_user,
        "is_active": user.is_active,
        "origin": user.origin,
        "assignments": assignments_of(user),
        **({"owner": user.owner_name} if user.is_service else {}),
    }


def user_create(
    *,
    actor: Actor,
    username: str,
    password: str,
    role: str,
    hdfs_user: str,
    assignments: Sequence[WantedRole] = (),
) -> User:
    """A new user; Conflict when the name is taken, InvalidInput for a weak password."""
    require(actor, Permission.MANAGE_USERS)
    user = User(username=username, role=Role(role), hdfs_user=hdfs_user)
    require_strong_password(password, user, "password")
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            assignments_set(user, assignments)
            audit_record(
                actor=actor,
                action="user.create",
                outcome=Outcome.SUCCEEDED,
                after=user_described(user),
            )
    except IntegrityError as error:
        raise Conflict(
            "The user name is taken", code="already_exists", facts={"username": username}
        ) from error
    return user


@transaction.atomic
def user_update(
    *, actor: Actor, user_id: int, changes: dict[str, Any], seen: Seen = WHICHEVER
) -> User:
    """Change role, further roles, HDFS name, owner, password or activity.

    The last active administrator stays one. Conflict for the role or the password of a user from
    elsewhere, and of a service account.

    With other rights the user's sessions, exports and running queries end, and tokens that would
    now do more than he may, or speak for another HDFS user.
    """
    require(actor, Permission.MANAGE_USERS)
    user = _locked_beside_admins(user_id)
    seen.require(user)
    before = user_described(user)
    password = changes.pop("password", None)
    _check_changeable(user, changes, password)
    if password is not None:
        require_strong_password(password, user, "password")
        user.set_password(password)
    if "owner" in changes:
        user.owner = owner_named(changes.pop("owner"))
    for name in _RIGHTS:
        if name in changes:
            setattr(user, name, changes[name])
    if not (user.role == Role.ADMIN and user.is_active) and not _other_admins(user):
        raise Conflict(
            "The last active administrator stays one",
            detail="Make another user an administrator first.",
        )
    if "assignments" in changes:
        assignments_set(user, changes["assignments"])
    after = user_described(user)
    ended = {"tokens_revoked": 0, "sessions_ended": 0}
    if any(before[name] != after[name] for name in (*_RIGHTS, "assignments")):
        ended = end_what_was_begun(user, former_hdfs_user=before["hdfs_user"])
    elif password is not None:
        ended["sessions_ended"] = sessions_delete(user_id=user.pk)
    user.save()
    audit_record(
        actor=actor,
        action="user.update",
        outcome=Outcome.SUCCEEDED,
        before=before,
        after={**after, "password_changed": password is not None, **ended},
    )
    return user


def end_what_was_begun(user: User, *, former_hdfs_user: str) -> dict[str, int]:
    """Ends what somebody began with rights that changed; how much. The caller saves the user.

    Sessions, exports and running queries, and tokens that don't fit any more.
    """
    user.rights_epoch += 1
    revoked = revoke_overreaching(user, former_hdfs_user=former_hdfs_user)
    rights_changed.send(sender=User, user_id=user.pk)
    return {"tokens_revoked": revoked, "sessions_ended": sessions_delete(user_id=user.pk)}


def _check_changeable(user: User, changes: dict[str, Any], password: str | None) -> None:
    changes_role = changes.get("role", user.role) != user.role
    if user.is_service:
        if password is not None or changes_role:
            raise Conflict(
                "A service account has no password and is a viewer",
                code="service_account",
                detail="Make it a token, and assign it roles.",
                facts={"username": user.username},
            )
    elif "owner" in changes:
        raise Conflict(
            "Only service accounts have an owner",
            code="not_a_service",
            facts={"username": user.username},
        )
    if password is not None:
        _require_local(user, "Change the password there.")
    if changes_role:
        _require_local(user, "Change the user's groups there; they count at the next login.")


def _require_local(user: User, instead: str) -> None:
    """Conflict when another system than this one has the user's password and role."""
    if user.origin != Origin.LOCAL:
        raise Conflict(
            "The user's password and role are kept by the organisation's directory",
            code="kept_elsewhere",
            detail=instead,
            facts={"username": user.username, "origin": user.origin},
        )


def _locked_beside_admins(user_id: int) -> User:
    """The user, who stays as he is until the commit, and so do the active administrators.

    All are locked, in one order: of two who are demoted at once the second sees the first gone.
    """
    rows = User.objects.filter(Q(pk=user_id) | _ACTIVE_ADMINS).order_by("pk")
    found = {each.pk: each for each in rows.select_for_update()}
    if user_id not in found:
        raise no_such_user(user_id)
    return found[user_id]


def _other_admins(user: User) -> bool:
    """Whether there are active administrators besides a user. They are locked."""
    return User.objects.filter(_ACTIVE_ADMINS).exclude(pk=user.pk).exists()


def revoke_overreaching(user: User, *, former_hdfs_user: str) -> int:
    """Deletes tokens that don't fit the user's rights any more; how many."""
    tokens = list(ApiToken.objects.filter(user=user))
    if user.is_active and user.hdfs_user == former_hdfs_user:
        level = user.rights().level
        tokens = [each for each in tokens if each.scope_access > level]
    ApiToken.objects.filter(pk__in=[each.pk for each in tokens]).delete()
    return len(tokens)


def admin_ensure(*, username: str, password: str) -> bool:
    """Create the first administrator when there is no such user. True when it was created.

    The password comes from the machine's owner and may be a generated one, so only its length
    is checked.
    """
    if User.objects.filter(username=username).exists():
        return False
    user = User(username=username, role=Role.ADMIN, hdfs_user=username)
    user.set_password(password)
    with transaction.atomic():
        if User.objects.filter(username=username).exists():
            return False
        user.save(force_insert=True)
        audit_record(
            actor=SYSTEM,
            action="user.create",
            outcome=Outcome.SUCCEEDED,
            after=user_described(user),
        )
    return True
