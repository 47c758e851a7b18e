from django.urls import path

from apps.cluster import views

urlpatterns = [
    path("cluster", views.ClusterView.as_view()),
    path("cluster/events", views.ClusterEventsView.as_view()),
    path("cluster/subtree-operations", views.SubtreeOperationsView.as_view()),
    path("overview", views.OverviewView.as_view()),
]
