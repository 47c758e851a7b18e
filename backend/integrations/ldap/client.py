"""Asks a directory whether a name and a password belong together, and for the user's groups.

The user is searched, with an account for that or anonymously, and then bound with the password:
the directory itself decides. Referrals are not followed, nothing is written.
"""

import ssl
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import ldap3
from ldap3.core.exceptions import LDAPException
from ldap3.utils.conv import escape_filter_chars

_SUCCESS: Final = 0
# That the directory can't answer now says nothing about the password.
_CANNOT: Final = frozenset({1, 2, 3, 8, 11, 13, 51, 52, 80})
_USERS_MAX: Final = 2


class DirectoryFailed(Exception):
    """The directory was not reached, is not trusted, or is not what the settings say."""


@dataclass(frozen=True, slots=True)
class DirectoryAccess:
    """Where the directory is, and how users and groups are found in it."""

    host: str
    port: int
    is_ldaps: bool
    starts_tls: bool
    ca_file: Path | None
    bind_dn: str | None
    bind_password: str | None = field(repr=False)
    user_base: str
    user_filter: str
    username_attribute: str
    identity_attribute: str
    group_base: str
    group_filter: str
    group_attribute: str
    timeout_s: int


@dataclass(frozen=True, slots=True)
class DirectoryUser:
    """Who proved a password. `identity` stays the user's own, whatever the name becomes."""

    username: str
    identity: bytes
    groups: frozenset[str]


def directory_user(
    access: DirectoryAccess, *, username: str, password: str, groups: Collection[str]
) -> DirectoryUser | None:
    """The user with this name and password, and which of `groups` have them as a member.

    None when there is no such user, or the password is another. Raises DirectoryFailed.
    """
    # With a name and no password a bind succeeds: it is an anonymous one (RFC 4513, 5.1.2).
    if not username or not password:
        return None
    try:
        with _connected(access, access.bind_dn, access.bind_password) as searching:
            if searching is None:
                raise DirectoryFailed("The directory refuses the login that searches users")
            found = _user(access, searching, username)
            if found is None:
                return None
            with _connected(access, found["dn"], password) as own:
                if own is None:
                    return None
            name = _name(access, found, username)
            return DirectoryUser(
                username=name,
                identity=_one(found, access.identity_attribute),
                groups=_groups(access, searching, found["dn"], name, groups),
            )
    except (LDAPException, OSError) as error:
        raise DirectoryFailed(f"{type(error).__name__}: {error}") from error


@contextmanager
def _connected(
    access: DirectoryAccess, dn: str | None, password: str | None
) -> Iterator[ldap3.Connection | None]:
    """A bound connection; None when the directory does not take the password."""
    uses_tls = access.is_ldaps or access.starts_tls
    tls = ldap3.Tls(
        validate=ssl.CERT_REQUIRED,
        ca_certs_file=None if access.ca_file is None else str(access.ca_file),
        sni=access.host,
    )
    server = ldap3.Server(
        access.host,
        port=access.port,
        use_ssl=access.is_ldaps,
        tls=tls if uses_tls else None,
        get_info=ldap3.NONE,
        connect_timeout=access.timeout_s,
    )
    connection = ldap3.Connection(
        server,
        user=dn,
        password=password,
        auto_referrals=False,
        read_only=True,
        receive_timeout=access.timeout_s,
    )
    try:
        connection.open()
        if access.starts_tls and not connection.start_tls():
            raise DirectoryFailed("The directory does not begin TLS")
        bound = connection.bind()
        if not bound and connection.result["result"] in _CANNOT:
            raise DirectoryFailed(_why(connection))
        yield connection if bound else None
    finally:
        # After a refused certificate there is nobody to say good-bye to.
        with suppress(LDAPException):
            connection.unbind()


def _user(access: DirectoryAccess, connection: ldap3.Connection, username: str) -> Any | None:
    query = access.user_filter.replace("{username}", escape_filter_chars(username))
    wanted = [access.username_attribute, access.identity_attribute]
    found = _search(connection, access.user_base, query, wanted, _USERS_MAX)
    if len(found) > 1:
        raise DirectoryFailed("More than one entry has this name: narrow the filter of users")
    return found[0] if found else None


def _name(access: DirectoryAccess, entry: Any, typed: str) -> str:
    """The user's name as the directory has it, which may differ from what was typed in case."""
    names = [_text(each) for each in entry["raw_attributes"].get(access.username_attribute, ())]
    matching = [each for each in names if each.lower() == typed.lower()]
    return (matching or names or [_text(_one(entry, access.username_attribute))])[0]


def _groups(
    access: DirectoryAccess,
    connection: ldap3.Connection,
    dn: str,
    username: str,
    names: Collection[str],
) -> frozenset[str]:
    # Only those that mean something here, so that the answer is as short as the settings.
    attribute = access.group_attribute
    named = "".join(f"({attribute}={escape_filter_chars(each)})" for each in sorted(names))
    own = access.group_filter.replace("{dn}", escape_filter_chars(dn))
    own = own.replace("{username}", escape_filter_chars(username))
    found = _search(connection, access.group_base, f"(&{own}(|{named}))", [attribute], 0)
    told = {_text(name).lower() for each in found for name in each["raw_attributes"][attribute]}
    return frozenset(each for each in names if each.lower() in told)


def _search(
    connection: ldap3.Connection, base: str, query: str, attributes: list[str], size_limit: int
) -> list[Any]:
    connection.search(base, query, attributes=attributes, size_limit=size_limit)
    if connection.result["result"] != _SUCCESS:
        raise DirectoryFailed(f"{_why(connection)} below {base}")
    return [each for each in connection.response if each["type"] == "searchResEntry"]


def _one(entry: Any, attribute: str) -> bytes:
    values: list[bytes] = entry["raw_attributes"].get(attribute) or []
    if len(values) != 1 or not values[0]:
        raise DirectoryFailed(f"The directory tells not one {attribute} of {entry['dn']}")
    return values[0]


def _text(value: bytes) -> str:
    return value.decode("utf-8", errors="replace")


def _why(connection: ldap3.Connection) -> str:
    result = connection.result
    return f"The directory answers {result['description']} {result['message']}".strip()
