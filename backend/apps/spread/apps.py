from django.apps import AppConfig


class SpreadConfig(AppConfig):
    name = "apps.spread"
    label = "spread"
