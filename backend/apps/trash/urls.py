from django.urls import path

from apps.trash import views

urlpatterns = [path("trash", views.TrashView.as_view())]
