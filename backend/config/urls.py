"""All addresses: the API under /api/v1, the metrics, and the console for everything else."""

from django.urls import include, path, re_path

from apps.accounts import single_sign_on_views as single_sign_on
from apps.accounts import urls as accounts
from apps.alerts import urls as alerts
from apps.audit import urls as audit
from apps.cluster import urls as cluster
from apps.common.answers import not_found
from apps.events import urls as events
from apps.figures import urls as figures
from apps.files import urls as files
from apps.guard import urls as guard
from apps.health import urls as health
from apps.health.metrics import metrics
from apps.heat import urls as heat
from apps.jobs import urls as jobs
from apps.limits import urls as limits
from apps.migration import urls as migration
from apps.namespace import urls as namespace
from apps.pipeline import urls as pipeline
from apps.rules import urls as rules
from apps.search import urls as search
from apps.service import urls as service
from apps.shards import urls as shards
from apps.snapshots import urls as snapshots
from apps.spread import urls as spread
from apps.sql import urls as sql
from apps.trash import urls as trash
from apps.usage import urls as usage
from config.console import console_index
from config.schema import SchemaView

api = [
    *accounts.urlpatterns,
    *namespace.urlpatterns,
    *files.urlpatterns,
    *search.urlpatterns,
    *pipeline.urlpatterns,
    *sql.urlpatterns,
    *usage.urlpatterns,
    *trash.urlpatterns,
    *snapshots.urlpatterns,
    *jobs.urlpatterns,
    *guard.urlpatterns,
    *rules.urlpatterns,
    *cluster.urlpatterns,
    *audit.urlpatterns,
    *health.urlpatterns,
    *figures.urlpatterns,
    *migration.urlpatterns,
    *limits.urlpatterns,
    *service.urlpatterns,
    *spread.urlpatterns,
    *heat.urlpatterns,
    *shards.urlpatterns,
    *alerts.urlpatterns,
    *events.urlpatterns,
    path("schema", SchemaView.as_view()),
]

urlpatterns = [
    path("api/v1/", include(api)),
    # Neither an operation nor a file that is gone may be answered with the console's page.
    re_path(r"^(api|assets)(/|$)", not_found),
    path("oidc/begin", single_sign_on.begin),
    path("oidc/callback", single_sign_on.come_back),
    path("metrics", metrics),
    re_path(r"", console_index),
]
