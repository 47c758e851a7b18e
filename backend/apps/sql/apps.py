from django.apps import AppConfig


class SqlConfig(AppConfig):
    name = "apps.sql"
    label = "sql"

    def ready(self) -> None:
        # Models can be imported only now.
        from apps.accounts.signals import rights_changed  # noqa: PLC0415
        from apps.sql.services import end_queries  # noqa: PLC0415

        rights_changed.connect(end_queries, dispatch_uid="sql.end_queries")
