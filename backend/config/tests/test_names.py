"""Names are found by any part in any case, on every database, and nothing in them is a pattern."""

import pytest

from apps.accounts.models import Role, User
from apps.common.names import holding, is_taken
from doubles.world import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("part", ["Ann", "ANN", "nn", "ann"])
def test_a_part_is_found_in_any_case(part: str) -> None:
    make_user("Annabel", Role.VIEWER)
    make_user("bob", Role.VIEWER)
    assert [each.username for each in holding(User.objects.all(), "username", part)] == ["Annabel"]


@pytest.mark.parametrize("part", ["%", "_", "\\"])
def test_what_patterns_are_made_of_stands_for_itself(part: str) -> None:
    make_user("plain", Role.VIEWER)
    assert not holding(User.objects.all(), "username", part).exists()
    make_user(f"with{part}in", Role.VIEWER)
    found = holding(User.objects.all(), "username", f"H{part}I")
    assert [each.username for each in found] == [f"with{part}in"]


def test_a_name_is_taken_in_any_case() -> None:
    make_user("Ann", Role.VIEWER)
    assert is_taken(User.objects.all(), "username", "aNN")
    assert not is_taken(User.objects.all(), "username", "an")
