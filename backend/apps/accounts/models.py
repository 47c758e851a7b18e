"""Users of the platform, their roles, API tokens and sessions, and failed logins."""

from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.crypto import salted_hmac

from apps.common.rights import ADMINISTRATORS, OPERATORS, Access, Grant, Permission, Rights
from apps.common.tags import Tagged

_SESSION_SALT = "apps.accounts.models.User.session"
CLIENT_LENGTH_MAX = 200
NAME_PATTERN = r"^[A-Za-z_][A-Za-z0-9_.@-]{0,63}$"


class Role(models.TextChoices):
    """The built-in roles. Every user has one of them, everywhere, besides what he is assigned."""

    VIEWER = "viewer"
    OPERATOR = "operator"
    ADMIN = "admin"


class UserKind(models.TextChoices):
    """People log in; service accounts are programs, with tokens that administrators make."""

    PERSON = "person"
    SERVICE = "service"


class Origin(models.TextChoices):
    """Who knows a user's password, and says which role he has."""

    LOCAL = "local"
    LDAP = "ldap"
    OIDC = "oidc"


class TokenScope(models.TextChoices):
    READ = "read"
    OPERATE = "operate"
    ADMIN = "admin"


PERMISSIONS_OF_ROLE: dict[Role, frozenset[Permission]] = {
    Role.VIEWER: frozenset(),
    Role.OPERATOR: OPERATORS,
    Role.ADMIN: ADMINISTRATORS,
}
MEANING_OF_ROLE = {
    Role.VIEWER: "Sees what HDFS lets the user see, and changes nothing.",
    Role.OPERATOR: "Sees everything and changes files.",
    Role.ADMIN: "Does all that operators do, and manages users, roles, the guard, alerts and the "
    "pipeline.",
}
# From the weakest to the strongest.
ROLES_BY_STRENGTH = (Role.VIEWER, Role.OPERATOR, Role.ADMIN)
ACCESS_OF_SCOPE = {
    TokenScope.READ: Access.READ,
    TokenScope.OPERATE: Access.OPERATE,
    TokenScope.ADMIN: Access.ADMIN,
}


class CustomRole(Tagged):
    """A role that administrators made: a name and the permissions that it holds."""

    name = models.CharField(max_length=64, unique=True)
    description = models.CharField(max_length=500)
    permissions = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)


class Given(models.Model):
    """A role that somebody is given: one of administrators' making, or a built-in one.

    paths: at and below which it holds, canonical; null for everywhere.
    """

    built_in = models.CharField(max_length=16, null=True, choices=Role.choices)
    custom = models.ForeignKey(CustomRole, null=True, on_delete=models.PROTECT)
    paths = models.JSONField(null=True)

    class Meta:
        abstract = True

    @property
    def role(self) -> str:
        """The role's name."""
        return self.custom.name if self.custom is not None else str(self.built_in)

    def grant(self) -> Grant:
        """What it allows, and where."""
        if self.custom is None:
            permissions = PERMISSIONS_OF_ROLE[Role(str(self.built_in))]
        else:
            # What an older or newer version called a permission is none here.
            known = {*Permission.values}
            permissions = frozenset(Permission(p) for p in self.custom.permissions if p in known)
        return Grant(permissions, None if self.paths is None else tuple(self.paths))


class User(Tagged, AbstractBaseUser):
    """A person who logs in, or a service account: a program that has API tokens alone."""

    untagged = frozenset({"password", "last_login", "rights_epoch", "is_break_glass"})

    username = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.VIEWER)
    hdfs_user = models.CharField(
        max_length=64, help_text="Name under which HDFS checks this user's permissions."
    )
    is_active = models.BooleanField(default=True)
    origin = models.CharField(max_length=16, choices=Origin.choices, default=Origin.LOCAL)
    # Who it is where he comes from, whatever his name there becomes; local users have none.
    identity_sha256 = models.CharField(max_length=64, null=True, unique=True)
    # Was made an administrator on the command line, and may log in when other local users may not.
    is_break_glass = models.BooleanField(default=False)
    # A program's account: no password, no login, tokens that administrators make.
    is_service = models.BooleanField(default=False)
    # Who answers for a service account.
    owner = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+")
    # Rises with each change of rights; sessions of an earlier one are over.
    rights_epoch = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "username"
    objects = BaseUserManager()

    def rights(self) -> Rights:
        """What he may do, by his role and by what he is assigned. Asks the database."""
        whole = Grant(PERMISSIONS_OF_ROLE[Role(self.role)])
        if self.pk is None or self.role == Role.ADMIN:
            return Rights((whole,))
        given = self.assignments.select_related("custom")
        return Rights((whole, *(each.grant() for each in given)))

    def tagged_besides(self) -> list[Any]:
        # Each row is written anew with every change: its number says nothing.
        rows = sorted(self.assignments.all(), key=lambda each: each.pk)
        return [[each.built_in, each.custom_id, each.paths, each.group] for each in rows]

    @property
    def kind(self) -> UserKind:
        return UserKind.SERVICE if self.is_service else UserKind.PERSON

    @property
    def owner_name(self) -> str | None:
        return None if self.owner is None else self.owner.username

    def permissions(self) -> list[dict[str, Any]]:
        """What he may do, and where: null for everywhere."""
        return [
            {"permission": each.value, "paths": None if reach is None else list(reach)}
            for each, reach in self.rights().reaches().items()
        ]

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        # What Django keeps in a session and compares at each request.
        secret = secret if secret is not None else str(settings.SECRET_KEY)
        signed = f"{self.rights_epoch}:{self.password}"
        return salted_hmac(_SESSION_SALT, signed, secret=secret, algorithm="sha256").hexdigest()


class Assignment(Given):
    """A role of a user besides the one that he has everywhere.

    group: which of his groups elsewhere gave it; null when an administrator did.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="assignments")
    group = models.CharField(max_length=255, null=True)


class GroupAssignment(Tagged, Given):
    """A role that a group of the organisation's directory or provider gives at each login."""

    origin = models.CharField(max_length=16, choices=Origin.choices)
    group = models.CharField(max_length=255)


class ApiToken(models.Model):
    """A bearer token. The secret itself is never stored, only its SHA-256."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    scopes = models.JSONField()
    secret_sha256 = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    @property
    def scope_access(self) -> Access:
        """The strongest scope."""
        return max(ACCESS_OF_SCOPE[TokenScope(each)] for each in self.scopes)


class LoginSession(models.Model):
    """A browser that is logged in: its session, and what its user is told of it."""

    # Whoever deletes the session, Django or an action of ours, deletes this.
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sessions")
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    # Of the last request that was noted; empty when the peer has none.
    address = models.CharField(max_length=64)
    # What the browser said of itself at the login.
    client = models.CharField(max_length=CLIENT_LENGTH_MAX)


class LoginFailures(models.Model):
    """Failed logins since `window_start`, by subject: an address, a user, or a user from one."""

    subject = models.CharField(max_length=200, primary_key=True)
    window_start = models.DateTimeField()
    failures = models.PositiveIntegerField(default=0)
