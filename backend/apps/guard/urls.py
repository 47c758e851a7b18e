from django.urls import path

from apps.guard import views

urlpatterns = [
    path("guard/rules", views.GuardRulesView.as_view()),
    path("guard/rules/<int:rule_id>", views.GuardRuleView.as_view()),
]
