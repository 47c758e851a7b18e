"""Users of the platform, their API tokens and sessions, and failed logins."""

from enum import IntEnum

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.crypto import salted_hmac

_SESSION_SALT = "apps.accounts.models.User.session"
CLIENT_LENGTH_MAX = 200
NAME_PATTERN = r"^[A-Za-z_][A-Za-z0-9_.@-]{0,63}$"


class Access(IntEnum):
    """What a request may do; each level includes those below it."""

    READ = 1
    OPERATE = 2
    ADMIN = 3


class Role(models.TextChoices):
    VIEWER = "viewer"
    OPERATOR = "operator"
    ADMIN = "admin"


class Origin(models.TextChoices):
    """Who knows a user's password, and says which role he has."""

    LOCAL = "local"
    LDAP = "ldap"
    OIDC = "oidc"


class TokenScope(models.TextChoices):
    READ = "read"
    OPERATE = "operate"
    ADMIN = "admin"


ACCESS_OF_ROLE = {
    Role.VIEWER: Access.READ,
    Role.OPERATOR: Access.OPERATE,
    Role.ADMIN: Access.ADMIN,
}
ACCESS_OF_SCOPE = {
    TokenScope.READ: Access.READ,
    TokenScope.OPERATE: Access.OPERATE,
    TokenScope.ADMIN: Access.ADMIN,
}


class User(AbstractBaseUser):
    """A person or a program that logs in."""

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
    # Rises with each change of rights; sessions of an earlier one are over.
    rights_epoch = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "username"
    objects = BaseUserManager()

    @property
    def access(self) -> Access:
        return ACCESS_OF_ROLE[Role(self.role)]

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        # What Django keeps in a session and compares at each request.
        secret = secret if secret is not None else str(settings.SECRET_KEY)
        signed = f"{self.rights_epoch}:{self.password}"
        return salted_hmac(_SESSION_SALT, signed, secret=secret, algorithm="sha256").hexdigest()


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
    def access(self) -> Access:
        """The strongest scope, but never more than the user's role gives today."""
        return min(self.scope_access, self.user.access)

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
