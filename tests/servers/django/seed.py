"""Creates the users and clients that the environment names, before the server starts."""

import json
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from oauth2_provider.models import Application  # noqa: E402

call_command("migrate", verbosity=0)
world = json.loads(os.environ["DJANGO_WORLD"])
for name in world["users"]:
    User.objects.create_user(name, password=world["password"])
for client in world["clients"]:
    Application.objects.create(
        name=client["id"],
        client_id=client["id"],
        client_secret=client["secret"],
        redirect_uris=world["callback"],
        client_type=Application.CLIENT_CONFIDENTIAL,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
    )
