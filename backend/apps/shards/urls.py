from django.urls import path

from apps.shards import views

urlpatterns = [
    path("heat/shards", views.HeatShardsView.as_view()),
    path("heat/shards/<int:shard>", views.HeatShardView.as_view()),
]
