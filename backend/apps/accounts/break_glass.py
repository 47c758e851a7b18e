"""The way back in when no administrator can log in."""

import re

from django.db import transaction

from apps.accounts.models import NAME_PATTERN, ApiToken, Origin, Role, User
from apps.accounts.services import require_strong_password, user_described
from apps.accounts.sessions import sessions_delete
from apps.accounts.signals import rights_changed
from apps.accounts.throttle import login_failures_forget
from apps.audit.services import Outcome, audit_record
from apps.common.actor import COMMAND_LINE
from apps.common.problems import InvalidInput


@transaction.atomic
def admin_reset(*, username: str, password: str, machine_user: str) -> bool:
    """Make a user an active local administrator with this password. True when it was created.

    Whoever had the account before is out: sessions, tokens, exports and queries end, and failed
    logins are forgotten. `machine_user` is who asks on the command line. InvalidInput for a weak
    password, or a name that no user can have.
    """
    user = User.objects.filter(username=username).first()
    if user is not None and user.is_service:
        raise InvalidInput("This is a service account", facts={"username": username})
    before = None if user is None else user_described(user)
    if user is None:
        if not re.fullmatch(NAME_PATTERN, username):
            raise InvalidInput("No user can have this name", facts={"username": username})
        user = User(username=username, hdfs_user=username)
    require_strong_password(password, user, "password")
    user.set_password(password)
    user.role, user.is_active = Role.ADMIN, True
    # Works when a directory is gone, or is no longer to be trusted.
    user.origin, user.identity_sha256, user.is_break_glass = Origin.LOCAL, None, True
    user.rights_epoch += 1
    user.save()
    revoked, _ = ApiToken.objects.filter(user=user).delete()
    ended = sessions_delete(user_id=user.pk)
    login_failures_forget(username=username)
    rights_changed.send(sender=User, user_id=user.pk)
    audit_record(
        actor=COMMAND_LINE,
        action="user.reset_admin",
        outcome=Outcome.SUCCEEDED,
        before=before,
        after={
            **user_described(user),
            "password_changed": True,
            "tokens_revoked": revoked,
            "sessions_ended": ended,
            "machine_user": machine_user,
        },
    )
    return before is None
