from django.urls import path, re_path

from apps.cluster import (
    block_report_views,
    block_views,
    datanode_views,
    small_file_views,
    views,
)

urlpatterns = [
    path("cluster", views.ClusterView.as_view()),
    path("cluster/events", views.ClusterEventsView.as_view()),
    path("cluster/subtree-operations", views.SubtreeOperationsView.as_view()),
    path("blocks/health", block_views.BlockHealthView.as_view()),
    path("blocks/fsck", block_views.FsckView.as_view()),
    path("blocks/missing", block_views.MissingBlocksView.as_view()),
    path("blocks/under-replicated", block_views.UnderReplicatedBlocksView.as_view()),
    path("blocks/corrupt", block_views.CorruptReplicasView.as_view()),
    # Ids of block groups are negative.
    re_path(r"^blocks/by-id/(?P<block_id>-?[0-9]{1,19})$", block_views.BlockView.as_view()),
    path("block-reports", block_report_views.BlockReportsView.as_view()),
    path("block-reports/<int:storage_id>", block_report_views.BlockReportHistoryView.as_view()),
    path("datanodes", datanode_views.DatanodesView.as_view()),
    path("datanodes/<str:uuid>", datanode_views.DatanodeView.as_view()),
    path("smallfiles", small_file_views.SmallFilesView.as_view()),
    path("storages", block_views.StoragesView.as_view()),
    path("overview", views.OverviewView.as_view()),
]
