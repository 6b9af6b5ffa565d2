"""Delete what is over: ended sessions, what was counted of wrong passwords, and the queue of what is done."""

from axes.models import AccessAttempt
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.accounts.models import BrowserSession
from skatliga.people.lockout import forget_old


class Command(BaseCommand):
    help = _("Löscht abgelaufene Anmeldungen und alte Zählungen falscher Passwörter.")

    def handle(self, *args: object, **options: object) -> None:
        now = timezone.now()
        sessions = BrowserSession.objects.filter(expire_date__lt=now).delete()[0]
        tries = AccessAttempt.objects.filter(attempt_time__lt=now - settings.AXES_COOLOFF_TIME).delete()[0]
        tries += forget_old()
        call_command("prune_db_task_results", queue_name="*", min_age_days=1, verbosity=0)
        self.stdout.write(
            _("Gelöscht: %(sessions)s abgelaufene Anmeldungen, %(tries)s alte Zählungen falscher Passwörter.")
            % {"sessions": sessions, "tries": tries}
        )
