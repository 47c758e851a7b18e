"""Generated requests to every operation: no answer may be one that the description lacks."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, Phase, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from apps.accounts.models import ApiToken, Role, User
from apps.accounts.selectors import secret_digest
from apps.jobs import keeper
from config.schema import openapi_document
from doubles.index import IndexDouble, hit
from doubles.indexer import IndexerDouble
from doubles.namenode import NamenodeDouble
from doubles.world import Worker, make_user

SEED = 20261121
SECRET = "a secret"
# Schemathesis asks for compressed answers and does not unpack them when it calls in process.
HEADERS = {"Authorization": f"Bearer {SECRET}", "Accept-Encoding": "identity"}
# Far from the ids that requests try out, so that no request revokes the token it comes with.
TOKEN_ID = 10**12
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


schema = schemathesis.openapi.from_dict(openapi_document())
schema.app = WSGIHandler()


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """A request's end would close the connection that holds the test's transaction open.

    Django's own test client takes care of that; these requests come from another one.
    """
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def world(
    db: None,
    namenode: NamenodeDouble,
    index: IndexDouble,
    indexer: IndexerDouble,
    shared_replica: None,
    worker: Worker,
) -> User:
    """A platform with everything that answers depend on, and an administrator's token."""
    namenode.tree.add_file("/data/file")
    index.hits.append(hit("file"))
    keeper.keep(name="test:1", at_start=True)
    admin = make_user("admin", Role.ADMIN)
    ApiToken.objects.create(
        pk=TOKEN_ID,
        user=admin,
        name="fuzz",
        scopes=["admin"],
        secret_sha256=secret_digest(SECRET),
        created_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=1),
    )
    return admin


@pytest.mark.usefixtures("_one_connection")
@schema.parametrize()
@seed(SEED)
@settings(
    max_examples=4,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_answer_off_the_description(case: schemathesis.Case[Any], world: User) -> None:
    case.call_and_validate(checks=CHECKS, headers=HEADERS)
