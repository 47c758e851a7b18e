"""The platform as it runs, for the client to call."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from apps.accounts.models import Role, User
from apps.accounts.services import token_insert
from apps.common.actor import SYSTEM
from apps.common.rights import Access
from config.env import env
from django.conf import settings
from django.utils import timezone

# Before anything signs: else the key's file would be made below the default WARREN_HOME.
settings.SECRET_KEY = "a key for tests"
# Django's server for tests looks for static files below it; the platform has none of Django's.
settings.STATIC_URL = "/static/"


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("WARREN_HOME", str(tmp_path))
    monkeypatch.setenv("WARREN_CONSOLE_DIST", str(tmp_path / "no-console"))
    env.cache_clear()
    yield
    env.cache_clear()


@pytest.fixture
def token(transactional_db: None) -> str:
    """Of an administrator."""
    user = User(username="root", role=Role.ADMIN, hdfs_user="root")
    user.set_unusable_password()
    user.save()
    _, secret = token_insert(
        actor=SYSTEM,
        user=user,
        access=Access.ADMIN,
        name="of a test",
        scopes=["admin"],
        expires_at=timezone.now() + timedelta(days=1),
    )
    return secret
