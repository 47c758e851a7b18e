from django.apps import AppConfig


class TrashConfig(AppConfig):
    name = "apps.trash"
    label = "trash"
