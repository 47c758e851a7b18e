"""Every operation with every role: as the table of `config.exposure` says, and nothing else."""

import pytest
from django.urls import get_resolver

from apps.accounts.models import Role
from config.exposure import EXPOSURE, Exposure
from doubles.checked_client import CheckedClient
from doubles.index import IndexDouble
from doubles.indexer import IndexerDouble
from doubles.namenode import NamenodeDouble
from doubles.routes import Operation, operations
from doubles.world import make_user
from warren_analytics.store import ReplicaStore

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
    Exposure.OPERATOR: (None, Role.VIEWER),
    Exposure.ADMIN: (None, Role.VIEWER, Role.OPERATOR),
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
    replica: ReplicaStore,
) -> None:
    client = CheckedClient()
    if role is not None:
        make_user("root", Role.ADMIN)
        client.force_login(make_user("somebody", role))
    query = "?path=/" if operation.route.startswith("namespace/") else ""
    response = client.generic(
        operation.method, operation.path + query, "{}", content_type="application/json"
    )
    refused = role in _REFUSED[EXPOSURE[operation.name]]
    expected = {401} if role is None else {403}
    if operation.name == "POST auth/login":
        # Public: an empty body is what is wrong with it.
        assert response.status_code == 400
    elif refused:
        assert response.status_code in expected
    else:
        assert response.status_code not in {401, 403}


def test_options_describe_nothing(db: None) -> None:
    nobody, client = CheckedClient(), CheckedClient()
    client.force_login(make_user("root", Role.ADMIN))
    for operation in ALL:
        assert nobody.options(operation.path).status_code in {401, 405}, operation.name
        assert client.options(operation.path).status_code == 405, operation.name
