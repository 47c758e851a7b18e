from django.urls import path

from apps.health import views

urlpatterns = [path("health", views.HealthView.as_view())]
