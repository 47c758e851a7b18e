"""Every operation with every role: as the table of `config.exposure` says, and nothing else."""

from typing import Any

import pytest
from django.urls import get_resolver

from apps.accounts.models import PERMISSIONS_OF_ROLE, Role
from apps.common.rights import Permission
from config.exposure import EXPOSURE, Exposure, Takes
from doubles.checked_client import CheckedClient
from doubles.index import IndexDouble
from doubles.indexer import IndexerDouble
from doubles.namenode import NamenodeDouble
from doubles.routes import Operation, operations
from doubles.world import give, make_user

ALL = operations()
_OUTSIDE = {
    *("api/v1/", "^(api|assets)(/|$)", "metrics", ""),
    # To the organisation's login and back, for who has no session yet.
    *("oidc/begin", "oidc/callback"),
}
_ROLES = [None, Role.VIEWER, Role.OPERATOR, Role.ADMIN]
_REFUSED = {
    Exposure.PUBLIC: (),
    Exposure.OWN: (None,),
    Exposure.CLUSTER: (None,),
    Exposure.SIGHT: (None,),
}
TAKING = [each for each in ALL if isinstance(EXPOSURE[each.name], Takes)]
# Far from whatever a request asks for.
_ELSEWHERE = ("/nowhere/at/all",)


def _refuses(operation: Operation, role: Role | None) -> bool:
    exposure = EXPOSURE[operation.name]
    if isinstance(exposure, Exposure):
        return role in _REFUSED[exposure]
    return role is None or not any(each in PERMISSIONS_OF_ROLE[role] for each in exposure.any_of)


def _takes(operation: Operation) -> Takes:
    exposure = EXPOSURE[operation.name]
    assert isinstance(exposure, Takes)
    return exposure


def _sent(client: CheckedClient, operation: Operation) -> Any:
    query = "?path=/" if operation.route.startswith(("namespace/", "usage", "spread")) else ""
    query = "" if operation.route in _WITHOUT_PATH or operation.method != "GET" else query
    return client.generic(
        operation.method, operation.path + query, "{}", content_type="application/json"
    )


_WITHOUT_PATH = {
    *("usage/watched", "usage/watched/<int:inode_id>"),
    *("usage/quotas", "usage/owners", "usage/owners/detail"),
    *("spread/changes", "spread/changes/<int:change_id>"),
}


def test_the_table_names_every_operation_and_no_other() -> None:
    assert {each.name for each in ALL} == set(EXPOSURE)


def test_nothing_else_is_served_than_what_these_tests_walk_over() -> None:
    """The console's page and files, metrics without names, and the answer that there is nothing."""
    assert {str(each.pattern) for each in get_resolver().url_patterns} == _OUTSIDE


@pytest.mark.parametrize("role", _ROLES, ids=lambda role: role or "anonymous")
@pytest.mark.parametrize("operation", ALL, ids=lambda operation: operation.name)
def test_who_is_refused(
    operation: Operation,
    role: Role | None,
    db: None,
    namenode: NamenodeDouble,
    index: IndexDouble,
    indexer: IndexerDouble,
    shared_replica: None,
) -> None:
    client = CheckedClient()
    if role is not None:
        make_user("root", Role.ADMIN)
        client.force_login(make_user("somebody", role))
    response = _sent(client, operation)
    refused = _refuses(operation, role)
    expected = {401} if role is None else {403}
    if operation.name == "POST auth/login":
        # Public: an empty body is what is wrong with it.
        assert response.status_code == 400
    elif refused:
        assert response.status_code in expected
    else:
        assert response.status_code not in {401, 403}


@pytest.mark.parametrize("operation", TAKING, ids=lambda operation: operation.name)
def test_each_takes_its_permission_and_no_other(
    operation: Operation,
    db: None,
    namenode: NamenodeDouble,
    index: IndexDouble,
    indexer: IndexerDouble,
    shared_replica: None,
) -> None:
    takes = _takes(operation)
    make_user("root", Role.ADMIN)
    with_it, others = make_user("withit", Role.VIEWER), make_user("others", Role.VIEWER)
    give(with_it, takes.any_of)
    give(others, set(Permission) - set(takes.any_of))
    client = CheckedClient()
    client.force_login(with_it)
    assert _sent(client, operation).status_code not in {401, 403}
    client.force_login(others)
    assert _sent(client, operation).status_code == 403


@pytest.mark.parametrize("operation", TAKING, ids=lambda operation: operation.name)
def test_a_permission_elsewhere_is_none_here(
    operation: Operation,
    db: None,
    namenode: NamenodeDouble,
    index: IndexDouble,
    indexer: IndexerDouble,
    shared_replica: None,
) -> None:
    """What is about no path takes it everywhere; what is about one, there: `?path=/` is not."""
    make_user("root", Role.ADMIN)
    user = make_user("somebody", Role.VIEWER)
    give(user, Permission, paths=_ELSEWHERE)
    client = CheckedClient()
    client.force_login(user)
    answer = _sent(client, operation)
    if _takes(operation).everywhere:
        assert answer.status_code == 403
    elif answer.status_code == 200:
        # Lists have what is there: nothing.
        assert answer.json()["items"] == []
    else:
        # A body without a path is wrong before it is anybody's, and no row has that number.
        assert answer.status_code in {400, 403, 404, 503}


def test_options_describe_nothing(db: None) -> None:
    nobody, client = CheckedClient(), CheckedClient()
    client.force_login(make_user("root", Role.ADMIN))
    for operation in ALL:
        assert nobody.options(operation.path).status_code in {401, 405}, operation.name
        assert client.options(operation.path).status_code == 405, operation.name
