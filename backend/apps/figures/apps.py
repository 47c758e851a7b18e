from django.apps import AppConfig


class FiguresConfig(AppConfig):
    name = "apps.figures"
    label = "figures"
