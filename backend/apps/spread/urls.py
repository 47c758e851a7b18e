from django.urls import path

from apps.spread import views

urlpatterns = [
    path("spread", views.SpreadView.as_view()),
    path("spread/changes", views.SpreadChangesView.as_view()),
    path("spread/changes/<int:change_id>", views.SpreadChangeView.as_view()),
]
