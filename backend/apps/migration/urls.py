from django.urls import path

from apps.migration import views

urlpatterns = [
    path("migration", views.MigrationView.as_view()),
    path("migration/findings/file", views.FindingsFileView.as_view()),
    path("migration/take-over", views.TakeOverView.as_view()),
]
