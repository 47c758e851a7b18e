from django.urls import path

from apps.alerts import views

urlpatterns = [
    path("alerts/channels", views.AlertChannelsView.as_view()),
    path("alerts/channels/<int:channel_id>", views.AlertChannelView.as_view()),
    path("alerts/channels/<int:channel_id>/secret", views.AlertSecretView.as_view()),
    path("alerts/channels/<int:channel_id>/test", views.AlertTestView.as_view()),
    path("alerts/deliveries", views.AlertDeliveriesView.as_view()),
    path("alerts/bell", views.BellView.as_view()),
    path("alerts/bell/read", views.BellReadView.as_view()),
]
