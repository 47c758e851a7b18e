from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "apps.search"
    label = "search"

    def ready(self) -> None:
        # Models can be imported only now.
        from apps.accounts.signals import rights_changed  # noqa: PLC0415
        from apps.search.services import end_exports  # noqa: PLC0415

        rights_changed.connect(end_exports, dispatch_uid="search.end_exports")
