"""Saved searches over the API."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from doubles.world import ClientOf

SAVED = "/api/v1/search/saved"
pytestmark = pytest.mark.django_db


def _save(client: Any, name: str, **more: Any) -> Any:
    body = {"name": name, "q": "report size:>1g", "sort": "-size", **more}
    return client.post(SAVED, body, format="json")


def test_a_saved_search_is_found_changed_and_deleted(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    saved = _save(client, "large reports")
    assert saved.status_code == 201
    assert (saved.json()["q"], saved.json()["sort"]) == ("report size:>1g", "-size")
    assert _save(client, "large reports").status_code == 409
    address = f"{SAVED}/{saved.json()['id']}"
    changed = client.put(address, {"name": "reports", "q": "report"}, format="json").json()
    assert (changed["name"], changed["q"], changed["sort"]) == ("reports", "report", "relevance")
    assert [each["name"] for each in client.get(SAVED).json()["items"]] == ["reports"]
    assert client.delete(address).status_code == 204
    assert client.get(SAVED).json()["items"] == []
    actions = [entry.action for entry in AuditEntry.objects.order_by("pk")]
    assert actions == ["search.save", "search.save", "search.unsave"]


def test_others_see_what_is_shared_and_change_nothing(
    operator: User, viewer: User, client_of: ClientOf
) -> None:
    mine, other = client_of(operator), client_of(viewer)
    private, shared = _save(mine, "private").json(), _save(mine, "shared", shared=True).json()
    assert [each["name"] for each in other.get(SAVED).json()["items"]] == ["shared"]
    for saved in (private, shared):
        assert other.delete(f"{SAVED}/{saved['id']}").status_code == 404
        body = {"name": "stolen", "q": ""}
        assert other.put(f"{SAVED}/{saved['id']}", body, format="json").status_code == 404
    assert _save(other, "private").status_code == 201


def test_a_query_string_that_cannot_be_read_is_not_kept(
    operator: User, client_of: ClientOf
) -> None:
    answer = _save(client_of(operator), "broken", q="size:huge")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["q"])
