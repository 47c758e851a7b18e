from django.urls import path

from apps.heat import views

urlpatterns = [path("heat", views.HeatView.as_view())]
