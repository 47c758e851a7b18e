from django.urls import path

from apps.figures import views

urlpatterns = [
    path("figures", views.FiguresView.as_view()),
    path("figures/forecast", views.ForecastView.as_view()),
]
