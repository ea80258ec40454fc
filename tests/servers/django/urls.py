"""The paths of the contract, and a path where the donation API asks whom a token stands for."""

from django.contrib.auth.views import LoginView
from django.http import JsonResponse
from django.urls import path
from oauth2_provider.models import AccessToken
from oauth2_provider.views import AuthorizationView, TokenView


def whose(_request, token):
    found = AccessToken.objects.select_related("user").filter(token=token).first()
    alive = found is not None and not found.is_expired()
    return JsonResponse({"user": found.user.username if alive else None})


urlpatterns = [
    path("oauth2/authorize", AuthorizationView.as_view()),
    path("oauth2/token", TokenView.as_view()),
    path("accounts/login/", LoginView.as_view()),
    path("whose/<str:token>", whose),
]
