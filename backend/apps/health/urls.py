from django.urls import path

from apps.health import verdict_views, views

urlpatterns = [
    path("health", views.HealthView.as_view()),
    path("health/checks", verdict_views.HealthChecksView.as_view()),
    path("health/checks/<str:key>/mute", verdict_views.HealthMuteView.as_view()),
    path("health/changes", verdict_views.HealthChangesView.as_view()),
]
