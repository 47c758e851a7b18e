"""Settings of who may log in: local passwords, an LDAP directory, an OpenID Connect provider.

What contradicts itself, or would send passwords in the clear, stops the process with a message that
says what to change.
"""

import ssl
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode

ROLES: Final = ("viewer", "operator", "admin")
_LDAP_PORTS: Final = {"ldap": 389, "ldaps": 636}
# Pairs of a role and a group that gives it.
RoleGroups = Annotated[tuple[tuple[str, str], ...], NoDecode]


def role_groups(value: object) -> object:
    """`admin=platform;viewer=staff` as pairs; ValueError for what is none."""
    if not isinstance(value, str):
        return value
    pairs = []
    for part in filter(None, (each.strip() for each in value.split(";"))):
        role, equals, group = (each.strip() for each in part.partition("="))
        if not equals or role not in ROLES or not group:
            raise ValueError(
                f"{part!r} is not ROLE=GROUP with a role of {', '.join(ROLES)}; "
                "write several as admin=platform;viewer=staff"
            )
        pairs.append((role, group))
    return tuple(pairs)


def is_loopback(host: str) -> bool:
    """Whether what is sent to this host stays on this machine."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_loopback_url(url: str) -> bool:
    """Whether this URL is of this machine."""
    return is_loopback(urlsplit(url).hostname or "")


def require_readable(name: str, file: Path) -> None:
    """ValueError when the file of this setting can't be read."""
    try:
        with file.open("rb"):
            pass
    except OSError as error:
        raise ValueError(f"{name}: {file} can't be read ({error.strerror})") from error


def require_certificates(name: str, file: Path | None) -> None:
    """ValueError when the file of this setting holds no certificates."""
    if file is None:
        return
    require_readable(name, file)
    try:
        ssl.create_default_context(cafile=str(file))
    except ssl.SSLError as error:
        raise ValueError(f"{name}: {file} holds no certificates in PEM form") from error


