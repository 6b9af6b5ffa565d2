"""Who wants to be told, what goes out to them, and how far each event has been told."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

SUBJECTS: Final = ("entry", "signup", "club", "team", "division")
OF_ACCOUNTS: Final = ("club", "division")
"""Of what an account is told in its own name."""


def _about_one_thing() -> Q:
    """Exactly one of the subjects is there."""
    found = Q()
    for there in SUBJECTS:
        found |= Q(**{f"{subject}__isnull": subject != there for subject in SUBJECTS})
    return found


class Subscription(models.Model):
    """Somebody wants to be told: of what a participant of an event hears, of a sign-up, a team, a Staffel, a club.

    Programs hear of the events of a club; an account that directs a club hears of what it has to send in.
    """

    class Way(models.TextChoices):
        MAIL = "mail", _("E-Mail")
        PUSH = "push", _("Mitteilung auf dem Handy")
        HOOK = "hook", _("Webhook")

    way = models.CharField(_("Weg"), max_length=4, choices=Way)
    address = models.CharField(_("Adresse"), max_length=1000)
    """A mail address, the endpoint of a browser's push service, the URL of a program."""
    keys = models.JSONField(default=dict, blank=True)
    """Of a browser: `p256dh` and `auth`, as it has given them."""
    entry = models.ForeignKey("events.Entry", models.CASCADE, null=True, blank=True, related_name="subscriptions")
    signup = models.ForeignKey("signups.SignUp", models.CASCADE, null=True, blank=True, related_name="subscriptions")
    club = models.ForeignKey("people.Club", models.CASCADE, null=True, blank=True, related_name="subscriptions")
    team = models.ForeignKey("leagues.Team", models.CASCADE, null=True, blank=True, related_name="subscriptions")
    division = models.ForeignKey(
        "leagues.Division", models.CASCADE, null=True, blank=True, related_name="subscriptions"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="subscriptions"
    )
    """The account that wants it, and sees it on its own page; empty where somebody asked without one."""
    created_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    """Empty as long as the owner of a mail address has not said that it is his; nothing else goes out until then."""

    class Meta:
        verbose_name = _("Benachrichtigung")
        verbose_name_plural = _("Benachrichtigungen")
        constraints: ClassVar = (
            models.CheckConstraint(name="a_subscription_is_about_one_thing", condition=_about_one_thing()),
            models.CheckConstraint(name="subscription_ways_known", condition=Q(way__in=["mail", "push", "hook"])),
            *(
                models.UniqueConstraint(
                    fields=(subject, "address"),
                    name=f"one_subscription_of_an_address_for_a_{subject}",
                    condition=Q(**{f"{subject}__isnull": False, "user__isnull": True}),
                )
                for subject in SUBJECTS
            ),
            *(
                models.UniqueConstraint(
                    fields=(subject, "user"),
                    name=f"one_subscription_of_an_account_for_a_{subject}",
                    condition=Q(**{f"{subject}__isnull": False, "user__isnull": False}),
                )
                for subject in OF_ACCOUNTS
            ),
            models.CheckConstraint(
                name="an_account_is_told_of_clubs_and_divisions",
                condition=Q(user__isnull=True) | Q(club__isnull=False) | Q(division__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_way_display()}: {self.address}"


class Notification(models.Model):
    """What somebody is told, once: waiting until it has gone out.

    What had happened before somebody asked is kept as known: such a message never waits.
    """

    subscription = models.ForeignKey(Subscription, models.CASCADE, related_name="notifications")
    occasion = models.CharField(max_length=120)
    """What it is about; the same is never told twice."""
    subject = models.CharField(max_length=200)
    text = models.TextField()
    path = models.CharField(max_length=300, blank=True)
    """The page it leads to."""
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    """When it is tried next; empty for what is known, has gone out or was given up."""
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=200, blank=True)
    """Why the last attempt failed."""

    class Meta:
        verbose_name = _("Nachricht")
        verbose_name_plural = _("Nachrichten")
        constraints = (models.UniqueConstraint(fields=("subscription", "occasion"), name="an_occasion_is_told_once"),)

    def __str__(self) -> str:
        return self.subject


class ToldVersion(models.Model):
    """How far an event has been told: up to which of its versions."""

    event = models.OneToOneField("events.Event", models.CASCADE, primary_key=True, related_name="told")
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.event_id}: {self.version}"
