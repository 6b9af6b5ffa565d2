from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _

from skatliga.requests import Request


class AccountsConfig(AppConfig):
    name = "skatliga.accounts"
    verbose_name = _("Konten")

    def ready(self) -> None:
        user_logged_in.connect(_begin, dispatch_uid="skatliga.accounts")


def _begin(request: Request, **_said: object) -> None:
    """Told of everybody who signs in, whichever way."""
    from skatliga.accounts.sessions import begin

    begin(request)
