from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TodoConfig(AppConfig):
    name = "skatliga.todo"
    verbose_name = _("Jetzt zu tun")
