"""What the exchange between two machines keeps; empty where there is no second machine."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class KnownMachine(models.Model):
    """A machine, and how far its versions are known: here, and by the other one of today."""

    name = models.CharField(max_length=16, unique=True)
    number = models.PositiveBigIntegerField(default=0)
    """All its versions up to this one are here, or others that follow them."""
    told = models.PositiveBigIntegerField(default=0)
    """As the other machine said last of itself."""

    def __str__(self) -> str:
        return f"{self.name}: {self.number}"


class ItemMark(models.Model):
    """A thing that was changed since versions were last made; triggers write it (`tracking`)."""

    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)
    """When it was changed last."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("kind", "key"), name="a_changed_item_is_marked_once"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class SharedItem(models.Model):
    """A thing that was changed since the second machine was set up: its register (`registers`)."""

    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=40)
    """Of its main record, as this machine has it."""
    digest = models.CharField(max_length=64, blank=True)
    """SHA-256 of what stands here, so that a mark without a change makes no version."""
    held = models.TextField(blank=True)
    """Why what the other machine has cannot stand here; empty where it does."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("kind", "key"), name="one_register_of_an_item"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class ItemVersion(models.Model):
    """A version in a register, as its machine wrote it."""

    item = models.ForeignKey(SharedItem, models.CASCADE, related_name="versions")
    machine = models.CharField(max_length=16)
    number = models.PositiveBigIntegerField()
    name = models.CharField(max_length=40)
    """The key of the item on its machine."""
    seen = models.JSONField()
    """The names of those that it follows: ``[[machine, number], …]``."""
    at = models.DateTimeField()
    said = models.JSONField()
    """The records of the item by table, each with its columns."""
    stands = models.BooleanField(default=False)
    """Whether what stands here contains it."""
    aside = models.BooleanField(default=False)
    """Whether another one was chosen in its place; it is kept to be read."""
    decides = models.BooleanField(default=False)
    """Whether somebody chose it among others."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("machine", "number"), name="a_version_has_its_own_name"),)

    def __str__(self) -> str:
        return f"{self.item}: {self.machine} {self.number}"


class OtherKey(models.Model):
    """What the other machine knows by another key: both have made it while they were apart."""

    table = models.CharField(max_length=60)
    theirs = models.CharField(max_length=40)
    ours = models.CharField(max_length=40)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "theirs"), name="another_key_means_one"),)

    def __str__(self) -> str:
        return f"{self.table} {self.theirs}: {self.ours}"


class MergeNotice(models.Model):
    """What the exchange has settled by itself and those who direct must know, until one of them has seen it."""

    event = models.ForeignKey("events.Event", models.CASCADE, related_name="+")
    name = models.CharField(_("Name"), max_length=130)
    before = models.PositiveIntegerField()
    """The start number that somebody else keeps."""
    after = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name}: {self.before} → {self.after}"
