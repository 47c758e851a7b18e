import importlib

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "apps.accounts"
    label = "accounts"

    def ready(self) -> None:
        # Listens to logins.
        importlib.import_module("apps.accounts.sessions")
