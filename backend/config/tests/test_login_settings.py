"""What of the settings of logins stops the process, and what it says then."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from config.env import env
from doubles.world import SetEnv

LDAP = {
    "ldap_url": "ldaps://directory.example",
    "ldap_user_base": "ou=people,dc=example",
    "ldap_group_base": "ou=groups,dc=example",
    "ldap_roles": "admin=platform; viewer=staff",
}


def test_a_directory(set_env: SetEnv, tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("secret", encoding="utf-8")
    set_env(**LDAP, ldap_bind_dn="cn=warren", ldap_bind_password_file=password)
    assert env().ldap_address == ("directory.example", 636)
    assert env().ldap_roles == (("admin", "platform"), ("viewer", "staff"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ldap_url": "directory.example"}, "WARREN_LDAP_URL is not ldaps://"),
        ({"ldap_url": "https://directory.example"}, "WARREN_LDAP_URL is not ldaps://"),
        ({"ldap_url": "ldaps://directory.example/dc=example"}, "WARREN_LDAP_URL is not ldaps://"),
        ({"ldap_url": "ldap://directory.example"}, "send passwords in the clear"),
        ({"ldap_url": "ldap://127.0.0.1.example"}, "send passwords in the clear"),
        ({"ldap_start_tls": "true"}, "is for ldap:// URLs"),
        ({"ldap_user_base": ""}, "WARREN_LDAP_USER_BASE is missing"),
        ({"ldap_group_base": ""}, "WARREN_LDAP_GROUP_BASE is missing"),
        ({"ldap_roles": ""}, "WARREN_LDAP_ROLES is missing"),
        ({"ldap_roles": "root=platform"}, "is not ROLE=GROUP"),
        ({"ldap_roles": "admin"}, "is not ROLE=GROUP"),
        ({"ldap_user_filter": "(uid=ann)"}, "finds anybody"),
        ({"ldap_group_filter": "(cn=staff)"}, "WARREN_LDAP_GROUP_FILTER needs"),
        ({"ldap_bind_dn": "cn=warren"}, "WARREN_LDAP_BIND_PASSWORD_FILE, or none"),
        (
            {"ldap_bind_dn": "cn=warren", "ldap_bind_password_file": "/no/such/file"},
            "/no/such/file can't be read",
        ),
        ({"ldap_ca_file": "/no/such/file"}, "WARREN_LDAP_CA_FILE: /no/such/file can't be read"),
        ({"ldap_ca_file": __file__}, "holds no certificates"),
        ({"ldap_timeout_s": "0"}, "ldap_timeout_s"),
        ({"local_logins": "none"}, "local_logins"),
    ],
)
def test_what_is_refused(set_env: SetEnv, change: dict[str, str], said: str) -> None:
    set_env(**(LDAP | change))
    with pytest.raises(ValidationError) as refused:
        env()
    assert said in str(refused.value)


@pytest.mark.parametrize("url", ["ldap://127.0.0.1:1389", "ldap://localhost", "ldap://[::1]"])
def test_on_this_machine_nothing_is_protected(set_env: SetEnv, url: str) -> None:
    set_env(**(LDAP | {"ldap_url": url}))
    assert env().ldap_url == url


def test_tls_may_begin_later(set_env: SetEnv) -> None:
    set_env(**(LDAP | {"ldap_url": "ldap://directory.example", "ldap_start_tls": "true"}))
    assert env().ldap_address == ("directory.example", 389)


@pytest.fixture
def oidc(tmp_path: Path) -> dict[str, str]:
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    return {
        "public_url": "https://warren.example/",
        "oidc_issuer": "https://login.example/realms/staff",
        "oidc_client_id": "warren",
        "oidc_client_secret_file": str(secret),
        "oidc_roles": "viewer=staff",
    }


def test_a_provider(set_env: SetEnv, oidc: dict[str, str]) -> None:
    set_env(**oidc)
    assert env().public_url == "https://warren.example"
    assert env().oidc_roles == (("viewer", "staff"),)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"oidc_issuer": "http://login.example"}, "needs https://"),
        ({"oidc_issuer": "login.example"}, "is not https://"),
        ({"public_url": "http://warren.example"}, "needs https://"),
        ({"public_url": ""}, "is not https://"),
        ({"oidc_client_id": ""}, "WARREN_OIDC_CLIENT_ID is missing"),
        ({"oidc_roles": ""}, "WARREN_OIDC_ROLES is missing"),
        ({"oidc_roles": "viewer"}, "is not ROLE=GROUP"),
        ({"oidc_client_secret_file": "/no/such/file"}, "/no/such/file can't be read"),
        ({"oidc_scopes": "profile"}, "needs openid"),
        ({"oidc_ca_file": __file__}, "holds no certificates"),
        ({"oidc_name": ""}, "oidc_name"),
    ],
)
def test_what_of_a_provider_is_refused(
    set_env: SetEnv, oidc: dict[str, str], change: dict[str, str], said: str
) -> None:
    set_env(**(oidc | change))
    with pytest.raises(ValidationError) as refused:
        env()
    assert said in str(refused.value)
