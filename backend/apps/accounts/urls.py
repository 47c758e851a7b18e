from django.urls import path

from apps.accounts import views

urlpatterns = [
    path("auth/login", views.LoginView.as_view()),
    path("auth/logout", views.LogoutView.as_view()),
    path("auth/me", views.MeView.as_view()),
    path("auth/password", views.PasswordView.as_view()),
    path("tokens", views.TokensView.as_view()),
    path("tokens/<int:token_id>", views.TokenView.as_view()),
    path("users", views.UsersView.as_view()),
    path("users/tokens", views.UserTokensView.as_view()),
    path("users/tokens/<int:token_id>", views.UserTokenView.as_view()),
    path("users/<int:user_id>", views.UserView.as_view()),
]
