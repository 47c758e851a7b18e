"""WSGI entry point: `gunicorn config.wsgi:application`."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.env import env
from config.metrics_folder import share_metrics
from config.request_places import RequestPlaces

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
share_metrics()
application = RequestPlaces(get_wsgi_application(), env().web_threads)
# Loads all views now, so that the first request of a process does not wait for it.
get_resolver().url_patterns  # noqa: B018
