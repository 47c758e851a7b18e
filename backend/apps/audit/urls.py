from django.urls import path

from apps.audit import views

urlpatterns = [
    path("audit", views.AuditView.as_view()),
    path("audit/file", views.AuditFileView.as_view()),
]
