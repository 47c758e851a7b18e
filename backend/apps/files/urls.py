from django.urls import path

from apps.files import content_views, table_views, views

urlpatterns = [
    path("files/directories", views.DirectoriesView.as_view()),
    path("files/moves", views.MovesView.as_view()),
    path("files/permissions", views.PermissionsView.as_view()),
    path("files/content", content_views.ContentView.as_view()),
    path("files/table", table_views.TableView.as_view()),
]
