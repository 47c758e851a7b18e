from django.urls import path

from apps.pipeline import views

urlpatterns = [
    path("pipeline", views.PipelineView.as_view()),
    path("pipeline/dead-letters", views.DeadLettersView.as_view()),
    path("pipeline/dead-letters/<int:offset>/replay", views.DeadLetterReplayView.as_view()),
]
