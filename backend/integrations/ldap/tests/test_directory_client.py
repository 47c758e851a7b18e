"""What of a directory is believed, against a real slapd."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from doubles.slapd import BASE, PASSWORD, SEARCHING_DN, Directory
from doubles.tls import tls_server
from integrations.ldap.client import (
    DirectoryAccess,
    DirectoryFailed,
    DirectoryUser,
    directory_user,
)


@pytest.fixture
def access(directory: Directory) -> DirectoryAccess:
    directory.person("ann", "staff", "data", cn="Ann Lee")
    return DirectoryAccess(
        host="127.0.0.1",
        port=directory.tls_port,
        is_ldaps=True,
        starts_tls=False,
        ca_file=directory.ca_file,
        bind_dn=SEARCHING_DN,
        bind_password=PASSWORD,
        user_base=f"ou=people,{BASE}",
        user_filter="(&(objectClass=person)(uid={username}))",
        username_attribute="uid",
        identity_attribute="entryUUID",
        group_base=f"ou=groups,{BASE}",
        group_filter="(&(objectClass=groupOfNames)(member={dn}))",
        group_attribute="cn",
        timeout_s=3,
    )


def asked(
    access: DirectoryAccess, username: str = "ann", password: str = PASSWORD
) -> DirectoryUser | None:
    return directory_user(access, username=username, password=password, groups={"data", "root"})


def test_a_user_with_the_groups_that_count(access: DirectoryAccess) -> None:
    found = asked(access)
    assert found is not None
    assert (found.username, found.groups) == ("ann", frozenset({"data"}))
    assert len(found.identity) == 36


def test_tls_begins_when_asked_for(access: DirectoryAccess, directory: Directory) -> None:
    access = replace(access, port=directory.port, is_ldaps=False, starts_tls=True)
    assert asked(access) is not None
    assert asked(access, password="wrong") is None


@pytest.mark.parametrize("starts_tls", [False, True])
def test_strange_certificates_are_refused(
    access: DirectoryAccess, directory: Directory, starts_tls: bool
) -> None:
    if starts_tls:
        access = replace(access, port=directory.port, is_ldaps=False, starts_tls=True)
    with pytest.raises(DirectoryFailed, match=r"(?i)certificate"):
        asked(replace(access, ca_file=None))
    with pytest.raises(DirectoryFailed, match=r"(?i)certificate"):
        # It is for 127.0.0.1 alone.
        asked(replace(access, host="localhost"))


def test_a_server_that_is_no_directory(access: DirectoryAccess, tmp_path: Path) -> None:
    ends = datetime.now(UTC) + timedelta(days=1)
    with tls_server(tmp_path, ends) as port, pytest.raises(DirectoryFailed):
        asked(replace(access, port=port))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"port": 1}, "refused|open"),
        ({"bind_password": "wrong"}, "refuses the login that searches"),
        ({"bind_dn": None, "bind_password": None}, "answers"),
        ({"user_base": f"ou=gone,{BASE}"}, "noSuchObject"),
        ({"group_base": f"ou=gone,{BASE}"}, "noSuchObject"),
        ({"identity_attribute": "objectGUID"}, "tells not one objectGUID"),
        ({"user_filter": "(uid={username}"}, "LDAPInvalidFilterError"),
    ],
)
def test_wrong_settings_are_told_apart(
    access: DirectoryAccess, change: dict[str, Any], said: str
) -> None:
    with pytest.raises(DirectoryFailed, match=said):
        asked(replace(access, **change))


def test_a_name_of_two_entries_is_nobodys(access: DirectoryAccess, directory: Directory) -> None:
    directory.person("anna", cn="Ann Lee")
    access = replace(access, user_filter="(cn={username})")
    with pytest.raises(DirectoryFailed, match="More than one entry"):
        asked(access, "Ann Lee")


def test_a_bind_without_a_password_proves_nothing(access: DirectoryAccess) -> None:
    assert asked(access, password="") is None
    assert asked(access, username="") is None


def test_what_is_typed_is_no_part_of_a_filter(access: DirectoryAccess) -> None:
    for typed in ("*", "a*", "ann)(uid=*", "*)(|(uid=*"):
        assert asked(access, typed) is None
