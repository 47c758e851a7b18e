from django.apps import AppConfig


class SqlConfig(AppConfig):
    name = "apps.sql"
    label = "sql"
