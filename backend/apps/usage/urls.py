from django.urls import path

from apps.usage import owner_views, quota_views, views, watched_views

urlpatterns = [
    path("usage", views.UsageView.as_view()),
    path("usage/breakdown", views.UsageBreakdownView.as_view()),
    path("usage/history", views.UsageHistoryView.as_view()),
    path("usage/growth", views.UsageGrowthView.as_view()),
    path("usage/owners", owner_views.OwnersView.as_view()),
    path("usage/owners/detail", owner_views.OwnerView.as_view()),
    path("usage/quotas", quota_views.QuotasView.as_view()),
    path("usage/watched", watched_views.WatchedDirectoriesView.as_view()),
    path("usage/watched/<int:inode_id>", watched_views.WatchedDirectoryView.as_view()),
]
