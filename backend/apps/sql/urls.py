from django.urls import path

from apps.sql import views

urlpatterns = [
    path("sql", views.SqlView.as_view()),
    path("sql/queries", views.SqlQueriesView.as_view()),
    path("sql/queries/<int:query_id>", views.SqlQueryView.as_view()),
    path("sql/queries/<int:query_id>/cancel", views.SqlCancelView.as_view()),
    path("sql/queries/<int:query_id>/rows", views.SqlRowsView.as_view()),
    path("sql/queries/<int:query_id>/file", views.SqlFileView.as_view()),
    path("sql/tables", views.SqlTablesView.as_view()),
    path("sql/replica", views.SqlReplicaView.as_view()),
    path("sql/saved", views.SavedQueriesView.as_view()),
    path("sql/saved/<int:saved_id>", views.SavedQueryView.as_view()),
    path("sql/reports", views.SqlReportsView.as_view()),
]
