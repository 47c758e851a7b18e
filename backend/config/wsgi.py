"""WSGI entry point: `gunicorn config.wsgi:application`."""

import os

from django.core.wsgi import get_wsgi_application

from config.metrics_folder import share_metrics

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
share_metrics()
application = get_wsgi_application()
