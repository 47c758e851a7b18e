from django.apps import AppConfig


class NamespaceConfig(AppConfig):
    name = "apps.namespace"
    label = "namespace"
