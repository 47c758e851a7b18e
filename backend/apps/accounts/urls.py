from django.urls import path

from apps.accounts import role_views, session_views, views

urlpatterns = [
    path("auth/login", views.LoginView.as_view()),
    path("auth/ways", views.LoginWaysView.as_view()),
    path("auth/logout", views.LogoutView.as_view()),
    path("auth/me", views.MeView.as_view()),
    path("auth/password", views.PasswordView.as_view()),
    path("auth/sessions", session_views.SessionsView.as_view()),
    path("auth/sessions/<int:session_id>", session_views.SessionView.as_view()),
    path("tokens", views.TokensView.as_view()),
    path("tokens/<int:token_id>", views.TokenView.as_view()),
    path("users", views.UsersView.as_view()),
    path("users/tokens", views.UserTokensView.as_view()),
    path("users/tokens/<int:token_id>", views.UserTokenView.as_view()),
    path("users/service", role_views.ServiceAccountsView.as_view()),
    path("users/<int:user_id>/tokens", role_views.ServiceTokensView.as_view()),
    path("roles", role_views.RolesView.as_view()),
    path("roles/<int:role_id>", role_views.RoleView.as_view()),
    path("roles/groups", role_views.GroupAssignmentsView.as_view()),
    path("roles/groups/<int:assignment_id>", role_views.GroupAssignmentView.as_view()),
    path("users/<int:user_id>", views.UserView.as_view()),
    path("users/<int:user_id>/sessions", session_views.UserSessionsView.as_view()),
    path("users/<int:user_id>/sessions/<int:session_id>", session_views.UserSessionView.as_view()),
]
