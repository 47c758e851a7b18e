from django.apps import AppConfig


class ShardsConfig(AppConfig):
    name = "apps.shards"
    label = "shards"
