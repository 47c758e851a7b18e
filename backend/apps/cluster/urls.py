from django.urls import path

from apps.cluster import block_views, views

urlpatterns = [
    path("cluster", views.ClusterView.as_view()),
    path("cluster/events", views.ClusterEventsView.as_view()),
    path("cluster/subtree-operations", views.SubtreeOperationsView.as_view()),
    path("blocks/health", block_views.BlockHealthView.as_view()),
    path("blocks/missing", block_views.MissingBlocksView.as_view()),
    path("blocks/under-replicated", block_views.UnderReplicatedBlocksView.as_view()),
    path("blocks/corrupt", block_views.CorruptReplicasView.as_view()),
    path("blocks/by-id/<int:block_id>", block_views.BlockView.as_view()),
    path("storages", block_views.StoragesView.as_view()),
    path("overview", views.OverviewView.as_view()),
]
