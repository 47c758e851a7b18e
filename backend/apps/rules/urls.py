from django.urls import path

from apps.rules import views

urlpatterns = [
    path("rules", views.RulesView.as_view()),
    path("rules/<int:rule_id>", views.RuleView.as_view()),
    path("rules/<int:rule_id>/arm", views.RuleArmView.as_view()),
    path("rules/<int:rule_id>/disarm", views.RuleDisarmView.as_view()),
    path("rules/<int:rule_id>/run", views.RuleRunView.as_view()),
    path("rules/<int:rule_id>/runs", views.RuleRunsView.as_view()),
]
