from django.urls import path

from apps.limits import views

urlpatterns = [
    path("limits", views.LimitsView.as_view()),
    path("limits/what-if", views.WhatIfView.as_view()),
    path("limits/changes", views.LimitChangesView.as_view()),
    path("limits/changes/<int:change_id>", views.LimitChangeView.as_view()),
]
