from django.urls import path

from apps.guard import views

urlpatterns = [
    path("guard/rules", views.GuardRulesView.as_view()),
    path("guard/rules/<int:rule_id>", views.GuardRuleView.as_view()),
    path("guard/windows", views.FreezeWindowsView.as_view()),
    path("guard/windows/<int:window_id>", views.FreezeWindowView.as_view()),
    path("guard/windows/<int:window_id>/lift", views.FreezeWindowLiftView.as_view()),
    path("guard/limits", views.RoleLimitsView.as_view()),
    path("guard/limits/<str:role>", views.RoleLimitView.as_view()),
]
