from django.urls import path

from apps.snapshots import restore_views, views

urlpatterns = [
    path("snapshots", views.SnapshotsView.as_view()),
    path("snapshots/one", views.SnapshotView.as_view()),
    path("snapshots/directories", views.SnapshotDirectoriesView.as_view()),
    path("snapshots/differences", views.SnapshotDifferencesView.as_view()),
    path("snapshots/restores", restore_views.RestoresView.as_view()),
    path("snapshots/restores/<int:restore_id>", restore_views.RestoreView.as_view()),
    path("snapshots/restores/<int:restore_id>/cancel", restore_views.RestoreCancelView.as_view()),
]
