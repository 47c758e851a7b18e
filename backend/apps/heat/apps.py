from django.apps import AppConfig


class HeatConfig(AppConfig):
    name = "apps.heat"
    label = "heat"