class LoginSettings(BaseSettings):
    """Who may log in, and where that is asked."""

    local_logins: Literal["all", "break-glass"] = Field(
        default="all",
        description="Which local accounts may log in by password: all, or only administrators "
        "made or reset by `bin/warren users reset-admin`.",
    )
    ldap_url: str | None = Field(
        default=None,
        description="Directory that is asked for names and passwords that no local account has: "
        "ldaps://HOST, or ldap://HOST with START_TLS.",
    )
    ldap_start_tls: bool = Field(
        default=False, description="Begin TLS on the connection to an ldap:// URL."
    )
    ldap_ca_file: Path | None = Field(
        default=None,
        description="Certificates (PEM) that the directory's must descend from. Default: those "
        "that the machine trusts.",
    )
    ldap_bind_dn: str | None = Field(
        default=None,
        description="DN as which users and groups are searched; anonymously when not set.",
    )
    ldap_bind_password_file: Path | None = Field(
        default=None, description="File with that DN's password; read at each login."
    )
    ldap_user_base: str = Field(default="", description="DN below which users are.")
    ldap_user_filter: str = Field(
        default="(&(objectClass=person)(uid={username}))",
        description="Filter that finds one user; `{username}` is what was typed.",
    )
    ldap_username_attribute: str = Field(
        default="uid", description="Attribute with the name that a user gets here and in HDFS."
    )
    ldap_identity_attribute: str = Field(
        default="entryUUID",
        description="Attribute that stays a user's own for ever (Active Directory: objectGUID).",
    )
    ldap_group_base: str = Field(default="", description="DN below which groups are.")
    ldap_group_filter: str = Field(
        default="(&(objectClass=groupOfNames)(member={dn}))",
        description="Filter that finds a user's groups; `{dn}` and `{username}` are the user's.",
    )
    ldap_group_attribute: str = Field(
        default="cn", description="Attribute with a group's name, as ROLES has it."
    )
    ldap_roles: RoleGroups = Field(
        default=(),
        description="Roles by group, as `admin=platform;operator=data;viewer=staff`; the strongest "
        "counts, and who is in no such group is refused.",
    )
    ldap_timeout_s: int = Field(
        default=5,
        ge=1,
        le=30,
        description="Longest wait for a connection to the directory, and for each answer (s).",
    )

    public_url: str | None = Field(
        default=None,
        description="Where browsers reach the console (https://HOST[:PORT]); OIDC needs it.",
    )
    oidc_issuer: str | None = Field(
        default=None,
        description="OpenID Connect provider: its issuer, as https://login.example/realms/staff.",
    )
    oidc_name: str = Field(
        default="single sign-on",
        min_length=1,
        max_length=40,
        description="What the login page calls it: *Log in with NAME*.",
    )
    oidc_client_id: str = Field(default="", description="What the provider knows Warren by.")
    oidc_client_secret_file: Path | None = Field(
        default=None, description="File with the client's secret there; read at each login."
    )
    oidc_scopes: str = Field(
        default="openid profile", description="Scopes that are asked for, with `openid`."
    )
    oidc_username_claim: str = Field(
        default="preferred_username",
        description="Claim with the name that a user gets here and in HDFS; users must not be "
        "able to choose it.",
    )
    oidc_groups_claim: str = Field(
        default="groups", description="Claim with the list of a user's groups."
    )
    oidc_roles: RoleGroups = Field(
        default=(), description="Roles by group, as in `WARREN_LDAP_ROLES`."
    )
    oidc_ca_file: Path | None = Field(
        default=None,
        description="Certificates (PEM) that the provider's must descend from. Default: those "
        "that the machine trusts.",
    )
    oidc_timeout_s: int = Field(
        default=5, ge=1, le=30, description="Longest wait for each answer of the provider (s)."
    )

    @field_validator("public_url", "oidc_issuer")
    @classmethod
    def _protected_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("https", "http") or not parts.hostname or parts.query:
            raise ValueError("is not https://HOST[:PORT]")
        if parts.scheme == "http" and not is_loopback(parts.hostname):
            raise ValueError("needs https://: plain HTTP is for this machine alone")
        return value.rstrip("/")

    @field_validator("ldap_roles", "oidc_roles", mode="before")
    @classmethod
    def _pairs(cls, value: object) -> object:
        return role_groups(value)

    @model_validator(mode="after")
    def _directory_can_be_asked(self) -> Self:
        if self.ldap_url is None:
            return self
        self._require_protected_url()
        for name, value in (
            ("LDAP_USER_BASE", self.ldap_user_base),
            ("LDAP_GROUP_BASE", self.ldap_group_base),
            ("LDAP_ROLES", self.ldap_roles),
        ):
            if not value:
                raise ValueError(f"WARREN_{name} is missing: WARREN_LDAP_URL needs it")
        if "{username}" not in self.ldap_user_filter:
            raise ValueError("WARREN_LDAP_USER_FILTER needs {username}, else it finds anybody")
        if not any(each in self.ldap_group_filter for each in ("{dn}", "{username}")):
            raise ValueError("WARREN_LDAP_GROUP_FILTER needs {dn} or {username}")
        if (self.ldap_bind_dn is None) != (self.ldap_bind_password_file is None):
            raise ValueError(
                "Set both WARREN_LDAP_BIND_DN and WARREN_LDAP_BIND_PASSWORD_FILE, or none of them"
            )
        if self.ldap_bind_password_file is not None:
            require_readable("WARREN_LDAP_BIND_PASSWORD_FILE", self.ldap_bind_password_file)
        require_certificates("WARREN_LDAP_CA_FILE", self.ldap_ca_file)
        return self

    @model_validator(mode="after")
    def _provider_can_be_asked(self) -> Self:
        if self.oidc_issuer is None:
            return self
        for name, value in (
            ("PUBLIC_URL", self.public_url),
            ("OIDC_CLIENT_ID", self.oidc_client_id),
            ("OIDC_CLIENT_SECRET_FILE", self.oidc_client_secret_file),
            ("OIDC_ROLES", self.oidc_roles),
        ):
            if not value:
                raise ValueError(f"WARREN_{name} is missing: WARREN_OIDC_ISSUER needs it")
        if "openid" not in self.oidc_scopes.split():
            raise ValueError("WARREN_OIDC_SCOPES needs openid, else no token says who logs in")
        if self.oidc_client_secret_file is not None:
            require_readable("WARREN_OIDC_CLIENT_SECRET_FILE", self.oidc_client_secret_file)
        require_certificates("WARREN_OIDC_CA_FILE", self.oidc_ca_file)
        return self

    def _require_protected_url(self) -> None:
        host, _ = self.ldap_address
        is_ldaps = self.ldap_is_ldaps
        if is_ldaps and self.ldap_start_tls:
            raise ValueError(
                "WARREN_LDAP_START_TLS is for ldap:// URLs: ldaps:// has TLS from the beginning"
            )
        if not (is_ldaps or self.ldap_start_tls or is_loopback(host)):
            raise ValueError(
                "WARREN_LDAP_URL would send passwords in the clear: use ldaps://, or set "
                "WARREN_LDAP_START_TLS=true"
            )

    @property
    def ldap_is_ldaps(self) -> bool:
        return (self.ldap_url or "").lower().startswith("ldaps:")

    @property
    def ldap_address(self) -> tuple[str, int]:
        """Host and port; ValueError when the URL is none."""
        parts = urlsplit(self.ldap_url or "")
        port = parts.port or _LDAP_PORTS.get(parts.scheme)
        extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
        if port is None or not parts.hostname or extra:
            raise ValueError("WARREN_LDAP_URL is not ldaps://HOST[:PORT] or ldap://HOST[:PORT]")
        return parts.hostname, port
