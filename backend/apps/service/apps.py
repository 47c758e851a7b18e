from django.apps import AppConfig


class ServiceConfig(AppConfig):
    name = "apps.service"
    label = "service"
