from django.urls import path

from apps.search import kept_views, views

urlpatterns = [
    path("search", views.SearchView.as_view()),
    path("search/facets", views.SearchFacetsView.as_view()),
    path("search/saved", kept_views.SavedSearchesView.as_view()),
    path("search/saved/<int:saved_id>", kept_views.SavedSearchView.as_view()),
    path("search/exports", kept_views.SearchExportsView.as_view()),
    path("search/exports/<int:export_id>", kept_views.SearchExportView.as_view()),
    path("search/exports/<int:export_id>/file", kept_views.SearchExportFileView.as_view()),
]
