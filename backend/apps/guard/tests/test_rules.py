"""Rules of the guard: who keeps them, what they meet, and what is left of former ones."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.guard import rules
from apps.guard.models import GuardRule
from apps.guard.values import Act, meets
from doubles.checked_client import CheckedClient
from doubles.world import ClientOf

RULES = "/api/v1/guard/rules"
FULL = {
    "name": "finance",
    "enabled": True,
    "kinds": ["undo", "delete", "delete"],
    "path_prefix": "/finance//",
    "inodes_min": 10,
    "size_bytes_min": None,
    "approver": "operator",
}


@pytest.fixture
def root(client_of: ClientOf, admin: User) -> CheckedClient:
    return client_of(admin)


@pytest.mark.parametrize(
    ("path", "prefix", "expected"),
    [
        ("/", "/data", True),
        ("/data", "/data", True),
        ("/data/x", "/data", True),
        ("/data", "/data/x", True),
        ("/data2", "/data", False),
        ("/dat", "/data", False),
        ("/other", "/", True),
    ],
)
def test_what_lies_at_below_or_above(path: str, prefix: str, expected: bool) -> None:
    assert meets(path, prefix) is expected
    act = Act(frozenset({"delete"}), ("/elsewhere", path), True, None, None)
    assert act.concerns(kinds=[], path_prefix=prefix) is expected
    assert not act.concerns(kinds=["undo"], path_prefix=None)


def test_administrators_keep_rules_and_operators_see_them(
    root: CheckedClient, client_of: ClientOf, operator: User
) -> None:
    made = root.post(RULES, FULL, format="json").json()
    assert (made["kinds"], made["path_prefix"]) == (["delete", "undo"], "/finance")
    changed = root.put(f"{RULES}/{made['id']}", {"name": "all"}, format="json").json()
    assert (changed["id"], changed["kinds"], changed["approver"]) == (made["id"], [], "admin")
    olga = client_of(operator)
    assert [each["name"] for each in olga.get(RULES).json()["items"]] == ["all"]
    assert olga.put(f"{RULES}/{made['id']}", FULL, format="json").status_code == 403
    assert root.delete(f"{RULES}/{made['id']}").status_code == 204
    assert root.get(f"{RULES}/{made['id']}").status_code == 404
    entries = AuditEntry.objects.filter(action__startswith="guard.rule").order_by("pk")
    assert [(each.action, each.path) for each in entries] == [
        ("guard.rule_create", "/finance"),
        ("guard.rule_update", ""),
        ("guard.rule_delete", ""),
    ]
    assert (entries[1].before or {})["name"] == "finance"


@pytest.mark.parametrize(
    "wrong",
    [
        {"kinds": ["unknown"]},
        {"path_prefix": "relative"},
        {"inodes_min": 0},
        {"approver": "viewer"},
        {"name": ""},
    ],
    ids=str,
)
def test_what_can_not_be_is_refused(root: CheckedClient, wrong: dict[str, Any]) -> None:
    assert root.post(RULES, {**FULL, **wrong}, format="json").status_code == 400


def test_rules_and_former_ones_are_few(
    root: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "RULES_MAX", 1)
    monkeypatch.setattr(rules, "RETIRED_MAX", 2)
    number = root.post(RULES, FULL, format="json").json()["id"]
    assert root.post(RULES, FULL, format="json").status_code == 409
    for name in "abcd":
        root.put(f"{RULES}/{number}", {**FULL, "name": name}, format="json")
    former = GuardRule.objects.filter(retired_at__isnull=False).order_by("pk")
    assert [rule.name for rule in former] == ["b", "c"]
    assert len(root.get(RULES).json()["items"]) == 1
