from django.urls import path

from apps.service import views

urlpatterns = [
    path("datanodes/<str:uuid>/service", views.DatanodeServiceView.as_view()),
    path("namenodes/<str:name>/service", views.NamenodeServiceView.as_view()),
]
