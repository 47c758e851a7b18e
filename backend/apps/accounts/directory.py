"""Logins by name and password that the organisation's LDAP directory decides."""

import structlog

from apps.accounts.assignments import group_names
from apps.accounts.external import ExternalUser, external_login, role_of_groups
from apps.accounts.models import Origin, User
from apps.accounts.waiting import Turns
from apps.common.problems import Unavailable
from config.env import Env, env
from integrations.ldap.client import DirectoryAccess, DirectoryFailed, directory_user

_turns = Turns()
_log = structlog.get_logger(__name__)


def directory_login(*, username: str, password: str, address: str, request_id: str) -> User | None:
    """The user whom the directory knows by this password; None when it does not, or is not set.

    Raises Unavailable when the directory can't be asked, and what `external_login` raises.
    """
    settings = env()
    if settings.ldap_url is None:
        return None
    groups = {group for _, group in settings.ldap_roles} | group_names(Origin.LDAP)
    try:
        with _turns.one(settings.ldap_timeout_s):
            found = directory_user(
                _access(settings), username=username, password=password, groups=groups
            )
    except (DirectoryFailed, OSError) as error:
        _log.warning("directory_failed", url=settings.ldap_url, why=str(error))
        raise Unavailable(
            "The directory can't be asked for your password",
            code="directory_unavailable",
            detail="Local accounts can log in meanwhile. If yours is one, its name or password "
            "is wrong; else try again later. The log of the web process says why.",
        ) from error
    if found is None:
        return None
    external = ExternalUser(
        origin=Origin.LDAP,
        identity=found.identity,
        username=found.username,
        groups=found.groups,
    )
    return external_login(
        external=external,
        role=role_of_groups(found.groups, settings.ldap_roles),
        address=address,
        request_id=request_id,
    )


def _access(settings: Env) -> DirectoryAccess:
    host, port = settings.ldap_address
    file = settings.ldap_bind_password_file
    return DirectoryAccess(
        host=host,
        port=port,
        is_ldaps=settings.ldap_is_ldaps,
        starts_tls=settings.ldap_start_tls,
        ca_file=settings.ldap_ca_file,
        bind_dn=settings.ldap_bind_dn,
        bind_password=None if file is None else file.read_text(encoding="utf-8").strip(),
        user_base=settings.ldap_user_base,
        user_filter=settings.ldap_user_filter,
        username_attribute=settings.ldap_username_attribute,
        identity_attribute=settings.ldap_identity_attribute,
        group_base=settings.ldap_group_base,
        group_filter=settings.ldap_group_filter,
        group_attribute=settings.ldap_group_attribute,
        timeout_s=settings.ldap_timeout_s,
    )
