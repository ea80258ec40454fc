"""What the contract adds to a token response."""

import json
import os

from oauth2_provider.oauth2_validators import OAuth2Validator

ORGANIZATIONS = json.loads(os.environ["DJANGO_ORGANIZATIONS"])


class Validator(OAuth2Validator):
    def save_bearer_token(self, token, request, *args, **kwargs):
        super().save_bearer_token(token, request, *args, **kwargs)
        token["ig_organizations"] = ORGANIZATIONS.get(request.user.username, [])
