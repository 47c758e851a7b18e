from django.urls import path

from apps.namespace import views

urlpatterns = [
    path("namespace/entry", views.EntryView.as_view()),
    path("namespace/details", views.DetailsView.as_view()),
    path("namespace/preview", views.PreviewView.as_view()),
    path("namespace/changes", views.InodeChangesView.as_view()),
    path("namespace/checksum", views.ChecksumView.as_view()),
    path("namespace/children", views.ChildrenView.as_view()),
    path("namespace/usage", views.UsageView.as_view()),
]
